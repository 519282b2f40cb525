import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openDatabase } from '#platform/database'
import type { Db } from '#platform/database'
import { openEvents } from '#platform/events'
import type { Events } from '#platform/events'
import { createJobs } from '#platform/jobs'
import type { Jobs } from '#platform/jobs'
import { createTestDatabase } from '#testing/database'
import type { TestDatabase } from '#testing/database'
import { silentLog } from '#testing/silent-log'

let database: TestDatabase
let events: Events
let jobs: Jobs
/** As the program has it, whose patience is measured in minutes. */
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  const { connection } = database
  events = await openEvents(connection, silentLog)
  jobs = createJobs(connection, events, silentLog)
  const timeouts = { queryTimeoutMs: 200, longQueryTimeoutMs: 60_000 }
  db = openDatabase({ connection, poolSize: 2, log: silentLog, ...timeouts })
})
afterAll(async () => {
  await jobs.stop()
  await events.close()
  await db.destroy()
  await database.drop()
})

test('a statement may take longer in a job that is about everybody than in another, or in a request', async () => {
  const nap = () => sql`SELECT pg_sleep(0.5)`.execute(db)
  const sweep = Promise.withResolvers<unknown>()
  const letter = Promise.withResolvers<unknown>()
  jobs.work('sweep', () => nap().then(sweep.resolve, sweep.reject), { isLong: true })
  jobs.work('letter', () => nap().then(letter.resolve, letter.reject))
  await jobs.start()
  await jobs.enqueue(database.db, 'sweep', {})
  await jobs.enqueue(database.db, 'letter', {})
  await Promise.all([
    expect(sweep.promise).resolves.toBeDefined(),
    expect(letter.promise).rejects.toThrow('Query read timeout'),
    expect(nap()).rejects.toThrow('Query read timeout'),
  ])
})
