import type { Logger } from 'pino'

import { type Connection, openListener, type Unlisten } from '#platform/database'

export type PubSub = {
  /**
   * Hears what any node, or a trigger in the database, says on a channel (PostgreSQL NOTIFY). `onGap` runs after the
   * connection was lost for a while: whatever was derived from events must then be forgotten. Resolves to what ends both.
   */
  on: (channel: string, handler: (payload: string) => void, onGap: () => void) => Promise<Unlisten>
  /** Tells every node; lost where a connection is, so whoever hears must look for themselves now and then. */
  notify: (channel: string) => Promise<void>
  /** False while notices may be missed. */
  isListening: () => boolean
  close: () => Promise<void>
}

export const openPubSub = async (connection: Connection, log: Logger): Promise<PubSub> => {
  const gapHandlers = new Set<{ onGap: () => void }>()
  const listener = await openListener({
    connection,
    log,
    onGap: () => {
      for (const each of gapHandlers) each.onGap()
    },
  })
  return {
    on: async (channel, handler, onGap) => {
      const each = { onGap }
      gapHandlers.add(each)
      const unlisten = await listener.listen(channel, handler)
      return () => {
        gapHandlers.delete(each)
        return unlisten()
      }
    },
    notify: listener.notify,
    isListening: listener.isListening,
    close: listener.close,
  }
}
