import * as z from 'zod/mini'

import { GUARDIAN_SCOPES } from '#rules/access'
import { INSIGHT_KINDS } from '#rules/insights'

import { CalendarReply, optionalCalendarQuery } from './calendar.ts'
import { ACCOUNT_STATUSES, type CallLimit, del, endpoints, get, post } from './endpoint.ts'
import { AddedEvidence, AddedEvidenceForm, Attempt, MAX_ADDED_FILES } from './evidence.ts'
import { Day, Id, PillarName, Timestamp, TimeZone } from './fields.ts'
import { USUAL } from './limits.ts'
import { ActiveQuest, Dashboard } from './progress.ts'

export const Child = z.object({
  id: Id,
  /** The caller's own link, by which it can be ended. */
  guardian_id: Id,
  /** What that link lets the caller do. */
  scopes: z.array(z.enum(GUARDIAN_SCOPES)),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.nullable(z.string()),
  /** This and the figures below are null without the scope `view`, and while the account is stopped. */
  level: z.nullable(z.number()),
  xp_total: z.nullable(z.number()),
  active_quests: z.nullable(z.number()),
  /** The newest hand-in; null before the first. */
  last_active_at: z.nullable(Timestamp),
  status: z.enum(ACCOUNT_STATUSES),
})
export type Child = z.output<typeof Child>

const { shape } = Dashboard
const EarnedBadge = z.object({
  id: Id,
  name: z.string(),
  version: z.number(),
  earned_at: Timestamp,
})
const TaskName = { task_id: Id, task_title: z.string() }
const QuestTask = { quest_id: Id, quest_title: z.string(), ...TaskName }

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
  active_quests: z.array(
    z.extend(ActiveQuest, {
      /** Whether it was written for this child alone, so that others cannot open it. */
      personal: z.boolean(),
      /** Tasks not handed in, own ones last. */
      open_tasks: z.array(z.object(TaskName)),
    }),
  ),
  due_soon: shape.due_soon,
  feedback: shape.feedback,
  /** Earned badges, oldest first. */
  badges: z.array(EarnedBadge),
  badges_near_completion: shape.badges_near_completion,
  /** Attempts with the teacher's feedback, newest first. */
  evidence: z.array(z.extend(Attempt, QuestTask)),
  /** Of all subjects, in credits. */
  credits: z.object({ earned: z.number(), in_review: z.number(), required: z.number() }),
})
export type ParentDashboard = z.output<typeof ParentDashboard>

/** What has happened since the guardian's last visit. A visit ends half an hour after the page was last seen. */
export const ChildNews = z.object({
  /** Of this reply: what it tells has been seen once the page says so. */
  as_of: Timestamp,
  /** The end of the visit before this one; null during the first. */
  since: z.nullable(Timestamp),
  handed_in: z.number(),
  /** Work that was read. */
  decided: z.number(),
  quests_completed: z.number(),
  badges_earned: z.number(),
  /** "Work is usually read within two days."; null where too little is known. */
  usual_wait: z.nullable(z.string()),
})
export type ChildNews = z.output<typeof ChildNews>

/** Of the caller's own, as the child has them before them. */
const OwnAdded = z.extend(AddedEvidence, QuestTask)
export type OwnAdded = z.output<typeof OwnAdded>

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

const Insight = z.object({
  kind: z.enum(INSIGHT_KINDS),
  statement: z.string(),
  /** What the statement rests on. */
  figures: z.array(z.object({ name: z.string(), value: z.number() })),
  /** How to begin a conversation about it. */
  ask: z.string(),
})

const timeZone = { time_zone: z._default(TimeZone, 'UTC') }

const ADDITIONS = {
  name: 'added-evidence',
  points: 120,
  seconds: 3600,
  message: 'That is a lot within an hour. Please continue a little later.',
  per: 'caller',
} satisfies CallLimit

export const parents = endpoints({
  listChildren: get('/api/parents/my-children', {
    summary: 'The learners whom the caller looks after',
    access: 'signedIn',
    whileActing: true,
    reply: z.object({
      children: z.array(Child),
      /** Children under 13 who wait for the caller's consent, asked for by email. */
      waiting: z.array(z.object({ first_name: z.string(), asked_at: Timestamp })),
    }),
  }),
  parentDashboard: get('/api/parent/dashboard/{id}', {
    summary: 'How a child is getting on, all in one',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readWork' },
    cache: 'learner',
    query: z.object(timeZone),
    reply: ParentDashboard,
  }),
  parentNews: get('/api/parent/news/{id}', {
    summary: 'What is new about a child since the caller’s last visit',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readProgress' },
    reply: ChildNews,
  }),
  markSeen: post('/api/parent/news/{id}/seen', {
    summary: 'Say that the page about a child was seen, and where',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'readProgress' },
    body: z.object({ as_of: Timestamp, time_zone: z.optional(TimeZone) }),
  }),
  parentCalendar: get('/api/parent/calendar/{id}', {
    summary: 'What is planned for a child, and what was done, by day',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readCalendar' },
    cache: 'learner',
    query: optionalCalendarQuery,
    reply: CalendarReply,
  }),
  listAdded: get('/api/parent/evidence/{id}', {
    summary: 'What the caller has added to tasks that the child has not handed in since',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'addEvidence' },
    reply: z.object({ items: z.array(OwnAdded) }),
  }),
  addEvidence: post('/api/parent/evidence/{id}', {
    summary:
      'Add photographs, files or a note to a task of a child: `task_id`, `caption`, `text`, and up to 8 times `file`',
    access: 'signedIn',
    limit: ADDITIONS,
    learner: { from: 'params.id', may: 'addEvidence' },
    kind: 'upload',
    form: { fields: AddedEvidenceForm, maxFiles: MAX_ADDED_FILES, isFileOptional: true },
    idempotent: true,
    reply: AddedEvidence,
    status: 201,
  }),
  takeBackAdded: del('/api/parent/evidence/{id}/{added_id}', {
    summary: 'Remove what the caller has added',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'addEvidence' },
  }),
  parentProgress: get('/api/parent/progress/{id}', {
    summary: 'A child’s weeks, and the quests that were completed',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readProgress' },
    cache: 'learner',
    query: z.object({
      ...timeZone,
      weeks: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(52)), 12),
    }),
    reply: ParentProgress,
  }),
  parentInsights: get('/api/parent/insights/{id}', {
    summary: 'What stands out, each with its figures and a way to ask about it',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readProgress' },
    cache: 'learner',
    query: z.object(timeZone),
    reply: z.object({ insights: z.array(Insight) }),
  }),
})
