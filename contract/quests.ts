import * as z from 'zod/mini'

import { MOTIFS } from '#rules/art/motifs'
import { EVIDENCE_KINDS } from '#rules/quest-limits'
import { SUBJECTS } from '#rules/subjects'

import { EarnedBadge, LostBadge, MovedBadge } from './badges.ts'
import { type CallLimit, del, endpoints, get, post, put } from './endpoint.ts'
import { AddedEvidence, Attempt, blocks, DraftBlock, draftBlocks } from './evidence.ts'
import { Id, line, page, pageQuery, PillarName, text, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'
import { Progress } from './progress.ts'

export const QUEST_SORTS = ['recommended', 'newest', 'shortest', 'most_xp', 'title'] as const
/** The caller's state for a quest. `left`: begun and abandoned. */
export const QUEST_STATES = ['new', 'active', 'left', 'completed'] as const

/** A course is a quest arranged in weeks. */
export const QUEST_KINDS = ['quest', 'course'] as const

/** Criterion of good work, in a learner's words. */
export const RubricCriterion = z.object({
  criterion: z.string(),
  description: z.string(),
  /** Tasks it applies to; all if empty or absent. */
  tasks: z.optional(z.array(Id)),
})

export const QuestCard = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  pillars: z.array(PillarName),
  subjects: z.array(z.enum(SUBJECTS)),
  total_xp: z.number(),
  estimated_hours: z.number(),
  /** Days over which the hours spread; null if the learner sets the pace. */
  span_days: z.nullable(z.number()),
  age_min: z.number(),
  age_max: z.number(),
  tasks_total: z.number(),
  /** Above 0 for a course. */
  weeks_total: z.optional(z.number()),
  cover_url: z.nullable(z.string()),
  cover_motif: z.nullable(z.enum(MOTIFS)),
  state: z.enum(QUEST_STATES),
  tasks_done: z.number(),
})
export type QuestCard = z.output<typeof QuestCard>

export const Task = z.object({
  id: Id,
  title: z.string(),
  instructions: z.string(),
  pillar: PillarName,
  xp: z.number(),
  required: z.boolean(),
  /** Number of its week in a course, from 1. */
  week: z.optional(z.nullable(z.number())),
  /** Created by the learner; its XP counts once an advisor confirms it. */
  own: z.boolean(),
  xp_confirmed: z.boolean(),
  evidence: z.array(z.enum(EVIDENCE_KINDS)),
  subjects: z.record(z.string(), z.number()),
  /** Set of exercises that the task asks for. */
  practice: z.optional(z.nullable(z.string())),
  /** The latest attempt is not withdrawn. Returned work counts as done until it is withdrawn. */
  done: z.boolean(),
  /** Not part of the learner's version: existing submissions remain, and none are required. */
  dropped: z.boolean(),
  xp_earned: z.number(),
  draft: z.nullable(
    z.object({ blocks: z.array(DraftBlock), reflection: z.string(), updated_at: Timestamp }),
  ),
  /** Additions by family and advisor, oldest first. */
  added: z.array(AddedEvidence),
  attempts: z.array(Attempt),
})
export type Task = z.output<typeof Task>

export const Enrollment = z.object({
  state: z.enum(['active', 'left', 'completed']),
  started_at: Timestamp,
  completed_at: z.nullable(Timestamp),
  bonus_xp: z.number(),
  /** Version of the quest at the start, or as chosen later. */
  version: z.number(),
})

export const Quest = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  description: z.string(),
  big_idea: z.string(),
  pillars: z.array(PillarName),
  subjects: z.array(z.enum(SUBJECTS)),
  xp_by_pillar: z.array(z.object({ pillar: PillarName, xp: z.number() })),
  total_xp: z.number(),
  /** XP for completing all required tasks. */
  bonus_xp: z.number(),
  estimated_hours: z.number(),
  age_min: z.number(),
  age_max: z.number(),
  /** Days over which the hours spread, if nature or people set the pace. */
  span_days: z.nullable(z.number()),
  /** Markdown, like the texts below; empty if not needed. */
  materials: z.string(),
  safety: z.string(),
  rubric: z.array(RubricCriterion),
  example: z.string(),
  /** For the helping adult. */
  for_adults: z.string(),
  /** Hints for when it does not work. */
  hints: z.string(),
  /** Weeks of a course, in order. */
  weeks: z.optional(z.array(z.object({ title: z.string(), text: z.string() }))),
  /** Can be repeated on another subject after completion. */
  repeatable: z.boolean(),
  status: z.enum(['draft', 'published', 'archived']),
  version: z.number(),
  /** A newer version than the learner's; null if there is none, or it can no longer be chosen. */
  newer: z.nullable(
    z.object({
      version: z.number(),
      /** Titles of tasks that the newer version adds and removes. */
      added: z.array(z.string()),
      dropped: z.array(z.string()),
    }),
  ),
  author: z.nullable(z.string()),
  cover_url: z.nullable(z.string()),
  cover_motif: z.nullable(z.enum(MOTIFS)),
  /** Written for the caller only. */
  personal: z.boolean(),
  prerequisites: z.array(z.object({ id: Id, title: z.string(), completed: z.boolean() })),
  enrollment: z.nullable(Enrollment),
  tasks: z.array(Task),
})
export type Quest = z.output<typeof Quest>

export const QuestQuery = z.object({
  ...pageQuery,
  search: z.optional(text(200)),
  pillar: z.optional(PillarName),
  subject: z.optional(z.enum(SUBJECTS)),
  max_hours: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(1000))),
  /** Maximum span in days; a quest without a span fits into one. */
  max_days: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(366))),
  age: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(120))),
  status: z.optional(z.enum(QUEST_STATES)),
  /** Only courses, or only other quests. */
  kind: z.optional(z.enum(QUEST_KINDS)),
  sort: z._default(z.enum(QUEST_SORTS), 'recommended'),
})

export const OwnTask = z.object({
  title: line(150, 'Please give the task a title'),
  instructions: z._default(text(5000), ''),
  pillar: PillarName,
  xp: z.coerce
    .number('Please choose the XP')
    .check(z.int(), z.minimum(50, 'From 50 to 100 XP'), z.maximum(100, 'From 50 to 100 XP')),
})

/**
 * `updated_at` of the server draft that this one is based on, null for none. If that draft has changed since, for example on
 * another device, the call fails with 409. If omitted, the draft is overwritten.
 */
const basedOn = z.optional(z.nullable(Timestamp))

export const Draft = z.object({
  blocks: draftBlocks,
  reflection: z._default(text(5000), ''),
  based_on: basedOn,
})

export const Submission = z.object({
  blocks,
  reflection: z.optional(text(5000)),
  based_on: basedOn,
})

export const Repetition = z.object({ subject: line(80, 'Please say what it’s about this time') })

/** Effects of a submission or withdrawal, enough to update the page without a refetch. */
export const SubmissionOutcome = z.object({
  attempt: Attempt,
  xp_change: z.number(),
  bonus_change: z.number(),
  quest_completed: z.boolean(),
  enrollment: Enrollment,
  xp: Progress,
  badges_earned: z.array(EarnedBadge),
  /** Null if no unearned badge counts this submission. */
  nearest_badge: z.nullable(MovedBadge),
  /** By withdrawing work. */
  badges_lost: z.array(LostBadge),
})
export type SubmissionOutcome = z.output<typeof SubmissionOutcome>

/** Withdrawn attempts stay: what one learner stores this way has a limit. */
const WITHDRAWALS = {
  ...USUAL,
  name: 'withdraw',
  points: 600,
  seconds: 3600,
  message: 'You’ve withdrawn a lot of work. Please try again in an hour.',
} as const satisfies CallLimit

export const quests = endpoints({
  listQuests: get('/api/quests', {
    summary: 'Published quests matching the filters, with the caller’s progress',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readProgress' },
    cache: 'learner',
    query: QuestQuery,
    reply: z.extend(page(QuestCard), { total: z.number() }),
  }),
  getQuest: get('/api/quests/{id}', {
    summary: 'A quest, with the caller’s work on it',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readDrafts' },
    cache: 'learner',
    reply: Quest,
  }),
  startQuest: post('/api/quests/{id}/start', {
    summary: 'Start a quest, or resume one set aside',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
    reply: Quest,
  }),
  leaveQuest: post('/api/quests/{id}/leave', {
    summary: 'Set a quest aside; the work is saved',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
    reply: Quest,
  }),
  chooseVersion: post('/api/quests/{id}/version', {
    summary: 'Move to the latest version of a started quest; submitted work is kept',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
    body: z.object({ version: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
    reply: Quest,
  }),
  repeatQuest: post('/api/quests/{id}/repeat', {
    summary: 'Repeat a completed quest on a new topic, as the caller’s own quest',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
    idempotent: true,
    body: Repetition,
    reply: Quest,
    status: 201,
  }),
  addOwnTask: post('/api/quests/{id}/tasks', {
    summary: 'Add the caller’s own task to a started quest',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
    idempotent: true,
    body: OwnTask,
    reply: Task,
    status: 201,
  }),
  saveDraft: put('/api/tasks/{id}/draft', {
    summary: 'Save a draft of work not yet handed in',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
    body: Draft,
    reply: z.object({ updated_at: Timestamp }),
  }),
  submitTask: post('/api/tasks/{id}/submit', {
    summary: 'Hand in evidence for a task and earn its XP',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
    idempotent: true,
    body: Submission,
    reply: SubmissionOutcome,
    status: 201,
  }),
  removeAdded: del('/api/added-evidence/{id}', {
    summary: 'Remove evidence someone else has added to the caller’s task',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
  }),
  getAttempt: get('/api/attempts/{id}', {
    summary: 'One of the caller’s attempts, with its evidence',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readWork' },
    reply: Attempt,
  }),
  withdrawTask: post('/api/tasks/{id}/withdraw', {
    summary: 'Withdraw an attempt and reverse its XP',
    access: 'signedIn',
    limit: WITHDRAWALS,
    learner: { from: 'caller', may: 'work' },
    idempotent: true,
    reply: SubmissionOutcome,
  }),
})
