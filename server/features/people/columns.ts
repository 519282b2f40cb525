import { type RawBuilder, sql } from 'kysely'

/** First and last name. @param table what the row with both is called in the statement; the name is null where it is left-joined */
export const nameOf = <Name extends string | null = string>(table: string): RawBuilder<Name> =>
  sql<Name>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/** The address of a person's picture, by its name on the wire. @param table what the row of `users` is called in the statement */
export const avatarOf = (table: string) =>
  sql<string | null>`'/api/files/' || ${sql.ref(`${table}.avatar_file_id`)}`.as('avatar_url')
