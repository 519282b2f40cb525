import { createHmac, timingSafeEqual } from 'node:crypto'

import { sql } from 'kysely'

import type { PortfolioLink } from '#contract/portfolio'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'

const ID_BYTES = 16
const SEAL_BYTES = 16

/** What makes a link's id a secret: it can be shown to its owner again, and a stolen database opens nothing. */
const sealOf = (secret: Uint8Array, id: Buffer): Buffer =>
  createHmac('sha256', secret).update('portfolio link').update(id).digest().subarray(0, SEAL_BYTES)

const tokenOf = (secret: Uint8Array, linkId: string): string => {
  const id = Buffer.from(linkId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, sealOf(secret, id)]).toString('base64url')
}

/** The id of the link that a token opens; undefined when this site never made it. */
const linkIdIn = (secret: Uint8Array, token: string): string | undefined => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SEAL_BYTES) return undefined
  const id = bytes.subarray(0, ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), sealOf(secret, id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type Row = Omit<PortfolioLink, 'url'>

/** The path that a link has in the web app. */
export const linkUrl = ({ config, secret }: Pick<Parts, 'config' | 'secret'>, id: string): string =>
  `${config.publicUrl}/portfolio/link/${tokenOf(secret, id)}`

const COLUMNS = ['id', 'label', 'created_at', 'expires_at', 'views', 'last_viewed_at'] as const

export const insertLink = (
  db: Db,
  link: { learnerId: string; label: string; now: Date; expiresAt: Date },
): Promise<Row> =>
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

/** Answers whether the link is this learner's; one that has ended already stays as it is. */
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

export const listLinks = (db: Db, learnerId: string, now: Date): Promise<Row[]> =>
  db
    .selectFrom('portfolio_links')
    .select(COLUMNS)
    .where('learner_id', '=', learnerId)
    .where(isOpen(now))
    .orderBy('created_at', 'desc')
    .execute()

/** Whose portfolio a token opens now; undefined when it opens nothing. */
export const findLinkOwner = async (
  { db, secret }: Pick<Parts, 'db' | 'secret'>,
  token: string,
  now: Date,
): Promise<string | undefined> => {
  const id = linkIdIn(secret, token)
  if (!id) return undefined
  const link = await db
    .selectFrom('portfolio_links')
    .select('learner_id')
    .where('id', '=', id)
    .where(isOpen(now))
    .executeTakeFirst()
  return link?.learner_id
}

/** Counts a visit. Says nothing about whether there was something to count. */
export const countView = async (
  { db, secret }: Pick<Parts, 'db' | 'secret'>,
  token: string,
  now: Date,
): Promise<void> => {
  const id = linkIdIn(secret, token)
  if (!id) return
  await db
    .updateTable('portfolio_links')
    .set((set) => ({ views: set('views', '+', 1), last_viewed_at: now.toISOString() }))
    .where('id', '=', id)
    .where(isOpen(now))
    .execute()
}
