import * as z from 'zod/mini'

import { isWhole, SUBJECTS } from '#rules/subjects'

import { type CallLimit, del, endpoints, get, post, put } from './endpoint.ts'
import { Attempt, StoredBlock } from './evidence.ts'
import { Id, page, pageQuery, PillarName, text, Timestamp, words } from './fields.ts'
import { USUAL } from './limits.ts'
import { RubricCriterion } from './quests.ts'

/** Position in the evidence, as in the W3C Web Annotation Data Model: fractions of the picture, seconds, a page, a passage. */
const Selector = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('FragmentSelector'),
    value: z
      .string()
      .check(
        z.regex(
          /^(xywh=percent:\d{1,3}(\.\d{1,3})?(,\d{1,3}(\.\d{1,3})?){3}|t=\d{1,6}(\.\d{1,3})?|page=[1-9]\d{0,4})$/,
          'This spot can’t be commented on',
        ),
      ),
  }),
  z.object({
    type: z.literal('TextQuoteSelector'),
    exact: words(1000, 'Please select some text'),
    prefix: z._default(text(100), ''),
    suffix: z._default(text(100), ''),
  }),
])
export type Selector = z.output<typeof Selector>

/** An advisor's comment on a position in one piece of evidence. */
const Annotation = z.object({
  /** Index of the attempt's block, from 0. */
  block: z.number().check(z.int(), z.minimum(0), z.maximum(29)),
  selector: Selector,
  comment: words(1000, 'Please write your comment'),
})
export type Annotation = z.output<typeof Annotation>

const MAX_ANNOTATIONS = 50
const MAX_WORDS = 5000
const pinned = z
  .array(Annotation)
  .check(z.maxLength(MAX_ANNOTATIONS, `You can pin up to ${MAX_ANNOTATIONS} comments`))
const annotations = z._default(pinned, [])

/** Subject shares of a submission; they sum to 1. */
const Shares = z
  .partialRecord(z.enum(SUBJECTS), z.number().check(z.gt(0), z.maximum(1)))
  .check(z.refine(isWhole, 'The shares of the subjects must add up to 1'))
export type Shares = z.output<typeof Shares>

const DECISIONS = ['accepted', 'returned'] as const

/** Criteria that the reviewer ticked, as the learner reads them. */
const ticked = z._default(z.array(text(120)).check(z.maxLength(5)), [])

/** Unsent feedback, of which only the size is validated. */
const FeedbackDraft = z.object({ comment: text(MAX_WORDS), annotations: pinned, met: ticked })
export type FeedbackDraft = z.output<typeof FeedbackDraft>

export const NewDecision = z
  .object({
    decision: z.enum(DECISIONS, 'Please accept the work or return it'),
    /** Shown to the learner. Required when work is returned. */
    comment: z._default(text(MAX_WORDS), ''),
    annotations,
    /** Stored with the task's other criteria as the findings of this review. */
    met: ticked,
    /** Replaces the task's subjects if the work turned out to be about others. */
    subjects: z.optional(Shares),
    subjects_because: z.optional(words(500, 'Please give a reason')),
  })
  .check(
    z.refine(({ decision, comment }) => decision === 'accepted' || comment.trim() !== '', {
      error: 'Please say what to work on.',
      path: ['comment'],
    }),
    z.refine(({ decision, subjects }) => decision === 'accepted' || subjects === undefined, {
      error: 'Only accepted work counts for subjects',
      path: ['subjects'],
    }),
    z.refine(
      ({ subjects, subjects_because }) =>
        (subjects === undefined) === (subjects_because === undefined),
      { error: 'Please say why you changed the subjects', path: ['subjects_because'] },
    ),
  )

const PersonName = z.object({ id: Id, first_name: z.string(), last_name: z.string() })

/** Advisor with an active claim on the submission. */
const Claim = z.object({ id: Id, name: z.string(), is_own: z.boolean(), since: Timestamp })

export const ReviewItem = z.object({
  /** Id of the attempt. */
  id: Id,
  learner: PersonName,
  quest_title: z.string(),
  task_title: z.string(),
  number: z.number(),
  submitted_at: Timestamp,
  /** Advisor who has it open; null for none. */
  claimed_by: z.nullable(Claim),
  /** An earlier attempt at the same task was returned. */
  returned_before: z.boolean(),
  /** The caller has opened it and can accept it from the list. */
  opened: z.boolean(),
  /** Side whose reply is expected: the learner if the advisor asked a question. */
  turn: z.enum(['advisor', 'learner']),
})
export type ReviewItem = z.output<typeof ReviewItem>

/** Filters of the queue. */
const filters = {
  /** `work`: waits for a decision. `answers`: decided work with a new answer from the learner. */
  show: z._default(z.enum(['work', 'answers']), 'work'),
  learner: z.optional(Id),
  quest: z.optional(Id),
  returned: z.optional(z.enum(['true'])),
}
export const ReviewFilters = z.object(filters)
export type ReviewFilters = z.output<typeof ReviewFilters>

const Event = z.object({
  kind: z.enum(['accepted', 'returned', 'reopened', 'message']),
  by: z.enum(['learner', 'advisor', 'guardian']),
  name: z.string(),
  at: Timestamp,
  words: z.nullable(z.string()),
  annotations: z.array(Annotation),
  /** The task's criteria at the decision; empty if the reviewer ticked none. */
  /** Absent in replies that a device saved before there were any. */
  findings: z.optional(z.array(z.object({ criterion: z.string(), met: z.boolean() }))),
})
export type FeedbackEvent = z.output<typeof Event>

/** An attempt with all its feedback, in chronological order. */
export const FeedbackThread = z.object({
  attempt_id: Id,
  events: z.array(Event),
  turn: z.nullable(z.enum(['advisor', 'learner'])),
})
export type FeedbackThread = z.output<typeof FeedbackThread>

export const Review = z.object({
  id: Id,
  learner: PersonName,
  quest: z.object({
    id: Id,
    title: z.string(),
    /** Criteria of good work on this task, from the learner's version. */
    rubric: z.array(RubricCriterion),
  }),
  task: z.object({
    id: Id,
    title: z.string(),
    instructions: z.string(),
    pillar: PillarName,
    xp: z.number(),
    subjects: z.record(z.string(), z.number()),
  }),
  attempt: Attempt,
  /** Earlier attempts at the same task, oldest first. */
  earlier: z.array(
    z.object({
      id: Id,
      number: z.number(),
      state: Attempt.shape.state,
      blocks: z.array(StoredBlock),
      submitted_at: Timestamp,
    }),
  ),
  /** Of this attempt and the earlier ones. */
  conversations: z.array(FeedbackThread),
  draft: z.nullable(FeedbackDraft),
  claimed_by: z.nullable(Claim),
  /** Deadline to undo the caller's decision; null if there is none, or it has passed. */
  undo_until: z.nullable(Timestamp),
  neighbours: z.object({ previous: z.nullable(Id), next: z.nullable(Id) }),
})
export type Review = z.output<typeof Review>

export const DecisionResult = z.object({
  id: Id,
  state: Attempt.shape.state,
  undo_until: z.nullable(Timestamp),
})
export type DecisionResult = z.output<typeof DecisionResult>

/** Official record that was issued while the work counted. */
const CurrentRecord = z.object({
  kind: z.enum(['transcript', 'diploma']),
  id: Id,
  number: z.string(),
  issued_at: Timestamp,
})
export type CurrentRecord = z.output<typeof CurrentRecord>

const reason = words(500, 'Please give a reason')
/** A child’s answer to feedback. */
const Answer = z.object({ words: words(1000, 'Please write something') })

/** A guardian's comment on a child's work. */
export const FamilyComment = z.object({ attempt_id: Id, words: z.string(), created_at: Timestamp })
export type FamilyComment = z.output<typeof FamilyComment>

export const SavedComment = z.object({ id: Id, words: z.string() })
export type SavedComment = z.output<typeof SavedComment>

/** Several times what a teacher with thirty pieces a day writes. */
const QUESTIONS = {
  name: 'questions',
  points: 200,
  seconds: 24 * 3600,
  message: 'You’ve written a lot about work today. Please try again tomorrow.',
  per: 'caller',
} satisfies CallLimit

const REOPENINGS = {
  name: 'reopenings',
  points: 100,
  seconds: 24 * 3600,
  message: 'You’ve undone a lot of acceptances today. Please try again tomorrow.',
  per: 'caller',
} satisfies CallLimit

const ANSWERS = {
  name: 'answers',
  points: 30,
  seconds: 24 * 3600,
  message: 'You’ve sent a lot of replies today. Please try again tomorrow.',
  per: 'caller',
} satisfies CallLimit

const FAMILY_COMMENTS = {
  name: 'family-comments',
  points: 60,
  seconds: 24 * 3600,
  message: 'You’ve written a lot today. Please try again tomorrow.',
  per: 'caller',
} satisfies CallLimit

export const reviews = endpoints({
  listReviews: get('/api/advisor/reviews', {
    summary: 'The caller’s review queue, oldest first',
    access: 'advisor',
    whileActing: true,
    cache: 'caseload',
    query: z.object({ ...pageQuery, ...filters }),
    reply: page(ReviewItem),
  }),
  reviewSummary: get('/api/advisor/reviews/summary', {
    summary: 'Review queue size, learners and turnaround times',
    access: 'advisor',
    whileActing: true,
    cache: 'caseload',
    reply: z.object({
      waiting: z.number(),
      answers: z.number(),
      /** From submission to decision, over the last eight weeks; null without data. */
      median_hours: z.nullable(z.number()),
      learners: z.array(z.object({ id: Id, name: z.string(), waiting: z.number() })),
      quests: z.array(z.object({ id: Id, title: z.string(), waiting: z.number() })),
    }),
  }),
  acceptSeveral: post('/api/advisor/reviews/accept', {
    summary: 'Accept several attempts the caller has opened; each succeeds or fails independently',
    access: 'advisor',
    limit: USUAL,
    idempotent: true,
    body: z.object({
      ids: z
        .array(Id)
        .check(
          z.minLength(1, 'Please choose some work'),
          z.maxLength(50, 'You can accept up to 50 pieces at once'),
        ),
    }),
    reply: z.object({
      outcomes: z.array(
        z.object({
          id: Id,
          accepted: z.boolean(),
          /** Reason if it was not accepted. */
          message: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  getReview: get('/api/advisor/reviews/{id}', {
    summary: 'An attempt, with everything needed to review it',
    access: 'advisor',
    learner: { from: 'owner of attempt', may: 'readAsStaff' },
    query: ReviewFilters,
    reply: Review,
  }),
  claimReview: post('/api/advisor/reviews/{id}/claim', {
    summary: 'Claim an attempt for up to half an hour; colleagues can see the claim',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'owner of attempt', may: 'decide' },
    reply: z.object({ claimed_by: Claim }),
  }),
  releaseReview: del('/api/advisor/reviews/{id}/claim', {
    summary: 'Release a claim and return the attempt to the queue',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'owner of attempt', may: 'readAsStaff' },
  }),
  saveFeedback: put('/api/advisor/reviews/{id}/draft', {
    summary: 'Save unsent feedback; renews the caller’s claim',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'owner of attempt', may: 'decide' },
    body: z.object({ comment: z._default(text(MAX_WORDS), ''), annotations, met: ticked }),
    reply: z.object({ updated_at: Timestamp }),
  }),
  decide: post('/api/advisor/reviews/{id}', {
    summary: 'Accept or return an attempt; notifications wait a minute',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'owner of attempt', may: 'decide' },
    idempotent: true,
    body: NewDecision,
    reply: DecisionResult,
  }),
  undoDecision: post('/api/advisor/reviews/{id}/undo', {
    summary: 'Undo the caller’s decision within a minute',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'owner of attempt', may: 'decide' },
    reply: DecisionResult,
  }),
  reopenReview: post('/api/advisor/reviews/{id}/reopen', {
    summary:
      'Reopen an accepted attempt: it returns to the queue, and anything based on it is revoked',
    access: 'advisor',
    limit: REOPENINGS,
    learner: { from: 'owner of attempt', may: 'decide' },
    body: z.object({ reason }),
    reply: z.extend(DecisionResult, {
      /** Official records are never revoked automatically. */
      stands_on: z.array(CurrentRecord),
    }),
  }),
  ask: post('/api/advisor/reviews/{id}/comments', {
    summary: 'Write to the learner without deciding',
    access: 'advisor',
    limit: QUESTIONS,
    learner: { from: 'owner of attempt', may: 'decide' },
    idempotent: true,
    body: z.object({ words: words(MAX_WORDS, 'Please write something') }),
    reply: FeedbackThread,
    status: 201,
  }),
  getFeedback: get('/api/quests/{id}/feedback', {
    summary: 'Feedback on the caller’s work on a quest',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readWork' },
    reply: z.object({
      items: z.array(FeedbackThread),
      /** "Work is usually read within two days."; null if nothing is pending or too little is known. */
      usual_wait: z.nullable(z.string()),
    }),
  }),
  answer: post('/api/attempts/{id}/comments', {
    summary: 'Reply to the advisor’s feedback on the caller’s work',
    access: 'signedIn',
    limit: ANSWERS,
    learner: { from: 'owner of attempt', may: 'work' },
    idempotent: true,
    body: Answer,
    reply: FeedbackThread,
    status: 201,
  }),
  commentAsFamily: post('/api/attempts/{id}/family-comments', {
    summary: 'Praise or ask about a child’s work; the child and the advisor see it',
    access: 'signedIn',
    limit: FAMILY_COMMENTS,
    learner: { from: 'owner of attempt', may: 'commentAsFamily' },
    idempotent: true,
    body: Answer,
    reply: FamilyComment,
    status: 201,
  }),
  listFamilyComments: get('/api/parent/comments/{id}', {
    summary: 'The caller’s comments on a child’s work, oldest first',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'commentAsFamily' },
    reply: z.object({ items: z.array(FamilyComment) }),
  }),
  listSavedComments: get('/api/advisor/saved-comments', {
    summary: 'The caller’s comment bank, newest first',
    access: 'advisor',
    reply: z.object({ items: z.array(SavedComment) }),
  }),
  saveComment: post('/api/advisor/saved-comments', {
    summary: 'Add a comment to the bank; {first_name} and {task} are filled in when it is used',
    access: 'advisor',
    limit: USUAL,
    idempotent: true,
    body: z.object({ words: words(2000, 'Please write the comment') }),
    reply: SavedComment,
    status: 201,
  }),
  deleteSavedComment: del('/api/advisor/saved-comments/{id}', {
    summary: 'Remove a comment from the bank',
    access: 'advisor',
    limit: USUAL,
  }),
  searchPastComments: get('/api/advisor/past-comments', {
    summary: 'Search the caller’s past feedback, newest first',
    access: 'advisor',
    query: z.object({ search: z._default(text(200), '') }),
    reply: z.object({ items: z.array(z.object({ words: z.string(), at: Timestamp })) }),
  }),
})
