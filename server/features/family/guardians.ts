import { sql } from 'kysely'

import type { Db } from '#platform/database'

/** Whether somebody is a guardian of a child now: the verified owner of the address that agreed for it. */
export const isGuardianOf = async (db: Db, personId: string, childId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from consents c
    join users g on g.email = c.guardian_email and g.email_verified_at is not null
    where g.id = ${personId} and c.child_id = ${childId} and c.confirmed_at is not null and c.revoked_at is null
    limit 1
  `.execute(db)
  return rows.length > 0
}
