import * as z from 'zod/mini'

import { daysBetween } from '#rules/plan'

import { del, endpoints, get, post, put } from './endpoint.ts'
import { Day, Id, line, PillarName, text, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'
import { QUEST_STATES } from './quests.ts'

const PlannedDay = Day.check(
  z.refine((day) => '2000' <= day && day < '2200', 'Please choose a day of these years'),
)
const note = z._default(text(500), '')

/** What is planned of a quest; without a day it is a wish. */
const NewPlanEntry = z.object({
  quest_id: Id,
  target_date: z._default(z.nullable(PlannedDay), null),
  note,
})

export const PlanBreak = z
  .object({ from: PlannedDay, to: PlannedDay, label: line(80, 'Please say what the time is for') })
  .check(
    z.refine(({ from, to }) => from <= to, { error: 'It ends before it begins', path: ['to'] }),
    z.refine(({ from, to }) => daysBetween(from, to) < 200, {
      error: 'Please choose at most 200 days',
      path: ['to'],
    }),
  )
export type PlanBreak = z.output<typeof PlanBreak>

export const PlanChange = z.object({
  /** Of the plan that was read: a plan that has changed since is not overwritten. */
  version: z.optional(text(64)),
  /** The whole plan, in its order. */
  entries: z.array(NewPlanEntry).check(
    z.maxLength(100, 'A plan takes at most 100 quests'),
    z.refine(
      (entries) => new Set(entries.map(({ quest_id }) => quest_id)).size === entries.length,
      {
        error: 'A quest can be in the plan only once',
      },
    ),
  ),
  /** Left out: they stay as they are. */
  breaks: z.optional(z.array(PlanBreak).check(z.maxLength(20, 'A plan takes at most 20 breaks'))),
})

export const NewProposal = z.object({
  quest_id: z.uuid('Please choose a quest'),
  target_date: z._default(z.nullable(PlannedDay), null),
  note,
})

const PlannedQuest = {
  quest_id: Id,
  title: z.string(),
  summary: z.string(),
  pillars: z.array(PillarName),
  estimated_hours: z.number(),
  total_xp: z.number(),
  target_date: z.nullable(Day),
  note: z.string(),
}

export const PlanEntry = z.object({
  ...PlannedQuest,
  /** Null when that account is gone. */
  added_by: z.nullable(z.string()),
  added_at: Timestamp,
  /** Of the learner's work on it. */
  state: z.enum(QUEST_STATES),
  tasks_done: z.number(),
  tasks_total: z.number(),
})
export type PlanEntry = z.output<typeof PlanEntry>

export const Proposal = z.object({
  ...PlannedQuest,
  id: Id,
  proposed_by: z.nullable(z.string()),
  /** The caller's, who can take it back while it is open. */
  is_own: z.boolean(),
  proposed_at: Timestamp,
  /** Null while it waits. */
  decision: z.nullable(z.enum(['accepted', 'declined'])),
  /** What was said to it. */
  words: z.string(),
})
export type Proposal = z.output<typeof Proposal>

export const Plan = z.object({
  version: z.string(),
  first_name: z.string(),
  /** Whether the caller changes the plan, or proposes. */
  may_edit: z.boolean(),
  /** In the learner's order. */
  entries: z.array(PlanEntry),
  breaks: z.array(z.object({ from: Day, to: Day, label: z.string() })),
  /** Open ones first, then the newest of the others. */
  proposals: z.array(Proposal),
})
export type Plan = z.output<typeof Plan>

export const plan = endpoints({
  getPlan: get('/api/learners/{id}/plan', {
    summary: 'What a learner has planned, and what is proposed for it',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readPlan' },
    reply: Plan,
  }),
  changePlan: put('/api/learners/{id}/plan', {
    summary: 'Replace the plan as a whole; 409 when it is not the one that was read',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'editPlan' },
    body: PlanChange,
    reply: Plan,
  }),
  propose: post('/api/learners/{id}/plan/proposals', {
    summary: 'Propose a quest for the plan',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'proposePlan' },
    idempotent: true,
    body: NewProposal,
    reply: Proposal,
    status: 201,
  }),
  decideProposal: post('/api/learners/{id}/plan/proposals/{proposal_id}', {
    summary: 'Accept a proposal, which puts it in the plan, or decline it',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'editPlan' },
    idempotent: true,
    body: z.object({
      decision: z.enum(['accepted', 'declined']),
      words: z._default(text(500), ''),
    }),
    reply: Plan,
  }),
  withdrawProposal: del('/api/learners/{id}/plan/proposals/{proposal_id}', {
    summary: 'Withdraw an open proposal of one’s own',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'proposePlan' },
  }),
})
