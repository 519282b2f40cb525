import * as z from 'zod/mini'

import { CREDIT_STATES } from '#rules/credits'
import { SUBJECTS } from '#rules/subjects'

import { endpoints, get, post } from './endpoint.ts'
import { Id, PillarName, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'

export const SubjectName = z.enum(SUBJECTS)

const figures = {
  earned: z.number(),
  in_review: z.number(),
  in_progress: z.number(),
  planned: z.number(),
  required: z.number(),
  /** XP behind the credits. */
  xp: z.object({
    earned: z.number(),
    in_review: z.number(),
    in_progress: z.number(),
    planned: z.number(),
  }),
}

/** In credits and XP, with at most two decimals. */
export const CreditRow = z.object({ subject: SubjectName, ...figures })
export type CreditRow = z.output<typeof CreditRow>

/** Name and meaning of one mastery level. */
const Level = z.object({ name: z.string(), about: z.string() })

/** Version of the diploma plan behind the figures: its requirements, and its credit rules in words. */
export const DiplomaPlan = z.object({
  version: z.number(),
  name: z.string(),
  xp_per_credit: z.number(),
  rule: z.array(z.string()),
  mastery_rule: z.string(),
  mastery: z.object({ not_begun: Level, begun: Level, well_under_way: Level, met: Level }),
  subjects: z.array(
    z.object({
      subject: SubjectName,
      name: z.string(),
      required: z.number(),
      about: z.string(),
    }),
  ),
})

const creditFigures = {
  rows: z.array(CreditRow),
  /** Rounded from the exact sums, not the sum of rounded rows. */
  total: z.object(figures),
}

export const Credits = z.object({ ...creditFigures, plan: DiplomaPlan })
export type Credits = z.output<typeof Credits>

/** One source of a figure: a task's share of a subject, or an advisor's entry. */
export const CreditEvidence = z.object({
  kind: z.enum(['task', 'transfer', 'outside', 'adjustment', 'reversal']),
  state: z.enum(CREDIT_STATES),
  credits: z.number(),
  /** XP behind the credits, with at most two decimals. */
  xp: z.number(),
  /** Time of acceptance, submission or entry; null for open tasks. */
  at: z.nullable(Timestamp),
  /** For tasks. */
  task: z.nullable(
    z.object({
      quest_id: Id,
      quest_title: z.string(),
      task_id: Id,
      task_title: z.string(),
      pillar: PillarName,
      /** XP of the whole task; `xp` is the subject's share. */
      task_xp: z.number(),
      attempt_id: z.nullable(Id),
      returned: z.boolean(),
    }),
  ),
  /** For advisors' entries. */
  entry: z.nullable(
    z.object({
      id: Id,
      reason: z.string(),
      institution: z.nullable(z.string()),
      recorded_by: z.nullable(z.string()),
      /** Reversed later. */
      reversed: z.boolean(),
    }),
  ),
})
export type CreditEvidence = z.output<typeof CreditEvidence>

export const SubjectEvidence = z.object({ row: CreditRow, items: z.array(CreditEvidence) })
export type SubjectEvidence = z.output<typeof SubjectEvidence>

const xpBySubject = z.array(z.object({ subject: SubjectName, xp: z.number() }))

const PlanOutcome = z.object({
  ...creditFigures,
  quest_ids: z.array(Id),
  saved: z.boolean(),
  /** Subjects whose gap is closed by the chosen quests alone. */
  closed: z.array(SubjectName),
  /** For each remaining gap, the one or two quests that reduce it most. */
  suggestions: z.array(
    z.object({
      subject: SubjectName,
      gap: z.number(),
      brings: z.number(),
      closes: z.boolean(),
      quest_ids: z.array(Id),
    }),
  ),
})
export type PlanOutcome = z.output<typeof PlanOutcome>

const Planner = z.extend(PlanOutcome, {
  /** XP of all work in the library that the learner has not begun and is not too old for. Missing in older replies. */
  library: z.optional(xpBySubject),
  /** Every available quest. A library has a few hundred at most. */
  options: z.array(
    z.object({
      quest_id: Id,
      title: z.string(),
      estimated_hours: z.number(),
      /** XP of all its open tasks. */
      brings: xpBySubject,
    }),
  ),
})
export type Planner = z.output<typeof Planner>

export const PlanChoice = z.object({
  quest_ids: z.array(Id).check(z.maxLength(50, 'A plan can have up to 50 quests')),
  save: z._default(z.boolean(), false),
})

export const credits = endpoints({
  getCredits: get('/api/credits', {
    summary: 'Credits by subject, and how they are counted',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readRecord' },
    cache: 'learner',
    reply: Credits,
  }),
  getPlanner: get('/api/credits/plan', {
    summary: 'The saved plan, the credits it would earn, and quests that could be added',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readPlan' },
    reply: Planner,
  }),
  tryPlan: post('/api/credits/plan', {
    summary: 'Projected credits with these quests; optionally saves the plan',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'proposePlan' },
    body: PlanChoice,
    reply: PlanOutcome,
  }),
  getSubject: get('/api/credits/{subject}', {
    summary: 'The evidence behind a subject’s credits',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readRecord' },
    params: z.object({ subject: SubjectName }),
    reply: SubjectEvidence,
  }),
})
