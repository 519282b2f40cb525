import type { FastifyReply } from 'fastify'

import type { PublicPortfolio } from '#contract/portfolio'
import { DomainError } from '#platform/http'
import type { App } from '#platform/http'
import type { Pages } from '#platform/pages'
import { PILLAR_NAMES } from '#rules/pillars'

import { showPublicly } from './show-publicly.ts'

/** The pages of published portfolios: real addresses with a status, a title and a link preview, before any script runs. */
export const portfolioPages = ({ http, parts }: App, pages: Pages): void => {
  const { config, clock, db } = parts

  const answer = async (reply: FastifyReply, by: { slug: string } | { id: string }) => {
    const found = await showPublicly(db, by, clock()).catch(notFoundAsNull)
    if (!found) return send(reply.code(404), pages, { head: missing })
    const { portfolio: shown, siteName } = found
    const address = `${config.publicUrl}/portfolio/${encodeURIComponent(shown.slug)}`
    return send(reply, pages, {
      head: preview(shown, siteName, address),
      noscript: plainText(shown),
      data: shown,
    })
  }

  http.get<{ Params: { slug: string } }>(
    '/portfolio/:slug',
    { schema: { hide: true } },
    (request, reply) => {
      const { slug } = request.params
      // Without a slug it is the editor's address, with a slash too many.
      if (slug === '') return pages.send(request, reply, '/portfolio')
      return answer(reply, { slug: slug.slice(0, 100) })
    },
  )
  http.get<{ Params: { userId: string } }>(
    '/public/diploma/:userId',
    { schema: { hide: true } },
    (request, reply) => {
      const { userId } = request.params
      // An id that cannot exist is unknown like any other.
      return answer(reply, UUID.test(userId) ? { id: userId } : { slug: '' })
    },
  )
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const notFoundAsNull = (error: unknown): null => {
  if (error instanceof DomainError && error.status === 404) return null
  throw error
}

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const missing = '<title>There is no portfolio here</title><meta name="robots" content="noindex">'

const describe = ({ display_name, quests, xp, title }: PublicPortfolio) => {
  const done = quests.filter(({ completed }) => completed).length
  const pieces = quests.reduce((sum, quest) => sum + quest.pieces.length, 0)
  return `${display_name}, ${title}: ${xp.total} XP, ${done} completed quests and ${pieces} pieces of work to look at.`
}

const preview = (shown: PublicPortfolio, siteName: string, address: string) => {
  const title = escape(`${shown.display_name}'s portfolio · ${siteName}`)
  const description = escape(describe(shown))
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    '<meta name="robots" content="noindex">',
    `<link rel="canonical" href="${escape(address)}">`,
    '<meta property="og:type" content="profile">',
    `<meta property="og:site_name" content="${escape(siteName)}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${escape(address)}">`,
    '<meta name="twitter:card" content="summary">',
  ].join('')
}

/** The page's words for a reader without scripts. */
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

const send = (
  reply: FastifyReply,
  pages: Pages,
  parts: { head: string; noscript?: string; data?: unknown },
) => {
  const { html, csp } = pages.compose(parts)
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': csp,
      'cache-control': 'no-cache',
    })
    .send(html)
}
