import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import { newTrace, withTrace } from '#platform/trace'

import type { Connection } from './connection.ts'
import { isDatabaseAway, isRecoveryConflict } from './database-errors.ts'
import type { Log } from './log.ts'
import { type Db, openDatabase } from './open-database.ts'
import { readOnly } from './read-only.ts'

/** How old what is read `recently` may be: for so long a replica may go on showing what was taken down. */
const REPLICA_MAY_LAG_MS = 2000

/** How often the replica is looked at: four times before it counts as behind. */
const EVERY_MS = 500
const LOOK_AGAIN_MS = 10

/** Longer than any read for a page; a replica whose machine is gone does not even refuse. */
const QUERY_TIMEOUT_MS = 5000

type ReplicaState = 'none' | 'in use' | 'behind'

export type Replica = {
  /**
   * Runs a read on the replica, or on the primary where there is no replica, it lags, or it fails meanwhile.
   * @param asOf `recently`: it may be as old as REPLICA_MAY_LAG_MS; `now`: it has all that was committed before the call
   */
  read: <T>(asOf: 'recently' | 'now', work: (db: Db) => Promise<T>) => Promise<T>
  state: () => ReplicaState
  close: () => Promise<void>
}

/** For a site without one: all is read from the primary. */
export const noReplica = (primary: Db): Replica => {
  const db = readOnly(primary)
  return { read: (_asOf, work) => work(db), state: () => 'none', close: async () => {} }
}

/**
 * Follows a replica (a streaming standby) of the primary. The node keeps writing a number to the primary; the replica that
 * shows it has all that was committed before, and is this primary's and nothing else (decisions/0062).
 */
export const openReplica = (options: {
  primary: Db
  connection: Connection
  poolSize: number
  log: Log
}): Replica => {
  const { log } = options
  const primary = readOnly(options.primary)
  const pool = openDatabase({ ...options, isPrimary: false, queryTimeoutMs: QUERY_TIMEOUT_MS })
  const replica = readOnly(pool)
  const marks = createMarks(options.primary)
  const closing = new AbortController()

  /** The latest moment of which the replica is known to have everything, by performance.now(). */
  let hasAllUntil = -Infinity
  const isRecent = () => performance.now() - hasAllUntil <= REPLICA_MAY_LAG_MS

  /** Whether the replica has, in good time, all that is committed now. */
  const catchesUp = async (): Promise<boolean> => {
    const asked = performance.now()
    const number = await marks.write()
    while (!closing.signal.aborted && performance.now() - asked < REPLICA_MAY_LAG_MS) {
      if ((await marks.readFrom(replica)) >= number) {
        hasAllUntil = Math.max(hasAllUntil, asked)
        return true
      }
      await sleep(LOOK_AGAIN_MS)
    }
    return false
  }

  let told: ReplicaState | undefined
  const tell = (state: ReplicaState, why?: string) => {
    if (state === told) return
    told = state
    if (state === 'in use') log.info('The replica is in use.')
    else log.warn({ why }, 'The replica is away or behind: the primary is read instead.')
  }

  const follow = async () => {
    await withTrace(newTrace({ job: 'replica' }), marks.forgetOld).catch(() => {})
    while (!closing.signal.aborted) {
      try {
        tell((await withTrace(newTrace({ job: 'replica' }), catchesUp)) ? 'in use' : 'behind')
      } catch (error) {
        tell('behind', error instanceof Error ? error.message : String(error))
      }
      await sleep(EVERY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const following = follow()

  return {
    read: async (asOf, work) => {
      const isUsable = isRecent() && (asOf === 'recently' || (await catchesUp().catch(() => false)))
      if (!isUsable) return work(primary)
      try {
        return await work(replica)
      } catch (error) {
        if (isDatabaseAway(error)) hasAllUntil = -Infinity
        else if (!isRecoveryConflict(error)) throw error
        return work(primary)
      }
    },
    state: () => (isRecent() ? 'in use' : 'behind'),
    close: async () => {
      closing.abort()
      await following
      await pool.destroy()
    },
  }
}

/** Numbers that count up in a row of this node's own: a name that no other database has. */
const createMarks = (primary: Db) => {
  const node = randomUUID()
  let last = 0
  return {
    /** Those of nodes that are no more. */
    forgetOld: () =>
      primary
        .deleteFrom('replica_marks')
        .where('marked_at', '<', sql<string>`now() - interval '1 day'`)
        .execute(),
    write: async (): Promise<number> => {
      last += 1
      const number = last
      await primary
        .insertInto('replica_marks')
        .values({ node, number })
        .onConflict((conflict) =>
          conflict.column('node').doUpdateSet(({ fn, ref }) => ({
            number: fn('greatest', [ref('replica_marks.number'), ref('excluded.number')]),
            marked_at: sql<string>`now()`,
          })),
        )
        .execute()
      return number
    },
    readFrom: async (db: Db): Promise<number> => {
      const row = await db
        .selectFrom('replica_marks')
        .select('number')
        .where('node', '=', node)
        .executeTakeFirst()
      return row?.number ?? 0
    },
  }
}
