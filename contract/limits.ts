import type { CallLimit } from './endpoint.ts'

export const WAIT_A_MINUTE = 'That was a lot in a short time. Please wait a minute and try again.'
export const WAIT_A_FEW_MINUTES = 'Too many requests. Please wait a few minutes and try again.'

/** Default for writes without a limit of their own: above any manual use, and without a database statement. */
export const USUAL = {
  name: 'usual',
  points: 1200,
  seconds: 60,
  message: WAIT_A_MINUTE,
  per: 'caller',
  counted: 'here',
} as const satisfies CallLimit

/** Of all kinds, successful or not: a whole school can share one network. */
export const SIGN_INS = {
  name: 'sign-ins',
  points: 1500,
  seconds: 300,
  message: 'Too many login attempts. Please wait a moment and try again.',
  per: 'network',
  orProof: true,
} as const satisfies CallLimit

/** A whole school can share one network. */
export const USUAL_PER_NETWORK = {
  ...USUAL,
  name: 'usual-network',
  points: 6000,
  per: 'network',
} as const satisfies CallLimit
