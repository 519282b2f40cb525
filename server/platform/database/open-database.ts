import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { Pool } from 'pg'

import { clientConfig, type Connection } from './connection.ts'
import type { Log } from './log.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import type { DB } from './tables.gen.ts'
import { rowTypes } from './type-parsers.ts'

/** The database, or a transaction on it. */
export type Db = Kysely<DB>

/**
 * A pool of connections. `db.destroy()` closes it. Rows arrive as type-parsers.ts says.
 *
 * @param connectTimeoutMs How long a query waits for a connection. A query that escapes its transaction waits for another one:
 *   with a pool of one it then fails instead of hanging.
 */
export const openDatabase = (options: {
  connection: Connection
  poolSize: number
  log: Log
  connectTimeoutMs?: number
}): Db => {
  const { connection, poolSize, log, connectTimeoutMs = 5000 } = options
  const pool = new Pool({
    ...clientConfig(connection, connectTimeoutMs),
    max: poolSize,
    types: rowTypes,
    idleTimeoutMillis: 60_000,
  })
  // Its message alone: pg puts the whole client on it.
  pool.on('error', ({ message }) => log.warn(`A database connection was lost: ${message}`))
  // Between two queries of a transaction the pool does not listen, and an error without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))

  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }),
    log: (event) => logQuery(log, event),
  })
}

const logQuery = (log: Log, { level, query, queryDurationMillis }: LogEvent): void => {
  log.debug({ sql: query.sql, ms: Math.round(queryDurationMillis * 10) / 10 }, level)
}
