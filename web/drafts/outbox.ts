import { useSyncExternalStore } from 'react'

import { statusOf } from '#web/api'
import type { Session } from '#web/session'

import { localJson } from './local.ts'

/** True for errors of the network, the session and the server, after which an unsent item stays for a later attempt. */
export const isForLater = (error: unknown): boolean => {
  const status = statusOf(error) ?? 0
  return status === 0 || status === 401 || status === 429 || status >= 500
}

const NONE: readonly never[] = []

/**
 * Items to be sent to the server. They are saved in this browser first, so that neither a reload nor a lost network loses them,
 * and all tabs share the list.
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
    /** Adds an item, or replaces the item with the same key. */
    put: (item: T) =>
      store(
        has(keyOf(item))
          ? list().map((each) => (keyOf(each) === keyOf(item) ? item : each))
          : [...list(), item],
      ),
    /** Changes an item if it still exists. */
    patch: (key: string, part: Partial<T>) =>
      store(list().map((each) => (keyOf(each) === key ? { ...each, ...part } : each))),
    remove: (key: string) => store(list().filter((each) => keyOf(each) !== key)),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      // Changed by another tab.
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
