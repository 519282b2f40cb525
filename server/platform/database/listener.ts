import { setTimeout as sleep } from 'node:timers/promises'

import { Client, escapeIdentifier } from 'pg'

import { clientConfig, type Connection } from './connection.ts'
import type { Log } from './log.ts'

/** Stops listening; idempotent. */
export type Unlisten = () => Promise<void>

export type Listener = {
  /**
   * Calls `handler` with the payload of each NOTIFY on `channel`, from when the promise resolves until the returned function is
   * called. While disconnected it resolves immediately, and listens again from `onGap` on.
   */
  listen: (channel: string, handler: (payload: string) => void) => Promise<Unlisten>
  /** Sends a notification without a payload; does nothing while disconnected. */
  notify: (channel: string) => Promise<void>
  isListening: () => boolean
  close: () => Promise<void>
}

const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5000
/** Interval of checks whether the server still responds: it may have died silently. */
const LOOK_EVERY_MS = 5000
const ANSWERS_WITHIN_MS = 5000

/**
 * Listens to PostgreSQL notifications on a separate connection, and reconnects with growing delays when it is lost. Resolves when
 * it is first connected.
 *
 * @param onGap Called after a reconnect: notifications may have been missed, so in-memory state must be dropped.
 */
export const openListener = async (options: {
  connection: Connection
  log: Log
  onGap: () => void
  lookEveryMs?: number
}): Promise<Listener> => {
  const { log, onGap, lookEveryMs = LOOK_EVERY_MS } = options
  const channels = new Map<string, Set<{ handler: (payload: string) => void }>>()
  const closing = new AbortController()
  let client: Client | undefined

  /** Resolves when connected, to a promise of the connection's end (inside an object, because nested promises are flattened). */
  const connect = async (): Promise<{ end: Promise<void> }> => {
    const fresh = new Client({
      ...clientConfig(options.connection, 5000),
      query_timeout: ANSWERS_WITHIN_MS,
    })
    const end = new Promise<void>((resolve) => {
      fresh.on('error', () => resolve())
      fresh.on('end', () => resolve())
    })
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const { handler } of channels.get(channel) ?? []) handler(payload)
    })
    try {
      await fresh.connect()
      client = fresh
      for (const channel of channels.keys()) await listenOn(fresh, channel)
    } catch (error) {
      client = undefined
      await fresh.end().catch(() => {})
      throw error
    }
    return { end }
  }

  const reconnect = async (): Promise<{ end: Promise<void> } | undefined> => {
    for (let delay = FIRST_DELAY_MS; ; delay = Math.min(LONGEST_DELAY_MS, delay * 2)) {
      await sleep(delay, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return undefined
      try {
        const connected = await connect()
        onGap()
        return connected
      } catch (error) {
        log.debug({ err: error }, 'Cannot listen to the database yet.')
      }
    }
  }

  const stayConnected = async (first: { end: Promise<void> }): Promise<void> => {
    for (
      let connected: typeof first | undefined = first;
      connected;
      connected = await reconnect()
    ) {
      await connected.end
      client = undefined
      if (!closing.signal.aborted) log.warn('The connection for notifications was lost.')
    }
  }
  const look = async (): Promise<void> => {
    const looked = client
    if (!looked) return
    await queryInTurn(looked, 'SELECT 1').catch(async () => {
      if (client === looked) client = undefined
      await looked.end()
    })
  }
  const staying = stayConnected(await connect())
  const looking = setInterval(() => void look(), lookEveryMs).unref()

  return {
    listen: async (channel, handler) => {
      const listeners = channels.get(channel) ?? new Set()
      const listening = { handler }
      channels.set(channel, listeners.add(listening))
      // Only while connected: connecting listens on all channels with handlers.
      if (client) await listenOn(client, channel)
      return async () => {
        if (!listeners.delete(listening) || listeners.size > 0) return
        channels.delete(channel)
        // A lost connection listens to nothing.
        if (client)
          await queryInTurn(client, `UNLISTEN ${escapeIdentifier(channel)}`).catch(() => {})
      }
    },
    notify: async (channel) => {
      if (client) await queryInTurn(client, `NOTIFY ${escapeIdentifier(channel)}`)
    },
    isListening: () => client !== undefined,
    close: async () => {
      closing.abort()
      clearInterval(looking)
      await client?.end()
      await staying
    },
  }
}

const listenOn = (client: Client, channel: string) =>
  queryInTurn(client, `LISTEN ${escapeIdentifier(channel)}`)

const lastQueries = new WeakMap<Client, Promise<unknown>>()

/** Sends a query once those before it have been answered: pg 9 refuses to queue them itself. */
const queryInTurn = (client: Client, text: string): Promise<unknown> => {
  const before = lastQueries.get(client) ?? Promise.resolve()
  const query = before.catch(() => {}).then(() => client.query(text))
  lastQueries.set(client, query)
  return query
}
