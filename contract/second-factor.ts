import * as z from 'zod/mini'

import { LoginReply } from './auth.ts'
import { type CallLimit, del, endpoints, get, post, put } from './endpoint.ts'
import { atMost, Id, line, text, Timestamp } from './fields.ts'
import { SIGN_INS, USUAL } from './limits.ts'

/** Re-authentication: the password, or a code from a factor. */
export const Proof = z.object({
  password: z.optional(z.string().check(atMost(1000))),
  code: z.optional(text(40)),
})
export type Proof = z.output<typeof Proof>

/** Code from the authenticator app, or a recovery code. */
const code = line(40, 'Please enter a code')

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Timestamp,
  last_used_at: z.nullable(Timestamp),
})
export type Passkey = z.output<typeof Passkey>

export const SecondFactors = z.object({
  totp: z.nullable(z.object({ created_at: Timestamp, last_used_at: z.nullable(Timestamp) })),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.number(),
  /** False for people who only sign in through the school: a sign-in within the last ten minutes replaces the password. */
  has_password: z.boolean(),
  /** Required by this site, so the last factor cannot be removed. */
  required: z.boolean(),
})
export type SecondFactors = z.output<typeof SecondFactors>

/** Recovery codes are returned only with the first factor, and never again. */
const FactorResult = z.object({ recovery_codes: z.nullable(z.array(z.string())) })
export type FactorResult = z.output<typeof FactorResult>

// WebAuthn's JSON serialization (Level 3, 5.1.8 and 5.1.9), created and parsed by the browser's library.
const PasskeyOptions = z.record(z.string(), z.unknown())
const base64Url = (max: number) =>
  z.string().check(z.maxLength(max, 'Too long'), z.regex(/^[\w-]+$/, 'Not base64url'))

export const NewPasskey = z.object({
  id: base64Url(1400),
  rawId: base64Url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Url(8000),
    attestationObject: base64Url(40_000),
    transports: z.optional(z.array(z.string().check(atMost(20))).check(z.maxLength(10))),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>

export const PasskeyAssertion = z.object({
  id: base64Url(1400),
  rawId: base64Url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Url(8000),
    authenticatorData: base64Url(8000),
    signature: base64Url(8000),
    userHandle: z.optional(base64Url(200)),
  }),
})
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

const StepToken = z.object({ token: text(200) })

export const CodeInput = z.extend(StepToken, { code })
export const NewTotp = z.object({ setup_token: text(2000), code })
export const StaffSecondFactor = z.object({
  required: z.boolean(),
  /** Number of staff without one. */
  without: z.number(),
  of: z.number(),
})

const PER_NETWORK = {
  ...SIGN_INS,
  name: 'factor-ip',
  points: 250,
  ofFailures: true,
} satisfies CallLimit
const ASKED = { ...SIGN_INS, name: 'factor-asked' } satisfies CallLimit

export const secondFactor = endpoints({
  showCode: post('/api/auth/second-factor', {
    summary: 'Complete sign-in with an authenticator app code or a recovery code',
    access: 'public',
    limit: PER_NETWORK,
    whileBusy: true,
    body: CodeInput,
    reply: LoginReply,
  }),
  askSecondPasskey: post('/api/auth/second-factor/passkey/options', {
    summary: 'WebAuthn options for a passkey as the second factor',
    access: 'public',
    limit: ASKED,
    whileBusy: true,
    body: StepToken,
    reply: PasskeyOptions,
  }),
  showSecondPasskey: post('/api/auth/second-factor/passkey', {
    summary: 'Complete sign-in with a passkey as the second factor',
    access: 'public',
    limit: PER_NETWORK,
    whileBusy: true,
    body: z.extend(StepToken, { passkey: PasskeyAssertion }),
    reply: LoginReply,
  }),
  askPasskey: post('/api/auth/passkey/options', {
    summary: 'WebAuthn options for passkey-only sign-in',
    access: 'public',
    limit: ASKED,
    whileBusy: true,
    reply: PasskeyOptions,
  }),
  showPasskey: post('/api/auth/passkey', {
    summary: 'Sign in with only a passkey',
    access: 'public',
    limit: [PER_NETWORK, SIGN_INS],
    whileBusy: true,
    body: z.object({ passkey: PasskeyAssertion }),
    reply: LoginReply,
  }),
  secondFactors: get('/api/profile/second-factor', {
    summary: 'The caller’s sign-in methods besides a password',
    access: 'enrolling',
    reply: SecondFactors,
  }),
  beginTotp: post('/api/profile/totp/begin', {
    summary: 'Create a secret for an authenticator app; takes effect once confirmed with a code',
    access: 'enrolling',
    notByCard: true,
    limit: USUAL,
    body: Proof,
    reply: z.object({ setup_token: z.string(), secret: z.string(), uri: z.string() }),
  }),
  addTotp: post('/api/profile/totp', {
    summary: 'Confirm an authenticator app with a code',
    access: 'enrolling',
    notByCard: true,
    limit: USUAL,
    body: NewTotp,
    reply: FactorResult,
  }),
  removeTotp: post('/api/profile/totp/remove', {
    summary: 'Remove the authenticator app',
    access: 'enrolling',
    notByCard: true,
    limit: USUAL,
    body: Proof,
  }),
  beginPasskey: post('/api/profile/passkeys/options', {
    summary: 'WebAuthn options for creating a passkey',
    access: 'enrolling',
    notByCard: true,
    limit: USUAL,
    body: Proof,
    reply: PasskeyOptions,
  }),
  addPasskey: post('/api/profile/passkeys', {
    summary: 'Save a new passkey',
    access: 'enrolling',
    notByCard: true,
    limit: USUAL,
    body: z.object({ name: line(60, 'Please name the passkey'), passkey: NewPasskey }),
    reply: FactorResult,
  }),
  removePasskey: post('/api/profile/passkeys/{id}/remove', {
    summary: 'Remove a passkey',
    access: 'enrolling',
    notByCard: true,
    limit: USUAL,
    body: Proof,
  }),
  renewRecoveryCodes: post('/api/profile/recovery-codes', {
    summary: 'Create new recovery codes; the old ones stop working',
    access: 'enrolling',
    notByCard: true,
    limit: USUAL,
    body: Proof,
    reply: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  staffSecondFactor: get('/api/admin/second-factor', {
    summary: 'Whether staff need a second factor, and how many have none',
    access: 'admin',
    reply: StaffSecondFactor,
  }),
  requireSecondFactor: put('/api/admin/second-factor', {
    summary: 'Set whether staff need a second factor',
    access: 'admin',
    limit: USUAL,
    body: z.object({ required: z.boolean() }),
    reply: StaffSecondFactor,
  }),
  liftSecondFactor: del('/api/admin/users/{id}/second-factor', {
    summary: 'Reset all second factors of a person who has lost theirs',
    access: 'admin',
    limit: USUAL,
  }),
})
