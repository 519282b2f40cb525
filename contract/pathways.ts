import * as z from 'zod/mini'

import { endpoints, get } from './endpoint.ts'
import { Id } from './fields.ts'
import { QuestCard } from './quests.ts'

/** A quest on a pathway. */
export const Station = z.extend(QuestCard, {
  /** Previous stations, which all come earlier in the list. */
  after: z.array(Id),
  /** Prerequisites that the caller has not completed; the quest cannot be started before. */
  waits_for: z.array(z.object({ id: Id, title: z.string() })),
})
export type Station = z.output<typeof Station>

export const Pathway = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  big_idea: z.string(),
  /** Markdown. */
  description: z.string(),
  age_min: z.number(),
  age_max: z.number(),
  estimated_hours: z.number(),
  quests_done: z.number(),
  stations: z.array(Station),
  /** Badge that the pathway leads to. */
  badge: z.nullable(z.object({ id: Id, name: z.string() })),
})
export type Pathway = z.output<typeof Pathway>

export const pathways = endpoints({
  listPathways: get('/api/pathways', {
    summary: 'Pathways, with the caller’s progress',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readProgress' },
    cache: 'learner',
    reply: z.object({ pathways: z.array(Pathway) }),
  }),
})
