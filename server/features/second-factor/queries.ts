import type { Passkey, SecondFactors } from '#contract/second-factor'
import { loginOf } from '#features/people'
import { findSetting, storeSetting } from '#features/site'
import type { Db } from '#platform/database'
import { isStaff, ROLES } from '#rules/membership'

export const findOwner = (db: Db, userId: string) =>
  db
    .selectFrom('accounts')
    .select(['email', loginOf('accounts').as('login'), 'first_name', 'role', 'date_of_birth'])
    .where('id', '=', userId)
    .executeTakeFirst()

/** Locks a person's row, which serializes changes of their factors. */
export const lockOwner = (db: Db, userId: string) =>
  db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const findTotp = async (db: Db, userId: string): Promise<SecondFactors['totp']> =>
  (await db
    .selectFrom('totp_factors')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? null

export const listPasskeys = (db: Db, userId: string): Promise<Passkey[]> =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

/** True if staff must have a second factor. */
export const isRequiredOfStaff = async (db: Db): Promise<boolean> => {
  return (await findSetting(db, 'staff_second_factor')) === true
}

export const storeRequirement = (db: Db, required: boolean): Promise<void> =>
  storeSetting(db, 'staff_second_factor', required)

/** Number of staff, and number of those without a second factor. */
export const countStaff = async (db: Db): Promise<{ of: number; without: number }> => {
  const counted = await db
    .selectFrom('accounts')
    .select(({ fn }) => [
      fn.countAll<string>().as('of'),
      fn
        .countAll<string>()
        .filterWhere(({ and, exists, not, selectFrom }) =>
          and([
            not(
              exists(
                selectFrom('totp_factors')
                  .select('user_id')
                  .whereRef('totp_factors.user_id', '=', 'accounts.id'),
              ),
            ),
            not(
              exists(
                selectFrom('passkeys')
                  .select('passkeys.id')
                  .whereRef('passkeys.user_id', '=', 'accounts.id'),
              ),
            ),
          ]),
        )
        .as('without'),
    ])
    .where('role', 'in', ROLES.filter(isStaff))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return { of: Number(counted.of), without: Number(counted.without) }
}

/** Removes all second factors. Returns false if there were none. */
export const deleteFactors = async (db: Db, userId: string): Promise<boolean> => {
  const removed = [
    await db.deleteFrom('totp_factors').where('user_id', '=', userId).executeTakeFirst(),
    await db.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst(),
  ]
  await deleteRecoveryCodes(db, userId)
  return removed.some(({ numDeletedRows }) => numDeletedRows > 0n)
}

export const deleteRecoveryCodes = (db: Db, userId: string) =>
  db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
