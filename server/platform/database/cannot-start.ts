/** A startup error that the operator can fix. The program prints only the message, without a stack trace, and exits. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** For a file that the operator has named or provided. */
export const cannotRead = (file: string, error: unknown): CannotStart => {
  const reason = error instanceof Error && 'code' in error ? error.code : error
  return new CannotStart(`${file} cannot be read (${reason}).`)
}
