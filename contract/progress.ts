import * as z from 'zod/mini'

import { MOTIFS } from '#rules/art/motifs'

import { BadgeNear } from './badges.ts'
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
  /** The first task not handed in, own ones last. */
  next_task: z.nullable(z.object(TaskRef)),
})

export const Dashboard = z.object({
  first_name: z.string(),
  xp: z.extend(Progress, {
    /** Content's word for the overall level. */
    title: z.string(),
    /** XP at which the current level began and the next one begins. */
    level_from: z.number(),
    level_to: z.number(),
  }),
  /** Where to go on: the next open task of the quest last worked on. */
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
  week: z.object({
    starts_on: Day,
    /** Monday to Sunday: whether something was handed in, and the XP earned. */
    days: z.array(z.object({ day: Day, active: z.boolean(), xp: z.number() })),
    active_days: z.number(),
    xp: z.number(),
    tasks: z.number(),
    /** What the plan has for these seven days. */
    planned: z.array(z.object({ ...QuestRef, due_on: Day, completed: z.boolean() })),
  }),
  active_quests: z.array(ActiveQuest),
  /** Planned for these days and not completed, the earliest first; what was planned for a day that has passed too. */
  due_soon: z.array(z.object({ ...QuestRef, due_on: Day, started: z.boolean() })),
  /** What family and advisor have added to tasks that are not handed in, newest first. */
  added: z.array(
    z.object({
      id: Id,
      ...QuestRef,
      ...TaskRef,
      /** Null when that account is gone. */
      name: z.nullable(z.string()),
      added_at: Timestamp,
    }),
  ),
  /** Decisions of advisors that carry words, newest first. */
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
  /** Pursued ones first, then the nearest. */
  badges_near_completion: z.array(BadgeNear),
  quests_completed: z.number(),
  /** The first steps of a new account; all true for everyone else. */
  checklist: z.object({
    started_quest: z.boolean(),
    submitted_task: z.boolean(),
    published_portfolio: z.boolean(),
  }),
})
export type Dashboard = z.output<typeof Dashboard>

export const progress = endpoints({
  dashboard: get('/api/dashboard', {
    summary: 'All that the learner dashboard shows',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readProgress' },
    cache: 'learner',
    query: z.object({ time_zone: z._default(TimeZone, 'UTC') }),
    reply: Dashboard,
  }),
})
