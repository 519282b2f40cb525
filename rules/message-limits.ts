/** Maximum characters of a message to people. */
export const MAX_MESSAGE_LENGTH = 20_000
/** Maximum files of a message to people. */
export const MAX_MESSAGE_FILES = 10
/** Maximum characters of a message to the tutor. */
export const MAX_TUTOR_MESSAGE_LENGTH = 2000
