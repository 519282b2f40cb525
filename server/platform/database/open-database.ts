import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { type ClientBase, Pool } from 'pg'

import { asComment, currentTrace } from '#platform/trace'

import { clientConfig, type Connection } from './connection.ts'
import { IsStandby } from './database-errors.ts'
import type { Log } from './log.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import type { DB } from './tables.gen.ts'
import { rowTypes } from './type-parsers.ts'

/** The database, or a transaction on it. */
export type Db = Kysely<DB>

const pools = new WeakMap<Db, Pool>()

/** Connections of a database that was opened here, and queries waiting for one. */
export const connectionsOf = (db: Db): { open: number; idle: number; waiting: number } => {
  const pool = pools.get(db)
  return {
    open: pool?.totalCount ?? 0,
    idle: pool?.idleCount ?? 0,
    waiting: pool?.waitingCount ?? 0,
  }
}

/**
 * Opens a connection pool. `db.destroy()` closes it. Rows are parsed by type-parsers.ts.
 *
 * @param slowMs Slower statements are logged as warnings, with their trace.
 * @param comments Whether each statement carries its trace as a comment, for PostgreSQL's own log and views. Statements are then
 * not prepared.
 * @param connectTimeoutMs Timeout for getting a connection. A query that escapes its transaction waits for another connection:
 * with a pool of one it then fails instead of hanging.
 * @param isPrimary Whether connections to a standby are refused.
 * @param queryTimeoutMs Statement timeout; unlimited if undefined.
 * @param longQueryTimeoutMs Statement timeout for traces that are known to take long.
 */
export const openDatabase = (options: {
  connection: Connection
  poolSize: number
  log: Log
  slowMs?: number
  comments?: boolean
  connectTimeoutMs?: number
  isPrimary?: boolean
  queryTimeoutMs?: number
  longQueryTimeoutMs?: number
}): Db => {
  const {
    connection,
    poolSize,
    log,
    slowMs = 250,
    comments = false,
    connectTimeoutMs = 5000,
    isPrimary = true,
  } = options
  const pool = new Pool({
    ...clientConfig(connection, connectTimeoutMs),
    max: poolSize,
    types: rowTypes,
    idleTimeoutMillis: 60_000,
    query_timeout: options.queryTimeoutMs,
    onConnect: (client) => prepareConnection(client, isPrimary),
  })
  pool.on('error', ({ message }) => {
    // Logs the message only: pg attaches the whole client to the error. A closing pool does not wait for its connections, so a
    // server stopped next may end some of them first.
    if (!pool.ending) log.warn(`A database connection was lost: ${message}`)
  })
  // Between two queries of a transaction, the pool does not listen, and an error without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))

  const timeoutNow = () => (currentTrace()?.isLong ? options.longQueryTimeoutMs : undefined)
  const commentNow = () => {
    const trace = currentTrace()
    return trace && asComment(trace)
  }
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: withPreparedStatements(pool, timeoutNow, comments ? commentNow : undefined),
    }),
    log: (event) => logQuery(log, slowMs, event),
  })
  pools.set(db, pool)
  return db
}

/**
 * Every statement is prepared and asks for one person's rows, so planning it once per connection suffices, and a statement that
 * only works with a custom plan fails at the first call instead of the sixth. An idle transaction of a dead program releases its
 * locks after 15 seconds. The database's day is that of the program, UTC, whatever zone its machine is in: ages depend on it. Set
 * here rather than in the startup packet, which PgBouncer would refuse.
 */
const prepareConnection = async (client: ClientBase, isPrimary: boolean): Promise<void> => {
  const { rows } = await client.query<{ is_standby: boolean }>(
    `SELECT set_config('plan_cache_mode', 'force_generic_plan', false),
            set_config('idle_in_transaction_session_timeout', '15s', false),
            set_config('TimeZone', 'UTC', false),
            pg_is_in_recovery() AS is_standby`,
  )
  if (isPrimary && rows[0]?.is_standby) throw new IsStandby('The database is a standby.')
}

const logQuery = (log: Log, slowMs: number, { level, query, queryDurationMillis }: LogEvent) => {
  const trace = currentTrace()
  const isSlow = queryDurationMillis >= slowMs
  if (trace) {
    trace.statements.set(query.sql, (trace.statements.get(query.sql) ?? 0) + 1)
    trace.databaseMs += queryDurationMillis
    if (isSlow) trace.slowStatements += 1
  }
  const line = { ...trace?.name, sql: query.sql, ms: Math.round(queryDurationMillis * 10) / 10 }
  if (isSlow) log.warn(line, 'slow statement')
  else log.debug(line, level)
}
