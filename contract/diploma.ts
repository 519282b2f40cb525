import * as z from 'zod/mini'

import { DiplomaPlan, SubjectName } from './credits.ts'
import { endpoints, get, post } from './endpoint.ts'
import { Id, text, Timestamp, words } from './fields.ts'
import { USUAL } from './limits.ts'
import { Progress } from './progress.ts'
import { PAPERS } from './transcript.ts'

const Kind = z.enum(['certificate', 'accredited'])

/** All that the paper says; nothing of it changes after the day. */
export const DiplomaSnapshot = z.object({
  number: z.string(),
  verify_code: z.string(),
  kind: Kind,
  title: z.string(),
  holder_name: z.string(),
  /** In snapshots from before paper and credential had one name: what the credential has. */
  public_name: z.optional(z.string()),
  school: z.string(),
  issued_at: Timestamp,
  /** Who signed; null for what learners take out themselves. */
  signer: z.nullable(z.object({ name: z.string(), role: z.string() })),
  /** Quests and XP count accepted work alone. Absent from snapshots made before this was so. */
  rests_on: z.optional(z.literal('accepted_work')),
  /** Completed quests in the order of completion. */
  quests: z.array(z.object({ title: z.string(), completed_at: Timestamp })),
  xp: Progress,
})
export type DiplomaSnapshot = z.output<typeof DiplomaSnapshot>

export const Diploma = z.object({
  id: Id,
  state: z.enum(['valid', 'revoked']),
  revoked_at: z.nullable(Timestamp),
  revoked_because: z.nullable(z.string()),
  /** Why an admin issued it before every subject was met; null for all others. */
  waived_because: z.nullable(z.string()),
  /** Where anyone can verify it. */
  verify_url: z.string(),
  diploma: DiplomaSnapshot,
})
export type Diploma = z.output<typeof Diploma>

const readiness = { earned: z.number(), required: z.number(), missing: z.number() }

/** How far a learner is on the diploma plan, in the figures of the credits. */
export const Readiness = z.object({
  plan: z.pick(DiplomaPlan, { version: true, name: true }),
  /** `missing` is what of the required has not been earned, never below 0. */
  rows: z.array(z.object({ subject: SubjectName, name: z.string(), ...readiness })),
  /** More than enough in one subject does not make up for what is missing in another. */
  total: z.object(readiness),
  /** Nothing is missing in any subject. */
  met: z.boolean(),
})
export type Readiness = z.output<typeof Readiness>

export const DiplomaPage = z.object({
  /** Academy learners are on the way to the accredited diploma, which staff issue. */
  is_academy: z.boolean(),
  quests_completed: z.number(),
  /** Completed quests whose required work has all been accepted: what a certificate lists. */
  quests_accepted: z.number(),
  /** Whether a certificate taken out now would say something that the last one does not. */
  can_take_out: z.boolean(),
  readiness: Readiness,
  /** The newest first. */
  diplomas: z.array(Diploma),
})
export type DiplomaPage = z.output<typeof DiplomaPage>

const reason = words(500, 'Please say why')

export const DiplomaIssue = z.object({
  learner_id: Id,
  /** Why the diploma is issued although something is missing. Only an admin may say so. */
  waiver: z.optional(text(500).check(z.trim())),
})

export const DiplomaRevocation = z.object({ reason })

export const diploma = endpoints({
  getDiploma: get('/api/diploma', {
    summary:
      'Diplomas, certificates, and readiness for the next; staff may ask for a learner of theirs',
    access: 'signedIn',
    learner: { from: 'query.learner_id', may: 'readRecord' },
    /** Whose, for staff; one's own when left out. */
    query: z.object({ learner_id: z.optional(Id) }),
    reply: DiplomaPage,
  }),
  takeOutCertificate: post('/api/diploma/certificate', {
    summary: 'Issue one’s own certificate of learning for the quests whose work has been accepted',
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
    summary: 'A diploma or certificate as tagged PDF, on one sheet',
    access: 'signedIn',
    learner: { from: 'owner of diploma', may: 'readRecord' },
    kind: 'download',
    query: z.object({ paper: z._default(z.enum(PAPERS), 'letter') }),
  }),
  revokeDiploma: post('/api/diploma/{id}/revoke', {
    summary: 'Revoke a diploma or certificate, with the reason; it stays in sight',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'owner of diploma', may: 'revokeRecord' },
    idempotent: true,
    body: DiplomaRevocation,
    reply: Diploma,
  }),
})
