import { type RawBuilder, sql } from 'kysely'

import { filePath } from '#contract/paths'

/**
 * SQL for first and last name. @param table alias of the row in the statement; the name is null if it is left-joined and missing
 */
export const nameOf = <Name extends string | null = string>(table: string): RawBuilder<Name> =>
  sql<Name>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/** SQL for what a person signs in with and is recognized by: the email address, otherwise the sign-in name. */
export const loginOf = (table: string): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${table}.email`)}, ${sql.ref(`${table}.sign_in_name`)})`

/** SQL for the URL of the file whose id is in a column; null if the column is. @param column qualified, as `files.id` */
export const fileUrlOf = <Url extends string | null = string>(column: string): RawBuilder<Url> =>
  sql<Url>`${sql.lit(filePath(''))} || ${sql.ref(column)}`

/** SQL for the URL of a person's avatar, under its API name. @param table alias of `users` in the statement */
export const avatarOf = (table: string) =>
  fileUrlOf<string | null>(`${table}.avatar_file_id`).as('avatar_url')
