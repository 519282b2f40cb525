import { namesAtHomeOf } from '#features/family'
import type { Db } from '#platform/database'

/** Names and ages of an author and readers, each with the names in their household, in one statement. Ordered by id. */
export const listWithHousehold = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('accounts')
    .select(({ ref }) => [
      'id',
      'first_name',
      'last_name',
      'date_of_birth',
      'declared_adult',
      namesAtHomeOf(ref('accounts.id')).as('at_home'),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
