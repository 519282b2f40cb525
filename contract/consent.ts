import * as z from 'zod/mini'

import { CONSENT_METHODS, CONSENT_SCOPES } from '#rules/consent'

import { type CallLimit, endpoints, get, post, put } from './endpoint.ts'
import { email, Id, line, page, pageQuery, properName, text, Timestamp, words } from './fields.ts'
import { USUAL, WAIT_A_FEW_MINUTES } from './limits.ts'

/** Days between stopping a child's account and erasing it, in which a guardian can reverse the decision. */
export const STOPPED_DAYS = 30
/** Days for which the photo of a signed form is stored after its review. */
export const FORM_DAYS = 30

const scope = z.enum(CONSENT_SCOPES)
const scopes = z
  .array(scope)
  .check(z.minLength(1, 'Please choose what you agree to'), z.maxLength(CONSENT_SCOPES.length))

const ConsentParams = z.object({ token: text(200) })
const ConsentRequest = z.object({
  child_first_name: z.string(),
  guardian_email: z.string(),
  scopes: z.array(scope),
  policy_version: z.string(),
  state: z.enum(['asked', 'code_sent', 'confirmed']),
  expires_at: Timestamp,
})

export const ConsentChoice = z.object({
  guardian_name: properName(200, 'Please enter your name'),
  scopes: z.array(scope).check(
    z.maxLength(CONSENT_SCOPES.length),
    z.refine<string[]>((scopes) => scopes.includes('use'), 'Without "use" there is no account'),
  ),
})

export const ConsentCode = z.object({
  code: line(20, 'Please enter the code from the second email'),
})

/** Two requests with different bodies: first the choice, then the code. */
export const ConsentSubmission = z.union([ConsentChoice, ConsentCode])

const Message = z.object({ message: z.string() })

/** Status shown to a child who waits for consent. */
const WaitingConsent = z.object({
  /** Recipient of the first request; null once the child has a guardian or one has answered. */
  guardian_email: z.nullable(z.string()),
  /** False once the child has a guardian or one has answered. */
  may_name_guardian: z.boolean(),
  asked_at: z.nullable(Timestamp),
  /** Guardian who withdrew consent, and when; null before the first consent. */
  withdrawn: z.nullable(z.object({ guardian_name: z.string(), at: Timestamp })),
  /** Earliest time of deletion; null as long as the school's roster lists the child. */
  deletion_due_at: z.nullable(Timestamp),
})
export type WaitingConsent = z.output<typeof WaitingConsent>

export const OtherGuardian = z.object({
  parent_email: email('Please enter a parent or guardian’s email address'),
})

const FormState = z.enum(['open', 'sent', 'confirmed', 'refused'])
const ConsentForm = z.object({
  id: Id,
  /** Printed on the paper form, and read out on the phone. */
  code: z.string(),
  guardian_name: z.string(),
  scopes: z.array(scope),
  policy_version: z.string(),
  created_at: Timestamp,
  state: FormState,
  /** Reason for the refusal. */
  reason: z.string(),
})
export type ConsentForm = z.output<typeof ConsentForm>

const Consents = z.object({
  child_first_name: z.string(),
  child_last_name: z.string(),
  /** Current policy version, which a new consent applies to. */
  policy_version: z.string(),
  /** The caller gives and withdraws consent for this child. */
  decides: z.boolean(),
  /** Erasure date of a stopped account; null for an open one. */
  deletion_due_at: z.nullable(Timestamp),
  /** The policy changed and the caller has not agreed to the new version: sharing pauses after this time. */
  asks_again_until: z.nullable(Timestamp),
  scopes: z.array(
    z.object({
      scope,
      state: z.enum(['open', 'unproven', 'given', 'paused', 'withdrawn']),
      /** Latest answer of each guardian, newest first. */
      answers: z.array(
        z.object({
          guardian_name: z.string(),
          own: z.boolean(),
          kind: z.enum(['given', 'withdrawn']),
          method: z.enum(CONSENT_METHODS),
          policy_version: z.string(),
          at: Timestamp,
          witness: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** The caller's latest form. */
  form: z.nullable(ConsentForm),
})
export type Consents = z.output<typeof Consents>

export const ScopeChoice = z.object({ scopes })

/** Form waiting for staff review. Its code must be read from the paper or heard by phone, unless the paper was uploaded. */
const WaitingForm = z.object({
  id: Id,
  learner_id: Id,
  child_name: z.string(),
  guardian_name: z.string(),
  guardian_email: z.string(),
  scopes: z.array(scope),
  policy_version: z.string(),
  created_at: Timestamp,
  sent_at: z.nullable(Timestamp),
  code: z.nullable(z.string()),
  file: z.nullable(z.object({ file_id: Id, content_type: z.string() })),
})
export type WaitingForm = z.output<typeof WaitingForm>

export const Refusal = z.object({
  decision: z.literal('refused'),
  reason: words(500, 'Please describe what is missing'),
})
export const FormDecision = z.union([z.object({ decision: z.literal('confirmed') }), Refusal])

export const ConsentCall = z.object({
  code: line(20, 'Please enter the code the guardian reads to you'),
  held_at: Timestamp,
  held_how: z.enum(['video', 'telephone'], 'Please choose how you spoke'),
  spoke_with: properName(200, 'Please enter who you spoke with'),
})

const Withdrawal = z.object({
  child_first_name: z.string(),
  guardian_email: z.string(),
  /** Scopes with consent from any guardian, which can be withdrawn. */
  scopes: z.array(scope),
  /** Erasure date of a stopped account; null for an open one. */
  deletion_due_at: z.nullable(Timestamp),
})

const CONSENT = {
  name: 'consent',
  points: 30,
  seconds: 900,
  message: WAIT_A_FEW_MINUTES,
  per: 'network',
} satisfies CallLimit
/** Guardians did not ask for these emails, so the limit is low. */
const RESENDS = {
  name: 'consent-resends',
  points: 2,
  seconds: 24 * 3600,
  message:
    'We’ve already emailed them twice today. Please ask them to look for the email, including in their spam folder.',
  per: 'caller',
} satisfies CallLimit
const ADDRESSES = {
  name: 'consent-addresses',
  points: 3,
  seconds: 24 * 3600,
  message: 'You’ve tried a lot of addresses today. Please try again tomorrow.',
  per: 'caller',
} satisfies CallLimit
/** Each call also emails the other guardians. Withdrawal has only the usual limit. */
const AGREEMENTS = {
  ...CONSENT,
  name: 'agreements',
  points: 20,
  seconds: 24 * 3600,
  per: 'caller',
} satisfies CallLimit
const FORMS = {
  ...CONSENT,
  name: 'consent-forms',
  points: 20,
  seconds: 24 * 3600,
  per: 'caller',
} satisfies CallLimit

export const consent = endpoints({
  showWaitingConsent: get('/api/auth/consent', {
    summary: 'The status of a child’s pending consent request',
    access: 'session',
    reply: WaitingConsent,
  }),
  resendConsent: post('/api/auth/consent/resend', {
    summary: 'Resend the consent request to the guardian, up to twice a day',
    access: 'session',
    notByCard: true,
    limit: RESENDS,
    reply: Message,
  }),
  askOtherGuardian: put('/api/auth/consent/guardian', {
    summary:
      'Send the consent request to a different address, up to three a day; invalidates earlier requests',
    access: 'session',
    notByCard: true,
    limit: ADDRESSES,
    body: OtherGuardian,
    reply: Message,
  }),
  showConsent: get('/api/consent/{token}', {
    summary: 'The consent a guardian is asked to give',
    access: 'public',
    limit: CONSENT,
    params: ConsentParams,
    reply: ConsentRequest,
  }),
  giveConsent: post('/api/consent/{token}', {
    summary: 'Give consent (scopes and name), then confirm it with the emailed code',
    access: 'public',
    limit: CONSENT,
    params: ConsentParams,
    body: ConsentSubmission,
    reply: z.object({ state: z.enum(['code_sent', 'confirmed']), message: z.string() }),
  }),
  showWithdrawal: get('/api/consent-withdrawals/{token}', {
    summary: 'The consents a guardian can withdraw through the link in their emails',
    access: 'public',
    limit: CONSENT,
    params: ConsentParams,
    reply: Withdrawal,
  }),
  withdrawByLink: post('/api/consent-withdrawals/{token}', {
    summary: 'Withdraw consent through the link in an email; takes effect immediately',
    access: 'public',
    limit: CONSENT,
    params: ConsentParams,
    body: ScopeChoice,
    reply: Withdrawal,
  }),
  showConsents: get('/api/learners/{id}/consent', {
    summary: 'Guardians’ consents for a child, and which are in force',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readConsent' },
    reply: Consents,
  }),
  agree: post('/api/learners/{id}/consent', {
    summary:
      'Give consent while signed in; disclosures to others also need a signed form or a call',
    access: 'signedIn',
    limit: AGREEMENTS,
    learner: { from: 'params.id', may: 'manageConsent' },
    idempotent: true,
    body: ScopeChoice,
    reply: Consents,
  }),
  withdrawConsent: post('/api/learners/{id}/consent/withdraw', {
    summary:
      'Withdraw consent immediately; without "use" the account is suspended and erased after 30 days',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'manageConsent' },
    idempotent: true,
    body: ScopeChoice,
    reply: Consents,
  }),
  makeConsentForm: post('/api/learners/{id}/consent/forms', {
    summary: 'Create a consent form to print and sign or confirm in a call; replaces an open one',
    access: 'signedIn',
    limit: FORMS,
    learner: { from: 'params.id', may: 'manageConsent' },
    idempotent: true,
    body: ScopeChoice,
    reply: Consents,
    status: 201,
  }),
  sendConsentForm: post('/api/learners/{id}/consent/forms/{form_id}/scan', {
    summary: 'Submit the signed form, as an uploaded picture or PDF',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'manageConsent' },
    idempotent: true,
    body: z.object({ file_id: Id }),
    reply: Consents,
  }),
  checkConsentForm: post('/api/learners/{id}/consent/forms/{form_id}/check', {
    summary: 'Accept or reject a signed form',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'witnessConsent' },
    idempotent: true,
    body: FormDecision,
  }),
  recordConsentCall: post('/api/learners/{id}/consent/forms/{form_id}/call', {
    summary: 'Record a guardian’s consent given in a call, using the code on the form',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'witnessConsent' },
    idempotent: true,
    body: ConsentCall,
  }),
  listConsentForms: get('/api/advisor/consent-forms', {
    summary:
      'Forms awaiting review, oldest first: for the caller’s learners, or all learners for admins',
    access: 'advisor',
    whileActing: true,
    query: z.object(pageQuery),
    reply: page(WaitingForm),
  }),
})
