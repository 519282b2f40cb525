import * as z from 'zod/mini'

import { del, endpoints, get, post } from './endpoint.ts'
import { Day, Id, page, pageQuery, text, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'

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

export const caseload = endpoints({
  listCaseload: get('/api/advisor/caseload', {
    summary: 'The learners that the caller looks after; who has waited longest comes first',
    access: 'advisor',
    whileActing: true,
    cache: 'caseload',
    query: z.object({ ...pageQuery, search: z.optional(text(100)) }),
    reply: page(CaseloadLearner),
  }),
  listColleagues: get('/api/advisor/colleagues', {
    summary: 'Who can look after learners',
    access: 'advisor',
    whileActing: true,
    reply: z.object({ items: z.array(Colleague) }),
  }),
  listHandovers: get('/api/advisor/handovers', {
    summary: 'Learners whom colleagues have offered to the caller',
    access: 'advisor',
    whileActing: true,
    reply: z.object({ items: z.array(Handover) }),
  }),
  offerHandover: post('/api/advisor/learners/{id}/handover', {
    summary: 'Offer a learner to a colleague; nothing changes until they accept',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'assignAdvisor' },
    idempotent: true,
    body: NewHandover,
    reply: z.object({ id: Id }),
    status: 201,
  }),
  withdrawHandover: del('/api/advisor/learners/{id}/handover', {
    summary: 'Withdraw an offer that was not answered yet',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'assignAdvisor' },
  }),
  decideHandover: post('/api/advisor/handovers/{id}', {
    summary: 'Take over a learner whom a colleague has offered, or decline',
    access: 'advisor',
    limit: USUAL,
    idempotent: true,
    body: z.object({ decision: z.enum(['accepted', 'declined']) }),
  }),
  listUnassigned: get('/api/admin/learners/unassigned', {
    summary: 'Learners without an advisor who is at work',
    access: 'admin',
    query: z.object(pageQuery),
    reply: page(UnassignedLearner),
  }),
  assignAdvisor: post('/api/admin/learners/{id}/advisor', {
    summary: 'Assign a learner to an advisor, in place of any earlier one',
    access: 'admin',
    limit: USUAL,
    learner: { from: 'params.id', may: 'assignAdvisor' },
    idempotent: true,
    body: AdvisorChoice,
  }),
})
