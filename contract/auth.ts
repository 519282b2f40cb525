import * as z from 'zod/mini'

import { needsConsent } from '#rules/age'
import { ROLES } from '#rules/membership'
import { missingFromPassword } from '#rules/password'
import { mailboxOf } from '#rules/text/mailbox'
import { TIERS } from '#rules/tiers'

import { ACCOUNT_STATUSES, type CallLimit, del, endpoints, get, post } from './endpoint.ts'
import { atMost, Day, email, Id, optionalLine, properName, text, Timestamp } from './fields.ts'
import { SIGN_INS, USUAL, USUAL_PER_NETWORK, WAIT_A_FEW_MINUTES } from './limits.ts'

/** The caller's own account. Never sent to anyone else. */
export const User = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** Null for a learner without an address, who signs in by name or card (decisions/0093). */
  email: z.nullable(z.string()),
  sign_in_name: z.nullable(z.string()),
  role: z.enum(ROLES),
  subscription_tier: z.enum(TIERS),
  status: z.enum(ACCOUNT_STATUSES),
  /** Also true without an address: there is nothing to confirm. */
  email_verified: z.boolean(),
  avatar_url: z.nullable(z.string()),
  portfolio_slug: z.nullable(z.string()),
  date_of_birth: z.nullable(Day),
  /** False if a guardian has turned off the simple screen that children under ten get. */
  young_screen: z.boolean(),
  created_at: Timestamp,
  /** Set while the account is scheduled for deletion, which can be undone until then. */
  deletion_due_at: z.nullable(Timestamp),
  /** Set while an admin is signed in as this person. */
  acting: z.optional(z.object({ admin: z.string(), ends_at: Timestamp })),
  /** Set in a session that a sign-in card opened, which allows less (decisions/0093). */
  by_card: z.optional(z.boolean()),
  /** Staff who must set up a second factor first; every other call is refused until then. */
  second_factor_due: z.boolean(),
  /** True from a material change of the privacy policy until the person acknowledges it. */
  policy_changed: z.boolean(),
})
export type User = z.output<typeof User>

const Session = z.object({ authenticated: z.boolean() })

const currentPassword = z
  .string('Password is required')
  .check(
    z.minLength(1, 'Password is required'),
    z.minLength(6, 'Password must be at least 6 characters'),
    atMost(1000),
  )

export const Login = z.object({ email: email('Email is required'), password: currentPassword })

const NAME_REQUIRED = 'Please enter your sign-in name'

export const LoginByName = z.object({
  sign_in_name: z
    .string(NAME_REQUIRED)
    .check(z.trim(), z.toLowerCase(), z.minLength(1, NAME_REQUIRED), atMost(40)),
  password: currentPassword,
})

export const newPassword = z.string('Password is required').check(
  z.minLength(1, 'Password is required'),
  z.minLength(12, 'Password must be at least 12 characters'),
  atMost(1000),
  z.superRefine<string>((password, ctx) => {
    const missing = missingFromPassword(password)
    if (missing.length > 0) ctx.addIssue(`Password must contain: ${missing.join(', ')}`)
  }),
)

const AGE_REQUIRED = 'Date of birth is required for age verification'

const today = () => new Date().toISOString().slice(0, 10)

// Rules across fields are reported together with rules of single fields, so that a person sees all errors at once. (No field may
// abort, or zod skips these; of several messages for one field, the first is shown.)
const always = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}
type Form = {
  email?: unknown
  date_of_birth?: unknown
  parent_email?: unknown
  password?: unknown
  confirmPassword?: unknown
}
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && z.safeParse(Day, value).success
const isUnder13 = (form: Form) =>
  isDay(form.date_of_birth) &&
  form.date_of_birth <= today() &&
  needsConsent(form.date_of_birth, today())
const guardianOf = (form: Form) =>
  typeof form.parent_email === 'string' ? form.parent_email.trim() : ''

export const Registration = z
  .object({
    account_type: z._default(z.enum(['student', 'parent']), 'student'),
    first_name: properName(100, 'First name is required'),
    last_name: properName(100, 'Last name is required'),
    email: email('Email is required'),
    phone_number: optionalLine(40),
    address_line1: optionalLine(200),
    address_line2: optionalLine(200),
    city: optionalLine(100),
    state: optionalLine(100),
    postal_code: optionalLine(20),
    country: optionalLine(60),
    interests: optionalLine(300),
    date_of_birth: z.string(AGE_REQUIRED).check(
      z.minLength(1, AGE_REQUIRED),
      z.refine(isDay, 'Invalid date'),
      z.refine((day) => !isDay(day) || day <= today(), 'Date of birth cannot be later than today'),
    ),
    parent_email: z.optional(text(254)),
    password: newPassword,
    confirmPassword: z
      .string('Please confirm your password')
      .check(z.minLength(1, 'Please confirm your password')),
    acceptedLegalTerms: z.literal(true, 'You must accept the Terms of Service and Privacy Policy'),
  })
  .check(
    z.refine((form: Form) => !form.confirmPassword || form.confirmPassword === form.password, {
      error: 'Passwords do not match',
      path: ['confirmPassword'],
      ...always,
    }),
    z.refine((form: Form) => !isUnder13(form) || guardianOf(form) !== '', {
      error: 'Parent/guardian email is required for users under 13',
      path: ['parent_email'],
      ...always,
    }),
    z.refine(
      (form: Form) =>
        !isUnder13(form) || guardianOf(form) === '' || z.regexes.email.test(guardianOf(form)),
      { error: 'Invalid email address', path: ['parent_email'], ...always },
    ),
    z.refine(
      (form: Form) =>
        !isUnder13(form) ||
        typeof form.email !== 'string' ||
        mailboxOf(guardianOf(form)) !== mailboxOf(form.email),
      {
        error: 'Please enter a parent or guardian’s email address, not your own',
        path: ['parent_email'],
        ...always,
      },
    ),
  )
export type Registration = z.output<typeof Registration>

/** Signed in. */
export const LoginReply = z.object({
  user: User,
  session: Session,
  app_access_token: z.string(),
  app_refresh_token: z.string(),
})
export type LoginReply = z.output<typeof LoginReply>

export const FACTORS = ['totp', 'passkey', 'recovery_code'] as const
export type Factor = (typeof FACTORS)[number]

/** The first step succeeded, and a second factor is required. Not signed in yet: no tokens. */
export const SecondFactorRequired = z.object({
  session: Session,
  second_factor: z.object({
    /** Identifies this attempt in the calls under /api/auth/second-factor. Single use, valid until `expires_at`. */
    token: z.string(),
    /** Factors that this person can use. */
    factors: z.array(z.enum(FACTORS)),
    expires_at: Timestamp,
  }),
})
export type SecondFactorRequired = z.output<typeof SecondFactorRequired>

/** Result of the first step. */
export const SignInReply = z.union([LoginReply, SecondFactorRequired])
export type SignInReply = z.output<typeof SignInReply>

const Message = z.object({ message: z.string() })
const EmailOnly = z.object({ email: email('Email is required') })
const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })

export const ProfileSession = z.object({
  id: Id,
  current: z.boolean(),
  device: z.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
})
export type ProfileSession = z.output<typeof ProfileSession>

export const ResetPassword = z.object({ token: text(200), password: newPassword })
export const PasswordChange = z.object({
  current_password: z.string('Password is required').check(atMost(1000)),
  password: newPassword,
})

const REGISTRATION = {
  name: 'register',
  points: 300,
  seconds: 3600,
  message: 'Too many registration attempts. Please wait a few minutes and try again.',
  per: 'network',
} satisfies CallLimit
const BY_PASSWORD = {
  ...SIGN_INS,
  name: 'login-ip',
  points: 250,
  ofFailures: true,
} satisfies CallLimit
const RESETS = {
  name: 'reset',
  points: 30,
  seconds: 900,
  message: WAIT_A_FEW_MINUTES,
  per: 'network',
  ofFailures: true,
} satisfies CallLimit
const PASSWORDS = {
  name: 'passwords',
  points: 10,
  seconds: 900,
  message: WAIT_A_FEW_MINUTES,
  per: 'caller',
} satisfies CallLimit

export const auth = endpoints({
  me: get('/api/auth/me', {
    summary: 'The signed-in user',
    access: 'session',
    whileBusy: true,
    whileActing: true,
    reply: User,
  }),
  login: post('/api/auth/login', {
    summary: 'Sign in; accounts with a second factor are asked for it first',
    access: 'public',
    limit: [BY_PASSWORD, SIGN_INS],
    whileBusy: true,
    whileActing: true,
    body: Login,
    reply: SignInReply,
  }),
  loginByName: post('/api/auth/login/name', {
    summary: 'Sign in with a sign-in name, for learners without an email address',
    access: 'public',
    limit: [BY_PASSWORD, SIGN_INS],
    whileBusy: true,
    whileActing: true,
    body: LoginByName,
    reply: SignInReply,
  }),
  register: post('/api/auth/register', {
    summary: 'Create an account',
    access: 'public',
    limit: REGISTRATION,
    idempotent: true,
    body: Registration,
    reply: z.object({
      user: User,
      session: Session,
      message: z.string(),
      email_verification_required: z.boolean(),
    }),
    status: 201,
  }),
  logout: post('/api/auth/logout', {
    summary: 'End this session',
    access: 'session',
    limit: USUAL,
    whileActing: true,
    reply: Message,
  }),
  refresh: post('/api/auth/refresh', {
    summary: 'Exchange a refresh token for new tokens',
    access: 'public',
    limit: USUAL_PER_NETWORK,
    whileBusy: true,
    whileActing: true,
    body: z.object({ refresh_token: text(500) }),
    reply: Tokens,
  }),
  verifyEmail: post('/api/auth/verify-email', {
    summary: 'Confirm an email address with the token from the email',
    access: 'public',
    limit: USUAL_PER_NETWORK,
    body: z.object({ token: text(200) }),
    reply: Message,
  }),
  resendVerification: post('/api/auth/verify-email/resend', {
    summary: 'Resend the verification email',
    access: 'public',
    limit: USUAL_PER_NETWORK,
    body: EmailOnly,
    reply: Message,
  }),
  forgotPassword: post('/api/auth/forgot-password', {
    summary: 'Request a password reset link',
    access: 'public',
    limit: USUAL_PER_NETWORK,
    body: EmailOnly,
    reply: Message,
  }),
  resetPassword: post('/api/auth/reset-password', {
    summary: 'Set a new password with the token from the email',
    access: 'public',
    limit: RESETS,
    body: ResetPassword,
    reply: Message,
  }),
  changePassword: post('/api/profile/password', {
    summary: 'Change the caller’s password and end all their other sessions',
    access: 'signedIn',
    notByCard: true,
    limit: PASSWORDS,
    body: PasswordChange,
    reply: Message,
  }),
  listSessions: get('/api/profile/sessions', {
    summary: 'The caller’s active sessions',
    access: 'signedIn',
    reply: z.object({ items: z.array(ProfileSession), next_cursor: z.nullable(z.string()) }),
  }),
  endSession: del('/api/profile/sessions/{id}', {
    summary: 'End one of the caller’s sessions',
    access: 'signedIn',
    notByCard: true,
    limit: USUAL,
  }),
})
