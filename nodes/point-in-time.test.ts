import { execFile } from 'node:child_process'
import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { readQuestLibrary } from '#features/quests'
import { type Db, openDatabase } from '#platform/database'
import { eventually } from '#testing/eventually'
import { freePort, type RunningSite, startSite } from '#testing/running-site'
import { silentLog } from '#testing/silent-log'
import { createDataFolder } from '#testing/throw-away-database'

import { questToWorkOn, startWork } from './learners-at-work.ts'
import { addPeople, signIn } from './people.ts'
import { type PgBackRest, setUpPgBackRest } from './pgbackrest.ts'
import {
  createServerFolder,
  PASSWORD,
  type Postgres,
  serverIn,
  startPrimary,
  waitForStandby,
} from './postgres.ts'
import { stopServers } from './server-process.ts'

// A database whose backups grow, as in docs/operations.md ("A database that outgrows the nightly file"). Each test continues from
// the state of the previous one.

let folder: string
let servers: string
let pgbackrest: PgBackRest
let primary: Postgres
let env: Record<string, string>
let site: RunningSite
let db: Db
let quest: { id: string; tasks: string[] }

beforeAll(async () => {
  folder = await createDataFolder()
  servers = await createServerFolder(path.join(folder, 'servers'))
  const [port, sitePort] = await Promise.all([freePort(), freePort()])
  pgbackrest = await setUpPgBackRest(servers, port)
  primary = await startPrimary(servers, port, pgbackrest.settings)
  env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    PORT: String(sitePort),
    PUBLIC_URL: `http://127.0.0.1:${sitePort}`,
    DATA_DIR: path.join(folder, 'site'),
    APP_SECRET: 'the same before and after the recovery',
    DATABASE_URL: primary.url,
  }
  db = openDatabase({ connection: { connectionString: primary.url }, poolSize: 2, log: silentLog })
})
afterAll(async () => {
  await db?.destroy()
  await site?.kill()
  await stopServers()
  await pgbackrest?.stop()
  await rm(folder, { recursive: true })
})

const workOf = async (...names: string[]) =>
  startWork(await Promise.all(names.map((name) => signIn(env.PUBLIC_URL!, name))), quest)

const isPromoted = () =>
  eventually(async () =>
    expect(await primary.sql('SELECT pg_is_in_recovery() AS waits')).toEqual({ waits: false }),
  )

test('a new repository takes a full backup, and every change since, from the running database', async () => {
  await pgbackrest.run(['stanza-create'])
  await pgbackrest.run(['check'])
  site = await startSite(env)
  await addPeople(db, ['ada', 'ben', 'cleo', 'dan', 'eve'])
  quest = questToWorkOn(await readQuestLibrary())
  const work = await workOf('cleo')
  await work.goesOn()
  await pgbackrest.run(['--type=full', 'backup'])
  await work.goesOn()
  await work.isStoredIn(db)
  const [stanza] = JSON.parse(await pgbackrest.run(['--output=json', 'info']))
  expect(stanza.cipher).toBe('aes-256-cbc')
  expect(stanza.backup.map(({ type }: { type: string }) => type)).toEqual(['full'])
})

test('whoever has the bucket but not its key restores nothing', async () => {
  const data = path.join(servers, 'stolen')
  await expect(pgbackrest.run(['restore'], { data, key: 'guessed' })).rejects.toThrow(
    'no backup set found',
  )
})

test('a wrong DELETE is undone to the second before it: the work of learners is there, and no number is issued twice', async () => {
  const work = await workOf('ada', 'ben')
  await work.goesOn()
  await work.isStoredIn(db)
  const { second } = await primary.sql(
    "SELECT to_char(clock_timestamp() + interval '1 second', 'YYYY-MM-DD HH24:MI:SSOF') AS second, pg_sleep(1.1)",
  )
  await primary.sql('DELETE FROM attempts')
  // Printed on a diploma after the moment of the recovery.
  const { printed } = await primary.sql("SELECT nextval('diploma_numbers')::int AS printed")
  await expect(work.isStoredIn(db)).rejects.toThrow()

  await site.stop()
  await db.destroy()
  await primary.end('SIGINT')
  await pgbackrest.run([
    '--delta',
    '--type=time',
    `--target=${String(second)}`,
    '--target-action=promote',
    'restore',
  ])
  await primary.start()
  await isPromoted()
  await promisify(execFile)(process.execPath, ['scripts/rewound.ts'], {
    env: { ...process.env, ...env },
  })
  site = await startSite(env)
  db = openDatabase({ connection: { connectionString: primary.url }, poolSize: 2, log: silentLog })
  await work.isStoredIn(db)
  const { next } = await primary.sql("SELECT nextval('diploma_numbers')::int AS next")
  expect(next).toBeGreaterThan(Number(printed))
})

test('an archive that cannot be reached is reported, and again when it can', async () => {
  const doctor = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/doctor.ts'], {
      env: { ...process.env, ...env },
    }).catch((error: { stdout: string }) => error)
    return stdout
  }
  const switchWal = () => primary.sql('SELECT pg_switch_wal() FROM pg_create_restore_point($$x$$)')
  await switchWal()
  await eventually(async () => expect(await doctor()).toContain('are archived'))
  const { command } = await primary.sql("SELECT current_setting('archive_command') AS command")
  await primary.sql("ALTER SYSTEM SET archive_command = 'false'")
  await primary.sql('SELECT pg_reload_conf()')
  await switchWal()
  await eventually(async () => expect(await doctor()).toContain('cannot be archived'))
  await primary.sql('ALTER SYSTEM RESET archive_command')
  await primary.sql('SELECT pg_reload_conf()')
  expect(await primary.sql("SELECT current_setting('archive_command') AS command")).toEqual({
    command,
  })
  await eventually(async () => expect(await doctor()).toContain('are archived'))
})

test('after the recovery work goes on, and so do its backups', async () => {
  const work = await workOf('dan')
  await work.goesOn()
  await pgbackrest.run(['--type=diff', 'backup'])
  await work.goesOn()
  await work.isStoredIn(db)
  await pgbackrest.run(['check'])
})

test('a standby is made from the repository, and follows the primary', async () => {
  const data = path.join(servers, 'standby')
  await pgbackrest.run(
    [
      '--type=standby',
      `--recovery-option=primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD} application_name=standby`,
      'restore',
    ],
    { data },
  )
  const port = await freePort()
  await appendFile(
    path.join(data, 'postgresql.conf'),
    `\nport = ${port}\nunix_socket_directories = ''\n`,
  )
  const standby = serverIn(data, port)
  await standby.start()
  await waitForStandby(primary)
  const work = await workOf('eve')
  await work.goesOn()
  await work.isStoredIn(db)
  const { state } = await primary.sql(
    "SELECT sync_state AS state FROM pg_stat_replication WHERE application_name = 'standby'",
  )
  expect(state).toBe('sync')
  const copy = openDatabase({
    connection: { connectionString: standby.url },
    poolSize: 2,
    log: silentLog,
    isPrimary: false,
  })
  await work.isStoredIn(copy)
  await copy.destroy()
})
