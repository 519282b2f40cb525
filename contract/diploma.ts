import * as z from 'zod/mini'

import { DiplomaPlan, SubjectName } from './credits.ts'
import { endpoints, get, post } from './endpoint.ts'
import { Id, text, Timestamp, words } from './fields.ts'
import { USUAL } from './limits.ts'
import { Progress } from './progress.ts'
import { PAPERS } from './transcript.ts'

const Kind = z.enum(['certificate', 'accredited'])

/** Everything printed on the paper. Never changes after the day of issue. */
export const DiplomaSnapshot = z.object({
  number: z.string(),
  verify_code: z.string(),
  kind: Kind,
  title: z.string(),
  holder_name: z.string(),
  /** Name on the credential, in snapshots from before paper and credential used the same name. */
  public_name: z.optional(z.string()),
  school: z.string(),
  issued_at: Timestamp,
  /** Null for certificates that learners issue themselves. */
  signer: z.nullable(z.object({ name: z.string(), role: z.string() })),
  /** Quests and XP count only accepted work. Missing in snapshots from before this rule. */
  rests_on: z.optional(z.literal('accepted_work')),
  /** In order of completion. */
  quests: z.array(z.object({ title: z.string(), completed_at: Timestamp })),
  xp: Progress,
})
export type DiplomaSnapshot = z.output<typeof DiplomaSnapshot>

export const Diploma = z.object({
  id: Id,
  state: z.enum(['valid', 'revoked']),
  revoked_at: z.nullable(Timestamp),
  revoked_because: z.nullable(z.string()),
  /** An admin's reason for issuing it before every subject was met; null otherwise. */
  waived_because: z.nullable(z.string()),
  /** Public page to verify it. */
  verify_url: z.string(),
  diploma: DiplomaSnapshot,
})
export type Diploma = z.output<typeof Diploma>

const readiness = { earned: z.number(), required: z.number(), missing: z.number() }

/** Progress toward the diploma plan, in credits. */
export const Readiness = z.object({
  plan: z.pick(DiplomaPlan, { version: true, name: true }),
  /** `missing` is the unearned part of `required`, never below 0. */
  rows: z.array(z.object({ subject: SubjectName, name: z.string(), ...readiness })),
  /** A surplus in one subject does not offset another subject's gap. */
  total: z.object(readiness),
  /** No subject has a gap. */
  met: z.boolean(),
})
export type Readiness = z.output<typeof Readiness>

export const DiplomaPage = z.object({
  /** Academy learners work toward the accredited diploma, which staff issue. */
  is_academy: z.boolean(),
  quests_completed: z.number(),
  /** Completed quests whose required work is all accepted; a certificate lists these. */
  quests_accepted: z.number(),
  /** A certificate issued now would differ from the last one. */
  can_take_out: z.boolean(),
  readiness: Readiness,
  /** Newest first. */
  diplomas: z.array(Diploma),
})
export type DiplomaPage = z.output<typeof DiplomaPage>

const reason = words(500, 'Please give a reason')

export const DiplomaIssue = z.object({
  learner_id: Id,
  /** Reason for issuing the diploma despite gaps. Admins only. */
  waiver: z.optional(text(500).check(z.trim())),
})

export const DiplomaRevocation = z.object({ reason })

export const diploma = endpoints({
  getDiploma: get('/api/diploma', {
    summary: 'Diplomas, certificates and readiness for the next; staff can request a learner’s',
    access: 'signedIn',
    learner: { from: 'query.learner_id', may: 'readRecord' },
    /** For staff; defaults to the caller. */
    query: z.object({ learner_id: z.optional(Id) }),
    reply: DiplomaPage,
  }),
  takeOutCertificate: post('/api/diploma/certificate', {
    summary: 'Issue the caller’s certificate of learning for quests with accepted work',
    access: 'signedIn',
    limit: USUAL,
    idempotent: true,
    reply: Diploma,
    status: 201,
  }),
  issueDiploma: post('/api/diploma/issue', {
    summary: 'Issue the accredited diploma to an academy learner who has met every subject',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'body.learner_id', may: 'issueRecord' },
    idempotent: true,
    body: DiplomaIssue,
    reply: Diploma,
    status: 201,
  }),
  getDiplomaPdf: get('/api/diploma/{id}/pdf', {
    summary: 'A diploma or certificate as a one-page tagged PDF',
    access: 'signedIn',
    learner: { from: 'owner of diploma', may: 'readRecord' },
    kind: 'download',
    query: z.object({ paper: z._default(z.enum(PAPERS), 'letter') }),
  }),
  revokeDiploma: post('/api/diploma/{id}/revoke', {
    summary: 'Revoke a diploma or certificate, with a reason; it remains visible',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'owner of diploma', may: 'revokeRecord' },
    idempotent: true,
    body: DiplomaRevocation,
    reply: Diploma,
  }),
})
