import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'

/** The sort expression of a page, its type, and the cursor's value. */
type Column = readonly [
  by: Expression<unknown>,
  type: 'text' | 'timestamptz' | 'uuid',
  value: Expression<unknown> | string | undefined,
]

/** Condition of keyset pagination: rows beyond a cursor's row, in an order that is all ascending (`>`) or all descending (`<`). */
export const keyset = (direction: '>' | '<', ...columns: readonly Column[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(columns.map(([by]) => by))}) ${sql.raw(direction)} (${sql.join(
    columns.map(([, type, value]) => sql`${value}::${sql.raw(type)}`),
  )})`
