import { sql } from 'kysely'

import type { Db } from '#platform/database'

/** Returns the guardian whom a roster names for somebody it lists; undefined for people of no roster, or who have left it. */
export const findOnRoster = (
  db: Db,
  id: string,
): Promise<{ guardianEmail: string | null } | undefined> =>
  db
    .selectFrom('roster_people')
    .select(sql<string | null>`nullif(given ->> 'parent_email', '')`.as('guardianEmail'))
    .where('user_id', '=', id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()

/** True if a roster listed somebody and does not any more: their account stays closed. */
export const hasLeftRoster = async (db: Db, id: string): Promise<boolean> => {
  const gone = await db
    .selectFrom('roster_people')
    .select('user_id')
    .where('user_id', '=', id)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()
  return gone !== undefined
}
