import type { Db } from '#platform/database'
import { hashOf, newCode } from '#platform/one-time-token'

const HOW_MANY = 10
/** 80 bits: its hash cannot be reversed by guessing. */
const LETTERS = 16

const inFours = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

/** Normalizes a typed code to its stored form. */
const bareOf = (typed: string) =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** Creates a person's codes, replacing earlier ones. */
export const createRecoveryCodes = async (db: Db, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: HOW_MANY }, () => newCode(LETTERS))
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(code) })))
    .execute()
  return codes.map(inFours)
}

export const countRecoveryCodes = async (db: Db, userId: string): Promise<number> => {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Returns true and consumes the code if it is one of the person's unused ones. */
export const consumeRecoveryCode = async (
  db: Db,
  userId: string,
  typed: string,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now.toISOString() })
    .where('hash', '=', hashOf(bareOf(typed)))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
