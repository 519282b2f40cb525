import type { Db } from '#platform/database'

/**
 * Locks a learner's account, which serializes changes of guardians and consents. Rows that name the account can be stored meanwhile:
 * whoever stores one may hold the lock that this transaction needs next.
 */
export const lockPerson = (db: Db, id: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'first_name', 'email', 'date_of_birth', 'status', 'parent_email'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
