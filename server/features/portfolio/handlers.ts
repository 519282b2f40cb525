import { randomBytes } from 'node:crypto'

import type * as z from 'zod/mini'

import { portfolio } from '#contract/portfolio'
import type { Portfolio, PortfolioChange } from '#contract/portfolio'
import { transaction, violatedConstraint } from '#platform/database'
import type { Db } from '#platform/database'
import { conflict, forbidden, invalid, notFound, serve } from '#platform/http'
import type { App } from '#platform/http'

import { findPortfolio, replaceItems } from './queries.ts'
import { showPublicly } from './show-publicly.ts'

export const portfolioRoutes = (app: App): void => {
  serve(app, portfolio, {
    getPortfolio: ({ db, caller }) => portfolioFor(db, caller.userId),

    changePortfolio: ({ db, caller, body, clock }) =>
      transaction(db, (db) => changePortfolio(db, caller.userId, body, clock())),

    publicPortfolio: async ({ db, params, clock }) =>
      (await showPublicly(db, params, clock())).portfolio,

    publicDiploma: async ({ db, params, clock }) =>
      (await showPublicly(db, params, clock())).portfolio,
  })
}

const portfolioFor = async (db: Db, learnerId: string): Promise<Portfolio> => {
  const found = await findPortfolio(db, learnerId)
  if (!found) throw notFound()
  return { ...found, blocked_by: found.may_publish ? null : 'guardian' }
}

export const changePortfolio = async (
  db: Db,
  learnerId: string,
  wanted: z.output<typeof PortfolioChange>,
  now: Date,
): Promise<Portfolio> => {
  const before = await findPortfolio(db, learnerId)
  if (!before) throw notFound()
  const goesPublic =
    wanted.published === true || wanted.items?.some(({ audience }) => audience === 'public')
  if (goesPublic && !before.may_publish) {
    throw forbidden('Your guardian has not allowed publishing yet.', 'guardian_permission')
  }
  if (wanted.items) {
    const ids = new Set(wanted.items.map(({ attempt_id }) => attempt_id))
    if (ids.size < wanted.items.length) throw invalid('A piece can be shown only once.')
    if ((await replaceItems(db, learnerId, wanted.items)) < ids.size) {
      throw invalid('One of the pieces is not there any more.')
    }
  }
  const slug = wanted.slug ?? before.slug ?? freshSlug()
  const published = wanted.published ?? before.published
  await db
    .updateTable('users')
    .set((set) => ({
      portfolio_slug: slug,
      portfolio_published_at: published
        ? set.fn.coalesce('portfolio_published_at', set.val(now.toISOString()))
        : null,
    }))
    .where('id', '=', learnerId)
    .execute()
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'users_portfolio_slug_key') throw error
      throw conflict('This address is taken.', { slug: 'This address is taken.' })
    })
  return portfolioFor(db, learnerId)
}

/** Says nothing about the person; they can choose a name of their own. */
const freshSlug = () => `p-${randomBytes(5).toString('hex')}`
