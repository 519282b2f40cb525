import type { Logger } from 'pino'

import { openListener } from '#platform/database'
import type { Connection } from '#platform/database'

export type Events = {
  /**
   * Hears what any node, or a trigger in the database, says on a channel (PostgreSQL NOTIFY). `onGap` runs after the
   * connection was lost for a while: whatever was derived from events must then be forgotten.
   */
  on: (channel: string, handler: (payload: string) => void, onGap: () => void) => Promise<void>
  /** False while notices may be missed. */
  isListening: () => boolean
  close: () => Promise<void>
}

export const openEvents = async (connection: Connection, log: Logger): Promise<Events> => {
  const gapHandlers: (() => void)[] = []
  const listener = await openListener({
    connection,
    log,
    onGap: () => {
      for (const handler of gapHandlers) handler()
    },
  })
  return {
    on: (channel, handler, onGap) => {
      gapHandlers.push(onGap)
      return listener.listen(channel, handler)
    },
    isListening: listener.isListening,
    close: listener.close,
  }
}
