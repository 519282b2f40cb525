/** An expected error whose `message` may be shown to people. Any other error becomes a 500 without details. */
export class DomainError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'DomainError'
    this.status = status
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
  }
}

export const invalid = (message: string, fields?: Record<string, string>) =>
  new DomainError(400, 'invalid', message, fields ? { fields } : {})
export const unauthenticated = (message = 'Please sign in.') =>
  new DomainError(401, 'unauthenticated', message)
export const forbidden = (message = 'You are not allowed to do this.', code = 'forbidden') =>
  new DomainError(403, code, message)
/** Also for objects that exist but are not the caller's: the two must be indistinguishable. */
export const notFound = (message = 'Not found.') => new DomainError(404, 'not_found', message)
export const conflict = (message: string, fields?: Record<string, string>) =>
  new DomainError(409, 'conflict', message, fields ? { fields } : {})
export const tooLarge = (message: string) => new DomainError(413, 'too_large', message)
export const unsupportedType = (message: string) =>
  new DomainError(415, 'unsupported_type', message)
/** For a request to a host name that is not this site's. */
export const misdirected = (message: string) => new DomainError(421, 'misdirected', message)
export const unprocessable = (message: string) => new DomainError(422, 'unprocessable', message)
/** @param retryAfter in seconds */
export const tooMany = (message: string, retryAfter: number, code = 'too_many') =>
  new DomainError(429, code, message, { retryAfter })
/** @param retryAfter in seconds */
export const unavailable = (message: string, retryAfter = 5) =>
  new DomainError(503, 'unavailable', message, { retryAfter })
