/**
 * A reason not to start that a person can act on. The program prints the message alone, without a stack trace, and exits.
 */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** For a file that a person has named, or put in its place. */
export const cannotRead = (file: string, error: unknown): CannotStart => {
  const reason = error instanceof Error && 'code' in error ? error.code : error
  return new CannotStart(`${file} cannot be read (${reason}).`)
}
