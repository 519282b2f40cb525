import { CompiledQuery, type Compilable, sql } from 'kysely'

import type { Db } from './open-database.ts'

const MAX_ROWS_AT_ONCE = 32

/**
 * Yields a query's rows as PostgreSQL's JSON, fetched in batches: memory does not grow with their number. `db` is a transaction;
 * one such query at a time. Raw SQL: Kysely does not support server-side cursors. Each row is a single value, so that all cursors
 * have the same type and fetching can be prepared.
 */
export const rowByRow = async function* <Row>(
  db: Db,
  query: Compilable<Row>,
): AsyncGenerator<Row, void> {
  const { sql: text, parameters } = query.compile()
  const declare = `declare row_by_row no scroll cursor for select row_to_json(each) as value from (${text}) as each`
  await db.executeQuery(CompiledQuery.raw(declare, [...parameters]))
  // Starts small: tables with few rows may have large ones.
  for (let atOnce = 1, isLast = false; !isLast; atOnce = Math.min(2 * atOnce, MAX_ROWS_AT_ONCE)) {
    const { rows } = await sql<{ value: Row }>`
      fetch ${sql.lit(atOnce)} from row_by_row`.execute(db)
    for (const { value } of rows) yield value
    isLast = rows.length < atOnce
  }
  await sql`close row_by_row`.execute(db)
}
