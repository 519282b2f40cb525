import type { ServerResponse } from 'node:http'

import type { FastifyReply } from 'fastify'

export type OpenStream = {
  /** @param id returned by the browser as Last-Event-ID when it reconnects */
  send: (event: string, data: unknown, id: string) => void
  end: () => void
  /** Registers a callback for the end of the stream, from either side. */
  onEnd: (then: () => void) => void
}

const PING_MS = 20_000
/** Browsers reconnect after this time: the session may have ended without a notification. */
const LONGEST_MS = 30 * 60_000
/** Unread bytes above which a browser counts as stalled. */
const MAX_UNREAD = 64 * 1024
/** In ms, randomized: browsers that lost a node at the same moment reconnect at different ones. */
const RETRY_MS = { least: 500, most: 4000 }

/**
 * Streams that stay open as long as a page. With thousands of them, each must cost little more than its socket: one timer sends
 * all pings, and nothing of the request is retained.
 */
export const createOpenStreams = () => {
  const open = new Map<ServerResponse, { until: number; onEnd: (() => void)[] }>()

  const timer = setInterval(() => {
    const now = Date.now()
    for (const [raw, { until }] of open) {
      // An ended stream whose client reads nothing never finishes by itself.
      if (raw.writableEnded || raw.writableLength > MAX_UNREAD) raw.destroy()
      else if (until <= now) raw.end()
      else raw.write(': \n\n')
    }
  }, PING_MS).unref()

  return {
    /** Replies with a stream. */
    begin: (reply: FastifyReply): OpenStream => {
      reply.hijack()
      const { raw } = reply
      const { least, most } = RETRY_MS
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // A stopping node waits for connections, not only for their requests.
        connection: 'close',
      })
      raw.write(`retry: ${Math.round(least + Math.random() * (most - least))}\n\n`)
      const onEnd: (() => void)[] = []
      open.set(raw, { until: Date.now() + LONGEST_MS * (0.8 + Math.random() * 0.2), onEnd })
      raw.once('close', () => {
        open.delete(raw)
        for (const each of onEnd) each()
      })
      return {
        send: (event, data, id) => {
          if (raw.writableEnded) return
          if (raw.writableLength > MAX_UNREAD) raw.destroy()
          else raw.write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
        },
        end: () => raw.end(),
        onEnd: (then) => {
          if (raw.closed) then()
          else onEnd.push(then)
        },
      }
    },
    /** Ends all streams: browsers reconnect, to another node if this one is stopping. */
    endAll: () => {
      for (const raw of open.keys()) raw.end()
    },
    close: () => {
      clearInterval(timer)
      for (const raw of open.keys()) {
        if (raw.writableLength > 0) raw.destroy()
        else raw.end()
      }
    },
  }
}
