import { type Expression, type RawBuilder, sql } from 'kysely'

// Counterparts of Kysely's `jsonArrayFrom`, for keys and for single columns.

/** A subquery's rows as `{ key: value }`. */
export const jsonRecordFrom = <V>(
  rows: Expression<{ key: string; value: V }>,
): RawBuilder<Record<string, V>> =>
  sql`(select coalesce(json_object_agg(agg.key, agg.value), '{}') from ${rows} as agg)`

/** The single column of a subquery as an array. */
export const arrayFrom = <V>(column: Expression<Record<string, V>>): RawBuilder<V[]> =>
  sql`array${column}`

/** A JSON aggregate, or an empty array without rows. */
export const orEmpty = (aggregate: Expression<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${aggregate}, '[]')`

/** UTC day of an instant, as YYYY-MM-DD. */
export const dayInUtc = (instant: Expression<string | null>): RawBuilder<string> =>
  sql`(${instant} at time zone 'UTC')::date`
