import path from 'node:path'

import { pino } from 'pino'
import type { Logger } from 'pino'

import { readConfig } from '#platform/config'
import type { Config } from '#platform/config'
import { CannotStart, migrate, openDatabase } from '#platform/database'
import type { Connection, Db } from '#platform/database'
import {
  AlreadyRuns,
  chooseDataFolder,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres'
import { DomainError } from '#platform/http'

export type Site = { config: Config; dataDir: string; db: Db; log: Logger }

/** Our own PostgreSQL: that of the running site, or started for the moment. */
const embedded = async (dataDir: string, log: Logger) => {
  try {
    return await startEmbeddedPostgres({ dataDir, log })
  } catch (error) {
    if (!(error instanceof AlreadyRuns)) throw error
    return { connection: await findEmbeddedPostgres(dataDir), stop: async () => {} }
  }
}

const run = async (work: (site: Site) => Promise<void>) => {
  const log = pino({ level: 'info', transport: { target: 'pino-pretty' } })
  const config = readConfig(process.env)
  const { DATABASE_URL, DATA_DIR } = config
  const dataDir = DATABASE_URL
    ? path.resolve(DATA_DIR ?? 'data')
    : await chooseDataFolder({ configured: DATA_DIR, fallback: 'data', log })
  const server: { connection: Connection; stop: () => Promise<void> } = DATABASE_URL
    ? { connection: { connectionString: DATABASE_URL }, stop: async () => {} }
    : await embedded(dataDir, log)
  try {
    await migrate({ connection: server.connection, log })
    const db = openDatabase({ connection: server.connection, poolSize: 1, log })
    await work({ config, dataDir, db, log }).finally(() => db.destroy())
  } finally {
    await server.stop()
  }
}

/** Runs a command on the site's database, with the site's own settings, whether the site runs or is stopped. */
export const onDatabase = async (work: (site: Site) => Promise<void>): Promise<void> => {
  try {
    await run(work)
  } catch (error) {
    const isForPeople =
      error instanceof CannotStart ||
      error instanceof DomainError ||
      (error instanceof Error && error.message.startsWith('The configuration'))
    process.stderr.write(`${isForPeople ? error.message : String((error as Error).stack)}\n`)
    process.exitCode = 1
  }
}
