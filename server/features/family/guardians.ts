import { sql } from 'kysely'

import type { Db } from '#platform/database'

/** A condition on a user by the name of its table in a query. Whose age is not known is a minor as a student, and else is not. */
export const isMinor = (user: string) => sql<boolean>`coalesce(
  ${sql.ref(`${user}.date_of_birth`)} > current_date - interval '18 years', ${sql.ref(`${user}.role`)} = 'student')`

/** Whether an address, however it is spelt, belongs to the account of a minor, who cannot consent for anybody. */
export const isAddressOfMinor = async (db: Db, address: string): Promise<boolean> => {
  const { rows } = await sql`
    select from users u where mailbox_of(u.email) = mailbox_of(${address}) and ${isMinor('u')} limit 1
  `.execute(db)
  return rows.length > 0
}
