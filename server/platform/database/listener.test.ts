import { sql } from 'kysely'
import { afterAll, expect, it, vi } from 'vitest'

import { openListener } from '#platform/database'
import { startProxy } from '#testing/chaos/proxy'
import { createTestDatabase } from '#testing/database'
import { eventually } from '#testing/eventually'
import { silentLog } from '#testing/silent-log'

const { db, connection, drop } = await createTestDatabase()
const onGap = vi.fn<() => void>()
const listener = await openListener({ connection, log: silentLog, onGap })
afterAll(async () => {
  await listener.close()
  await drop()
})

const notify = (channel: string, payload: string) =>
  sql`SELECT pg_notify(${channel}, ${payload})`.execute(db)

const breakConnection = () =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db)

it('hands notifications to the handlers of their channel', async () => {
  const [first, second, other] = [
    vi.fn<(p: string) => void>(),
    vi.fn<(p: string) => void>(),
    vi.fn<(p: string) => void>(),
  ]
  await listener.listen('Nachrichten "1"', first)
  await listener.listen('Nachrichten "1"', second)
  await listener.listen('elsewhere', other)
  await notify('Nachrichten "1"', 'hello')
  await eventually(() => expect(second).toHaveBeenCalledWith('hello'))
  expect(first.mock.calls).toEqual([['hello']])
  expect(other).not.toHaveBeenCalled()
})

it('tells nobody who has stopped listening, and goes on telling the others', async () => {
  const [gone, stays] = [vi.fn<(p: string) => void>(), vi.fn<(p: string) => void>()]
  const stop = await listener.listen('news', gone)
  await listener.listen('news', stays)
  await stop()
  await stop()
  await notify('news', 'hello')
  await eventually(() => expect(stays).toHaveBeenCalledWith('hello'))
  expect(gone).not.toHaveBeenCalled()
})

it('can listen again on a channel that nobody was left on', async () => {
  const [before, after] = [vi.fn<(p: string) => void>(), vi.fn<(p: string) => void>()]
  const stop = await listener.listen('returning', before)
  await Promise.all([stop(), listener.listen('returning', after)])
  await notify('returning', 'hello')
  await eventually(() => expect(after).toHaveBeenCalledWith('hello'))
  expect(before).not.toHaveBeenCalled()
})

it('listens again by itself after its connection broke, and says that there was a gap', async () => {
  const handler = vi.fn<(payload: string) => void>()
  await listener.listen('gap', handler)
  expect(listener.isListening()).toBe(true)
  expect(onGap).not.toHaveBeenCalled()

  await breakConnection()
  await eventually(() => expect(listener.isListening()).toBe(false))
  await eventually(() => expect(onGap).toHaveBeenCalledOnce())
  expect(listener.isListening()).toBe(true)
  await notify('gap', 'after')
  await eventually(() => expect(handler).toHaveBeenCalledWith('after'))
})

it('does not wait for the connection of a channel that is added during a gap', async () => {
  await breakConnection()
  await eventually(() => expect(listener.isListening()).toBe(false))
  const handler = vi.fn<(payload: string) => void>()
  await listener.listen('late', handler)
  await eventually(() => expect(listener.isListening()).toBe(true))
  await eventually(async () => {
    await notify('late', 'heard')
    expect(handler).toHaveBeenCalledWith('heard')
  })
})

it('finds out that its connection has died without a word, and listens on another', async () => {
  const proxy = await startProxy({ path: `${connection.host}/.s.PGSQL.${connection.port}` })
  const onGap = vi.fn<() => void>()
  const listener = await openListener({
    connection: { ...connection, host: '127.0.0.1', port: proxy.port },
    log: silentLog,
    onGap,
    lookEveryMs: 50,
  })
  const handler = vi.fn<(payload: string) => void>()
  await listener.listen('far', handler)
  proxy.abandon()
  await eventually(() => expect(onGap).toHaveBeenCalled())
  await notify('far', 'after')
  await eventually(() => expect(handler).toHaveBeenCalledWith('after'))
  await listener.close()
  await proxy.stop()
})
