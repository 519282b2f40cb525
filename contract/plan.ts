import * as z from 'zod/mini'

import { daysBetween } from '#rules/plan'

import { del, endpoints, get, post, put } from './endpoint.ts'
import { Day, Id, line, PillarName, text, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'
import { QUEST_STATES } from './quests.ts'

/** Quests of one plan. */
export const MAX_PLANNED = 100

const PlannedDay = Day.check(
  z.refine((day) => '2000' <= day && day < '2200', 'Please choose a date closer to today'),
)
const note = z._default(text(500), '')

/** Planned quest; without a day it is on the wish list. */
export const NewPlanEntry = z.object({
  quest_id: Id,
  target_date: z._default(z.nullable(PlannedDay), null),
  note,
})

export const PlanBreak = z
  .object({ from: PlannedDay, to: PlannedDay, label: line(80, 'Please say what the time is for') })
  .check(
    z.refine(({ from, to }) => from <= to, {
      error: 'The end must be after the start',
      path: ['to'],
    }),
    z.refine(({ from, to }) => daysBetween(from, to) < 200, {
      error: 'Please choose up to 200 days',
      path: ['to'],
    }),
  )
export type PlanBreak = z.output<typeof PlanBreak>

export const PlanChange = z.object({
  /** Version of the plan that was read: refuses to overwrite a newer plan. */
  version: z.optional(text(64)),
  /** The whole plan, in order. */
  entries: z.array(NewPlanEntry).check(
    z.maxLength(MAX_PLANNED, `A plan can have up to ${MAX_PLANNED} quests`),
    z.refine(
      (entries) => new Set(entries.map(({ quest_id }) => quest_id)).size === entries.length,
      {
        error: 'A quest can be in the plan only once',
      },
    ),
  ),
  /** Omitted: unchanged. */
  breaks: z.optional(z.array(PlanBreak).check(z.maxLength(20, 'A plan can have up to 20 breaks'))),
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
  /** Titles of a course's weeks. */
  weeks: z.optional(z.array(z.string())),
  target_date: z.nullable(Day),
  note: z.string(),
}

export const PlanEntry = z.object({
  ...PlannedQuest,
  /** Null when the account was deleted. */
  added_by: z.nullable(z.string()),
  added_at: Timestamp,
  /** Given to a group: the learner may move the day, whoever edits the plan. */
  movable: z.boolean(),
  /** State of the learner's quest. */
  state: z.enum(QUEST_STATES),
  tasks_done: z.number(),
  tasks_total: z.number(),
})
export type PlanEntry = z.output<typeof PlanEntry>

export const Proposal = z.object({
  ...PlannedQuest,
  id: Id,
  proposed_by: z.nullable(z.string()),
  /** Created by the caller, who can withdraw it while it is open. */
  is_own: z.boolean(),
  proposed_at: Timestamp,
  /** Null while pending. */
  decision: z.nullable(z.enum(['accepted', 'declined'])),
  /** Comment on the decision. */
  words: z.string(),
})
export type Proposal = z.output<typeof Proposal>

export const Plan = z.object({
  version: z.string(),
  first_name: z.string(),
  /** The caller may edit the plan; otherwise they can only propose. */
  may_edit: z.boolean(),
  /** In the learner's order. */
  entries: z.array(PlanEntry),
  breaks: z.array(z.object({ from: Day, to: Day, label: z.string() })),
  /** Open ones first, then newest first. */
  proposals: z.array(Proposal),
})
export type Plan = z.output<typeof Plan>

export const plan = endpoints({
  getPlan: get('/api/learners/{id}/plan', {
    summary: 'A learner’s plan and open proposals',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readPlan' },
    reply: Plan,
  }),
  changePlan: put('/api/learners/{id}/plan', {
    summary: 'Replace the whole plan; 409 if it has changed since it was read',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'editPlan' },
    body: PlanChange,
    reply: Plan,
  }),
  movePlannedDay: put('/api/learners/{id}/plan/entries/{quest_id}/day', {
    summary: 'Move the day of a planned quest; learners may move those given to their group',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'movePlannedDay' },
    body: z.object({ target_date: PlannedDay }),
    reply: Plan,
  }),
  propose: post('/api/learners/{id}/plan/proposals', {
    summary: 'Propose a quest for a learner’s plan',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'proposePlan' },
    idempotent: true,
    body: NewProposal,
    reply: Proposal,
    status: 201,
  }),
  decideProposal: post('/api/learners/{id}/plan/proposals/{proposal_id}', {
    summary: 'Accept a proposal, adding it to the plan, or decline it',
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
    summary: 'Withdraw one of the caller’s open proposals',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'proposePlan' },
  }),
})
