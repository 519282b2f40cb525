/** A failed call. `status` is 0 if there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Messages by field name, from the server. */
  readonly fields: Record<string, string>
  /** Seconds to wait, if the server specified them. */
  readonly retryAfter: number | undefined
  /** Lets support find this call in the log. */
  readonly requestId: string | undefined

  constructor(failure: {
    status: number
    code?: string
    message?: string
    fields?: Record<string, string>
    retryAfter?: number
    requestId?: string
  }) {
    super(failure.message ?? '')
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code ?? (failure.status === 0 ? 'no_response' : 'unknown')
    this.fields = failure.fields ?? {}
    this.retryAfter = failure.retryAfter
    this.requestId = failure.requestId
  }
}

export const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined

type ErrorBody = { code?: string; message?: string; fields?: Record<string, string> }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** `error` as an object or a string, or a string in `message`: the formats that the client's specification allows. */
const errorBodyOf = (body: unknown): ErrorBody => {
  if (!isObject(body)) return {}
  const { error, message } = body
  if (isObject(error)) return error
  const words = typeof error === 'string' ? error : message
  return typeof words === 'string' ? { message: words } : {}
}

/**
 * Error of a response. Without a message (a proxy's page, for example) it keeps the status and an empty message, so that the
 * screen shows its own text.
 */
export const errorFrom = (
  status: number,
  body: unknown,
  header: (name: string) => string | null,
): ApiError => {
  const seconds = Number(header('retry-after') ?? Number.NaN)
  return new ApiError({
    ...errorBodyOf(body),
    status,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    requestId: header('x-request-id') ?? undefined,
  })
}

/** The server's message for whatever is missing: it says no more, as the object may be somebody else's. */
const NOT_FOUND = 'Not found.'
/** Somebody else has usually changed it since the page was opened. */
const GONE = 'This is no longer here, or no longer open to you.'
const UNREACHABLE = 'Connection error. Please check your internet connection and try again.'

/** Text for the person: the server's message, which is fit to be shown, or ours. */
export const messageOf = (
  error: unknown,
  otherwise = 'That did not work. Please try again.',
): string => {
  if (error instanceof ApiError && error.message) {
    return error.message === NOT_FOUND ? GONE : error.message
  }
  return statusOf(error) === 0 ? UNREACHABLE : otherwise
}
