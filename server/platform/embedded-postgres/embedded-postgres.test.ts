import { spawn, spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'

import { eventually } from '#testing/eventually'
import { startDatabaseApp } from '#testing/start-database-app'
import { createDataFolder } from '#testing/throw-away-database'

const isRoot = process.getuid?.() === 0
const clean: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).toReversed()) await step()
})

const makeFolder = async (): Promise<string> => {
  const folder = await createDataFolder()
  clean.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const startApp = (...args: Parameters<typeof startDatabaseApp>) => {
  const app = startDatabaseApp(...args)
  clean.push(app.stop)
  return app
}

const isAlive = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout !== '' && !stdout.startsWith('Z')
}

const connect = async (dataDir: string, socketFolder: string): Promise<Client> => {
  const password = await readFile(path.join(dataDir, 'postgres/password'), 'utf8')
  const client = new Client({
    host: socketFolder,
    user: 'lodestar',
    password,
    database: 'lodestar',
  })
  await client.connect()
  return client
}

const storedIn = async (dataDir: string, socketFolder: string): Promise<number[]> => {
  const client = await connect(dataDir, socketFolder)
  const { rows } = await client.query<{ number: number }>('SELECT number FROM numbers')
  await client.end()
  return rows.map(({ number }) => number)
}

const pidFile = (dataDir: string) => path.join(dataDir, 'postgres/cluster/postmaster.pid')

describe('The embedded PostgreSQL', () => {
  it('is durable, needs a password and listens on a private socket only', async () => {
    const dataDir = await makeFolder()
    const { socketFolder, postmaster } = await startApp(dataDir).started()

    const client = await connect(dataDir, socketFolder)
    const { rows } = await client.query(
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'server_encoding') ORDER BY name`,
    )
    await client.end()
    expect(rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
      { name: 'server_encoding', setting: 'UTF8' },
      { name: 'synchronous_commit', setting: 'on' },
    ])
    const stranger = new Client({ host: socketFolder, user: 'lodestar', password: 'guess' })
    await expect(stranger.connect()).rejects.toThrow('password authentication failed')
    expect((await stat(path.join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600)
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
    expect((await stat(`/proc/${postmaster}`)).uid).not.toBe(0)
  })

  it('is gone after a clean stop and keeps what was stored', async () => {
    const dataDir = await makeFolder()
    const first = startApp(dataDir)
    const { postmaster } = await first.started()
    await eventually(() => expect(first.stored.length > 5).toBe(true))
    await first.stop()
    expect(isAlive(postmaster)).toBe(false)

    const { socketFolder } = await startApp(dataDir).started()
    expect(await storedIn(dataDir, socketFolder)).toEqual(expect.arrayContaining(first.stored))
  })

  it('refuses a second app on its folder with a sentence that names the folder', async () => {
    const dataDir = await makeFolder()
    await startApp(dataDir).started()
    expect(await startApp(dataDir).refused()).toBe(
      `Lodestar is already running on the data folder ${dataDir}; stop it first, or set DATA_DIR to another folder.`,
    )
  })

  it('is made once when two apps start on an empty folder at the same moment', async () => {
    const dataDir = await makeFolder()
    const apps = [startApp(dataDir), startApp(dataDir)]
    const outcomes = await Promise.allSettled(apps.map((app) => app.started()))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const loser = outcomes.find(({ status }) => status === 'rejected')
    expect(loser).toHaveProperty('reason.message', expect.stringContaining('already running'))
  })

  it('loses nothing acknowledged when the app is killed, and the next start replaces what it left', async () => {
    const dataDir = await makeFolder()
    const killed = startApp(dataDir)
    const orphan = await killed.started()
    await eventually(() => expect(killed.stored.length > 20).toBe(true))
    await killed.kill()
    expect(isAlive(orphan.postmaster)).toBe(true)

    const { postmaster, socketFolder } = await startApp(dataDir).started()
    expect(postmaster).not.toBe(orphan.postmaster)
    expect(isAlive(orphan.postmaster)).toBe(false)
    expect(await storedIn(dataDir, socketFolder)).toEqual(expect.arrayContaining(killed.stored))
  })

  it('loses nothing acknowledged when app and PostgreSQL are killed together', async () => {
    const dataDir = await makeFolder()
    const killed = startApp(dataDir)
    const { postmaster } = await killed.started()
    await eventually(() => expect(killed.stored.length > 20).toBe(true))
    await killed.kill()
    process.kill(postmaster, 'SIGKILL')

    const { socketFolder } = await startApp(dataDir).started()
    expect(await storedIn(dataDir, socketFolder)).toEqual(expect.arrayContaining(killed.stored))
  })

  it('comes back by itself when it is killed under the app', async () => {
    const dataDir = await makeFolder()
    const app = startApp(dataDir)
    const { postmaster, socketFolder } = await app.started()
    for (const round of [1, 2]) {
      await eventually(() => expect(app.stored.length > 20 * round).toBe(true))
      process.kill(
        round === 1 ? postmaster : Number.parseInt(await readFile(pidFile(dataDir), 'utf8'), 10),
        'SIGKILL',
      )
      const before = app.stored.length
      await eventually(() => expect(app.stored.length > before + 20).toBe(true))
    }
    const stored = [...app.stored]
    expect(await storedIn(dataDir, socketFolder)).toEqual(expect.arrayContaining(stored))
  })

  it.each([
    ['of a process that is gone', async () => spawnSync('true').pid],
    ['that another program has got by now', anotherProgram],
  ])('starts over a stale postmaster.pid with the number %s', async (_, stalePid) => {
    const dataDir = await makeFolder()
    const first = startApp(dataDir)
    await first.started()
    const stale = await readFile(pidFile(dataDir), 'utf8')
    await first.stop()
    const pid = await stalePid(dataDir)
    await writeFile(pidFile(dataDir), stale.replace(/^\d+/, String(pid)))

    const { postmaster } = await startApp(dataDir).started()
    expect(isAlive(postmaster)).toBe(true)
    if (pid !== undefined && isAlive(pid)) expect(postmaster).not.toBe(pid)
  })

  it('is made anew when its making was interrupted', async () => {
    const dataDir = await makeFolder()
    const interrupted = startApp(dataDir)
    const isHalfMade = async () =>
      (await readdir(dataDir, { recursive: true })).some((name) =>
        /^postgres\.new-.*base/.test(name),
      )
    while (!(await isHalfMade())) await sleep(5)
    await interrupted.kill()

    const { postmaster } = await startApp(dataDir).started()
    expect(isAlive(postmaster)).toBe(true)
    expect((await readdir(dataDir)).toSorted()).toEqual(['lock', 'postgres', 'run'])
  })

  it('stops with a sentence when the data folder cannot be written to', async () => {
    const file = path.join(await makeFolder(), 'file')
    await writeFile(file, '')
    expect(await startApp(path.join(file, 'data')).refused()).toBe(
      `The data folder ${file}/data cannot be written to (ENOTDIR); set DATA_DIR to one that this user can write to.`,
    )
  })

  it('puts its socket into a short private folder when the data folder has a long name', async () => {
    const dataDir = path.join(await makeFolder(), 'x'.repeat(120))
    const { socketFolder } = await startApp(dataDir).started()
    clean.unshift(() => rm(socketFolder, { recursive: true }))
    expect(socketFolder).not.toContain(dataDir)
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
  })
})

/** Owned by PostgreSQL's own user, so that PostgreSQL takes it for another server. */
const anotherProgram = async (dataDir: string): Promise<number | undefined> => {
  const { uid, gid } = await stat(path.join(dataDir, 'postgres'))
  const sleeper = spawn('sleep', ['60'], { stdio: 'ignore', uid, gid })
  clean.push(async () => sleeper.kill())
  return sleeper.pid
}

describe.runIf(isRoot)('Started as root, the embedded PostgreSQL', () => {
  it('stops with a sentence when its own user cannot enter the given data folder', async () => {
    const closed = path.join(await makeFolder(), 'closed')
    await mkdir(closed, { mode: 0o700 })
    expect(await startApp(path.join(closed, 'data')).refused()).toBe(
      `PostgreSQL does not run as root, and its own user cannot enter ${closed}; set DATA_DIR to a folder elsewhere (such as /var/lib/lodestar), or allow passing with: chmod o+x ${closed}`,
    )
  })

  it('runs from a checkout that its own user cannot enter, with its data elsewhere', async () => {
    const checkout = path.join(await makeFolder(), 'closed')
    await copyProgram(checkout)

    const app = startApp(path.join(checkout, 'data'), { how: 'default', checkout })
    const { dataDir } = await app.started()
    clean.unshift(() => rm(dataDir, { recursive: true, force: true }))
    expect(dataDir).toMatch(/^\/var\/lib\/lodestar\/[0-9a-f]{12}$/)
    await eventually(() => expect(app.stored.length > 5).toBe(true))
    await app.stop()

    const again = startApp(path.join(checkout, 'data'), { how: 'default', checkout })
    expect((await again.started()).dataDir).toBe(dataDir)
  })
})

/** Copies the program into a folder closed to others, with the relevant packages copied and the rest symlinked. */
const copyProgram = async (checkout: string): Promise<void> => {
  const here = path.join(import.meta.dirname, '../../..')
  const packages = path.join(checkout, 'node_modules')
  await mkdir(packages, { recursive: true })
  for (const name of [
    'package.json',
    'server/platform/database',
    'server/platform/embedded-postgres',
    'server/platform/trace',
    'testing',
  ])
    await cp(path.join(here, name), path.join(checkout, name), { recursive: true })
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    await cp(path.join(here, 'node_modules', name), path.join(packages, name), { recursive: true })
  for (const name of ['kysely', 'pg', 'pino'])
    await symlink(path.join(here, 'node_modules', name), path.join(packages, name))
  spawnSync('chmod', ['700', checkout])
}
