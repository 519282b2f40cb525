import { LRUCache } from 'lru-cache'

/** UTF-16 units of all that a node keeps. */
const ROOM = 16 * 1024 * 1024
const SLOT_MS = 15 * 60_000

type CachedReply = { value: unknown; size: number }

/** What a node has made before, by the version of all that it was made of. */
export type Cache = {
  /**
   * Returns what is kept under a key, or makes it; many who ask at once share one making. A key names the version of its
   * sources, so nothing is ever invalidated: what was not asked for the longest goes first.
   * @param sizeOf UTF-16 units that a value takes
   */
  getOrCreate: <T>(key: string, sizeOf: (value: T) => number, make: () => Promise<T>) => Promise<T>
}

export const createCache = (): Cache => {
  const store = new LRUCache<string, CachedReply, () => Promise<CachedReply>>({
    maxSize: ROOM,
    sizeCalculation: ({ size }) => size,
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

/** The quarter of an hour of a moment. Days begin at one in every time zone: within it, nobody's day or week changes. */
export const timeSlot = (now: Date): number => Math.floor(now.getTime() / SLOT_MS)

/** When a quarter of an hour and the rest of the present one have passed: what ends with time ends there, and is not kept longer. */
export const endOfNextSlot = (now: Date): Date => new Date((timeSlot(now) + 2) * SLOT_MS)
