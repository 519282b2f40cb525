import * as z from 'zod/mini'

import { LEARNER_ACTIONS, RELATIONS } from '#rules/access'

import { endpoints, get } from './endpoint.ts'
import { Id, Timestamp } from './fields.ts'

/** A person's current access to a learner, and the reasons for it. */
const AccessExplanation = z.object({
  /** The one relation that applies; null for a stranger. */
  relation: z.nullable(z.enum(RELATIONS)),
  /** All relations between the two, with their start if the database records it. */
  ties: z.array(z.object({ tie: z.enum(RELATIONS), since: z.nullable(Timestamp) })),
  actions: z.array(z.object({ action: z.enum(LEARNER_ACTIONS), allowed: z.boolean() })),
})

export const learners = endpoints({
  explainAccess: get('/api/admin/access', {
    summary: 'A person’s access to a learner, and the reasons for it',
    access: 'admin',
    learner: { from: 'query.learner_id', may: 'readDisclosures' },
    query: z.object({ learner_id: Id, person_id: Id }),
    reply: AccessExplanation,
  }),
})
