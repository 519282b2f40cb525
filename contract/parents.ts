import * as z from 'zod/mini'

import { GUARDIAN_SCOPES } from '#rules/access'
import { INSIGHT_KINDS } from '#rules/insights'

import { CalendarReply, optionalCalendarQuery } from './calendar.ts'
import { ChildRequest } from './connections.ts'
import { ACCOUNT_STATUSES, type CallLimit, del, endpoints, get, post } from './endpoint.ts'
import { AddedEvidence, AddedEvidenceForm, Attempt, MAX_ADDED_FILES } from './evidence.ts'
import { Day, Id, page, pageQuery, PillarName, Timestamp, TimeZone } from './fields.ts'
import { USUAL } from './limits.ts'
import { ActiveQuest, Dashboard } from './progress.ts'

const ChildWeek = z.object({
  starts_on: Day,
  /** False for the last week, shown until something is handed in. */
  is_current: z.boolean(),
  tasks: z.number(),
  /** A sentence of the child's own; null if the work has none to quote. */
  sentence: z.nullable(
    z.object({ words: z.string(), task_title: z.string(), quest_title: z.string() }),
  ),
  picture: z.nullable(z.object({ file_id: Id, alt: z.string() })),
})
export type ChildWeek = z.output<typeof ChildWeek>

export const Child = z.object({
  id: Id,
  /** Id of the caller's own link, used to end it. */
  guardian_id: Id,
  /** Scopes of that link. */
  scopes: z.array(z.enum(GUARDIAN_SCOPES)),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.nullable(z.string()),
  /** Guardians with the scope `consent` then manage how the child signs in. */
  under_13: z.boolean(),
  /** Null without the scope `view`, or while the account is stopped; so are the figures below. */
  level: z.nullable(z.number()),
  xp_total: z.nullable(z.number()),
  active_quests: z.nullable(z.number()),
  /** Latest submission; null before the first. */
  last_active_at: z.nullable(Timestamp),
  /** Null without work in this week and the last. */
  week: z.nullable(ChildWeek),
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
const Evidence = z.extend(Attempt, QuestTask)

/** Request that awaits a guardian's decision. */
const WaitingRequest = z.extend(ChildRequest, {
  child: z.object({ id: Id, first_name: z.string() }),
})
export type WaitingRequest = z.output<typeof WaitingRequest>

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
      /** Written for this child only; others cannot open it. */
      personal: z.boolean(),
      /** Tasks without a submission, the learner's own tasks last. */
      open_tasks: z.array(z.object(TaskName)),
    }),
  ),
  due_soon: shape.due_soon,
  feedback: shape.feedback,
  /** Oldest first. */
  badges: z.array(EarnedBadge),
  badges_near_completion: shape.badges_near_completion,
  /** Attempts with the teacher's feedback, newest first. */
  evidence: z.array(Evidence),
  /** Across all subjects, in credits. */
  credits: z.object({ earned: z.number(), in_review: z.number(), required: z.number() }),
})
export type ParentDashboard = z.output<typeof ParentDashboard>

/** Events since the guardian's last visit. A visit ends 30 minutes after the page was last seen. */
export const ChildNews = z.object({
  /** Time of this reply: the page acknowledges its content with it. */
  as_of: Timestamp,
  /** End of the previous visit; null during the first. */
  since: z.nullable(Timestamp),
  handed_in: z.number(),
  /** Number of submissions that were decided. */
  decided: z.number(),
  quests_completed: z.number(),
  badges_earned: z.number(),
  /** "Work is usually read within two days."; null where too little is known. */
  usual_wait: z.nullable(z.string()),
})
export type ChildNews = z.output<typeof ChildNews>

/** The caller's own additions that are available to the child. */
const OwnAddition = z.extend(AddedEvidence, QuestTask)
export type OwnAddition = z.output<typeof OwnAddition>

export const ParentProgress = z.object({
  /** From Monday, oldest first, including weeks without work. */
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
  /** Figures behind the statement. */
  figures: z.array(z.object({ name: z.string(), value: z.number() })),
  /** Conversation starter. */
  ask: z.string(),
})

const timeZone = { time_zone: z._default(TimeZone, 'UTC') }

const ADDITIONS = {
  name: 'added-evidence',
  points: 120,
  seconds: 3600,
  message: 'You’ve added a lot in the last hour. Please try again a little later.',
  per: 'caller',
} satisfies CallLimit

export const parents = endpoints({
  listChildren: get('/api/parents/my-children', {
    summary: 'The learners in the caller’s care',
    access: 'signedIn',
    whileActing: true,
    query: z.object(timeZone),
    reply: z.object({
      children: z.array(Child),
      /** Connections of children under 13 that the caller may decide about, oldest first. */
      requests: z.array(WaitingRequest),
      /** Children under 13 whose consent request was emailed to the caller. */
      waiting: z.array(z.object({ first_name: z.string(), asked_at: Timestamp })),
    }),
  }),
  parentDashboard: get('/api/parent/dashboard/{id}', {
    summary: 'A child’s overview',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readWork' },
    cache: 'learner',
    query: z.object(timeZone),
    reply: ParentDashboard,
  }),
  listWork: get('/api/parent/work/{id}', {
    summary: 'A child’s attempts with the teacher’s feedback, newest first',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readWork' },
    cache: 'learner',
    /** `before`: only attempts handed in before this time. */
    query: z.object({ ...pageQuery, before: z.optional(Timestamp) }),
    reply: page(Evidence),
  }),
  parentNews: get('/api/parent/news/{id}', {
    summary: 'Changes for a child since the caller’s last visit',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readProgress' },
    reply: ChildNews,
  }),
  markSeen: post('/api/parent/news/{id}/seen', {
    summary: 'Record the caller’s visit to a child’s page',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'readProgress' },
    body: z.object({ as_of: Timestamp, time_zone: z.optional(TimeZone) }),
  }),
  parentCalendar: get('/api/parent/calendar/{id}', {
    summary: 'A child’s planned and completed work, by day',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readCalendar' },
    cache: 'learner',
    query: optionalCalendarQuery,
    reply: CalendarReply,
  }),
  listAdded: get('/api/parent/evidence/{id}', {
    summary: 'Evidence the caller has added to tasks the child has not yet handed in',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'addEvidence' },
    reply: z.object({ items: z.array(OwnAddition) }),
  }),
  addEvidence: post('/api/parent/evidence/{id}', {
    summary:
      'Add photos, files or a note to a child’s task: `task_id`, `caption`, `text` and up to eight `file` fields',
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
    summary: 'Remove evidence the caller has added',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'addEvidence' },
  }),
  parentProgress: get('/api/parent/progress/{id}', {
    summary: 'A child’s progress by week, and completed quests',
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
    summary: 'Insights about a child, each with its figures and a conversation starter',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readProgress' },
    cache: 'learner',
    query: z.object(timeZone),
    reply: z.object({ insights: z.array(Insight) }),
  }),
})
