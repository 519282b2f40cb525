import * as z from 'zod/mini'

import { MOTIFS } from '#rules/art/motifs'

import { NearbyBadge } from './badges.ts'
import { endpoints, get } from './endpoint.ts'
import { Day, Id, PillarName, Timestamp, TimeZone } from './fields.ts'

export const Progress = z.object({
  total: z.number(),
  level: z.number(),
  pillars: z.array(z.object({ pillar: PillarName, xp: z.number(), level: z.number() })),
})
export type Progress = z.output<typeof Progress>

const QuestRef = { quest_id: Id, quest_title: z.string() }
const CoverOf = { cover_url: z.nullable(z.string()), cover_motif: z.nullable(z.enum(MOTIFS)) }
const TaskRef = { task_id: Id, task_title: z.string() }

export const ActiveQuest = z.object({
  ...QuestRef,
  ...CoverOf,
  pillars: z.array(PillarName),
  tasks_total: z.number(),
  tasks_done: z.number(),
  xp_total: z.number(),
  xp_earned: z.number(),
  last_worked_at: Timestamp,
  /** First task without a submission, the learner's own tasks last. */
  next_task: z.nullable(z.object(TaskRef)),
})

export const Dashboard = z.object({
  first_name: z.string(),
  xp: z.extend(Progress, {
    /** Title of the overall level, from content. */
    title: z.string(),
    /** XP bounds of the current level. */
    level_from: z.number(),
    level_to: z.number(),
  }),
  /** Returned work that the learner has not handed in again, newest decision first. */
  returned: z.array(
    z.object({
      attempt_id: Id,
      ...QuestRef,
      ...TaskRef,
      pillar: PillarName,
      comment: z.string(),
      decided_at: Timestamp,
    }),
  ),
  /** First quests for a learner who has started none: short, and fit for their age. */
  suggested: z.array(
    z.object({
      ...QuestRef,
      ...CoverOf,
      summary: z.string(),
      pillars: z.array(PillarName),
      total_xp: z.number(),
      estimated_hours: z.number(),
      span_days: z.nullable(z.number()),
    }),
  ),
  /** Next open task of the quest last worked on, besides returned work. */
  next: z.nullable(
    z.object({
      ...QuestRef,
      ...TaskRef,
      ...CoverOf,
      pillar: PillarName,
      xp: z.number(),
      has_draft: z.boolean(),
    }),
  ),
  /** Exercises due again or new, in sets that the learner has begun; null if there are none. `set` is null if they are of several. */
  practice_due: z.optional(
    z.nullable(
      z.object({
        exercises: z.number(),
        set: z.nullable(z.object({ slug: z.string(), title: z.string() })),
      }),
    ),
  ),
  week: z.object({
    starts_on: Day,
    /** Monday to Sunday: whether there was a submission, and the XP earned. */
    days: z.array(z.object({ day: Day, active: z.boolean(), xp: z.number() })),
    active_days: z.number(),
    xp: z.number(),
    tasks: z.number(),
    /** Plan items of these seven days. */
    planned: z.array(z.object({ ...QuestRef, due_on: Day, completed: z.boolean() })),
  }),
  active_quests: z.array(ActiveQuest),
  /** Plan items due within these days or overdue, not completed, earliest first. */
  due_soon: z.array(z.object({ ...QuestRef, due_on: Day, started: z.boolean() })),
  /** Additions by family and advisor to tasks without a submission, newest first. */
  added: z.array(
    z.object({
      id: Id,
      ...QuestRef,
      ...TaskRef,
      /** Null when the account was deleted. */
      name: z.nullable(z.string()),
      added_at: Timestamp,
    }),
  ),
  /** Advisors' decisions with a comment, newest first. */
  feedback: z.array(
    z.object({
      attempt_id: Id,
      ...QuestRef,
      ...TaskRef,
      state: z.enum(['accepted', 'returned']),
      comment: z.string(),
      decided_at: Timestamp,
    }),
  ),
  recent: z.array(
    z.object({
      kind: z.enum(['task', 'bonus', 'reversal', 'adjustment']),
      pillar: PillarName,
      amount: z.number(),
      ...QuestRef,
      task_title: z.nullable(z.string()),
      at: Timestamp,
    }),
  ),
  /** Pursued badges first, then by progress. */
  badges_near_completion: z.array(NearbyBadge),
  quests_completed: z.number(),
  /** First steps of a new account; all true for everyone else. */
  checklist: z.object({
    started_quest: z.boolean(),
    submitted_task: z.boolean(),
    published_portfolio: z.boolean(),
  }),
})
export type Dashboard = z.output<typeof Dashboard>

export const progress = endpoints({
  dashboard: get('/api/dashboard', {
    summary: 'The learner dashboard',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readProgress' },
    cache: 'learner',
    query: z.object({ time_zone: z._default(TimeZone, 'UTC') }),
    reply: Dashboard,
  }),
})
