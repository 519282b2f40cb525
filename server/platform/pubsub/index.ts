import type { Logger } from 'pino'

import { type Connection, openListener, type Unlisten } from '#platform/database'

export type PubSub = {
  /**
   * Subscribes to a channel on which any node, or a database trigger, publishes (PostgreSQL NOTIFY). `onGap` runs after the
   * connection was lost: state derived from events must then be dropped. Resolves to the function that unsubscribes.
   */
  on: (channel: string, handler: (payload: string) => void, onGap: () => void) => Promise<Unlisten>
  /** Publishes to every node. May be lost during a disconnect, so subscribers must also poll. */
  notify: (channel: string) => Promise<void>
  /** False while notifications may be lost. */
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
