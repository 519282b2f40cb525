/**
 * A reason not to start that a person can act on. The program prints the message alone, without a stack trace, and exits.
 */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
