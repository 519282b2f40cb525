import { sql } from 'kysely'
import { type Client, DatabaseError } from 'pg'

import { CannotStart } from './cannot-start.ts'
import type { Db } from './open-database.ts'
import { transaction } from './transaction.ts'

// A backup copies the files of a moment that is past by then: what one of its rows names must not be removed before it is copied.

/** Any number, the same in every node: "Removals" in ASCII. */
const LOCK = '5937272009252760691'

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Keeps files from being removed until the connection ends. Waits for removals under way, `patience` ms.
 * @throws CannotStart where another connection holds them already
 */
export const blockFileRemoval = async (client: Client, patience = 10_000): Promise<void> => {
  try {
    await client.query(`SET lock_timeout = ${patience}`)
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query('SET lock_timeout = 0')
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE)
      throw new CannotStart('Another backup of this site is being made.')
    throw error
  }
}

/**
 * Runs `work`, which says in its transaction that files are to go, unless removals are held: then it is undefined, and for another
 * time. A backup that begins meanwhile waits, and sees what `work` has stored.
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
