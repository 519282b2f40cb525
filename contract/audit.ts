import * as z from 'zod/mini'

import { endpoints, get } from './endpoint.ts'
import { Day, Id, page, pageQuery, text, Timestamp } from './fields.ts'

const Somebody = z.nullable(z.object({ id: Id, name: z.string() }))

const AuditLine = z.object({
  id: z.string(),
  at: Timestamp,
  action: z.string(),
  /** Who did it; null for the program itself, a visitor, and an account that is gone. */
  actor: Somebody,
  /** To whom, or to whose things. */
  subject: Somebody,
  /** Of the network, where a request brought it. */
  address: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditLine = z.output<typeof AuditLine>

export const audit = endpoints({
  listAudit: get('/api/admin/audit', {
    summary: 'What was done, by whom and to whom, newest first',
    access: 'admin',
    reads: 'replica',
    query: z.object({
      ...pageQuery,
      /** Who did it, or to whom. */
      person_id: z.optional(Id),
      actor_id: z.optional(Id),
      subject_id: z.optional(Id),
      action: z.optional(text(60)),
      /** Days in UTC, both inclusive. */
      from: z.optional(Day),
      to: z.optional(Day),
    }),
    reply: z.extend(page(AuditLine), {
      /** All that the log can say. */
      actions: z.array(z.string()),
    }),
  }),
})
