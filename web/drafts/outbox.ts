import { useSyncExternalStore } from 'react'

import type { Session } from '#web/session'

import { localJson } from './local.ts'

const NONE: readonly never[] = []

/**
 * What is on its way to the server. It is saved in this browser before it is sent, so that neither a reload nor a lost network loses
 * it, and all tabs see the same list.
 */
export const createOutbox = <T>(
  name: string,
  keyOf: (item: T) => string,
  storage?: Pick<Session, 'saveUnsent' | 'readUnsent'>,
) => {
  const local = localJson<readonly T[]>(name, storage)
  const listeners = new Set<() => void>()
  const list = (): readonly T[] => local.read() ?? NONE
  const store = (next: readonly T[]) => {
    local.write(next.length > 0 ? next : undefined)
    for (const listener of listeners) listener()
  }
  const has = (key: string) => list().some((item) => keyOf(item) === key)
  return {
    list,
    has,
    /** Adds an item, or replaces the one that has its key. */
    put: (item: T) =>
      store(
        has(keyOf(item))
          ? list().map((each) => (keyOf(each) === keyOf(item) ? item : each))
          : [...list(), item],
      ),
    /** Changes an item that is still there. */
    patch: (key: string, part: Partial<T>) =>
      store(list().map((each) => (keyOf(each) === key ? { ...each, ...part } : each))),
    remove: (key: string) => store(list().filter((each) => keyOf(each) !== key)),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      // Another tab has changed it.
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}

export const useOutbox = <T>({
  subscribe,
  list,
}: Pick<ReturnType<typeof createOutbox<T>>, 'subscribe' | 'list'>) =>
  useSyncExternalStore(subscribe, list, () => NONE)
