import { CompiledQuery, type Compilable, sql } from 'kysely'

import type { Db } from './open-database.ts'

const MAX_ROWS_AT_ONCE = 32

/**
 * The rows of a query as PostgreSQL writes them in JSON, fetched some at a time: memory does not grow with their number. `db` is a
 * transaction; one such query at a time. Raw: Kysely knows no cursors of the database's own. Each row is one value, so that all
 * cursors are of one type, for which fetching is prepared.
 */
export const rowByRow = async function* <Row>(
  db: Db,
  query: Compilable<Row>,
): AsyncGenerator<Row, void> {
  const { sql: text, parameters } = query.compile()
  const declare = `declare row_by_row no scroll cursor for select row_to_json(each) as value from (${text}) as each`
  await db.executeQuery(CompiledQuery.raw(declare, [...parameters]))
  // Of tables with few rows, each may be large.
  for (let atOnce = 1, isLast = false; !isLast; atOnce = Math.min(2 * atOnce, MAX_ROWS_AT_ONCE)) {
    const { rows } = await sql<{ value: Row }>`
      fetch ${sql.lit(atOnce)} from row_by_row`.execute(db)
    for (const { value } of rows) yield value
    isLast = rows.length < atOnce
  }
  await sql`close row_by_row`.execute(db)
}
