import { isTransactionConflict } from './database-errors.ts'
import type { Db } from './open-database.ts'

const MAX_ATTEMPTS = 3

const afterwards = new WeakMap<Db, (() => void)[]>()

/**
 * Runs `work` in one transaction: all of it is stored, or, when it throws, nothing. Inside a transaction it joins that one.
 * Work that PostgreSQL rolled back for another transaction's sake runs again: it has no effect outside the database but by
 * `afterCommit`.
 * `work` shadows the outer handle on purpose: `transaction(db, async (db) => …)`.
 */
export const transaction = async <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> => {
  if (db.isTransaction) return work(db)
  for (let attempt = 1; ; attempt += 1) {
    const then: (() => void)[] = []
    try {
      const result = await db.transaction().execute((db) => {
        afterwards.set(db, then)
        return work(db)
      })
      for (const each of then) each()
      return result
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTransactionConflict(error)) throw error
    }
  }
}

/** Runs `then` once what `db` does is stored, and never when it is not; at once outside of a transaction. */
export const afterCommit = (db: Db, then: () => void): void => {
  const waiting = afterwards.get(db)
  if (waiting) waiting.push(then)
  else then()
}
