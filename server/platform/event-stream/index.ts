import { PassThrough } from 'node:stream'

import type { FastifyReply } from 'fastify'

export { createOpenStreams, type OpenStream } from './open-streams.ts'

export type StreamedEvent = { event: string; data: unknown }

/** Proxies close connections without traffic. */
const PING_MS = 15_000

const written = ({ event, data }: StreamedEvent) =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Streams events (server-sent events). The signal passed to `make` aborts when the client disconnects or the server is about to
 * stop.
 */
export const sendEvents = (
  reply: FastifyReply,
  make: (signal: AbortSignal) => AsyncIterable<StreamedEvent>,
): FastifyReply => {
  const stream = new PassThrough()
  const over = new AbortController()
  const ping = setInterval(() => stream.write(': \n\n'), PING_MS)
  stream.once('close', () => {
    clearInterval(ping)
    over.abort()
  })
  const write = async () => {
    for await (const each of make(over.signal)) stream.write(written(each))
  }
  write().then(
    () => stream.end(),
    (error: unknown) => {
      reply.log.error({ err: error }, 'stream')
      stream.destroy()
    },
  )
  return reply
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(stream)
}
