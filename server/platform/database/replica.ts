import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import { newTrace, withTrace } from '#platform/trace'

import type { Connection } from './connection.ts'
import { isDatabaseAway, isRecoveryConflict } from './database-errors.ts'
import type { Log } from './log.ts'
import { type Db, openDatabase } from './open-database.ts'
import { readOnly } from './read-only.ts'

/** Maximum staleness of a read with `recently`: a replica may still show removed content for this long. */
const REPLICA_MAY_LAG_MS = 2000

/** Interval of replica checks: four before it counts as behind. */
const EVERY_MS = 500
const LOOK_AGAIN_MS = 10

/** Longer than any read for a page; a replica on a dead machine does not even refuse connections. */
const QUERY_TIMEOUT_MS = 5000

type ReplicaState = 'none' | 'in use' | 'behind'

export type Replica = {
  /**
   * Runs a read on the replica, or on the primary if there is no replica, it lags, or it fails.
   * @param asOf `recently` allows staleness up to REPLICA_MAY_LAG_MS; `now` includes everything committed before the call
   */
  read: <T>(asOf: 'recently' | 'now', work: (db: Db) => Promise<T>) => Promise<T>
  state: () => ReplicaState
  close: () => Promise<void>
}

/** For a site without a replica: reads everything from the primary. */
export const noReplica = (primary: Db): Replica => {
  const db = readOnly(primary)
  return { read: (_asOf, work) => work(db), state: () => 'none', close: async () => {} }
}

/**
 * Tracks a replica (a streaming standby) of the primary. The node keeps writing a number to the primary; a replica that shows it
 * has all earlier commits, and is a replica of this primary (decisions/0062).
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

  /** Time up to which the replica is known to be complete, by performance.now(). */
  let hasAllUntil = -Infinity
  const isRecent = () => performance.now() - hasAllUntil <= REPLICA_MAY_LAG_MS

  /** Returns true if the replica gets everything committed so far within the allowed lag. */
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
    else log.warn({ why }, 'The replica is unavailable or lagging: reading from the primary.')
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

/** Counters in a row per node, under an id unique across databases. */
const createMarks = (primary: Db) => {
  const node = randomUUID()
  let last = 0
  return {
    /** Deletes rows of former nodes. */
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
