import path from 'node:path'

import type { Logger } from 'pino'

import { readBadgeLibrary, storeBadges } from '#features/badges'
import { storeDiplomaPlan } from '#features/credits'
import { offerSetup } from '#features/invitations'
import { type LibraryQuest, readQuestLibrary, storeLibrary } from '#features/quests'
import { createSampleData, SAMPLE_PASSWORD, SAMPLE_PEOPLE } from '#features/sample'
import { findSecret, findSettings, storePolicy } from '#features/site'
import { type Config, readConfig } from '#platform/config'
import {
  CannotStart,
  type Connection,
  type Db,
  closeWithTimeout,
  failureInWords,
  listUnsafeDurabilitySettings,
  migrate,
  noReplica,
  openDatabase,
  openReplica,
  type Replica,
} from '#platform/database'
import {
  chooseDataFolder,
  createDataFolder,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres'
import { type Files, openFiles } from '#platform/files'
import { createJobs } from '#platform/jobs'
import { createLimits } from '#platform/limits'
import { createLog } from '#platform/log'
import { createMail } from '#platform/mail'
import { openPubSub } from '#platform/pubsub'
import { newTrace, withTrace } from '#platform/trace'

import { createApp } from './app.ts'
import { listen, requireFreeAddress } from './listen.ts'

const STOP_WITHIN_MS = 9000
/** No query of a request takes nearly as long: the connection has died silently. */
const QUERY_WITHIN_MS = 20_000
/** Less than the quarter of an hour after which pg-boss reassigns a job. */
const LONG_QUERY_WITHIN_MS = 600_000

/** Folder of the files, and of the embedded database. */
const findDataFolder = async (config: Config, log: Logger): Promise<string> => {
  const fallback = path.resolve(import.meta.dirname, '../data')
  if (config.DATABASE_URL) return createDataFolder(path.resolve(config.DATA_DIR ?? fallback))
  return chooseDataFolder({ configured: config.DATA_DIR, fallback, log })
}

/** The database at DATABASE_URL, or the embedded one in the data folder. */
const findDatabase = async (config: Config, dataDir: string, log: Logger) => {
  if (config.DATABASE_URL) {
    const connection: Connection = { connectionString: config.DATABASE_URL }
    return { connection, stop: async () => {} }
  }
  return startEmbeddedPostgres({ dataDir, log })
}

const findReplica = (config: Config, primary: Db, log: Logger): Replica => {
  if (!config.DATABASE_REPLICA_URL) return noReplica(primary)
  const connection = { connectionString: config.DATABASE_REPLICA_URL }
  return openReplica({ primary, connection, poolSize: config.DATABASE_POOL, log })
}

type Storage = { db: Db; files: Files; scratch: string }

/** Stores shipped content that has changed. Skipped next to a newer program, which has stored its own. */
const storeContent = async (db: Db, library: readonly LibraryQuest[]) => {
  await storeLibrary(db, library)
  await storeDiplomaPlan(db)
  await storePolicy(db, new Date())
  await storeBadges(db, await readBadgeLibrary(library))
}

/**
 * Fills an empty embedded database with the sample, if only this machine can reach the site and the setting allows it. Returns
 * true if the sample exists.
 */
const sampleWorld = async (
  config: Config,
  storage: Storage,
  library: readonly LibraryQuest[],
  log: Logger,
): Promise<boolean> => {
  if (!config.isLocal || config.SAMPLE_DATA === 'off' || config.DATABASE_URL) return false
  if (await createSampleData({ ...storage, config }, library, new Date()))
    log.info('Created the sample data')
  return (await findSettings({ db: storage.db, config })).sample_data
}

/** The passwords of the sample people are public. */
const refuseSampleWorld = async (config: Config, db: Db, dataDir: string) => {
  if (config.isLocal || !(await findSettings({ db, config })).sample_data) return
  throw new CannotStart(
    `The data in ${dataDir} is the sample data, whose passwords are public, and with these settings others can reach the site. For a site of your own, set DATA_DIR to a new, empty folder. To keep trying things out on this machine only, leave out HOST, PUBLIC_URL, TRUST_PROXY and NODE_ENV=production.`,
  )
}

/** Prepares the database for this program. Returns the site's secret, and whether the sample exists. */
const prepare = async (
  {
    config,
    log,
    dataDir,
    isNewer,
  }: { config: Config; log: Logger; dataDir: string; isNewer: boolean },
  storage: Storage,
) => {
  const { db } = storage
  await refuseSampleWorld(config, db, dataDir)
  for (const name of await listUnsafeDurabilitySettings(db)) {
    log.warn(
      `PostgreSQL's ${name} is off: a power cut would lose data that people were told was saved.`,
    )
  }
  // Emails of the local mailbox from when nobody else could reach the site.
  if (!config.isLocal) await db.deleteFrom('mailbox').execute()
  const secret = await findSecret(config, db, dataDir)
  const library = await readQuestLibrary()
  if (!isNewer) await storeContent(db, library)
  return { secret, hasSample: await sampleWorld(config, storage, library, log) }
}

/** Runs a startup step under its own name in the log. Must not start anything that continues afterwards. */
const whileStarting = <T>(work: () => Promise<T>) => withTrace(newTrace({ job: 'start' }), work)

/** Warns of settings that operators of a public site are likely to forget. */
const warn = (config: Config, log: Logger) => {
  if (config.isLocal) return
  if (!config.SMTP_URL) {
    log.warn('SMTP_URL is not set: emails wait in the queue for up to two weeks.')
  }
  if (!config.TRUST_PROXY && config.publicUrl.startsWith('https:')) {
    log.warn(
      'TRUST_PROXY is not set: behind a proxy, all visitors count as one address and share its limits.',
    )
  }
}

const main = async () => {
  const config = readConfig(process.env)
  const log = createLog(config)
  await requireFreeAddress(config)
  const dataDir = await findDataFolder(config, log)
  const database = await findDatabase(config, dataDir, log)
  try {
    await serveSite(config, log, dataDir, database)
  } catch (error) {
    await database.stop()
    throw error
  }
}

const serveSite = async (
  config: Config,
  log: Logger,
  dataDir: string,
  database: Awaited<ReturnType<typeof findDatabase>>,
) => {
  const { connection } = database
  const { isNewer } = await migrate({ connection, log })
  const db = openDatabase({
    connection,
    poolSize: config.DATABASE_POOL,
    log,
    slowMs: config.SLOW_STATEMENT_MS,
    comments: config.LOG_LEVEL === 'debug',
    queryTimeoutMs: QUERY_WITHIN_MS,
    longQueryTimeoutMs: LONG_QUERY_WITHIN_MS,
  })
  const files = await openFiles(config, path.join(dataDir, 'files'))
  const scratch = path.join(dataDir, 'uploads')
  const { secret, hasSample } = await whileStarting(() =>
    prepare({ config, log, dataDir, isNewer }, { db, files, scratch }),
  )
  const replica = findReplica(config, db, log)
  const pubsub = await openPubSub(connection, log)
  const jobs = createJobs(connection, pubsub, log)
  const app = await createApp({
    config,
    db,
    pubsub,
    files,
    jobs,
    log,
    clock: () => new Date(),
    limits: createLimits(db, secret),
    mail: createMail(config, secret, db, jobs, log),
    replica,
    secret,
    scratchFolder: scratch,
    webFolder: path.resolve(import.meta.dirname, '../build/client'),
  })
  await jobs.start()

  const close = async () => {
    await app.http.close()
    await jobs.stop()
    await closeWithTimeout(Promise.all([pubsub.close(), replica.close(), db.destroy()]))
  }
  let stopping: Promise<void> | undefined
  const stop = (why: string) => {
    stopping ??= (async () => {
      log.info({ why }, 'stopping')
      app.stopServing()
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
      await close()
      await database.stop()
      log.info('stopped')
      process.exit(0)
    })()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => stop(signal))
  process.on('disconnect', () => stop('the launcher is gone'))

  const address = await listen(app.http, config).catch(async (error: unknown) => {
    await close()
    throw error
  })
  log.info({ address }, `Lodestar is ready at ${config.publicUrl}`)
  warn(config, log)
  const setup = await whileStarting(() => offerSetup({ config, db, now: new Date() }))
  if (setup) {
    log.warn(
      `This site has no admin yet. For 24 hours, and once, this link makes the person who opens it one: ${setup}`,
    )
  }
  if (hasSample) {
    const accounts = SAMPLE_PEOPLE.map(({ key }) => `${key}@example.org`).join(', ')
    log.info(`Sample accounts: ${accounts} (password ${SAMPLE_PASSWORD})`)
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${failureInWords(error)}\n`)
  process.exit(1)
}
