import { createHash } from 'node:crypto'

import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { DatabaseError, type Pool, type PoolClient } from 'pg'

import { isDatabaseAway } from './database-errors.ts'
import { retryConflicts } from './retry-conflicts.ts'

/** Each name costs memory on every connection; further SQL (lists of varying length) is planned on each call. */
const MAX_STATEMENTS = 1000

/**
 * Wraps the pool so that every query runs as a named prepared statement: PostgreSQL then parses and plans it once per connection
 * instead of on each call, which is most of the time of larger queries.
 *
 * @param timeout Statement timeout in milliseconds, if it differs from the pool's.
 * @param comment Appended to each statement. It differs from call to call, so nothing is prepared then.
 */
export const withPreparedStatements = (
  pool: Pool,
  timeout: () => number | undefined,
  comment?: () => string | undefined,
): PostgresPool => {
  const nameOf = statementNames()
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      let preparing = wrapped.get(client)
      if (!preparing) wrapped.set(client, (preparing = prepareOn(client, nameOf, timeout, comment)))
      return preparing
    },
  }
}

const statementNames = () => {
  const names = new Map<string, string>()
  return (sql: string): string | undefined => {
    const known = names.get(sql)
    if (known !== undefined || names.size >= MAX_STATEMENTS) return known
    const name = createHash('sha256').update(sql).digest('base64url').slice(0, 16)
    names.set(sql, name)
    return name
  }
}

const prepareOn = (
  client: PoolClient,
  nameOf: (sql: string) => string | undefined,
  timeout: () => number | undefined,
  comment: (() => string | undefined) | undefined,
): PostgresPoolClient => {
  let isUnusable = false
  let away: unknown

  function query<R>(sql: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query(): never
  async function query(sql?: string, values: readonly unknown[] = []): Promise<unknown> {
    if (sql === undefined) throw new TypeError('Cursors are not used here.')
    // A rollback would queue behind the statement that timed out; PostgreSQL rolls back when the connection ends.
    if (away !== undefined) throw away
    const manner = { values: [...values], query_timeout: timeout() }
    const run = () =>
      client.query(
        comment
          ? { text: `${sql} ${comment() ?? ''}`, ...manner }
          : { name: nameOf(sql), text: sql, ...manner },
      )
    try {
      // A statement on its own is a transaction too; its triggers lock further rows.
      return await (client.getTransactionStatus() === 'I' ? retryConflicts(run) : run())
    } catch (error) {
      if (error instanceof DatabaseError) dropValues(error)
      if (isDatabaseAway(error)) away = error
      isUnusable ||= isOutdatedPlan(error) || away !== undefined
      throw error
    }
  }

  return { query, release: (destroy = false) => client.release(destroy || isUnusable) }
}

/** PostgreSQL quotes the refused row, somebody's address or words, in fields that the log would show. */
const dropValues = (error: DatabaseError): void => {
  delete error.detail
  delete error.where
}

/** A migration changed a table under a prepared statement: this connection cannot run it any more, a new one can. */
const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery'
