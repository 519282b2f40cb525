import { CompiledQuery } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import type { CallLimit, Endpoint, Limit } from '#contract/endpoint'
import type { Db } from '#platform/database'
import { DomainError, tooMany } from '#platform/http'
import { createQueuePerKey } from '#platform/queue'

import { networkOf } from './network.ts'
import { findSolved, issueChallenge, SOLUTION_MINUTES } from './proof-of-work.ts'

export type { Limit }
export { issueChallenge, networkOf }

export type Limits = {
  /**
   * Runs a call when fewer than `CALLS_AT_ONCE` of the same person, or network if there is none, are running on this node, uploads
   * apart: one person's calls, waiting for one lock, would otherwise hold every database connection. Throws 429 when too many wait.
   */
  runInTurn: <T>(by: Origin, isUpload: boolean, call: () => Promise<T>) => Promise<T>
  /**
   * Counts a call against the limits that its endpoint declares. Throws 429 above one, with the code `proof_needed` if a proof of
   * work would admit it. Returns a function that uncounts a call that succeeded against the limits of failures.
   */
  takeCall: (declared: Endpoint['limit'], by: Origin) => Promise<() => Promise<void>>
  /** Counts an event against a limit; throws 429 with Retry-After above it. */
  take: (limit: Limit, key: string) => Promise<void>
  /** Resets a counter (a successful sign-in clears earlier failures). */
  forget: (limit: Limit, key: string) => Promise<void>
}

/** Fewer than half of the database connections (DATABASE_POOL); as many as a page needs for its first screen. */
const CALLS_AT_ONCE = 4
const CALLS_WAITING = 100

/** Of a call. */
type Origin = { address: string; userId: string | undefined; proof?: string | undefined }

/** Each solution admits one call. */
const SOLUTIONS: Limit = {
  name: 'solutions',
  points: 1,
  seconds: SOLUTION_MINUTES * 60,
  message: 'This solution has been used.',
}

/** Without a caller, a call is public and counted by network: other combinations do not compile. */
const keyOf = ({ per }: Pick<CallLimit, 'per'>, { address, userId }: Origin): string =>
  per === 'caller' && userId ? userId : networkOf(address)

/**
 * Rate limits across nodes, counted in PostgreSQL; while it is unavailable, and for limits not worth a statement, each node
 * counts separately.
 */
export const createLimits = (db: Db, secret: Uint8Array): Limits => {
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
  const isNewSolution = async (proof: string | undefined): Promise<boolean> => {
    const solved = proof && (await findSolved(secret, proof))
    if (!solved) return false
    return take(SOLUTIONS, solved).then(
      () => true,
      () => false,
    )
  }
  return {
    take,
    runInTurn: (by, isUpload, call) =>
      inTurn(call, `${isUpload ? 'uploads of ' : ''}${keyOf({ per: 'caller' }, by)}`),
    takeCall: async (declared = [], by) => {
      const failures: CallLimit[] = []
      let isProven: boolean | undefined
      for (const limit of [declared].flat()) {
        try {
          await take(limit, keyOf(limit, by))
          if (limit.ofFailures) failures.push(limit)
        } catch (error) {
          if (!limit.orProof || !(error instanceof DomainError)) throw error
          isProven ??= await isNewSolution(by.proof)
          if (!isProven) throw tooMany(error.message, error.retryAfter!, 'proof_needed')
        }
      }
      return async () => {
        for (const limit of failures) await limiterOf(limit).reward(keyOf(limit, by))
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
