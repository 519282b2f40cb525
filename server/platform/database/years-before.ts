import { type RawBuilder, sql } from 'kysely'

/**
 * The day so many years before a day (YYYY-MM-DD): whoever was born on it or earlier has had that birthday, as `fullYears` of
 * #rules/age counts.
 */
export const yearsBefore = (day: string, years: number): RawBuilder<string> =>
  sql<string>`${day}::date - make_interval(years => ${sql.lit(years)})`
