import { execFile, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { readQuestLibrary } from '#features/quests'
import { type Db, openDatabase } from '#platform/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres'
import { freePort, type RunningSite, startSite } from '#testing/running-site'
import { silentLog } from '#testing/silent-log'
import { createDataFolder } from '#testing/throw-away-database'

import { questToWorkOn, startWork } from './learners-at-work.ts'
import { addPeople, signIn } from './people.ts'

// The program before the newest migration and the current one, on one database, as during a deployment.

const HERE = path.join(import.meta.dirname, '..')

const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: HERE, encoding: 'utf8', maxBuffer: 2 ** 30 }).stdout.trim()

/** The commit before the newest migration; empty without history, as in a shallow clone. */
const MIGRATIONS = 'server/platform/database/migrations'
const newest = readdirSync(path.join(HERE, MIGRATIONS)).toSorted().at(-1)
const newestMigration = git(
  ...`log -1 --format=%H --diff-filter=A -- ${MIGRATIONS}/${newest}`.split(' '),
)
const before = newestMigration && git('rev-parse', '--verify', '--quiet', `${newestMigration}^`)

let folder: string
let server: EmbeddedPostgres
let db: Db
let env: Record<string, string>
beforeAll(async () => {
  folder = await createDataFolder()
  server = await startEmbeddedPostgres({ dataDir: folder, log: silentLog, durable: false })
  const { host, port, user, password, database } = server.connection
  env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_DIR: path.join(folder, 'site'),
    APP_SECRET: 'the same for both programs, and nobody else',
    DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
  }
  db = openDatabase({ connection: server.connection, poolSize: 2, log: silentLog })
})
const sites: RunningSite[] = []
afterAll(async () => {
  await Promise.all(sites.map((site) => site.kill()))
  await db.destroy()
  await server.stop()
  await rm(folder, { recursive: true })
})

/** Checks out the program of a commit, with its packages and the current web app. */
const checkOut = async (commit: string): Promise<string> => {
  const checkout = path.join(folder, 'before')
  await mkdir(checkout)
  const script = 'git archive "$1" | tar -x -C "$2"'
  const { status } = spawnSync('sh', ['-c', script, 'sh', commit, checkout], { cwd: HERE })
  expect(status).toBe(0)
  const link = (name: string) => symlink(path.join(HERE, name), path.join(checkout, name))
  await link('build')
  const lockOf = (root: string) => readFile(path.join(root, 'package-lock.json'), 'utf8')
  // A package that the current program no longer has may be one that the old one needs.
  if ((await lockOf(checkout)) === (await lockOf(HERE))) await link('node_modules')
  else await promisify(execFile)('npm', INSTALL, { cwd: checkout })
  return checkout
}
const INSTALL = 'install --omit=dev --no-save --no-audit --no-fund --loglevel=error'.split(' ')

const startAt = async (checkout?: string) => {
  const port = await freePort()
  const running = await startSite({ ...env, PORT: String(port) }, undefined, checkout)
  sites.push(running)
  return { url: `http://127.0.0.1:${port}`, running }
}

const statuses = new Set<number>()
const signInAt = (url: string, name: string) => signIn(url, name, (status) => statuses.add(status))

/** A quest that both programs ship: the old one has stored its own. */
const findQuest = async () => {
  const stored = await db.selectFrom('quests').select('id').execute()
  const shipped = new Set(stored.map(({ id }) => id))
  const library = await readQuestLibrary()
  return questToWorkOn(library.filter(({ id }) => shipped.has(id)))
}

/** Programs before decisions/0065 refuse every newer database. */
const canGoBack = async (checkout: string) =>
  (await readFile(path.join(checkout, 'server/platform/database/migrate.ts'), 'utf8')).includes(
    'contracts',
  )

test.skipIf(!before)(
  'two versions of the program work on one database while one takes the place of the other, and back',
  async () => {
    const checkout = await checkOut(before)
    const old = await startAt(checkout)
    await addPeople(db, ['ada', 'grace', 'joan', 'mary', 'edith'])
    const [ada, grace] = [await signInAt(old.url, 'ada'), await signInAt(old.url, 'grace')]
    const quest = await findQuest()
    const onOld = startWork([ada, grace], quest)
    await onOld.goesOn()

    // It migrates while the old one serves.
    const now = await startAt()
    const [joan, mary] = [await signInAt(now.url, 'joan'), await signInAt(now.url, 'mary')]
    const onNew = startWork([joan, mary], quest)
    await Promise.all([onOld.goesOn(), onNew.goesOn()])
    await onOld.isStoredIn(db)
    expect(await old.running.stop()).toBe(0)
    await onNew.goesOn()

    if (!(await canGoBack(checkout))) return onNew.isStoredIn(db)
    // Rollback: the old program starts again on the newer database.
    const again = await startAt(checkout)
    const back = startWork([await signInAt(again.url, 'edith')], quest)
    await Promise.all([back.goesOn(), onNew.goesOn()])
    await onNew.isStoredIn(db)
    expect(await now.running.stop()).toBe(0)
    await back.goesOn()
    await back.isStoredIn(db)
    expect(await again.running.stop()).toBe(0)
    expect([...statuses].filter((status) => status >= 400)).toEqual([])
  },
)

test.runIf(!before)('skipped: the history of this clone does not reach the version before', () => {
  console.log('Two versions on one database were not tried: the history is not there.')
})
