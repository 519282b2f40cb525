import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Db, openDatabase } from '#platform/database'
import { createJobs, type Jobs, inspectJobs, removeJob } from '#platform/jobs'
import { type PubSub, openPubSub } from '#platform/pubsub'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { silentLog } from '#testing/silent-log'

let database: TestDatabase
let events: PubSub
let jobs: Jobs
/** Like the program's, whose timeout is minutes. */
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  const { connection } = database
  events = await openPubSub(connection, silentLog)
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

test('runs of a schedule that have piled up run one at a time', async () => {
  let [running, most, done] = [0, 0, 0]
  const { connection } = database
  const piled = createJobs(connection, events, silentLog)
  piled.schedule('tidy', '0 0 1 1 *', async () => {
    running += 1
    most = Math.max(most, running)
    await sql`SELECT pg_sleep(0.1)`.execute(database.db)
    running -= 1
    done += 1
  })
  const enqueued = createJobs(connection, events, silentLog)
  enqueued.schedule('tidy', '0 0 1 1 *', async () => {})
  try {
    await enqueued.start({ work: false })
    for (let i = 0; i < 2; i += 1) await enqueued.enqueue(database.db, 'tidy', {})
    await piled.start()
    await expect.poll(() => done, { timeout: 30_000 }).toBe(2)
    expect(most).toBe(1)
  } finally {
    await enqueued.stop()
    await piled.stop()
  }
})

test('a long job that has ended the program twice rests until an admin begins it again', async () => {
  const began: string[] = []
  const abandoned: string[] = []
  const { connection } = database
  const enqueued = createJobs(connection, events, silentLog)
  const restarted = createJobs(connection, events, silentLog)
  for (const each of [enqueued, restarted]) {
    each.work<{ name: string }>('heavy', async ({ name }) => void began.push(name), {
      isLong: true,
      onAbandoned: async ({ name }) => void abandoned.push(name),
    })
  }
  try {
    await enqueued.start({ work: false })
    for (const name of ['once', 'twice']) await enqueued.enqueue(database.db, 'heavy', { name })
    // Rows left by programs that ended while these jobs were running.
    await sql`
      insert into job_starts (job_id, node_id, starts)
      select id, gen_random_uuid(), case data ->> 'name' when 'once' then 1 else 2 end
      from pgboss.job where name = 'heavy'`.execute(database.db)
    await restarted.start()
    const resting = async () =>
      (await inspectJobs(database.db, { queue: 'heavy', state: 'failed', limit: 10 })).map(
        ({ id, reason, data }) => ({ id, reason, name: data.name }),
      )
    await expect
      .poll(resting, { timeout: 10_000 })
      .toMatchObject([{ name: 'twice', reason: expect.stringContaining('stopped twice') }])
    await expect.poll(() => began).toEqual(['once'])
    expect(abandoned).toEqual(['twice'])

    const [parked] = await resting()
    const removed = await removeJob(database.db, parked!.id)
    await restarted.enqueue(database.db, removed!.queue, removed!.data)
    await expect.poll(() => began).toEqual(['once', 'twice'])
    const { rows } = await sql`select * from job_starts`.execute(database.db)
    expect(rows).toEqual([])
  } finally {
    await enqueued.stop()
    await restarted.stop()
  }
})

test('a job that an admin removes is abandoned in the same transaction', async () => {
  const { connection } = database
  const waiting = createJobs(connection, events, silentLog)
  const seen: [string, boolean][] = []
  waiting.work<{ name: string }>('unwanted', async () => {}, {
    isLong: true,
    onAbandoned: async ({ name }, db) => void seen.push([name, db?.isTransaction === true]),
  })
  try {
    await waiting.start({ work: false })
    await waiting.enqueue(database.db, 'unwanted', { name: 'x' })
    const [job] = await inspectJobs(database.db, { queue: 'unwanted', limit: 10 })
    const remove = () => database.db.transaction().execute((db) => waiting.remove(db, job!.id))
    expect(await remove()).toBe('unwanted')
    expect(await remove()).toBeUndefined()
    expect(seen).toEqual([['x', true]])
  } finally {
    await waiting.stop()
  }
})
