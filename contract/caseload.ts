import * as z from 'zod/mini'

import { MAX_MOVED } from '#rules/caseload'

import { type CallLimit, del, endpoints, get, post, put } from './endpoint.ts'
import { Day, email, Id, page, pageQuery, properName, text, Timestamp } from './fields.ts'
import { USUAL, WAIT_A_FEW_MINUTES } from './limits.ts'

/** Reason to check on a learner, with its figures: days exclude time off. */
const Concern = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('quiet'), days: z.number(), per_week: z.number() }),
  z.object({ kind: z.literal('not_begun'), days: z.number() }),
  z.object({ kind: z.literal('returned'), days: z.number(), pieces: z.number() }),
  z.object({ kind: z.literal('behind_plan'), days: z.number(), quests: z.number() }),
])

export const CaseloadLearner = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** Null for a learner without an advisor; only admins see those. */
  since: z.nullable(Timestamp),
  /** Latest submission; null before the first. */
  last_active_at: z.nullable(Timestamp),
  xp: z.number(),
  /** Earned credits across all subjects, and the total required by the plan. */
  credits: z.number(),
  required: z.number(),
  /** Submissions and proposals that wait for the advisor, and the time of the oldest. */
  waiting: z.number(),
  proposals: z.number(),
  waiting_since: z.nullable(Timestamp),
  /** Returned work that waits for the learner. */
  returned: z.number(),
  /** Submissions per week for the last eight weeks (Monday, UTC), the current one last. */
  weeks: z.array(z.object({ starts_on: Day, hand_ins: z.number() })),
  /** Current time off. */
  on_break: z.nullable(z.object({ label: z.string(), to: Day })),
  concerns: z.array(Concern),
})
export type CaseloadLearner = z.output<typeof CaseloadLearner>

export const Colleague = z.object({
  id: Id,
  name: z.string(),
  /** Number of learners assigned to them. */
  learners: z.number(),
})
export type Colleague = z.output<typeof Colleague>

const advisor_id = z.uuid('Please choose an advisor')

/** Learner of an advisor, for an admin who hands several to a colleague. */
const AdvisedLearner = z.object({ id: Id, name: z.string(), since: Timestamp })

const ManyMoved = z.object({
  from_id: Id,
  advisor_id,
  learner_ids: z
    .array(Id)
    .check(z.minLength(1, 'Please choose at least one learner'), z.maxLength(MAX_MOVED)),
})

export const AdvisorChoice = z.object({ advisor_id })
export const NewHandover = z.object({ advisor_id, words: z._default(text(1000), '') })

/** Learner whom a colleague offers to hand over to the caller. */
export const Handover = z.object({
  id: Id,
  learner_name: z.string(),
  offered_by: z.string(),
  words: z.string(),
  offered_at: Timestamp,
})
export type Handover = z.output<typeof Handover>

const UnassignedLearner = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  created_at: Timestamp,
  /** Previous advisor, who has left or is no longer active; null if there was none. */
  before: z.nullable(z.string()),
})
export type UnassignedLearner = z.output<typeof UnassignedLearner>

const parent_email = email('Please enter a parent or guardian’s email address')

export const ChildsGuardian = z.object({ parent_email })

/** A child under 13 without an email address. */
export const NewChild = z.object({
  first_name: properName(100, 'First name is required'),
  last_name: properName(100, 'Last name is required'),
  date_of_birth: z
    .string('Date of birth is required')
    .check(z.refine((day) => z.safeParse(Day, day).success, 'Date of birth is required')),
  parent_email,
})
export const CreatedChild = z.object({ id: Id, sign_in_name: z.string() })

/** Each sends an email to a guardian who did not ask for it. */
const CHILDREN = {
  name: 'children',
  points: 60,
  seconds: 3600,
  message: WAIT_A_FEW_MINUTES,
  per: 'caller',
} satisfies CallLimit

export const caseload = endpoints({
  createChild: post('/api/advisor/children', {
    summary: 'Create a child’s account without an email address and ask the guardian for consent',
    access: 'advisor',
    limit: CHILDREN,
    idempotent: true,
    body: NewChild,
    reply: CreatedChild,
    status: 201,
  }),
  askChildsGuardian: put('/api/advisor/children/{id}/guardian', {
    summary: 'Ask a guardian at an address for consent to a waiting child’s account',
    access: 'advisor',
    limit: CHILDREN,
    body: ChildsGuardian,
    reply: z.object({ message: z.string() }),
  }),
  listCaseload: get('/api/advisor/caseload', {
    summary: 'The caller’s caseload, longest-waiting learner first',
    access: 'advisor',
    whileActing: true,
    cache: 'caseload',
    query: z.object({
      ...pageQuery,
      search: z.optional(text(100)),
      /** Only learners with concerns, the longest-standing first; a single page. */
      stuck: z.optional(z.literal('true')),
    }),
    reply: page(CaseloadLearner),
  }),
  listColleagues: get('/api/advisor/colleagues', {
    summary: 'Staff who can be assigned learners',
    access: 'advisor',
    whileActing: true,
    reply: z.object({ items: z.array(Colleague) }),
  }),
  listHandovers: get('/api/advisor/handovers', {
    summary: 'Handovers that colleagues have offered the caller',
    access: 'advisor',
    whileActing: true,
    reply: z.object({ items: z.array(Handover) }),
  }),
  offerHandover: post('/api/advisor/learners/{id}/handover', {
    summary: 'Offer to hand a learner over to a colleague; takes effect when they accept',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'assignAdvisor' },
    idempotent: true,
    body: NewHandover,
    reply: z.object({ id: Id }),
    status: 201,
  }),
  withdrawHandover: del('/api/advisor/learners/{id}/handover', {
    summary: 'Withdraw an unanswered handover offer',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'assignAdvisor' },
  }),
  decideHandover: post('/api/advisor/handovers/{id}', {
    summary: 'Accept or decline a handover',
    access: 'advisor',
    limit: USUAL,
    idempotent: true,
    body: z.object({ decision: z.enum(['accepted', 'declined']) }),
  }),
  listUnassigned: get('/api/admin/learners/unassigned', {
    summary: 'Learners without an active advisor',
    access: 'admin',
    query: z.object(pageQuery),
    reply: page(UnassignedLearner),
  }),
  listLearnersOf: get('/api/admin/advisors/{id}/learners', {
    summary: 'An advisor’s learners by name, at most 500',
    access: 'admin',
    reply: z.object({ items: z.array(AdvisedLearner) }),
  }),
  moveLearners: post('/api/admin/learners/advisor', {
    summary: 'Hand several learners of one advisor to another; both are notified once',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    body: ManyMoved,
  }),
  assignAdvisor: post('/api/admin/learners/{id}/advisor', {
    summary: 'Assign a learner to an advisor, replacing any previous one',
    access: 'admin',
    limit: USUAL,
    learner: { from: 'params.id', may: 'assignAdvisor' },
    idempotent: true,
    body: AdvisorChoice,
  }),
})
