import { endSessions } from '#features/auth'
import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import { notFound } from '#platform/http'

import { deleteFactors } from './queries.ts'

/**
 * Removes all second factors and ends the sessions, which also excludes the finder of a lost device. `db` is a transaction.
 * @throws notFound if there is nothing to remove
 */
export const resetSecondFactor = async (
  db: Db,
  { userId, actorId, address }: { userId: string; actorId: string | null; address: string | null },
  now: Date,
): Promise<void> => {
  if (!(await deleteFactors(db, userId))) throw notFound()
  await endSessions(db, userId, {}, now)
  await recordAudit(db, { actorId, subjectId: userId, action: 'second_factor_lifted', address })
}

/**
 * Implements `npm run admin -- address --lost-second-factor`, for an admin whom no other admin can help. @returns a description
 * of the outcome
 */
export const resetSecondFactorByEmail = (db: Db, email: string, now: Date): Promise<string> =>
  transaction(db, async (db) => {
    const person = await db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    if (!person) throw notFound(`There is no account for ${email}.`)
    await resetSecondFactor(db, { userId: person.id, actorId: null, address: null }, now)
    return `${email} now signs in with the password alone, and every session has ended.`
  })
