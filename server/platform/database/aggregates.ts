import { type Expression, type RawBuilder, sql } from 'kysely'

// What Kysely's `jsonArrayFrom` is for rows, these are for keys and for single columns.

/** `{ key: value }` of a subquery's rows. */
export const jsonRecordFrom = <V>(
  rows: Expression<{ key: string; value: V }>,
): RawBuilder<Record<string, V>> =>
  sql`(select coalesce(json_object_agg(agg.key, agg.value), '{}') from ${rows} as agg)`

/** The one column of a subquery. */
export const arrayFrom = <V>(column: Expression<Record<string, V>>): RawBuilder<V[]> =>
  sql`array${column}`

/** A JSON aggregate, or an empty array where there are no rows to aggregate. */
export const orEmpty = (aggregate: Expression<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${aggregate}, '[]')`

/** The day of an instant in UTC, as YYYY-MM-DD. */
export const dayInUtc = (instant: Expression<string | null>): RawBuilder<string> =>
  sql`(${instant} at time zone 'UTC')::date`
