import { sql } from 'kysely'

import { paths } from '#contract/paths'
import type { PortfolioLink } from '#contract/portfolio'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { readSignedToken, signedToken } from '#platform/signed-token'

const PURPOSE = 'portfolio link'

type LinkRow = Omit<PortfolioLink, 'url'>

/** The link's URL in the web app. */
export const linkUrl = ({ config, secret }: Pick<Parts, 'config' | 'secret'>, id: string): string =>
  `${config.publicUrl}${paths.portfolioLink(signedToken(secret, PURPOSE, id))}`

const COLUMNS = ['id', 'label', 'created_at', 'expires_at', 'views', 'last_viewed_at'] as const

export const insertLink = (
  db: Db,
  link: { learnerId: string; label: string; now: Date; expiresAt: Date },
): Promise<LinkRow> =>
  db
    .insertInto('portfolio_links')
    .values({
      learner_id: link.learnerId,
      label: link.label,
      created_at: link.now.toISOString(),
      expires_at: link.expiresAt.toISOString(),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** Returns false if the link is not this learner's; does not change an expired one. */
export const endLink = async (
  db: Db,
  learnerId: string,
  linkId: string,
  now: Date,
): Promise<boolean> => {
  const ended = await db
    .updateTable('portfolio_links')
    .set((set) => ({
      revoked_at: set.fn.coalesce('revoked_at', set.val(now.toISOString())),
    }))
    .where('id', '=', linkId)
    .where('learner_id', '=', learnerId)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

const isOpen = (now: Date) =>
  sql<boolean>`revoked_at is null and expires_at > ${now.toISOString()}::timestamptz`

export const listLinks = (db: Db, learnerId: string, now: Date): Promise<LinkRow[]> =>
  db
    .selectFrom('portfolio_links')
    .select(COLUMNS)
    .where('learner_id', '=', learnerId)
    .where(isOpen(now))
    .orderBy('created_at', 'desc')
    .execute()

/** The link of a token that grants access to a portfolio now; undefined for an invalid token. */
export const findOpenLink = async (
  { db, secret }: Pick<Parts, 'db' | 'secret'>,
  token: string,
  now: Date,
): Promise<{ learner_id: string; created_at: string } | undefined> => {
  const id = readSignedToken(secret, PURPOSE, token)
  if (!id) return undefined
  return await db
    .selectFrom('portfolio_links')
    .select(['learner_id', 'created_at'])
    .where('id', '=', id)
    .where(isOpen(now))
    .executeTakeFirst()
}

/** Counts a visit. Responds alike for unknown tokens. */
export const countView = async (
  { db, secret }: Pick<Parts, 'db' | 'secret'>,
  token: string,
  now: Date,
): Promise<void> => {
  const id = readSignedToken(secret, PURPOSE, token)
  if (!id) return
  await db
    .updateTable('portfolio_links')
    .set((set) => ({ views: set('views', '+', 1), last_viewed_at: now.toISOString() }))
    .where('id', '=', id)
    .where(isOpen(now))
    .execute()
}

/** Ends all links of a learner who may not make any: on the thirteenth birthday they would open again by themselves. */
export const endLinks = async (db: Db, learnerId: string, now: Date): Promise<void> => {
  await db
    .updateTable('portfolio_links')
    .set({ revoked_at: now.toISOString() })
    .where('learner_id', '=', learnerId)
    .where('revoked_at', 'is', null)
    .execute()
}
