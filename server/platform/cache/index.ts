import { LRUCache } from 'lru-cache'

/** Maximum cache size per node, in UTF-16 code units. */
const ROOM = 16 * 1024 * 1024
const SLOT_MS = 15 * 60_000

type CachedReply = { value: unknown; size: number }

/** A node's cache, keyed by the version of each value's sources. */
export type Cache = {
  /**
   * Returns the cached value of a key, or computes it; concurrent calls share one computation. Keys contain the version of their
   * sources, so nothing is invalidated: the least recently used entries are evicted.
   * @param sizeOf size of a value in UTF-16 code units
   */
  getOrCreate: <T>(key: string, sizeOf: (value: T) => number, make: () => Promise<T>) => Promise<T>
}

export const createCache = (): Cache => {
  const store = new LRUCache<string, CachedReply, () => Promise<CachedReply>>({
    maxSize: ROOM,
    sizeCalculation: ({ size }) => size,
    // Callers that wait for a value get it, also if its place is needed meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => context(),
  })
  return {
    getOrCreate: async <T>(key: string, sizeOf: (value: T) => number, make: () => Promise<T>) => {
      const entry = await store.forceFetch(key, {
        context: async () => {
          const value = await make()
          return { value, size: Math.max(1, sizeOf(value)) }
        },
      })
      return entry.value as T
    },
  }
}

/** Number of the quarter of an hour. Days start on a quarter in every time zone, so nobody's day or week changes within one. */
export const timeSlot = (now: Date): number => Math.floor(now.getTime() / SLOT_MS)

/** End of the next quarter of an hour: time-dependent values expire there, and are cached no longer. */
export const endOfNextSlot = (now: Date): Date => new Date((timeSlot(now) + 2) * SLOT_MS)
