import { type NotNull, type RawBuilder, sql } from 'kysely'

import type { Db } from '#platform/database'
import { hashOf, newToken } from '#platform/one-time-token'

export type Purpose =
  | 'verify_email'
  | 'reset_password'
  | 'choose_password'
  | 'consent'
  | 'add_address'

const VALID_HOURS = {
  verify_email: 48,
  reset_password: 1,
  choose_password: 24 * 14,
  consent: 24 * 7,
  add_address: 48,
} satisfies Record<Purpose, number>

/**
 * Maximum number of open links of one kind; beyond it, the oldest become invalid. More than one network can request within an hour
 * (#features/auth).
 */
const MAX_OPEN = 50

/**
 * Creates a one-time token for an emailed link; only its hash is stored. Earlier links remain valid: otherwise, anyone who knows
 * an address could prevent its owner from ever using one.
 */
export const issueMailedToken = async (
  db: Db,
  /**
   * The address is null for a link that is handed over instead. `madeBy` is the person who hands it over, or who entered the
   * address (decisions/0093).
   */
  to: { userId: string; email: string | null; madeBy?: string },
  purpose: Purpose,
  now: Date,
): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('mailed_tokens')
    .values({
      hash: hashOf(token),
      user_id: to.userId,
      purpose,
      email: to.email,
      made_by: to.madeBy ?? null,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + VALID_HOURS[purpose] * 3_600_000).toISOString(),
    })
    .execute()
  await db
    .deleteFrom('mailed_tokens')
    .where('hash', 'in', (from) =>
      from
        .selectFrom('mailed_tokens')
        .select('hash')
        .where('user_id', '=', to.userId)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .orderBy('created_at', 'desc')
        .offset(MAX_OPEN),
    )
    .execute()
  return token
}

/** Revokes every open link of one kind, once its purpose is fulfilled. */
export const revokeMailedTokens = (db: Db, userId: string, purpose: Purpose) =>
  db
    .deleteFrom('mailed_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()

/** Revokes every open link that a person has handed over, or that adds an address which they entered. */
export const revokeTokensMadeBy = (db: Db, makerId: string) =>
  db
    .deleteFrom('mailed_tokens')
    .where('made_by', '=', makerId)
    .where('used_at', 'is', null)
    .execute()

/** Revokes every open link that was emailed to an address. @param addresses a query with email */
export const revokeTokensMailedTo = (db: Db, addresses: RawBuilder<unknown>) =>
  sql`
    delete from mailed_tokens using (${addresses}) as former
    where mailed_tokens.email = former.email and used_at is null
  `.execute(db)

/** Finds an unexpired token for this purpose, used or unused, and locks it for the transaction. */
export const findMailedToken = <P extends Purpose>(db: Db, token: string, purpose: P, now: Date) =>
  db
    .selectFrom('mailed_tokens')
    .selectAll()
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .forUpdate()
    .$narrowType<P extends 'choose_password' ? unknown : { email: NotNull }>()
    .executeTakeFirst()

export const markMailedTokenUsed = (db: Db, hash: Buffer, now: Date) =>
  db
    .updateTable('mailed_tokens')
    .set({ used_at: now.toISOString() })
    .where('hash', '=', hash)
    .execute()
