import { sql } from 'kysely'

import type { Db } from '#platform/database'

/**
 * Whether somebody is a guardian of a child now: an adult who has confirmed, by a link sent to it, the address that
 * agreed for the child. Staff and parents who were invited gave no birthday; students without one count as minors.
 */
export const isGuardianOf = async (db: Db, personId: string, childId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from consents c
    join users g on g.email = c.guardian_email and g.email_verified_at is not null
    where g.id = ${personId} and c.child_id = ${childId} and c.confirmed_at is not null and c.revoked_at is null
      and g.id <> c.child_id and not ${isMinor('g')}
    limit 1
  `.execute(db)
  return rows.length > 0
}

const isMinor = (user: 'g' | 'u') => sql<boolean>`coalesce(
  ${sql.ref(`${user}.date_of_birth`)} > current_date - interval '18 years', ${sql.ref(`${user}.role`)} = 'student')`

/** Whether an address, however it is spelt, belongs to the account of a minor, who cannot consent for anybody. */
export const isAddressOfMinor = async (db: Db, address: string): Promise<boolean> => {
  const { rows } = await sql`
    select from users u where mailbox_of(u.email) = mailbox_of(${address}) and ${isMinor('u')} limit 1
  `.execute(db)
  return rows.length > 0
}

/**
 * Whether the user `u` may publish at this moment, as a condition for queries: under 13 a guardian must have allowed it;
 * whoever has grown older decides alone.
 */
export const mayPublish = sql<boolean>`(
  u.date_of_birth is null or u.date_of_birth <= current_date - interval '13 years' or exists (
    select from consents c where c.child_id = u.id and c.confirmed_at is not null and c.revoked_at is null
      and 'publishing' = any(c.scopes)))`
