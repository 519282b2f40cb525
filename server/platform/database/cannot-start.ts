/** A startup error that the operator can fix. The program prints only the message, without a stack trace, and exits. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** For a file that the operator has named or provided. */
export const cannotRead = (file: string, error: unknown): CannotStart => {
  const reason = error instanceof Error && 'code' in error ? error.code : error
  return new CannotStart(`${file} cannot be read (${reason}).`)
}

/** By error code of the operating system. */
const SYSTEM_ERRORS: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EROFS: 'The file system is read-only',
  EACCES: 'This user has no permission',
  EPERM: 'This user has no permission',
  ENOENT: 'There is no such file or folder',
  ENOTDIR: 'This is not a folder',
}

/** Returns what a command prints before it exits: a sentence for errors that the operator can fix, otherwise the stack trace. */
export const failureInWords = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof CannotStart) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  const words = SYSTEM_ERRORS[code ?? '']
  return words && path ? `${words}: ${path} (${code}).` : (error.stack ?? error.message)
}
