import * as z from 'zod/mini'

import { endpoints } from './endpoint.ts'
import { StoredBlock } from './evidence.ts'
import { Id, IdParams, optionalLine, PillarName, text, Timestamp } from './fields.ts'
import { Progress } from './progress.ts'

/** Who may see a published piece. A later version adds those between. */
export const AUDIENCES = ['private', 'public'] as const

export const PortfolioItem = z.object({
  attempt_id: Id,
  caption: z.string(),
  audience: z.enum(AUDIENCES),
  quest_title: z.string(),
  task_title: z.string(),
  pillar: PillarName,
  submitted_at: Timestamp,
  blocks: z.array(StoredBlock),
})
export type PortfolioItem = z.output<typeof PortfolioItem>

export const Portfolio = z.object({
  published: z.boolean(),
  slug: z.nullable(z.string()),
  /** Why it cannot be published now; null when it can. */
  blocked_by: z.nullable(z.literal('guardian')),
  /** Every piece of evidence that could be shown, in the order of the page, the chosen ones first. */
  items: z.array(PortfolioItem),
})
export type Portfolio = z.output<typeof Portfolio>

export const PortfolioChange = z.object({
  published: z.optional(z.boolean()),
  slug: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.toLowerCase(),
        z.regex(/^[a-z0-9](?:[a-z0-9-]{1,58}[a-z0-9])$/, 'Use 3 to 60 letters, digits and hyphens'),
      ),
  ),
  /** The chosen pieces in order; replaces the choice before. */
  items: z.optional(
    z
      .array(
        z.object({
          attempt_id: Id,
          caption: z._default(optionalLine(500), ''),
          audience: z.enum(AUDIENCES),
        }),
      )
      .check(z.maxLength(200)),
  ),
})

/** What anyone may see. Minors appear with first name and initial. */
export const PublicPortfolio = z.object({
  user_id: Id,
  slug: z.string(),
  display_name: z.string(),
  xp: Progress,
  title: z.string(),
  quests: z.array(
    z.object({
      title: z.string(),
      completed: z.boolean(),
      pieces: z.array(
        z.object({
          task_title: z.string(),
          pillar: PillarName,
          caption: z.string(),
          submitted_at: Timestamp,
          blocks: z.array(StoredBlock),
        }),
      ),
    }),
  ),
})
export type PublicPortfolio = z.output<typeof PublicPortfolio>

export const portfolio = endpoints({
  getPortfolio: {
    method: 'GET',
    path: '/api/portfolio',
    summary: 'The own portfolio as its editor sees it',
    access: 'signedIn',
    reply: Portfolio,
  },
  changePortfolio: {
    method: 'PATCH',
    path: '/api/portfolio',
    summary: 'Choose what shows, name the page, publish it or take it down',
    access: 'signedIn',
    body: PortfolioChange,
    reply: Portfolio,
  },
  publicPortfolio: {
    method: 'GET',
    path: '/api/public/portfolio/{slug}',
    summary: 'A published portfolio; unknown and unpublished answer the same 404',
    access: 'public',
    params: z.object({ slug: text(100) }),
    reply: PublicPortfolio,
  },
  publicDiploma: {
    method: 'GET',
    path: '/api/public/diploma/{id}',
    summary: 'The same, by the learner’s id',
    access: 'public',
    params: IdParams,
    reply: PublicPortfolio,
  },
})
