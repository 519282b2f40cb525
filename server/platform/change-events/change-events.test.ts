import { randomUUID } from 'node:crypto'

import { pino } from 'pino'
import { expect, test } from 'vitest'

import { createChangeEvents } from '#platform/change-events'
import { openDatabase } from '#platform/database'
import { openPubSub } from '#platform/pubsub'
import { createTestDatabase } from '#testing/database'
import { eventually } from '#testing/eventually'
import { silentLog } from '#testing/silent-log'

test('a node looks for signals by itself, and says in the log that it does', async () => {
  const { connection, drop } = await createTestDatabase()
  const lines: { job?: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const db = openDatabase({ connection, poolSize: 1, log, slowMs: 0 })
  const pubsub = await openPubSub(connection, silentLog)
  const changeEvents = await createChangeEvents({
    db,
    pubsub,
    clock: () => new Date(),
    log: silentLog,
  })
  await changeEvents.follow(randomUUID(), undefined, () => {})
  lines.length = 0
  await eventually(() => expect(lines.length).toBeGreaterThan(0))
  expect(lines).toEqual(lines.map(() => expect.objectContaining({ job: 'signals' })))
  changeEvents.close()
  await pubsub.close()
  await db.destroy()
  await drop()
})
