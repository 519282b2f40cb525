import * as z from 'zod/mini'

import { LoginReply, SecondFactorRequired } from './auth.ts'
import { type CallLimit, endpoints, get, post } from './endpoint.ts'
import { text, Timestamp } from './fields.ts'
import { SIGN_INS, USUAL } from './limits.ts'
import { Proof } from './second-factor.ts'

/** Next address for the browser. */
const Redirect = z.object({ url: z.string() })

/** Signed in, second factor required, or the school's account was linked to the caller's. */
export const SchoolReply = z.union([
  LoginReply,
  SecondFactorRequired,
  z.object({ linked: z.literal(true) }),
])
export type SchoolReply = z.output<typeof SchoolReply>

export const SchoolAccount = z.object({
  /** Display name of the school's sign-in; null if not configured. */
  name: z.nullable(z.string()),
  linked_at: z.nullable(Timestamp),
})
export type SchoolAccount = z.output<typeof SchoolAccount>

const BEGUN = { ...SIGN_INS, name: 'school-begun' } satisfies CallLimit
const BY_SCHOOL = {
  ...SIGN_INS,
  name: 'school',
  points: 250,
  ofFailures: true,
} satisfies CallLimit

export const schoolSignIn = endpoints({
  beginSchoolSignIn: post('/api/auth/school/begin', {
    summary: 'Start signing in with a school account; a cookie ties the flow to this browser',
    access: 'public',
    limit: BEGUN,
    whileBusy: true,
    reply: Redirect,
  }),
  finishSchoolSignIn: post('/api/auth/school', {
    summary: 'Complete a school sign-in or link, with the query from the provider’s redirect',
    access: 'public',
    limit: [BY_SCHOOL, SIGN_INS],
    whileBusy: true,
    body: z.object({ query: text(8000) }),
    reply: SchoolReply,
  }),
  schoolAccount: get('/api/profile/school-account', {
    summary: 'Whether a school account is linked to the caller’s account',
    access: 'signedIn',
    reply: SchoolAccount,
  }),
  beginSchoolLink: post('/api/profile/school-account/begin', {
    summary: 'Start linking a school account to the caller’s account',
    access: 'signedIn',
    notByCard: true,
    limit: USUAL,
    body: Proof,
    reply: Redirect,
  }),
  unlinkSchool: post('/api/profile/school-account/remove', {
    summary: 'Unlink the school account from the caller’s account',
    access: 'signedIn',
    notByCard: true,
    limit: USUAL,
    body: Proof,
  }),
})
