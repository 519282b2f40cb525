import { expressionBuilder, sql } from 'kysely'
import type { Expression } from 'kysely'

import type { DB, Db } from '#platform/database'

const eb = expressionBuilder<DB>()

/** A condition on a user. A student whose age is not known counts as a minor, and nobody else does. */
export const isMinor = (user: {
  dateOfBirth: Expression<string | null>
  role: Expression<string>
}) =>
  eb.fn.coalesce(
    eb(user.dateOfBirth, '>', sql<string>`current_date - interval '18 years'`),
    eb(user.role, '=', 'student'),
  )

/** Whether an address, however it is spelt, belongs to the account of a minor, who cannot consent for anybody. */
export const isAddressOfMinor = async (db: Db, address: string): Promise<boolean> => {
  const minor = await db
    .selectFrom('users')
    .select('id')
    .where(({ eb, fn, val }) =>
      eb(fn<string>('mailbox_of', ['email']), '=', fn<string>('mailbox_of', [val(address)])),
    )
    .where(({ ref }) => isMinor({ dateOfBirth: ref('date_of_birth'), role: ref('role') }))
    .limit(1)
    .executeTakeFirst()
  return minor !== undefined
}
