/** A call that did not succeed. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Messages by field name, as the server gave them. */
  readonly fields: Record<string, string>
  /** Seconds to wait, when the server named them. */
  readonly retryAfter: number | undefined
  /** What support needs to find this call in the log. */
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

/** `error` as an object or as bare words, or words in `message`: the forms that the client's specification allows. */
const errorBodyOf = (body: unknown): ErrorBody => {
  if (!isObject(body)) return {}
  const { error, message } = body
  if (isObject(error)) return error
  const words = typeof error === 'string' ? error : message
  return typeof words === 'string' ? { message: words } : {}
}

/**
 * The error in an answer. What has no words of its own (a proxy's page, say) keeps its status and has an empty message, so
 * that the screen's own words are shown.
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

const UNREACHABLE = 'Connection error. Please check your internet connection and try again.'

/** What to tell the person: the server's own words, which are fit to be shown, or ours. */
export const messageOf = (
  error: unknown,
  otherwise = 'That did not work. Please try again.',
): string => {
  if (error instanceof ApiError && error.message) return error.message
  return statusOf(error) === 0 ? UNREACHABLE : otherwise
}
