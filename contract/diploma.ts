import * as z from 'zod/mini'

import { endpoints } from './endpoint.ts'
import { Id, IdParams, line, Timestamp } from './fields.ts'
import { Progress } from './progress.ts'

const Kind = z.enum(['certificate', 'accredited'])

/** All that the paper says; nothing of it changes after the day. */
export const DiplomaSnapshot = z.object({
  number: z.string(),
  verify_code: z.string(),
  kind: Kind,
  title: z.string(),
  holder_name: z.string(),
  /** As it may stand where strangers read it: minors' surnames are shortened unless the diploma is accredited. */
  public_name: z.string(),
  school: z.string(),
  issued_at: Timestamp,
  /** Who signed; null for what learners take out themselves. */
  signer: z.nullable(z.object({ name: z.string(), role: z.string() })),
  /** Completed quests in the order of completion. */
  quests: z.array(z.object({ title: z.string(), completed_at: Timestamp })),
  xp: Progress,
})
export type DiplomaSnapshot = z.output<typeof DiplomaSnapshot>

export const Diploma = z.object({
  id: Id,
  state: z.enum(['valid', 'rescinded']),
  rescinded_at: z.nullable(Timestamp),
  rescinded_because: z.nullable(z.string()),
  /** Where anyone can verify it. */
  verify_url: z.string(),
  diploma: DiplomaSnapshot,
})
export type Diploma = z.output<typeof Diploma>

export const DiplomaPage = z.object({
  /** Academy learners are on the way to the accredited diploma, which staff issue. */
  is_academy: z.boolean(),
  quests_completed: z.number(),
  /** Whether a certificate taken out now would say something that the last one does not. */
  can_take_out: z.boolean(),
  /** The newest first. */
  diplomas: z.array(Diploma),
})
export type DiplomaPage = z.output<typeof DiplomaPage>

export const diploma = endpoints({
  getDiploma: {
    method: 'GET',
    path: '/api/diploma',
    summary: 'One’s own diplomas and certificates, and whether there is a new one to take out',
    access: 'signedIn',
    reply: DiplomaPage,
  },
  takeOutCertificate: {
    method: 'POST',
    path: '/api/diploma/certificate',
    summary: 'Take out a certificate of learning about the quests completed so far',
    access: 'signedIn',
    idempotent: true,
    reply: Diploma,
    status: 201,
  },
  issueDiploma: {
    method: 'POST',
    path: '/api/diploma/issue',
    summary: 'Issue the accredited diploma to an academy learner',
    access: 'advisor',
    idempotent: true,
    body: z.object({ learner_id: Id }),
    reply: Diploma,
    status: 201,
  },
  rescindDiploma: {
    method: 'POST',
    path: '/api/diploma/{id}/rescind',
    summary: 'Take a diploma or certificate back, with the reason; it stays in sight',
    access: 'advisor',
    idempotent: true,
    params: IdParams,
    body: z.object({ reason: line(500, 'Please say why') }),
    reply: Diploma,
  },
})
