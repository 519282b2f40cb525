import type { Db } from './open-database.ts'

/**
 * Runs `work` in one transaction: all of it is stored, or, when it throws, nothing. Inside a transaction it joins that one.
 * `work` shadows the outer handle on purpose: `transaction(db, async (db) => …)`.
 */
export const transaction = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)
