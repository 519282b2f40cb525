import type { Db } from './open-database.ts'

const afterwards = new WeakMap<Db, (() => void)[]>()

/**
 * Runs `work` in one transaction: all of it is stored, or, when it throws, nothing. Inside a transaction it joins that one.
 * `work` shadows the outer handle on purpose: `transaction(db, async (db) => …)`.
 */
export const transaction = async <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> => {
  if (db.isTransaction) return work(db)
  const then: (() => void)[] = []
  const result = await db.transaction().execute((db) => {
    afterwards.set(db, then)
    return work(db)
  })
  for (const each of then) each()
  return result
}

/** Runs `then` once what `db` does is stored, and never when it is not; at once outside of a transaction. */
export const afterCommit = (db: Db, then: () => void): void => {
  const waiting = afterwards.get(db)
  if (waiting) waiting.push(then)
  else then()
}
