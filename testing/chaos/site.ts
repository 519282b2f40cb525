import { mkdir } from 'node:fs/promises'
import path from 'node:path'

import {
  type Connection,
  type Db,
  migrate,
  openDatabase,
  type ServerAddress,
} from '#platform/database'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres'
import { startMailSink } from '#testing/mail-sink'
import { freePort, postmasterOf, type RunningSite, startSite } from '#testing/running-site'
import { silentLog } from '#testing/silent-log'
import { startTutorServer } from '#testing/tutor-server'

import type { MovableClock } from './clock.ts'
import { type Disk, sendTo, withDescendants } from './disk.ts'
import { startProxy } from './proxy.ts'

/** `embedded` is managed by the program; `external` is reached over the network. */
type DatabaseKind = 'embedded' | 'external'

export type ChaosSite = Awaited<ReturnType<typeof startChaosSite>>

/**
 * The program as in production, with all its failing dependencies: mail server, language model, the network to users and, with an
 * external database, the network to it.
 * @param prepare fills the database before the site starts
 */
export const startChaosSite = async (options: {
  dataDir: string
  kind: DatabaseKind
  prepare: (db: Db) => Promise<void>
  /** Contains `dataDir`. */
  disk?: Disk
  clock?: MovableClock
}) => {
  const { clock, dataDir, disk, kind } = options
  const databaseDir = kind === 'embedded' ? dataDir : path.join(dataDir, 'beside')
  if (kind === 'external') await mkdir(databaseDir, { mode: 0o711 })
  const beside = await startEmbeddedPostgres({ dataDir: databaseDir, log: silentLog })
  await migrate({ connection: beside.connection, log: silentLog })
  await onDatabase(beside.connection, options.prepare)
  if (kind === 'embedded') await beside.stop()

  const port = await freePort()
  const front = await startProxy({ host: '127.0.0.1', port })
  const back = kind === 'external' ? await startProxy(socketOf(beside.connection)) : undefined
  const mail = { sink: await startMailSink() }
  const tutor = await startTutorServer()
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${front.port}`,
    // Lets requests come from many networks.
    TRUST_PROXY: 'loopback',
    SMTP_URL: mail.sink.url,
    TUTOR_BASE_URL: tutor.url,
    TUTOR_MODEL: 'a-model',
    LOG_LEVEL: 'silent',
    ...(back ? { DATABASE_URL: urlOf(beside.connection, back.port) } : {}),
    ...clock?.env,
  }
  let running: RunningSite | undefined = await startSite(env)

  const site = {
    dataDir,
    disk,
    clock,
    url: `http://127.0.0.1:${front.port}`,
    front,
    back,
    mail,
    tutor,
    start: async (signal?: AbortSignal) => {
      running = await startSite(env, signal)
    },
    /** Like a power cut of this program only. */
    kill: async () => {
      await running?.kill()
      running = undefined
    },
    /** Like an administrator. Returns the exit code. */
    stop: async () => {
      const code = await running?.stop()
      running = undefined
      return code
    },
    /** Kills the program and its database, and discards writes that were not flushed. */
    cutPower: async () => {
      const postmaster = await withDescendants(await postmasterOf(databaseDir))
      await disk?.cutPower([running!.pid, ...postmaster])
      await running!.kill()
      running = undefined
    },
    postmaster: () => postmasterOf(databaseDir),
    onDatabase: async <T>(work: (db: Db) => Promise<T>): Promise<T> =>
      onDatabase(
        kind === 'external' ? beside.connection : await findEmbeddedPostgres(databaseDir),
        work,
      ),
    end: async () => {
      front.open()
      back?.open()
      if (running) await site.stop()
      // Left behind by a failed start.
      else if (kind === 'embedded') await killOrphan(databaseDir)
      if (kind === 'external') await beside.stop()
      await front.stop()
      await back?.stop()
      await mail.sink.stop()
      await tutor.stop()
    },
  }
  return site
}

const onDatabase = async <T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> => {
  const db = openDatabase({ connection, poolSize: 2, log: silentLog })
  return work(db).finally(() => db.destroy())
}

const socketOf = ({ host, port }: ServerAddress) => ({ path: `${host}/.s.PGSQL.${port}` })

const urlOf = ({ user, password, database }: ServerAddress, port: number) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

const killOrphan = async (databaseDir: string) => {
  const postmaster = await postmasterOf(databaseDir).catch(() => undefined)
  for (const pid of postmaster ? await withDescendants(postmaster) : []) sendTo(pid, 'SIGKILL')
}
