/** Most learners handed to another advisor at once. */
export const MAX_MOVED = 200
