import type { Db } from '#platform/database'
import { hashOf, newToken } from '#platform/one-time-token'

export type Purpose = 'verify_email' | 'reset_password' | 'choose_password' | 'consent'

const VALID_HOURS = {
  verify_email: 48,
  reset_password: 1,
  choose_password: 24 * 14,
  consent: 24 * 7,
} satisfies Record<Purpose, number>

/** Maximum number of open links of one kind; beyond it, the oldest become invalid. */
const MAX_OPEN = 5

/**
 * Creates a one-time token for an emailed link; only its hash is stored. Earlier links remain valid: otherwise, anyone who knows
 * an address could prevent its owner from ever using one.
 */
export const issueMailedToken = async (
  db: Db,
  to: { userId: string; email: string },
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

/** Finds an unexpired token for this purpose, used or unused, and locks it for the transaction. */
export const findMailedToken = (db: Db, token: string, purpose: Purpose, now: Date) =>
  db
    .selectFrom('mailed_tokens')
    .selectAll()
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .forUpdate()
    .executeTakeFirst()

export const markMailedTokenUsed = (db: Db, hash: Buffer, now: Date) =>
  db
    .updateTable('mailed_tokens')
    .set({ used_at: now.toISOString() })
    .where('hash', '=', hash)
    .execute()
