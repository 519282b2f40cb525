import type { Exception } from './occurrences.ts'

export const MAX_EXCEPTIONS = 200
/** Characters of the notes of them all: every reading of the series reads them. */
const MAX_NOTES = 40_000

export const areTooLong = (exceptions: readonly Exception[]): boolean =>
  exceptions.reduce((sum, { said }) => sum + (said?.notes.length ?? 0), 0) > MAX_NOTES
