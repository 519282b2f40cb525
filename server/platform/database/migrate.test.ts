import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'

import { migrate, openClient } from '#platform/database'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { silentLog } from '#testing/silent-log'

import { MIGRATIONS_FOLDER, readMigrations } from './migration-files.ts'

const clean: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).toReversed()) await step()
})

const THINGS = {
  '0001-things.sql': 'CREATE TABLE things (id int PRIMARY KEY); INSERT INTO things VALUES (1);',
  '0002-colour.sql': "ALTER TABLE things ADD colour text NOT NULL DEFAULT 'blue';",
}

const makeWorld = async (files: Record<string, string> = THINGS) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lodestar-migrations-'))
  clean.push(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  const database = await createTestDatabase({ migrated: false })
  clean.push(database.drop)
  const run = () => migrate({ connection: database.connection, folder, log: silentLog })
  return { database, folder, run }
}

const select = async ({ db }: TestDatabase, query: string): Promise<unknown[]> =>
  (await sql.raw(query).execute(db)).rows

const applied = (database: TestDatabase) =>
  select(database, 'SELECT number, name FROM migrations ORDER BY number')

it('runs each migration once, in order', async () => {
  const { database, run } = await makeWorld()
  await run()
  await run()
  expect(await select(database, 'SELECT * FROM things')).toEqual([{ id: 1, colour: 'blue' }])
  expect(await applied(database)).toEqual([
    { number: 1, name: 'things' },
    { number: 2, name: 'colour' },
  ])
})

it('lets several nodes start at once', async () => {
  const { database, run } = await makeWorld()
  await Promise.all([run(), run(), run(), run()])
  expect(await select(database, 'SELECT * FROM things')).toEqual([{ id: 1, colour: 'blue' }])
})

it('leaves nothing of a migration that fails, and keeps those before it', async () => {
  const { database, folder, run } = await makeWorld()
  await writeFile(path.join(folder, '0003-shape.sql'), 'CREATE TABLE shapes (); SELECT 1 / 0;')
  await expect(run()).rejects.toThrow('Migration 3 shape failed; the database is unchanged.')
  expect(await applied(database)).toHaveLength(2)
  expect(await select(database, "SELECT to_regclass('shapes') AS shapes")).toEqual([
    { shapes: null },
  ])

  await writeFile(path.join(folder, '0003-shape.sql'), 'CREATE TABLE shapes ();')
  await run()
  expect(await applied(database)).toHaveLength(3)
})

it('works with a newer database, of which nothing was taken away that it needs', async () => {
  const { folder, run } = await makeWorld()
  expect(await run()).toEqual({ isNewer: false })
  await rm(path.join(folder, '0002-colour.sql'))
  expect(await run()).toEqual({ isNewer: true })
})

it('refuses a newer database from which something was taken', async () => {
  const { folder, run } = await makeWorld({
    ...THINGS,
    '0002-colour.sql': `-- contract: nothing reads things any more.\nDROP TABLE things`,
  })
  await run()
  await rm(path.join(folder, '0002-colour.sql'))
  await expect(run()).rejects.toThrow(
    'The database is newer than this program (it has migration 2 colour); start the newer program, or restore an older backup.',
  )
})

it('refuses a migration that was edited after it ran, and one that comes too late', async () => {
  const { folder, run } = await makeWorld({ ...THINGS, '0004-last.sql': 'SELECT 1' })
  await run()
  await writeFile(path.join(folder, '0003-late.sql'), 'SELECT 1')
  await expect(run()).rejects.toThrow('Migration 3 late is too late')

  await writeFile(path.join(folder, '0001-things.sql'), 'CREATE TABLE things (id bigint)')
  await expect(run()).rejects.toThrow(
    'Migration 1 things was changed after it ran on this database',
  )
})

it('reads the same file with the line ends of another system as unchanged', async () => {
  const { folder, run } = await makeWorld({ '0001-lines.sql': 'SELECT 1;\nSELECT 2;\n' })
  await run()
  await writeFile(path.join(folder, '0001-lines.sql'), 'SELECT 1;\r\nSELECT 2;\r\n')
  await expect(run()).resolves.toEqual({ isNewer: false })
})

it('refuses files whose order is not certain', async () => {
  const same = await makeWorld({ '0001-a.sql': 'SELECT 1', '0001-b.sql': 'SELECT 1' })
  await expect(same.run()).rejects.toThrow('have the same number')
  const unnumbered = await makeWorld({ 'a.sql': 'SELECT 1' })
  await expect(unnumbered.run()).rejects.toThrow('A migration is called NNNN-name.sql, not a.sql')
})

it('completes at the next start when it was killed half-way', async () => {
  const { database, folder, run } = await makeWorld({
    '0001-slow.sql': 'CREATE TABLE slow (); SELECT pg_sleep(30);',
  })
  const node = fork(path.join(import.meta.dirname, '../../../testing/migrate-app.ts'), {
    execArgv: [],
    env: { CONNECTION: JSON.stringify(database.connection), FOLDER: folder },
  })
  const isSleeping = async () =>
    (await select(database, "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'")).length >
    0
  while (!(await isSleeping())) await sleep(20)
  node.kill('SIGKILL')
  await once(node, 'exit')

  // The same migration, but fast, as it would be without the kill.
  await writeFile(path.join(folder, '0001-slow.sql'), 'CREATE TABLE slow ();')
  await run()
  expect(await applied(database)).toEqual([{ number: 1, name: 'slow' }])
})

it('says so while it waits for a program that migrates', async () => {
  const { database, folder } = await makeWorld()
  const other = await openClient(database.connection)
  await other.query('SELECT pg_advisory_lock(5507731256188887410)')
  const said: string[] = []
  const log = { ...silentLog, info: (line: string) => said.push(line) } as typeof silentLog
  const running = migrate({ connection: database.connection, folder, log })
  await expect.poll(() => said).toEqual([expect.stringContaining('waiting for it')])
  await other.end()
  await running
  expect(await applied(database)).toHaveLength(2)
})

it('takes a database with the schema of the first release to that of today', async () => {
  const { database, folder } = await makeWorld({})
  const migrations = path.join(import.meta.dirname, 'migrations')
  await cp(path.join(migrations, '0001-foundation.sql'), path.join(folder, '0001-foundation.sql'))
  await migrate({ connection: database.connection, folder, log: silentLog })
  await migrate({ connection: database.connection, log: silentLog })
  expect(await select(database, "SELECT iso('2026-11-20 22:30:22.1234+01')")).toEqual([
    { iso: '2026-11-20T21:30:22.123Z' },
  ])
})

it('takes something away only in migrations that say so', async () => {
  const TAKES_AWAY =
    /\bdrop\s+(table|column|view|function|type)\b|\brename\b|\bset\s+not\s+null\b|\btype\s+\w+\s+using\b|\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i
  // Earlier migrations predate the rule.
  const migrations = (await readMigrations(MIGRATIONS_FOLDER)).filter(({ number }) => number > 88)
  const silent = migrations.filter(({ sql, contracts }) => TAKES_AWAY.test(sql) && !contracts)
  expect(silent.map(({ number, name }) => `${number} ${name}`)).toEqual([])
})
