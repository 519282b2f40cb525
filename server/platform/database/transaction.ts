import type { Db } from './open-database.ts'
import { retryConflicts } from './retry-conflicts.ts'

const afterwards = new WeakMap<Db, (() => void)[]>()

/**
 * Runs `work` in a transaction, which rolls back if it throws. Inside a transaction, joins it. Retries work that PostgreSQL
 * rolled back because of another transaction, so it must have no effect outside the database except through `afterCommit`.
 * `work` shadows the outer handle on purpose: `transaction(db, async (db) => …)`.
 */
export const transaction = async <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> => {
  if (db.isTransaction) return work(db)
  let then: (() => void)[] = []
  const result = await retryConflicts(() => {
    then = []
    return db.transaction().execute((db) => {
      afterwards.set(db, then)
      return work(db)
    })
  })
  for (const each of then) each()
  return result
}

/** Runs `then` after the commit, and never after a rollback; immediately outside of a transaction. */
export const afterCommit = (db: Db, then: () => void): void => {
  const waiting = afterwards.get(db)
  if (waiting) waiting.push(then)
  else then()
}
