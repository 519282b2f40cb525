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

/** Where a learner's guardians are written to: adults whose own confirmed account has given a consent that holds. */
export const listGuardianAddresses = (
  db: Db,
  learnerId: string,
): Promise<{ email: string; first_name: string }[]> =>
  db
    .selectFrom('consents')
    .innerJoin('users', 'users.email', 'consents.guardian_email')
    .select(['users.email', 'users.first_name'])
    .distinct()
    .where('consents.child_id', '=', learnerId)
    .where('consents.confirmed_at', 'is not', null)
    .where('consents.revoked_at', 'is', null)
    .where('users.id', '<>', learnerId)
    .where('users.status', '=', 'active')
    .where('users.email_verified_at', 'is not', null)
    .where(({ not, ref }) =>
      not(isMinor({ dateOfBirth: ref('users.date_of_birth'), role: ref('users.role') })),
    )
    .execute()

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
