import * as z from 'zod/mini'

import { AUDIENCES, VIEWERS } from '#rules/audience'

import { type CallLimit, del, endpoints, get, patch, post } from './endpoint.ts'
import { StoredBlock } from './evidence.ts'
import { Id, optionalLine, PillarName, text, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'
import { NewLink } from './links.ts'
import { Progress } from './progress.ts'

export const PortfolioItem = z.object({
  attempt_id: Id,
  caption: z.string(),
  audience: z.enum(AUDIENCES),
  quest_title: z.string(),
  task_title: z.string(),
  pillar: PillarName,
  submitted_at: Timestamp,
  blocks: z.array(StoredBlock),
  /** Work larger than the editor can hold: its blocks are fetched with the attempt. */
  left_out: z.boolean(),
  /** Names of files that only family and advisor can see, because they may contain hidden metadata. */
  kept_back: z.array(z.string()),
})
export type PortfolioItem = z.output<typeof PortfolioItem>

/** Link to the portfolio for its holders, independent of the published page. */
export const PortfolioLink = z.object({
  id: Id,
  label: z.string(),
  url: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
  views: z.number(),
  last_viewed_at: z.nullable(Timestamp),
})
export type PortfolioLink = z.output<typeof PortfolioLink>

export const Portfolio = z.object({
  published: z.boolean(),
  slug: z.nullable(z.string()),
  /** Search engines may index the published page. */
  listed: z.boolean(),
  /** True for adults. */
  may_be_listed: z.boolean(),
  /** Reason why the public cannot see it now; null if it can. */
  blocked_by: z.nullable(z.literal('guardian')),
  /** All evidence that can be shown, the chosen pieces first, in page order. */
  items: z.array(PortfolioItem),
  /** Active links, newest first. */
  links: z.array(PortfolioLink),
})
export type Portfolio = z.output<typeof Portfolio>

export const PortfolioChange = z.object({
  published: z.optional(z.boolean()),
  listed: z.optional(z.boolean()),
  slug: z.optional(
    z.string().check(
      z.trim(),
      z.toLowerCase(),
      z.regex(/^[a-z0-9](?:[a-z0-9-]{1,58}[a-z0-9])$/, 'Use 3 to 60 letters, digits and hyphens'),
      z.refine((slug) => slug !== 'preview', 'This address is taken'),
    ),
  ),
  /** Chosen pieces in order; replaces the previous selection. */
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

/** Portfolio as shown to others. Minors appear as first name and initial. */
export const PublicPortfolio = z.object({
  /** Null unless the caller identified the learner by it: account ids are not disclosed. */
  user_id: z.nullable(Id),
  slug: z.string(),
  seen_as: z.enum(VIEWERS),
  display_name: z.string(),
  xp: Progress,
  title: z.string(),
  /** Oldest first. Outside family and advisor, only badges that can be verified by code. */
  badges: z.array(
    z.object({
      id: Id,
      version: z.number(),
      name: z.string(),
      code: z.nullable(z.string()),
      earned_at: Timestamp,
    }),
  ),
  quests: z.array(
    z.object({
      title: z.string(),
      completed: z.boolean(),
      pieces: z.array(
        z.object({
          attempt_id: Id,
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

const LinkParams = z.object({ token: text(100) })

const VIEWS = {
  name: 'portfolio-views',
  points: 60,
  seconds: 600,
  message: 'That’s enough for now. Please try again later.',
  per: 'network',
} satisfies CallLimit

export const portfolio = endpoints({
  getPortfolio: get('/api/portfolio', {
    summary: 'The caller’s portfolio, for editing',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readWork' },
    reply: Portfolio,
  }),
  changePortfolio: patch('/api/portfolio', {
    summary: 'Edit the portfolio’s audiences, name and address, or publish or unpublish it',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
    body: PortfolioChange,
    reply: Portfolio,
  }),
  previewPortfolio: get('/api/portfolio/preview', {
    summary: 'Preview the caller’s page as someone else would see it, published or not',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readWork' },
    query: z.object({ as: z._default(z.enum(VIEWERS), 'stranger') }),
    reply: PublicPortfolio,
  }),
  addPortfolioLink: post('/api/portfolio/links', {
    summary: 'Create an expiring private link to the portfolio',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'publish' },
    idempotent: true,
    body: NewLink,
    reply: PortfolioLink,
    status: 201,
  }),
  endPortfolioLink: del('/api/portfolio/links/{id}', {
    summary: 'Revoke a link immediately; idempotent',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
  }),
  publicPortfolio: get('/api/public/portfolio/{slug}', {
    summary:
      'A published portfolio; 404 if unknown or unpublished. Signed-in guardians and advisors see more',
    access: 'public',
    reads: 'replica',
    params: z.object({ slug: text(100) }),
    reply: PublicPortfolio,
  }),
  publicDiploma: get('/api/public/diploma/{id}', {
    summary: 'A published portfolio, by the learner’s id',
    access: 'public',
    reads: 'replica',
    reply: PublicPortfolio,
  }),
  linkedPortfolio: get('/api/public/portfolio-links/{token}', {
    summary: 'The portfolio behind a private link; 404 if the link is unknown or has ended',
    access: 'public',
    params: LinkParams,
    reply: PublicPortfolio,
  }),
  countLinkView: post('/api/public/portfolio-links/{token}/views', {
    summary: 'Count a visit, shown to the owner',
    access: 'public',
    limit: VIEWS,
    params: LinkParams,
  }),
})
