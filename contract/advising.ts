import * as z from 'zod/mini'

import { BADGE, EarnedBadge } from './badges.ts'
import { CaseloadLearner } from './caseload.ts'
import { Credits, SubjectEvidence, SubjectName } from './credits.ts'
import { endpoints, get, patch, post } from './endpoint.ts'
import { Id, optionalLine, Timestamp, words } from './fields.ts'
import { USUAL } from './limits.ts'

const CREDIT_ENTRY_KINDS = ['transfer', 'outside', 'adjustment', 'reversal'] as const

export const CreditEntry = z.object({
  id: Id,
  subject: SubjectName,
  credits: z.number(),
  kind: z.enum(CREDIT_ENTRY_KINDS),
  reason: z.string(),
  institution: z.nullable(z.string()),
  /** Entry that a reversal cancels. */
  reverses: z.nullable(Id),
  recorded_by: z.nullable(z.string()),
  created_at: Timestamp,
})
export type CreditEntry = z.output<typeof CreditEntry>

export const AdvisedLearner = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** In years; null if the birth date is unknown. */
  age: z.nullable(z.int()),
  interests: z.nullable(z.string()),
  credits: Credits,
  /** Newest first. */
  entries: z.array(CreditEntry),
  /** Quests ever taken up, most recently worked on first. */
  quests: z.array(
    z.object({ id: Id, title: z.string(), state: z.enum(['active', 'left', 'completed']) }),
  ),
  /** Current school year, such as "2026-2027". */
  school_year: z.string(),
  overview: CaseloadLearner,
  /** Current and former advisors, newest first. */
  advisors: z.array(z.object({ name: z.string(), since: Timestamp, until: z.nullable(Timestamp) })),
  /** Colleague to whom the learner is offered. */
  handover: z.nullable(z.object({ offered_to: z.string(), offered_at: Timestamp })),
})
export type AdvisedLearner = z.output<typeof AdvisedLearner>

const reason = words(500, 'Please give a reason')

const twoDecimals = z.refine<number>(
  (credits) => Number.isInteger(Math.round(credits * 1e8) / 1e6),
  'Use up to two decimal places',
)

export const NewCreditEntry = z
  .object({
    subject: z.enum(SubjectName.options, 'Please choose a subject'),
    credits: z.coerce
      .number('Please enter the credits')
      .check(
        z.minimum(-10, 'From -10 to 10 credits'),
        z.maximum(10, 'From -10 to 10 credits'),
        twoDecimals,
      ),
    kind: z.enum(['transfer', 'adjustment']),
    reason,
    institution: optionalLine(200),
  })
  .check(
    z.refine(({ credits }) => credits !== 0, {
      error: 'Please enter the credits',
      path: ['credits'],
    }),
    z.refine(({ kind, credits }) => kind === 'adjustment' || credits > 0, {
      error: 'Transfer credit must be more than 0',
      path: ['credits'],
    }),
    z.refine(({ kind, institution }) => kind === 'adjustment' || Boolean(institution), {
      error: 'Please name the school',
      path: ['institution'],
    }),
  )

export const Note = z.object({
  id: Id,
  words: z.string(),
  /** Null when the account was deleted. */
  author: z.nullable(z.string()),
  written_at: Timestamp,
  edited_at: z.nullable(Timestamp),
  /** True for the caller's own notes for 24 hours. */
  may_edit: z.boolean(),
})
export type Note = z.output<typeof Note>

export const NewNote = z.object({ words: words(5000, 'Please write something') })

export const Reason = z.object({ reason })

export const LearnerBadges = z.object({
  /** Newest first. */
  earned: z.array(
    z.object({
      ...BADGE,
      earned_at: Timestamp,
      /** Public code of the credential: anyone with it can open /verify/{code}. */
      code: z.nullable(z.string()),
      /** An advisor accepted all the work that the badge is based on. Required for a credential. */
      reviewed: z.boolean(),
      /** The advisor's reason, if one awarded it. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** Badges that only an advisor can award. */
  awaiting: z.array(
    z.object({
      ...BADGE,
      description: z.string(),
      /** Remaining requirements before it can be awarded; null when only the award is missing. */
      to_do: z.nullable(z.string()),
    }),
  ),
})
export type LearnerBadges = z.output<typeof LearnerBadges>

const BadgeAwarding = z.object({ learner_id: Id, reason })

export const advising = endpoints({
  getLearner: get('/api/advisor/learners/{id}', {
    summary: 'A learner in the caller’s caseload, with their credits and advisors’ adjustments',
    access: 'advisor',
    learner: { from: 'params.id', may: 'readAsStaff' },
    reply: AdvisedLearner,
  }),
  getLearnerEvidence: get('/api/advisor/learners/{id}/evidence', {
    summary: 'The evidence behind a learner’s credits in a subject',
    access: 'advisor',
    learner: { from: 'params.id', may: 'readAsStaff' },
    query: z.object({ subject: SubjectName }),
    reply: SubjectEvidence,
  }),
  addCredit: post('/api/advisor/learners/{id}/credits', {
    summary: 'Add transfer credit or an adjustment, with a reason',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'recordCredit' },
    idempotent: true,
    body: NewCreditEntry,
    reply: CreditEntry,
    status: 201,
  }),
  reverseCredit: post('/api/advisor/credits/{id}/reverse', {
    summary: 'Reverse an entry with one of the opposite amount; the original remains',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'owner of credit entry', may: 'recordCredit' },
    idempotent: true,
    body: Reason,
    reply: CreditEntry,
    status: 201,
  }),
  listNotes: get('/api/advisor/learners/{id}/notes', {
    summary: 'Staff notes about a learner, newest first; staff only',
    access: 'advisor',
    learner: { from: 'params.id', may: 'readNotes' },
    reply: z.object({ items: z.array(Note) }),
  }),
  writeNote: post('/api/advisor/learners/{id}/notes', {
    summary: 'Add a note about a learner; staff only',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'readNotes' },
    idempotent: true,
    body: NewNote,
    reply: Note,
    status: 201,
  }),
  changeNote: patch('/api/advisor/learners/{id}/notes/{note_id}', {
    summary: 'Edit the caller’s own note within a day',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'readNotes' },
    body: NewNote,
    reply: Note,
  }),
  getLearnerBadges: get('/api/advisor/learners/{id}/badges', {
    summary: 'A learner’s badges, and those an advisor can award',
    access: 'advisor',
    learner: { from: 'params.id', may: 'readAsStaff' },
    reply: LearnerBadges,
  }),
  awardBadge: post('/api/advisor/badges/{id}/award', {
    summary: 'Award a badge that needs an advisor’s judgement, with a reason',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'body.learner_id', may: 'issueRecord' },
    idempotent: true,
    body: BadgeAwarding,
    reply: EarnedBadge,
    status: 201,
  }),
})
