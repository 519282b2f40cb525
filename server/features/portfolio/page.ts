import { escapeUTF8 as escape } from 'entities'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { paths } from '#contract/paths'
import type { PublicPortfolio } from '#contract/portfolio'
import { timeSlot } from '#platform/cache'
import type { Db } from '#platform/database'
import { type App, DomainError, onReplica } from '#platform/http'
import { headOf, type Page, type Pages } from '#platform/pages'
import { PILLAR_NAMES } from '#rules/pillars'

import { showLinked } from './handlers.ts'
import { findPageVersion, type PortfolioRef } from './queries.ts'
import { shareImage } from './share-image.ts'
import { type PortfolioPage, showPortfolio } from './show-portfolio.ts'

/** Server-rendered portfolio pages: they have a status, a title and a link preview before any script runs. */
export const portfolioPages = ({ http, parts }: App, pages: Pages): void => {
  const { cache, config, clock } = parts

  const missing = pages.compose({ pattern: PATTERN, head: MISSING })
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    composing: Promise<Composed>,
  ) => {
    const { page, listed } = await composing.catch(notFoundAs({ page: missing, listed: false }))
    if (!listed) reply.header('x-robots-tag', 'noindex')
    return pages.sendComposed(request, page === missing ? reply.code(404) : reply, page)
  }
  const compose = async (finding: Promise<PortfolioPage>): Promise<Composed> => {
    const found = await finding
    const listed = found.listed && found.portfolio.seen_as === 'stranger'
    const head = preview(found, config.publicUrl, listed)
    const noscript = plainText(found.portfolio)
    return {
      page: pages.compose({ pattern: PATTERN, head, noscript, data: found.portfolio }),
      listed,
    }
  }
  const asStranger = (db: Db, by: PortfolioRef) =>
    showPortfolio(db, by, { viewer: 'stranger', now: clock() })
  /** The page for strangers, cached until its version changes. */
  const forStrangers = (request: FastifyRequest, by: PortfolioRef): Promise<Composed> =>
    onReplica(parts, 'public', request, async (db) => {
      const [name] = Object.keys(by)
      const key = `portfolio by ${name} ${await findPageVersion(db, by)} ${timeSlot(clock())}`
      return cache.getOrCreate(
        key,
        ({ page }) => page.html.length,
        () => compose(asStranger(db, by)),
      )
    })

  http.get<{ Params: { slug: string } }>('/portfolio/:slug', (request, reply) => {
    const { slug } = request.params
    // Without a slug, this is the editor's URL with a trailing slash.
    if (slug === '' || slug === 'preview')
      return pages.send(request, reply, paths.publicPortfolio(slug))
    return answer(request, reply, forStrangers(request, { slug: slug.slice(0, 100) }))
  })
  http.get<{ Params: { slug: string } }>('/portfolio/:slug/share.png', async (request, reply) => {
    const slug = request.params.slug.slice(0, 100)
    const { portfolio, siteName } = await onReplica(parts, 'public', request, (db) =>
      asStranger(db, { slug }),
    )
    const { png, etag } = await shareImage(portfolio, siteName)
    // Like the page: no cache may outlive its removal, and search engines must not index it.
    reply.headers({
      'content-type': 'image/png',
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
      etag,
    })
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(png)
  })
  http.get<{ Params: { token: string } }>('/portfolio/link/:token', (request, reply) => {
    // The link must not leak to sites that people visit from here.
    reply.header('referrer-policy', 'no-referrer')
    return answer(request, reply, compose(showLinked(parts, request.params.token)))
  })
  http.get<{ Params: { userId: string } }>('/public/diploma/:userId', (request, reply) => {
    const { userId } = request.params
    // An invalid id is treated as unknown.
    const by = UUID.test(userId) ? { id: userId } : { slug: '' }
    return answer(request, reply, forStrangers(request, by))
  })
}

/** Shared by all three URLs: it is one page. */
const PATTERN = '/portfolio/:slug'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const notFoundAs =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof DomainError && error.status === 404) return instead
    throw error
  }

type Composed = { page: Page; listed: boolean }

const MISSING = '<title>Portfolio not found</title>'

const describe = ({ display_name, quests, xp, title }: PublicPortfolio) => {
  const done = quests.filter(({ completed }) => completed).length
  const pieces = quests.reduce((sum, quest) => sum + quest.pieces.length, 0)
  return `${display_name}, ${title}: ${xp.total} XP, ${done} completed quests and ${pieces} pieces of work to look at.`
}

const preview = (
  { portfolio: shown, siteName }: PortfolioPage,
  publicUrl: string,
  isListed: boolean,
) => {
  const words = {
    title: `${shown.display_name}'s portfolio · ${siteName}`,
    description: describe(shown),
    siteName,
    type: 'profile' as const,
  }
  // Pages behind a link have no preview that could outlive the link.
  if (shown.seen_as !== 'stranger') return headOf(words)
  const url = `${publicUrl}${paths.publicPortfolio(shown.slug)}`
  const image = { url: `${url}/share.png`, width: 1200, height: 630 }
  return headOf({ ...words, url, image, isListed })
}

/** The page's text for readers without scripts. */
const plainText = (shown: PublicPortfolio) => {
  const pillars = shown.xp.pillars
    .map(({ pillar, xp }) => `<li>${PILLAR_NAMES[pillar]}: ${xp} XP</li>`)
    .join('')
  const quests = shown.quests
    .map(
      (quest) =>
        `<h2>${escape(quest.title)}</h2><ul>${quest.pieces
          .map((piece) => `<li>${escape(piece.task_title)} ${escape(piece.caption)}</li>`)
          .join('')}</ul>`,
    )
    .join('')
  return `<h1>${escape(shown.display_name)}</h1><p>${escape(describe(shown))}</p><ul>${pillars}</ul>${quests}`
}
