import * as z from 'zod/mini'

import { ACCOUNT_STATUSES, endpoints } from './endpoint.ts'
import { Attempt } from './evidence.ts'
import { Day, Id, IdParams, PillarName, Timestamp, TimeZone } from './fields.ts'
import { Dashboard } from './progress.ts'

export const Child = z.object({
  id: Id,
  /** The caller's own link, by which it can be ended. */
  guardian_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.nullable(z.string()),
  level: z.number(),
  xp_total: z.number(),
  active_quests: z.number(),
  /** The newest hand-in; null before the first. */
  last_active_at: z.nullable(Timestamp),
  status: z.enum(ACCOUNT_STATUSES),
})
export type Child = z.output<typeof Child>

const { shape } = Dashboard
const QuestTask = {
  quest_id: Id,
  quest_title: z.string(),
  task_id: Id,
  task_title: z.string(),
}

export const ParentDashboard = z.object({
  child: z.object({
    id: Id,
    first_name: z.string(),
    last_name: z.string(),
    avatar_url: z.nullable(z.string()),
  }),
  xp: shape.xp,
  week: shape.week,
  quests_completed: shape.quests_completed,
  active_quests: shape.active_quests,
  due_soon: shape.due_soon,
  badges_near_completion: shape.badges_near_completion,
  /** What was handed in, with what the teacher said of it; newest first. */
  evidence: z.array(z.extend(Attempt, QuestTask)),
  /** Of all subjects, in credits. */
  credits: z.object({ earned: z.number(), in_review: z.number(), required: z.number() }),
})
export type ParentDashboard = z.output<typeof ParentDashboard>

export const ParentProgress = z.object({
  /** From Monday on each, oldest first, weeks without work among them. */
  weeks: z.array(
    z.object({
      starts_on: Day,
      xp: z.number(),
      tasks: z.number(),
      pillars: z.array(z.object({ pillar: PillarName, xp: z.number() })),
    }),
  ),
  /** Newest first. */
  quests_completed: z.array(
    z.object({ quest_id: Id, quest_title: z.string(), completed_at: Timestamp }),
  ),
})
export type ParentProgress = z.output<typeof ParentProgress>

export const INSIGHT_KINDS = [
  'rhythm',
  'strongest_pillar',
  'untouched_pillar',
  'returned',
  'finished',
] as const

export const Insight = z.object({
  kind: z.enum(INSIGHT_KINDS),
  statement: z.string(),
  /** What the statement rests on. */
  figures: z.array(z.object({ name: z.string(), value: z.number() })),
  /** How to begin a conversation about it. */
  ask: z.string(),
})
export type Insight = z.output<typeof Insight>

const timeZone = { time_zone: z._default(TimeZone, 'UTC') }

export const parents = endpoints({
  listChildren: {
    method: 'GET',
    path: '/api/parents/my-children',
    summary: 'The learners whom the caller looks after',
    access: 'signedIn',
    reply: z.object({ children: z.array(Child) }),
  },
  parentDashboard: {
    method: 'GET',
    path: '/api/parent/dashboard/{id}',
    summary: 'How a child is getting on, all in one',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readWork' },
    cache: 'learner',
    params: IdParams,
    query: z.object(timeZone),
    reply: ParentDashboard,
  },
  parentProgress: {
    method: 'GET',
    path: '/api/parent/progress/{id}',
    summary: 'A child’s weeks, and the quests that were completed',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readProgress' },
    cache: 'learner',
    params: IdParams,
    query: z.object({
      ...timeZone,
      weeks: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(52)), 12),
    }),
    reply: ParentProgress,
  },
  parentInsights: {
    method: 'GET',
    path: '/api/parent/insights/{id}',
    summary: 'What stands out, each with its figures and a way to ask about it',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readProgress' },
    cache: 'learner',
    params: IdParams,
    query: z.object(timeZone),
    reply: z.object({ insights: z.array(Insight) }),
  },
})
