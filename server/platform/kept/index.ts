import { LRUCache } from 'lru-cache'

/** UTF-16 units of all that a node keeps. */
const ROOM = 16 * 1024 * 1024

/**
 * What a node has answered, by the name of the state that it was made of: an old state's name is never asked for again,
 * so nothing has to be thrown away by hand. What was not asked for the longest goes first.
 * @param lengthOf how much room an answer takes
 */
export const createKept = <T extends object>(lengthOf: (answer: T) => number) => {
  const kept = new LRUCache<string, T>({ maxSize: ROOM, sizeCalculation: lengthOf })
  return async (name: string, make: () => Promise<T>): Promise<T> => {
    const known = kept.get(name)
    if (known) return known
    const made = await make()
    kept.set(name, made)
    return made
  }
}
