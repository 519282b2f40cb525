import { randomUUID } from 'node:crypto'

import { sql, type Updateable } from 'kysely'

import type { DB, Db } from '#platform/database'
import { conflict } from '#platform/http'

// A run applies an import in one transaction (decisions/0095). Its progress is stored outside of that transaction, and so is its end
// if an admin cancels it.

/** An admin canceled the run. */
export class Canceled extends Error {}

/** Starts a run of an import that is ready, and returns its id. `db` is a transaction. */
export const startRun = async (
  db: Db,
  importId: string,
  how: { suspend_missing: boolean },
): Promise<string> => {
  const run = randomUUID()
  await db
    .updateTable('roster_imports')
    .set({ ...how, state: 'applying', problem: null, run, done: 0, total: 1 })
    .where('id', '=', importId)
    .execute()
  return run
}

/** Jobs of the version before have no id of their run. */
type Run = { importId: string; run?: string }

/** False once the run is canceled, or has ended. */
export const isRunning = async (db: Db, { importId, run }: Run): Promise<boolean> => {
  const found = await db
    .selectFrom('roster_imports')
    .select('id')
    .where('id', '=', importId)
    .where('state', '=', 'applying')
    .where('run', 'is not distinct from', run ?? null)
    .executeTakeFirst()
  return found !== undefined
}

const change = async (
  db: Db,
  { importId, run }: Run,
  values: Updateable<DB['roster_imports']>,
): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('roster_imports')
    .set(values)
    .where('id', '=', importId)
    .where('state', '=', 'applying')
    .where('run', 'is not distinct from', run ?? null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Canceled()
}

/** Stores the progress of a run, outside of its transaction. @throws Canceled */
export const storeProgress = (
  db: Db,
  run: Run,
  progress: { done: number; total: number },
): Promise<void> => change(db, run, progress)

/** Ends a run within its transaction: either this commits or an admin has canceled it. @throws Canceled */
export const endRun = (
  db: Db,
  run: Run,
  result:
    | { state: 'applied'; applied_at: string }
    | { state: 'ready'; problem: string; fingerprint: string },
): Promise<void> => change(db, run, result)

/** Cancels the run of an import, which is then as before it. `db` is a transaction. @throws conflict if none is running */
export const cancelRun = async (db: Db, importId: string): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('roster_imports')
    .set({
      state: 'ready',
      problem: 'Applying this was cancelled. Nothing has changed.',
      run: null,
    })
    .where('id', '=', importId)
    .where('state', '=', 'applying')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('This import is not being applied any more.')
}

/** Marks a transaction as the one that works on an import, until it ends. Waits for the one before it. */
export const markWork = (db: Db, importId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('roster-import'), hashtext(${importId}))`.execute(db)

/** Interrupts the statement of the transaction that works on an import, on any node. It finds out that it is not wanted any more. */
export const interruptWork = (db: Db, importId: string) =>
  sql`
    select pg_cancel_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
      and classid = hashtext('roster-import')::oid and objid = hashtext(${importId})::oid
  `.execute(db)
