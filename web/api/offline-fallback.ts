import type { QueryCache } from '@tanstack/react-query'

import { deleteReply, saveReply, cachedReply } from '#web/offline'

import { statusOf } from './error.ts'

// A device that keeps nothing, as in private windows, goes on without.
const quietly = <T>(what: Promise<T>): Promise<T | undefined> => what.catch(() => undefined)

type Seen = { queryCache: QueryCache; isKept: (queryKey: readonly unknown[]) => boolean }

const kept = new WeakSet<QueryCache>()

/** Keeps from now on what the cache learns, be it asked for or the reply to a change. */
const keepAll = ({ queryCache, isKept }: Seen) => {
  if (kept.has(queryCache)) return
  kept.add(queryCache)
  queryCache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey, queryHash, state } = event.query
    if (isKept(queryKey)) void quietly(saveReply(queryHash, state.data))
  })
}

/** Asks; where there is no network, the answer is what was last seen on this device. */
export const withOfflineFallback = async <R>(
  seen: Seen,
  key: string,
  ask: () => Promise<R>,
): Promise<R> => {
  keepAll(seen)
  try {
    return await ask()
  } catch (error) {
    const status = statusOf(error)
    if (status !== undefined && status >= 400 && status < 500) void quietly(deleteReply(key))
    const last = status === 0 ? await quietly(cachedReply(key)) : undefined
    if (last === undefined) throw error
    return last as R
  }
}
