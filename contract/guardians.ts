import * as z from 'zod/mini'

import { GUARDIAN_SCOPES, RELATIONS } from '#rules/access'

import { type CallLimit, del, endpoints, get, post, put } from './endpoint.ts'
import { email, Id, line, optionalLine, page, pageQuery, text, Timestamp, words } from './fields.ts'
import { USUAL, WAIT_A_FEW_MINUTES } from './limits.ts'

/** Days for which an invitation to become a guardian is valid. */
export const GUARDIAN_INVITATION_DAYS = 7
/** Days for which a pairing code is valid. */
export const PAIRING_DAYS = 7
/** Maximum guardians of one learner, including invited ones. */
export const MAX_GUARDIANS = 10

const scopes = z.array(z.enum(GUARDIAN_SCOPES)).check(z.maxLength(GUARDIAN_SCOPES.length))

export const Guardian = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  relation: z.string(),
  scopes,
  origin: z.enum(['consent', 'invitation', 'code', 'admin']),
  since: Timestamp,
  /** The address belongs to an adult's verified account. Without one, the link grants nothing. */
  active: z.boolean(),
  /** Ended on the learner’s eighteenth birthday, unless the learner extends it. */
  lapsed: z.boolean(),
  /** The caller's own link. */
  own: z.boolean(),
})
export type Guardian = z.output<typeof Guardian>

const OpenInvitation = z.object({
  id: Id,
  email: z.string(),
  relation: z.string(),
  scopes,
  invited_by: z.nullable(z.string()),
  expires_at: Timestamp,
})

export const NewGuardian = z.object({
  email: email('Please enter a parent or guardian’s email address'),
  relation: z._default(optionalLine(60), ''),
  scopes: scopes.check(z.minLength(1, 'Please choose what they may do')),
})

export const PairingChoice = z.object({
  scopes: scopes.check(z.minLength(1, 'Please choose what they may do')),
})
export const PairingCode = z.object({
  code: line(20, 'Please enter the code'),
  relation: z._default(optionalLine(60), ''),
})

export const Override = z.object({
  /** The guardian's new scopes; without any, the link ends. */
  scopes,
  reason: words(1000, 'Please give the reason and the court order'),
})

const GuardianOfLearner = z.extend(Guardian, { learner_id: Id, learner_name: z.string() })
export type GuardianOfLearner = z.output<typeof GuardianOfLearner>

export type ChildMilestone = z.infer<typeof ChildMilestone>
const ChildMilestone = z.object({
  /** Id of the guardian link. */
  id: Id,
  learner_id: Id,
  first_name: z.string(),
  age: z.literal([13, 18]),
  /** The guardian link continues: from 18 on, the learner decides. */
  goes_on: z.boolean(),
})

const Milestone = z.object({
  /** Birthday that changed the learner’s rights, until they acknowledge it. */
  age: z.nullable(z.union([z.literal(13), z.literal(18)])),
})

const InvitationParams = z.object({ token: text(200) })

const VIEWS = {
  name: 'guardian-invitation-looks',
  points: 30,
  seconds: 900,
  message: WAIT_A_FEW_MINUTES,
  per: 'network',
} satisfies CallLimit
/** Learners have few guardians, and an invitation emails someone who did not ask for it. */
const INVITATIONS = {
  name: 'guardian-invitations',
  points: 10,
  seconds: 24 * 3600,
  message: 'You’ve sent a lot of invitations today. Please try again tomorrow.',
  per: 'caller',
} satisfies CallLimit
/** Codes are short enough to read out, and therefore to guess by brute force. */
const CODES = {
  name: 'pairing-codes',
  points: 10,
  seconds: 24 * 3600,
  message: 'You’ve tried a lot of codes today. Please try again tomorrow.',
  per: 'caller',
} satisfies CallLimit
const CODES_OF_NETWORK = {
  ...CODES,
  name: 'pairing-codes-network',
  points: 60,
  per: 'network',
} satisfies CallLimit

/** The simple screen of a child under ten. */
export const YoungScreen = z.object({
  enabled: z.boolean(),
  /** The child is under ten. */
  applies: z.boolean(),
  /** Null if nobody has chosen, or their account was deleted. */
  set_by: z.nullable(z.string()),
  set_at: z.nullable(Timestamp),
})
export type YoungScreen = z.output<typeof YoungScreen>

export const guardians = endpoints({
  listGuardians: get('/api/learners/{id}/guardians', {
    summary: 'A learner’s guardians and pending invitations',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readGuardians' },
    reply: z.object({
      guardians: z.array(Guardian),
      invitations: z.array(OpenInvitation),
      /** The caller can invite others. Missing in replies of earlier versions. */
      may_invite: z.optional(z.boolean()),
    }),
  }),
  inviteGuardian: post('/api/learners/{id}/guardians', {
    summary:
      'Invite an adult to become a learner’s guardian; the reply never reveals whether an account exists',
    access: 'signedIn',
    limit: INVITATIONS,
    learner: { from: 'params.id', may: 'inviteGuardian' },
    idempotent: true,
    body: NewGuardian,
    reply: OpenInvitation,
    status: 201,
  }),
  withdrawGuardianInvitation: del('/api/learners/{id}/guardian-invitations/{invitation_id}', {
    summary: 'Withdraw an invitation and invalidate its link',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'inviteGuardian' },
    idempotent: true,
  }),
  showYoungScreen: get('/api/learners/{id}/young-screen', {
    summary: 'Whether a child under ten gets the simple screen, and who chose it',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'chooseScreen' },
    reply: YoungScreen,
  }),
  chooseYoungScreen: put('/api/learners/{id}/young-screen', {
    summary: 'Turn a child’s simple screen on or off; the last choice applies',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'chooseScreen' },
    body: z.object({ enabled: z.boolean() }),
    reply: YoungScreen,
  }),
  endGuardian: del('/api/learners/{id}/guardians/{guardian_id}', {
    summary: 'End a guardian link: guardians can end their own, admins and adult learners any',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'endGuardian' },
    idempotent: true,
  }),
  keepGuardian: post('/api/learners/{id}/guardians/{guardian_id}/keep', {
    summary: 'Let a guardian keep access after the learner comes of age',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'keepGuardian' },
    idempotent: true,
  }),
  overrideGuardian: post('/api/learners/{id}/guardians/{guardian_id}/override', {
    summary: 'End a guardian link or reduce its scopes as an admin, with a reason',
    access: 'admin',
    limit: USUAL,
    learner: { from: 'params.id', may: 'overrideGuardian' },
    idempotent: true,
    body: Override,
  }),
  listGuardianLinks: get('/api/admin/guardian-links', {
    summary: 'Guardian links, searchable by learner or guardian name',
    access: 'admin',
    query: z.object({ ...pageQuery, search: z._default(text(100), '') }),
    reply: page(GuardianOfLearner),
  }),
  makePairingCode: post('/api/learners/{id}/pairing-code', {
    summary: 'Create a single-use pairing code for an adult; replaces the caller’s previous one',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'inviteGuardian' },
    idempotent: true,
    body: PairingChoice,
    reply: z.object({ code: z.string(), expires_at: Timestamp }),
    status: 201,
  }),
  redeemPairingCode: post('/api/guardian-codes', {
    summary: 'Become a learner’s guardian with a pairing code from their family',
    access: 'signedIn',
    notByCard: true,
    limit: [CODES, CODES_OF_NETWORK],
    idempotent: true,
    body: PairingCode,
    reply: z.object({ learner_id: Id }),
    status: 201,
  }),
  showMilestone: get('/api/profile/milestone', {
    summary: 'Rights that have passed to the caller on a birthday, if not yet acknowledged',
    access: 'signedIn',
    whileActing: true,
    reply: Milestone,
  }),
  seeMilestone: post('/api/profile/milestone', {
    summary: 'Acknowledge the rights that changed on the caller’s birthday',
    access: 'signedIn',
    limit: USUAL,
    reply: Milestone,
  }),
  listMilestones: get('/api/parents/milestones', {
    summary: 'Unacknowledged birthdays on which rights passed to the caller’s children',
    access: 'signedIn',
    whileActing: true,
    reply: z.object({ milestones: z.array(ChildMilestone) }),
  }),
  readMilestone: post('/api/parents/milestones/{id}', {
    summary: 'Acknowledge the rights that changed on a child’s birthday',
    access: 'signedIn',
    limit: USUAL,
  }),
  showGuardianInvitation: get('/api/guardian-invitations/{token}', {
    summary: 'A guardian invitation',
    access: 'public',
    limit: VIEWS,
    params: InvitationParams,
    reply: z.object({
      learner_first_name: z.string(),
      invited_by: z.nullable(z.string()),
      email: z.string(),
      relation: z.string(),
      scopes,
      expires_at: Timestamp,
    }),
  }),
  acceptGuardianInvitation: post('/api/guardian-invitations/{token}', {
    summary: 'Accept an invitation from an account with the invited, confirmed email address',
    access: 'signedIn',
    notByCard: true,
    limit: USUAL,
    idempotent: true,
    params: InvitationParams,
    reply: z.object({ learner_id: Id }),
  }),
  listDisclosures: get('/api/learners/{id}/disclosures', {
    summary: 'A learner’s disclosure log, newest first; repeated reads within an hour are combined',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readDisclosures' },
    query: z.object(pageQuery),
    reply: page(
      z.object({
        id: z.string(),
        at: Timestamp,
        /** Null for a deleted account. */
        reader: z.nullable(z.string()),
        relation: z.nullable(z.enum(RELATIONS)),
        /** Data that was read, as a noun: “the transcript”. */
        what: z.string(),
      }),
    ),
  }),
})
