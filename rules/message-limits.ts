/** Characters of a message to other people. */
export const MAX_MESSAGE_LENGTH = 20_000
/** Files of a message to other people. */
export const MAX_MESSAGE_FILES = 10
/** Characters of a message to the tutor. */
export const MAX_TUTOR_MESSAGE_LENGTH = 2000
