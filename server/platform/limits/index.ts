import { CompiledQuery } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import type { Db } from '#platform/database'
import { tooMany } from '#platform/http'

export { networkOf } from './network.ts'

export type Limit = {
  /** Names the limit in its keys. */
  name: string
  points: number
  seconds: number
  message: string
}

export type Limits = {
  /** Counts one event against a limit; throws 429 with Retry-After when it is used up. */
  take: (limit: Limit, key: string) => Promise<void>
  /** Forgets what was counted (a successful sign-in clears the failures before it). */
  forget: (limit: Limit, key: string) => Promise<void>
}

/** Limits that hold across nodes, counted in PostgreSQL; while it is away, each node counts for itself. */
export const createLimits = (db: Db): Limits => {
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
    },
  }
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = ({ name, points, seconds }: Limit) => {
    const known = limiters.get(name)
    if (known) return known
    const settings = { keyPrefix: name, points, duration: seconds }
    const limiter = new RateLimiterPostgres({
      ...settings,
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory(settings),
    })
    limiters.set(name, limiter)
    return limiter
  }
  return {
    take: async (limit, key) => {
      try {
        await limiterOf(limit).consume(key)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw tooMany(limit.message, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
      }
    },
    forget: async (limit, key) => {
      await limiterOf(limit).delete(key)
    },
  }
}
