import { sql } from 'kysely'
import { type Client, DatabaseError } from 'pg'

import { CannotStart } from './cannot-start.ts'
import type { Db } from './open-database.ts'
import { transaction } from './transaction.ts'

// A backup copies the files of a past snapshot: a file named by one of its rows must not be deleted before it is copied.

/** An arbitrary number, the same on every node: "Removals" in ASCII. */
const LOCK = '5937272009252760691'

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Pauses file deletion until the connection ends. Waits up to `patience` ms for deletions in progress.
 * @throws CannotStart if another connection already pauses it
 */
export const blockFileRemoval = async (client: Client, patience = 10_000): Promise<void> => {
  try {
    await client.query(`SET lock_timeout = ${patience}`)
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query('SET lock_timeout = 0')
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE)
      throw new CannotStart('Another backup of this site is in progress.')
    throw error
  }
}

/**
 * Runs `work`, whose transaction marks files for deletion, unless deletion is paused: then returns undefined, to try again later.
 * A backup that starts meanwhile waits, and sees the changes of `work`.
 */
export const unlessRemovalIsBlocked = <T>(
  db: Db,
  work: (db: Db) => Promise<T>,
): Promise<T | undefined> =>
  transaction(db, async (db) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${sql.lit(LOCK)}::bigint) as free`.execute(db)
    return rows[0]!.free ? work(db) : undefined
  })
