import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'

import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'

import { createOpenStreams, type OpenStream } from './index.ts'

const PING_MS = 20_000

/** A stream of which the client reads nothing, with unread bytes. */
const openUnread = async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const streams = createOpenStreams()
  const http = fastify()
  const opened = new Promise<{ stream: OpenStream; raw: ServerResponse }>((resolve) => {
    http.get('/', (_request, reply) => resolve({ stream: streams.begin(reply), raw: reply.raw }))
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((http.server.address() as AddressInfo).port, '127.0.0.1')
  client.pause().on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const { stream, raw } = await opened
  onTestFinished(async () => {
    client.destroy()
    await http.close()
  })
  while (raw.writableLength === 0) {
    stream.send('signals', 'x'.repeat(10_000), '1')
    await setImmediate()
  }
  return { streams, stream, raw }
}

// The server has no listener for such errors: the second one would end the process.
test('a stream that ends while its client reads nothing is written to no more, and closes with the next ping', async () => {
  const { streams, stream, raw } = await openUnread()
  const errors: unknown[] = []
  raw.on('error', (error) => errors.push(error))
  const closed = once(raw, 'close')
  stream.end()
  stream.send('signals', null, '2')
  stream.send('signals', null, '3')
  await setImmediate()
  expect(errors).toEqual([])
  expect(raw.destroyed).toBe(false)
  vi.advanceTimersByTime(PING_MS)
  await closed
  streams.close()
})

test('a node that stops waits for no client that reads nothing', async () => {
  const { streams, raw } = await openUnread()
  const closed = once(raw, 'close')
  streams.close()
  await closed
})
