import type { Exception } from './occurrences.ts'

export const MAX_EXCEPTIONS = 200
/** Total characters of notes: every read of the series loads them. */
const MAX_NOTES = 40_000

export const areTooLong = (exceptions: readonly Exception[]): boolean =>
  exceptions.reduce((sum, { said }) => sum + (said?.notes.length ?? 0), 0) > MAX_NOTES
