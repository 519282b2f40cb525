import type { QueryCache } from '@tanstack/react-query'

import { deleteReply, saveReply, cachedReply } from '#web/offline'

import { statusOf } from './error.ts'

// Ignores failures of storage, for example in private windows.
const quietly = <T>(what: Promise<T>): Promise<T | undefined> => what.catch(() => undefined)

type Seen = { queryCache: QueryCache; isKept: (queryKey: readonly unknown[]) => boolean }

const kept = new WeakSet<QueryCache>()

/** Starts saving everything that enters the cache, from queries and mutations. */
const saveAll = ({ queryCache, isKept }: Seen) => {
  if (kept.has(queryCache)) return
  kept.add(queryCache)
  queryCache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey, queryHash, state } = event.query
    if (isKept(queryKey)) void quietly(saveReply(queryHash, state.data))
  })
}

/** Runs the query; without a network, returns the reply last saved on this device. */
export const withOfflineFallback = async <R>(
  seen: Seen,
  key: string,
  ask: () => Promise<R>,
): Promise<R> => {
  saveAll(seen)
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
