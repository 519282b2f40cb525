import type { Db } from '#platform/database'

/** Locks a learner's account, which serializes changes of guardians and consents. */
export const lockPerson = (db: Db, id: string) =>
  db
    .selectFrom('accounts')
    .select([
      'id',
      'first_name',
      'email',
      'date_of_birth',
      'status',
      'parent_email',
      'consent_wait_from',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
