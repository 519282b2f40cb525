import path from 'node:path'

import type { Logger } from 'pino'

import { type Config, readConfig } from '#platform/config'
import { type Connection, type Db, failureInWords, migrate, openDatabase } from '#platform/database'
import {
  AlreadyRuns,
  chooseDataFolder,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres'
import { DomainError } from '#platform/http'
import { createLog } from '#platform/log'

export type Site = {
  config: Config
  connection: Connection
  dataDir: string
  db: Db
  log: Logger
}

type Work = (site: Site) => Promise<void>

/** The embedded PostgreSQL: the running site's, or one started temporarily. */
const embedded = async (dataDir: string, log: Logger) => {
  try {
    return await startEmbeddedPostgres({ dataDir, log })
  } catch (error) {
    if (!(error instanceof AlreadyRuns)) throw error
    return { connection: await findEmbeddedPostgres(dataDir), stop: async () => {} }
  }
}

const run = async (work: Work, { migrating }: { migrating: boolean }) => {
  const config = readConfig(process.env)
  // Commands always log at info level: LOG_LEVEL applies to the site.
  const log = createLog({ ...config, LOG_LEVEL: 'info' }, process.stdout.isTTY)
  const { DATABASE_URL, DATA_DIR } = config
  const dataDir = DATABASE_URL
    ? path.resolve(DATA_DIR ?? 'data')
    : await chooseDataFolder({ configured: DATA_DIR, fallback: 'data', log })
  const server: { connection: Connection; stop: () => Promise<void> } = DATABASE_URL
    ? { connection: { connectionString: DATABASE_URL }, stop: async () => {} }
    : await embedded(dataDir, log)
  try {
    const { connection } = server
    if (migrating) await migrate({ connection, log })
    const db = openDatabase({ connection, poolSize: 1, log })
    await work({ config, connection, dataDir, db, log }).finally(() => db.destroy())
  } finally {
    await server.stop()
  }
}

/**
 * Runs a command on the site's database with the site's settings, whether the site is running or not.
 * @param options.migrating false leaves the schema unchanged
 */
export const onDatabase = async (work: Work, options = { migrating: true }): Promise<void> => {
  try {
    await run(work, options)
  } catch (error) {
    const words = error instanceof DomainError ? error.message : failureInWords(error)
    process.stderr.write(`${words}\n`)
    process.exitCode = 1
  }
}
