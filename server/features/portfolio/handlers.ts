import { randomBytes } from 'node:crypto'

import type * as z from 'zod/mini'

import {
  portfolio,
  type Portfolio,
  type PortfolioChange,
  type PublicPortfolio,
} from '#contract/portfolio'
import { lockLearner, notAllowedYet, requireOwnStill } from '#features/learners'
import { storePortfolioPage } from '#features/people'
import { requireHarmless, requireHarmlessFor } from '#features/safety'
import { type Db, transaction, violatedConstraint } from '#platform/database'
import {
  type App,
  type Caller,
  conflict,
  forbidden,
  invalid,
  notFound,
  type Parts,
  refusedByCard,
  serve,
} from '#platform/http'
import { isAdult } from '#rules/age'
import { isExternal, viewerFor } from '#rules/audience'

import { countView, endLink, findOpenLink, insertLink, linkUrl, listLinks } from './links.ts'
import {
  findOwnerOf,
  findPortfolio,
  MAX_PAGE_BYTES,
  type PortfolioRef,
  replaceItems,
} from './queries.ts'
import { showPortfolio } from './show-portfolio.ts'

const DAY_MS = 24 * 3_600_000
const MAX_LINKS = 50

export const portfolioRoutes = (app: App): void => {
  serve(app, portfolio, {
    getPortfolio: (call) => portfolioFor(call, call.learner.id),

    changePortfolio: async (call) => {
      const { id } = call.learner
      if (call.caller.byCard && isLeaving(call.body)) throw refusedByCard()
      const captions = call.body.items?.map(({ caption }) => caption) ?? []
      const address = call.body.slug?.replaceAll('-', ' ') ?? ''
      const text = [address, ...captions].filter((each) => each !== '').join('\n')
      await requireHarmless(call, { authorId: id, readerIds: [], text })
      await transaction(call.db, (db) => changePortfolio(db, id, call.body, call.clock()))
      return portfolioFor(call, id)
    },

    previewPortfolio: async ({ db, learner, query, clock }) => {
      const how = { viewer: query.as, now: clock(), isOwn: true }
      return (await showPortfolio(db, { id: learner.id }, how)).portfolio
    },

    addPortfolioLink: async (call) => {
      const { learner, body, clock, once } = call
      const now = clock()
      await requireHarmlessFor(call, [body.label])
      return once(async (db) => {
        await lockLearner(db, learner.id)
        await requireOwnStill(db, learner.id, 'publish', now)
        if ((await listLinks(db, learner.id, now)).length >= MAX_LINKS) {
          throw conflict('You already have a lot of active links. Turn one off first.')
        }
        const expiresAt = new Date(now.getTime() + body.days * DAY_MS)
        const link = await insertLink(db, {
          learnerId: learner.id,
          label: body.label,
          now,
          expiresAt,
        })
        return { ...link, url: linkUrl(call, link.id) }
      })
    },

    endPortfolioLink: async ({ db, learner, params, clock }) => {
      if (!(await endLink(db, learner.id, params.id, clock()))) throw notFound()
    },

    publicPortfolio: (call) => showTo(call, call.params),
    publicDiploma: (call) => showTo(call, call.params),

    linkedPortfolio: async (call) => (await showLinked(call, call.params.token)).portfolio,

    countLinkView: (call) => countView(call, call.params.token, call.clock()),
  })
}

const mayBeListed = ({ date_of_birth }: { date_of_birth: string | null }, now: Date) =>
  isAdult(date_of_birth, now.toISOString().slice(0, 10))

const portfolioFor = async (
  { db, config, secret, clock }: Pick<Parts, 'db' | 'config' | 'secret' | 'clock'>,
  learnerId: string,
): Promise<Portfolio> => {
  const found = await findPortfolio(db, learnerId)
  if (!found) throw notFound()
  const links = await listLinks(db, learnerId, clock())
  const notClean = new Set(found.not_clean)
  return {
    ...found,
    items: found.items.map((item) => ({
      ...item,
      blocks: item.left_out ? [] : item.blocks,
      kept_back: item.blocks.flatMap(({ file_id, name }) =>
        file_id && notClean.has(file_id) ? [name ?? 'A file'] : [],
      ),
    })),
    may_be_listed: mayBeListed(found, clock()),
    blocked_by: found.may_publish ? null : 'guardian',
    links: links.map((link) => ({ ...link, url: linkUrl({ config, secret }, link.id) })),
  }
}

/** The page for this caller: family and advisors see pieces shared with them, and the access is logged. */
const showTo = async (
  {
    db,
    caller,
    clock,
    learners,
    request,
  }: Parts & { caller: Caller | null; request: { ip: string } },
  by: PortfolioRef,
): Promise<PublicPortfolio> => {
  const learnerId = caller ? await findOwnerOf(db, by) : undefined
  const { relation, may } = await learners.accessOf(caller, learnerId)
  const viewer = viewerFor(may)
  const { portfolio: shown } = await showPortfolio(db, by, { viewer, now: clock() })
  if (caller && learnerId && relation && viewer !== 'stranger') {
    const what = { call: 'publicPortfolio', may: 'readWork', address: request.ip } as const
    // An admin who acts as another person reads on their own account.
    await (caller.actor
      ? learners.recordDisclosure(caller.actor, { id: learnerId, relation: 'admin' }, what)
      : learners.recordDisclosure(caller, { id: learnerId, relation }, what))
  }
  return shown
}

/** @throws notFound for an unknown or expired link, and while the portfolio may not be shown */
export const showLinked = async (parts: Pick<Parts, 'db' | 'secret' | 'clock'>, token: string) => {
  const now = parts.clock()
  const link = await findOpenLink(parts, token, now)
  if (!link) throw notFound('Portfolio not found.')
  const { learner_id: id, created_at: since } = link
  return showPortfolio(parts.db, { id }, { viewer: 'link', now, since })
}

type Change = z.output<typeof PortfolioChange>

/** True if the page would show something to people outside the site. */
const isLeaving = ({ published, listed, items }: Change) =>
  published === true || listed === true || items?.some(({ audience }) => isExternal(audience))

/** Stores the owner's settings of the page. `db` is a transaction. */
export const changePortfolio = async (
  db: Db,
  learnerId: string,
  wanted: Change,
  now: Date,
): Promise<void> => {
  await lockLearner(db, learnerId)
  const before = await findPortfolio(db, learnerId)
  if (!before) throw notFound()
  if (isLeaving(wanted) && !before.may_publish)
    throw (await notAllowedYet(db, learnerId, 'publish')) ?? forbidden()
  if (wanted.listed && !mayBeListed(before, now)) {
    throw forbidden('Until you are 18, your page can’t appear in search engines.', 'minor')
  }
  if (wanted.items) {
    const ids = new Set(wanted.items.map(({ attempt_id }) => attempt_id))
    if (ids.size < wanted.items.length) throw invalid('Each piece can be shown only once.')
    const { count, bytes } = await replaceItems(db, learnerId, wanted.items)
    if (count < ids.size) throw invalid('One of the pieces no longer exists.')
    if (bytes > MAX_PAGE_BYTES) {
      throw invalid('The chosen pieces are too long for one page. Please leave out a long one.')
    }
  }
  const slug = wanted.slug ?? before.slug ?? freshSlug()
  const published = wanted.published ?? before.published
  const listed = wanted.listed ?? before.listed
  await storePortfolioPage(db, learnerId, { slug, listed, published, now }).catch(
    (error: unknown) => {
      if (violatedConstraint(error) !== 'users_portfolio_slug_key') throw error
      throw conflict('This address is taken.', { slug: 'This address is taken.' })
    },
  )
}

/** Random, to reveal nothing about the person, who can choose another. */
const freshSlug = () => `p-${randomBytes(5).toString('hex')}`
