import * as z from 'zod/mini'

import { MASTERY } from '#rules/credits'
import { GRADES, isSchoolYear } from '#rules/grades'

import { DiplomaPlan, SubjectName } from './credits.ts'
import { del, endpoints, get, post } from './endpoint.ts'
import { Day, Id, line, optionalLine, page, pageQuery, text, Timestamp, words } from './fields.ts'
import { USUAL, USUAL_PER_NETWORK } from './limits.ts'
import { NewLink } from './links.ts'

export const RENDERINGS = ['mastery', 'courses'] as const
export const PAPERS = ['letter', 'a4'] as const
const GradeName = z.enum(GRADES)
/** "2026-2027". */
const SchoolYear = z
  .string('Please choose a school year')
  .check(z.refine(isSchoolYear, 'Please write the school year as 2026-2027'))

const TranscriptSubject = z.object({
  subject: SubjectName,
  name: z.string(),
  earned: z.number(),
  required: z.number(),
  mastery: z.enum(MASTERY),
  /** Accepted submissions, and how many of them were revised first. */
  pieces: z.number(),
  revised: z.number(),
  /** Part of the earned credits that was transferred or adjusted. */
  added: z.number(),
})

const Course = z.object({
  kind: z.enum(['subject', 'quest']),
  /** Subject of the course; for a quest, the subject with the largest share. */
  subject: SubjectName,
  quest_id: z.nullable(Id),
  title: z.string(),
  credits: z.number(),
  grade: z.nullable(GradeName),
  /** Quests of a subject's course, largest contribution first. */
  quests: z.array(z.string()),
})
export type Course = z.output<typeof Course>

const SchoolYearRecord = z.object({
  school_year: z.string(),
  courses: z.array(Course),
  credits: z.number(),
  gpa: z.nullable(z.number()),
  quests_completed: z.array(z.string()),
})

/** A learner's record at a point in time. Names only the learner, and contains no government-issued number. */
export const TranscriptRecord = z.object({
  learner: z.object({ first_name: z.string(), last_name: z.string() }),
  school: z.string(),
  /** Contact for questions; missing in snapshots from before it was recorded. */
  school_contact: z.optional(
    z.object({ address: z.nullable(z.string()), email: z.nullable(z.string()) }),
  ),
  as_of: Timestamp,
  plan: z.pick(DiplomaPlan, {
    version: true,
    name: true,
    xp_per_credit: true,
    mastery_rule: true,
    mastery: true,
  }),
  subjects: z.array(TranscriptSubject),
  total: z.object({ earned: z.number(), required: z.number(), pieces: z.number() }),
  /** Earliest first. */
  years: z.array(SchoolYearRecord),
  /** Transferred credit, credit for work outside, and corrections, excluding reversed entries. */
  added: z.array(
    z.object({
      kind: z.enum(['transfer', 'outside', 'adjustment']),
      subject: SubjectName,
      name: z.string(),
      credits: z.number(),
      institution: z.nullable(z.string()),
      reason: z.string(),
      recorded_on: Day,
    }),
  ),
  /** Across all graded courses, weighted by credit; null without grades. */
  gpa: z.nullable(z.number()),
  badges: z.array(z.object({ name: z.string(), earned_on: Day, credential_id: Id })),
})
export type TranscriptRecord = z.output<typeof TranscriptRecord>

export const OfficialTranscript = z.object({
  number: z.string(),
  /** Last segment of /verify/{code}. */
  verify_code: z.string(),
  issued_at: Timestamp,
  expires_at: z.nullable(Timestamp),
  recipient: z.string(),
  rendering: z.enum(RENDERINGS),
  paper: z.enum(PAPERS),
  signer: z.object({ name: z.string(), role: z.string() }),
  record: TranscriptRecord,
})
export type OfficialTranscript = z.output<typeof OfficialTranscript>

const issuedFields = {
  id: Id,
  /** Distinguishes people with the same name. Printed on the paper only; not readable by holders of the code. */
  learner_identity: z.nullable(
    z.object({ kind: z.enum(['birth_date', 'student_number']), value: z.string() }),
  ),
  state: z.enum(['valid', 'expired', 'revoked']),
  revoked_at: z.nullable(Timestamp),
  revoked_because: z.nullable(z.string()),
  /** SHA-256, hexadecimal, of the bytes at /api/verify/{code}/transcript.json: the transcript as canonical JSON (RFC 8785). */
  sha256: z.string(),
}

export const IssuedTranscript = z.object({ ...issuedFields, transcript: OfficialTranscript })
export type IssuedTranscript = z.output<typeof IssuedTranscript>

export const IssuedSummary = z.extend(
  z.pick(OfficialTranscript, {
    number: true,
    verify_code: true,
    issued_at: true,
    expires_at: true,
    recipient: true,
    rendering: true,
    paper: true,
    signer: true,
  }),
  issuedFields,
)
export type IssuedSummary = z.output<typeof IssuedSummary>

const recipient = line(150, 'Please say who the transcript is for')

export const IDENTIFIED_BY = ['nothing', 'birth_date', 'student_number'] as const

export const Issue = z
  .object({
    learner_id: Id,
    recipient,
    rendering: z.enum(RENDERINGS),
    paper: z._default(z.enum(PAPERS), 'letter'),
    expires_at: z.optional(Timestamp),
    identified_by: z._default(z.enum(IDENTIFIED_BY), 'nothing'),
    /** Issued by the school, never by a government. */
    student_number: optionalLine(40),
  })
  .check(
    z.refine(
      ({ identified_by, student_number }) => identified_by !== 'student_number' || student_number,
      { error: 'Please enter the student number', path: ['student_number'] },
    ),
  )

export const Revocation = z.object({ reason: words(500, 'Please give a reason') })

export const NewGrade = z
  .object({
    school_year: SchoolYear,
    subject: z.optional(SubjectName),
    quest_id: z.optional(Id),
    /** Null removes the grade. */
    grade: z.nullable(GradeName),
  })
  .check(
    z.refine(({ subject, quest_id }) => (subject === undefined) !== (quest_id === undefined), {
      error: 'Please choose a subject or a quest',
      path: ['subject'],
    }),
  )

export const TranscriptShare = z.object({
  id: Id,
  label: z.string(),
  url: z.string(),
  /** Null for the unofficial transcript. */
  transcript_id: z.nullable(Id),
  number: z.nullable(z.string()),
  created_at: Timestamp,
  expires_at: Timestamp,
  views: z.number(),
  last_viewed_at: z.nullable(Timestamp),
})
export type TranscriptShare = z.output<typeof TranscriptShare>

export const NewTranscriptShare = z.extend(NewLink, { transcript_id: z.optional(Id) })

const Shared = z.object({
  expires_at: Timestamp,
  /** The official transcript. If null, `record` is the current unofficial one. */
  issued: z.nullable(IssuedTranscript),
  record: TranscriptRecord,
})
export type SharedTranscript = z.output<typeof Shared>

/** For staff; defaults to the caller. */
const ofLearner = { learner_id: z.optional(Id) }
const onPaper = { paper: z._default(z.enum(PAPERS), 'letter') }
const rendered = { ...onPaper, rendering: z._default(z.enum(RENDERINGS), 'mastery') }
const TokenParams = z.object({ token: text(100) })

export const transcript = endpoints({
  getTranscript: get('/api/transcript', {
    summary: 'The current unofficial transcript; staff can request a learner’s',
    access: 'signedIn',
    learner: { from: 'query.learner_id', may: 'readRecord' },
    cache: 'learner',
    query: z.object(ofLearner),
    reply: TranscriptRecord,
  }),
  getTranscriptPdf: get('/api/transcript.pdf', {
    summary: 'The unofficial transcript as a tagged PDF',
    access: 'signedIn',
    learner: { from: 'query.learner_id', may: 'readRecord' },
    kind: 'download',
    query: z.object({ ...ofLearner, ...rendered }),
  }),
  listIssued: get('/api/transcript/issued', {
    summary: 'Official transcripts, newest first',
    access: 'signedIn',
    learner: { from: 'query.learner_id', may: 'readRecord' },
    query: z.object({ ...ofLearner, ...pageQuery }),
    reply: page(IssuedSummary),
  }),
  issueTranscript: post('/api/transcript/issue', {
    summary: 'Issue an official transcript: an immutable snapshot with a number, hash and signer',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'body.learner_id', may: 'issueRecord' },
    idempotent: true,
    body: Issue,
    reply: IssuedTranscript,
    status: 201,
  }),
  getIssued: get('/api/transcript/issued/{id}', {
    summary: 'An official transcript',
    access: 'signedIn',
    learner: { from: 'owner of transcript', may: 'readRecord' },
    reply: IssuedTranscript,
  }),
  getIssuedPdf: get('/api/transcript/issued/{id}/pdf', {
    summary: 'An official transcript as a tagged PDF',
    access: 'signedIn',
    learner: { from: 'owner of transcript', may: 'readRecord' },
    kind: 'download',
    query: z.object({ paper: z.optional(z.enum(PAPERS)) }),
  }),
  showText: get('/api/verify/{code}/transcript.json', {
    summary: 'The exact bytes covered by an official transcript’s SHA-256',
    access: 'public',
    kind: 'download',
    params: z.object({ code: text(60) }),
  }),
  revokeTranscript: post('/api/transcript/issued/{id}/revoke', {
    summary: 'Revoke an official transcript, with a reason; it remains visible',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'owner of transcript', may: 'revokeRecord' },
    idempotent: true,
    body: Revocation,
    reply: IssuedTranscript,
  }),
  recordGrade: post('/api/advisor/learners/{id}/grades', {
    summary: 'Record a grade for a subject in a school year or for a quest',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'recordCredit' },
    idempotent: true,
    body: NewGrade,
    reply: TranscriptRecord,
  }),
  listShares: get('/api/transcript/shares', {
    summary: 'Active links to the transcript',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readRecord' },
    query: z.object(pageQuery),
    reply: page(TranscriptShare),
  }),
  addShare: post('/api/transcript/shares', {
    summary: 'Create an expiring private link to the transcript',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'shareRecord' },
    idempotent: true,
    body: NewTranscriptShare,
    reply: TranscriptShare,
    status: 201,
  }),
  endShare: del('/api/transcript/shares/{id}', {
    summary: 'Revoke a link immediately; idempotent',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'readRecord' },
  }),
  sharedTranscript: get('/api/transcript/shared/{token}', {
    summary: 'The transcript behind a private link; 404 if the link is unknown or has ended',
    access: 'public',
    params: TokenParams,
    reply: Shared,
  }),
  sharedPdf: get('/api/transcript/shared/{token}/pdf', {
    summary: 'The transcript behind a private link, as a tagged PDF',
    access: 'public',
    kind: 'download',
    params: TokenParams,
    query: z.object(rendered),
  }),
  countShareView: post('/api/transcript/shared/{token}/views', {
    summary: 'Count a visit, shown to the owner',
    access: 'public',
    limit: USUAL_PER_NETWORK,
    params: TokenParams,
  }),
})
