import * as z from 'zod/mini'

import { GUARDIAN_SCOPES, RELATIONS } from '#rules/access'

import { type CallLimit, del, endpoints, get, post } from './endpoint.ts'
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
  email: email('Please enter the address of a parent or guardian'),
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
  /** The guardian's new scopes. A link cannot be ended here. */
  scopes,
  reason: words(1000, 'Please say why, and by which order'),
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
  message: 'That was a lot of invitations for one day. Please continue tomorrow.',
  per: 'caller',
} satisfies CallLimit
/** Codes are short enough to read out, and therefore to guess by brute force. */
const CODES = {
  name: 'pairing-codes',
  points: 10,
  seconds: 24 * 3600,
  message: 'That was a lot of codes for one day. Please continue tomorrow.',
  per: 'caller',
} satisfies CallLimit
const CODES_OF_NETWORK = {
  ...CODES,
  name: 'pairing-codes-network',
  points: 60,
  per: 'network',
} satisfies CallLimit

export const guardians = endpoints({
  listGuardians: get('/api/learners/{id}/guardians', {
    summary: 'Who looks after a learner, and who is invited to',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readGuardians' },
    reply: z.object({ guardians: z.array(Guardian), invitations: z.array(OpenInvitation) }),
  }),
  inviteGuardian: post('/api/learners/{id}/guardians', {
    summary:
      'Invite an adult by email to look after a learner; the same reply whoever the address belongs to',
    access: 'signedIn',
    limit: INVITATIONS,
    learner: { from: 'params.id', may: 'inviteGuardian' },
    idempotent: true,
    body: NewGuardian,
    reply: OpenInvitation,
    status: 201,
  }),
  withdrawGuardianInvitation: del('/api/learners/{id}/guardian-invitations/{invitation_id}', {
    summary: 'Withdraw an invitation; its link opens nothing any more',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'inviteGuardian' },
    idempotent: true,
  }),
  endGuardian: del('/api/learners/{id}/guardians/{guardian_id}', {
    summary: 'End a guardian’s link: guardians their own, admins and grown learners any',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'endGuardian' },
    idempotent: true,
  }),
  keepGuardian: post('/api/learners/{id}/guardians/{guardian_id}/keep', {
    summary: 'Of age, let a guardian continue',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'keepGuardian' },
    idempotent: true,
  }),
  overrideGuardian: post('/api/learners/{id}/guardians/{guardian_id}/override', {
    summary: 'End or narrow a guardian’s link as an admin, with a reason',
    access: 'admin',
    limit: USUAL,
    learner: { from: 'params.id', may: 'overrideGuardian' },
    idempotent: true,
    body: Override,
  }),
  listGuardianLinks: get('/api/admin/guardian-links', {
    summary: 'Who looks after whom, by the name of a learner or a guardian',
    access: 'admin',
    query: z.object({ ...pageQuery, search: z._default(text(100), '') }),
    reply: page(GuardianOfLearner),
  }),
  makePairingCode: post('/api/learners/{id}/pairing-code', {
    summary:
      'A code for an adult who asks to look after a learner, good once; it replaces the own one before',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'inviteGuardian' },
    idempotent: true,
    body: PairingChoice,
    reply: z.object({ code: z.string(), expires_at: Timestamp }),
    status: 201,
  }),
  redeemPairingCode: post('/api/guardian-codes', {
    summary: 'Look after the learner whose family handed on a code',
    access: 'signedIn',
    limit: [CODES, CODES_OF_NETWORK],
    idempotent: true,
    body: PairingCode,
    reply: z.object({ learner_id: Id }),
    status: 201,
  }),
  showMilestone: get('/api/profile/milestone', {
    summary: 'Whether a birthday has changed what is the caller’s own',
    access: 'signedIn',
    whileActing: true,
    reply: Milestone,
  }),
  seeMilestone: post('/api/profile/milestone', {
    summary: 'It was read what the birthday has changed',
    access: 'signedIn',
    limit: USUAL,
    reply: Milestone,
  }),
  listMilestones: get('/api/parents/milestones', {
    summary:
      'Birthdays of the caller’s children which have changed what is whose, and of which they have not read yet',
    access: 'signedIn',
    whileActing: true,
    reply: z.object({ milestones: z.array(ChildMilestone) }),
  }),
  readMilestone: post('/api/parents/milestones/{id}', {
    summary: 'The caller has read what the birthday has changed',
    access: 'signedIn',
    limit: USUAL,
  }),
  showGuardianInvitation: get('/api/guardian-invitations/{token}', {
    summary: 'What an invitation to look after a learner says',
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
    summary: 'Accept with the account that has confirmed the invited address',
    access: 'signedIn',
    limit: USUAL,
    idempotent: true,
    params: InvitationParams,
    reply: z.object({ learner_id: Id }),
  }),
  listDisclosures: get('/api/learners/{id}/disclosures', {
    summary:
      'Who else read what about a learner, newest first; within an hour the same is one line',
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
