import { ApiError, statusOf } from '#web/api'

const UNAVAILABLE = 'Service temporarily unavailable. Please try again in a few moments.'

/** The server's message, if there is one. */
const serverMessage = (error: unknown) => (error instanceof ApiError ? error.message : '')

/** Login error message, worded as in the client's specification. */
export const loginFailure = (error: unknown): string => {
  const byStatus: Record<number, string> = {
    0: 'Connection error. Please check your internet connection.',
    429: 'Too many login attempts. Please wait a moment and try again.',
    500: 'Server error. Please contact support if this continues.',
    503: UNAVAILABLE,
  }
  return (
    serverMessage(error) || byStatus[statusOf(error) ?? -1] || 'Login failed. Please try again.'
  )
}

/** Registration error message, worded as in the client's specification. */
export const registerFailure = (error: unknown): string => {
  const byStatus: Record<number, string> = {
    0: 'Connection error. Please check your internet connection and try again.',
    400:
      serverMessage(error) || 'Invalid registration data. Please check all fields and try again.',
    429: 'Too many registration attempts. Please wait a few minutes and try again.',
    500: 'Server error. Please try again later or contact support if this continues.',
    503: UNAVAILABLE,
  }
  return byStatus[statusOf(error) ?? -1] || 'Registration failed'
}
