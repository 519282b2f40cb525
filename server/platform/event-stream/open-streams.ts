import type { ServerResponse } from 'node:http'

import type { FastifyReply } from 'fastify'

export type OpenStream = {
  /** @param id what the browser sends back as Last-Event-ID when it comes again */
  send: (event: string, data: unknown, id: string) => void
  end: () => void
  /** What is to happen when it ends, from whichever side. */
  onEnd: (then: () => void) => void
}

const PING_MS = 20_000
/** Browsers ask again after this: by then a session may have ended of which no notice came. */
const LONGEST_MS = 30 * 60_000
/** A browser that has not read this much, in bytes, is not reading. */
const MAX_UNREAD = 64 * 1024
/** In ms: browsers that lost a node at one moment come back at different ones. */
const RETRY_MS = { least: 500, most: 4000 }

/**
 * Streams that stay open for as long as a page does. There may be thousands, so each is no more than its socket: one timer
 * keeps all of them alive, and nothing of the request is held.
 */
export const holdOpenStreams = () => {
  const open = new Map<ServerResponse, { until: number; onEnd: (() => void)[] }>()

  const timer = setInterval(() => {
    const now = Date.now()
    for (const [raw, { until }] of open) {
      if (until <= now || raw.writableLength > MAX_UNREAD) raw.end()
      else raw.write(': \n\n')
    }
  }, PING_MS).unref()

  return {
    /** Answers with a stream in place of a reply. */
    begin: (reply: FastifyReply): OpenStream => {
      reply.hijack()
      const { raw } = reply
      const { least, most } = RETRY_MS
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // A node that stops waits for connections, not only for what they carry.
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
    /** Ends all of them: browsers come back, to another node where this one stops. */
    endAll: () => {
      for (const raw of open.keys()) raw.end()
    },
    close: () => {
      clearInterval(timer)
      for (const raw of open.keys()) raw.end()
    },
  }
}
