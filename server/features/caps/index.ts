import type { Db } from '#platform/database'

/**
 * For bounds on how many of something a person may have: until the transaction ends, whoever else asks this for the same
 * person waits, so that what is counted after it stays so. `db` is a transaction.
 */
export const holdPerson = (db: Db, personId: string) =>
  db.selectFrom('users').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
