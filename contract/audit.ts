import * as z from 'zod/mini'

import { endpoints, get } from './endpoint.ts'
import { Day, Id, page, pageQuery, text, Timestamp } from './fields.ts'

const Somebody = z.nullable(z.object({ id: Id, name: z.string() }))

const AuditLine = z.object({
  id: z.string(),
  at: Timestamp,
  action: z.string(),
  /** Null for the system, a visitor or a deleted account. */
  actor: Somebody,
  /** Person affected by the action. */
  subject: Somebody,
  /** IP address, if the action came from a request. */
  address: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditLine = z.output<typeof AuditLine>

export const audit = endpoints({
  listAudit: get('/api/admin/audit', {
    summary: 'Audit log entries, newest first',
    access: 'admin',
    reads: 'replica',
    query: z.object({
      ...pageQuery,
      /** Matches both actor and subject. */
      person_id: z.optional(Id),
      actor_id: z.optional(Id),
      subject_id: z.optional(Id),
      action: z.optional(text(60)),
      /** Days in UTC, both inclusive. */
      from: z.optional(Day),
      to: z.optional(Day),
    }),
    reply: z.extend(page(AuditLine), {
      /** All actions that the log can contain. */
      actions: z.array(z.string()),
    }),
  }),
})
