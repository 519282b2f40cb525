import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { operations } from '#contract/operations'
import { rosters } from '#contract/rosters'
import { type Files, openFiles } from '#platform/files'
import { filesOf, rosterOf, zipOf } from '#testing/roster-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { createDataFolder } from '#testing/throw-away-database'

import { storedUnder } from './queries.ts'
import { insertImport } from './start-import.ts'
import { undoImport } from './undo.ts'

// Programs that are killed, and jobs that are gone. Jobs run only when a test runs them.

const HOUR = 3_600_000

let app: TestApp
let admin: Person
let files: Files
let isStorageBroken = false
beforeAll(async () => {
  const real = await openFiles({ S3_REGION: '' }, await createDataFolder())
  files = {
    ...real,
    put: (...given) =>
      isStorageBroken ? Promise.reject(new Error('the disk is full')) : real.put(...given),
  }
  app = await startApp({ poolSize: 3, files })
  admin = await app.person({ role: 'admin' })
})
afterAll(() => app.stop())
beforeEach(async () => {
  isStorageBroken = false
  app.moveClock(1000)
  await sql`delete from pgboss.job`.execute(app.db)
})

const start = async (): Promise<string> => {
  const form = new FormData()
  form.set('format', 'oneroster')
  form.set('file', new Blob([(await zipOf(filesOf(rosterOf(4)))) as BlobPart]), 'roster.zip')
  return (await admin.call(rosters).startImport({ form })).id
}
const show = (id: string) => admin.call(rosters).getImport({ params: { id } })
const jobsOf = async <T extends object>(queue: string): Promise<{ id: string; data: T }[]> => {
  const { rows } = await sql<{ id: string; data: T }>`
    select id, data from pgboss.job where name = ${queue}`.execute(app.db)
  return rows
}
/** Runs the only job of a queue, and returns its data. */
const run = async <T extends object>(queue: string): Promise<T> => {
  const [job] = await jobsOf<T>(queue)
  await app.runJob(queue, job!.data)
  await sql`delete from pgboss.job where id = ${job!.id}`.execute(app.db)
  return job!.data
}
/** An admin removes the only job of a queue. */
const remove = async <T extends object>(queue: string): Promise<T> => {
  const [job] = await jobsOf<T>(queue)
  await admin.call(operations).cancelJob({ params: { id: job!.id } })
  return job!.data
}
const requestApply = (id: string) =>
  admin.call(rosters).applyImport({
    params: { id },
    body: { suspend_missing: false, even_many: false },
  })
const requestUndo = (id: string) => admin.call(rosters).undoImport({ params: { id } })
const people = async () => (await app.db.selectFrom('users').select('id').execute()).length

test('an import whose undoing lost its job can be undone again, and its former job does nothing', async () => {
  const before = await people()
  const id = await start()
  await run('roster-read')
  await requestApply(id)
  await run('roster-apply')
  await requestUndo(id)
  const former = await remove<{ importId: string; run: string }>('roster-undo')
  expect(await show(id)).toMatchObject({
    state: 'applied',
    problem: expect.stringContaining('Undo it again'),
  })
  // As an admin who retries it on the page of jobs.
  await undoImport(app.parts, former)
  expect(await people()).toBeGreaterThan(before)

  await requestUndo(id)
  await undoImport(app.parts, former)
  expect(await show(id)).toMatchObject({ state: 'undoing', problem: null })
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data) values ('roster-undo-dead', ${JSON.stringify(former)})
    returning id`.execute(app.db)
  await admin.call(operations).cancelJob({ params: { id: rows[0]!.id } })
  expect((await show(id)).state).toBe('undoing')
  await run('roster-undo')
  expect(await show(id)).toMatchObject({ state: 'undone', problem: null })
  expect(await people()).toBe(before)
})

test('an import whose reading or applying lost its job says so, and an older job ends no newer run', async () => {
  const refused = await start()
  await remove('roster-read')
  expect(await show(refused)).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('ended before it was finished'),
  })
  await run('roster-discard')
  expect(await files.get(storedUnder(refused))).toBeUndefined()

  const id = await start()
  await run('roster-read')
  await requestApply(id)
  const former = await remove('roster-apply')
  expect(await show(id)).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('ended before it was finished'),
  })
  await requestApply(id)
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data) values ('roster-apply-dead', ${JSON.stringify(former)})
    returning id`.execute(app.db)
  await admin.call(operations).cancelJob({ params: { id: rows[0]!.id } })
  expect((await show(id)).state).toBe('applying')
  await remove('roster-apply')
})

test('an import of a program that was killed while it stored the file ends within hours', async () => {
  const waiting = await start()
  const [now, madeBy] = [app.parts.clock(), admin.id]
  const given = { format: 'oneroster', file_name: 'roster.zip', isAutomatic: false } as const
  const lost = await insertImport(app.db, { ...given, source: 'upload', madeBy, now })
  await files.put(storedUnder(lost), Buffer.from('children'), 8)
  await app.runJob('roster-without-job')
  expect((await show(lost)).state).toBe('reading')
  app.moveClock(HOUR + 1000)
  await app.runJob('roster-without-job')
  app.moveClock(-HOUR - 1000)
  expect(await show(lost)).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('import it again'),
  })
  expect((await show(waiting)).state).toBe('reading')
  await run('roster-discard')
  expect(await files.get(storedUnder(lost))).toBeUndefined()
})

test('a file has its row before its bytes, and one that cannot be stored is refused', async () => {
  isStorageBroken = true
  await expect(start()).rejects.toMatchObject({ status: 500 })
  const { items } = await admin.call(rosters).listImports()
  expect(items[0]).toMatchObject({ state: 'refused' })
  expect(await jobsOf('roster-read')).toEqual([])
})

test('a file that a killed program has read and not removed is removed when its job runs again', async () => {
  const id = await start()
  await run('roster-read')
  await files.put(storedUnder(id), Buffer.from('children'), 8)
  await app.runJob('roster-read', { importId: id })
  expect(await files.get(storedUnder(id))).toBeUndefined()
})

test('an unused import keeps its row until its file is removed', async () => {
  const id = await start()
  const { remove } = files
  files.remove = () => Promise.reject(new Error('the storage is away'))
  app.moveClock(8 * 24 * HOUR)
  await expect(app.runJob('roster-forget')).rejects.toThrow('the storage is away')
  files.remove = remove
  const rows = () => app.db.selectFrom('roster_imports').select('id').where('id', '=', id).execute()
  expect(await rows()).toHaveLength(1)
  await app.runJob('roster-forget')
  app.moveClock(-8 * 24 * HOUR)
  expect(await rows()).toEqual([])
  expect(await files.get(storedUnder(id))).toBeUndefined()
})
