import { type RawBuilder, sql } from 'kysely'

import { filePath } from '#contract/paths'

/** First and last name. @param table what the row with both is called in the statement; the name is null where it is left-joined */
export const nameOf = <Name extends string | null = string>(table: string): RawBuilder<Name> =>
  sql<Name>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/** Address of the file whose id is in a column; null where the column is. @param column qualified, as `files.id` */
export const fileUrlOf = <Url extends string | null = string>(column: string): RawBuilder<Url> =>
  sql<Url>`${sql.lit(filePath(''))} || ${sql.ref(column)}`

/** Address of a person's picture, by its name on the wire. @param table alias of `users` in the statement */
export const avatarOf = (table: string) =>
  fileUrlOf<string | null>(`${table}.avatar_file_id`).as('avatar_url')
