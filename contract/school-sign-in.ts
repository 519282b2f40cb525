import * as z from 'zod/mini'

import { LoginReply, SecondFactorAsked } from './auth.ts'
import { type CallLimit, endpoints, get, post } from './endpoint.ts'
import { text, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'
import { Proof } from './second-factor.ts'

/** Next address for the browser. */
const Redirect = z.object({ url: z.string() })

/** Signed in, second factor required, or the school's account was linked to the caller's. */
export const SchoolReply = z.union([
  LoginReply,
  SecondFactorAsked,
  z.object({ linked: z.literal(true) }),
])
export type SchoolReply = z.output<typeof SchoolReply>

export const SchoolAccount = z.object({
  /** Display name of the school's sign-in; null if not configured. */
  name: z.nullable(z.string()),
  linked_at: z.nullable(Timestamp),
})
export type SchoolAccount = z.output<typeof SchoolAccount>

const PER_NETWORK = {
  name: 'school',
  points: 250,
  seconds: 300,
  message: 'Too many login attempts. Please wait a moment and try again.',
  per: 'network',
} satisfies CallLimit

export const schoolSignIn = endpoints({
  beginSchoolSignIn: post('/api/auth/school/begin', {
    summary:
      'Begin to sign in with the school’s account; a cookie keeps what only this browser may finish',
    access: 'public',
    limit: PER_NETWORK,
    whileBusy: true,
    reply: Redirect,
  }),
  finishSchoolSignIn: post('/api/auth/school', {
    summary:
      'Finish what was begun, with the query that the school’s provider sent the browser back with',
    access: 'public',
    limit: PER_NETWORK,
    whileBusy: true,
    body: z.object({ query: text(8000) }),
    reply: SchoolReply,
  }),
  schoolAccount: get('/api/profile/school-account', {
    summary: 'Whether the school’s account signs the caller in',
    access: 'signedIn',
    reply: SchoolAccount,
  }),
  beginSchoolLink: post('/api/profile/school-account/begin', {
    summary: 'Begin to link the school’s account with the caller’s',
    access: 'signedIn',
    limit: USUAL,
    body: Proof,
    reply: Redirect,
  }),
  unlinkSchool: post('/api/profile/school-account/remove', {
    summary: 'Let the school’s account not sign the caller in any more',
    access: 'signedIn',
    limit: USUAL,
    body: Proof,
  }),
})
