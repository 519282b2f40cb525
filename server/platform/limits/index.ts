import { CompiledQuery } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import type { CallLimit, Endpoint, Limit } from '#contract/endpoint'
import type { Db } from '#platform/database'
import { tooMany } from '#platform/http'
import { createQueuePerKey } from '#platform/queue'

import { networkOf } from './network.ts'

export type { Limit }
export { networkOf }

export type Limits = {
  /**
   * Runs a call when fewer than `CALLS_AT_ONCE` of its line are running on this node: one person's calls, waiting for one lock,
   * would otherwise hold every database connection. Throws 429 when too many wait.
   */
  runInTurn: <T>(line: string, call: () => Promise<T>) => Promise<T>
  /** Counts a call against the limits that its endpoint declares. */
  takeCall: (
    declared: Endpoint['limit'],
    by: { address: string; userId: string | undefined },
  ) => Promise<void>
  /** Uncounts a call that succeeded against the limits of failures. */
  giveBackCall: Limits['takeCall']
  /** Counts an event against a limit; throws 429 with Retry-After above it. */
  take: (limit: Limit, key: string) => Promise<void>
  /** Resets a counter (a successful sign-in clears earlier failures). */
  forget: (limit: Limit, key: string) => Promise<void>
}

/** Fewer than half of the database connections (DATABASE_POOL); as many as a page needs for its first screen. */
const CALLS_AT_ONCE = 4
const CALLS_WAITING = 100

/** Without a caller, a call is public and counted by network: other combinations do not compile. */
const keyOf = (
  { per }: Pick<CallLimit, 'per'>,
  { address, userId }: { address: string; userId: string | undefined },
): string => (per === 'caller' && userId ? userId : networkOf(address))

/**
 * Rate limits across nodes, counted in PostgreSQL; while it is unavailable, and for limits not worth a statement, each node
 * counts separately.
 */
export const createLimits = (db: Db): Limits => {
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
    },
  }
  const createLimiter = ({ name, points, seconds, counted }: Limit) => {
    const settings = { keyPrefix: name, points, duration: seconds }
    const memory = new RateLimiterMemory(settings)
    if (counted === 'here') return memory
    return new RateLimiterPostgres({
      ...settings,
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: memory,
    })
  }
  const inTurn = createQueuePerKey({
    concurrency: CALLS_AT_ONCE,
    maxWaiting: CALLS_WAITING,
    full: () => tooMany('Too many requests at once. Please try again in a moment.', 1),
  })
  const limiters = new Map<string, ReturnType<typeof createLimiter>>()
  const limiterOf = (limit: Limit) => {
    const limiter = limiters.get(limit.name) ?? createLimiter(limit)
    limiters.set(limit.name, limiter)
    return limiter
  }
  const take: Limits['take'] = async (limit, key) => {
    try {
      await limiterOf(limit).consume(key)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      throw tooMany(limit.message, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
    }
  }
  return {
    take,
    runInTurn: (line, call) => inTurn(call, line),
    takeCall: async (declared = [], { address, userId }) => {
      for (const limit of [declared].flat()) await take(limit, keyOf(limit, { address, userId }))
    },
    giveBackCall: async (declared = [], by) => {
      for (const limit of [declared].flat()) {
        if (limit.ofFailures) await limiterOf(limit).reward(keyOf(limit, by))
      }
    },
    forget: async (limit, key) => {
      await limiterOf(limit).delete(key)
    },
  }
}

/** Deletes expired counters. */
export const deleteExpiredLimits = (db: Db, now: Date) =>
  db.deleteFrom('rate_limits').where('expire', '<', now.getTime()).execute()
