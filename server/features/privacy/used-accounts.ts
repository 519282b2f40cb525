import { type RawBuilder, sql } from 'kysely'

import { answeredAddresses } from '#features/family'

import { PERSONAL_DATA, type PersonalData } from './personal-data.ts'

/** Rows that exist although nobody has used the account: an import, staff assigning an advisor, or the program creates them. */
const WITHOUT_USE = new Set([
  'users',
  'audit_log',
  'caseload',
  'guardian_links',
  'idempotency_keys',
  'learner_revisions',
  'mailbox',
  'mailed_tokens',
  'notifications',
  'past_assignments',
  'rate_limits',
  'roster_decisions',
  'roster_emails',
  'roster_imports',
  'roster_moves',
  'roster_people',
  'roster_rows',
  'roster_rows_before',
  'signals',
])

/**
 * SQL query: ids of accounts in use, which have a confirmed address, a session, work, a consent, or any other personal data. New
 * tables count.
 * @param people a query with user_id
 */
export const usedAccounts = (people: RawBuilder<unknown>): RawBuilder<unknown> => {
  const tables = Object.entries<PersonalData>(PERSONAL_DATA).filter(
    ([table]) => !WITHOUT_USE.has(table),
  )
  const isOne = (id: RawBuilder<unknown>) =>
    sql`${id} in (select user_id from (${people}) as person)`
  // Each table is compared with the people by an index of one of both: a list of a district's people, read once for each table, took
  // half a minute.
  const uses = tables.flatMap(([table, { of, by }]) =>
    of.map((column) => {
      const used = sql.ref(`used.${column}`)
      return by === 'email'
        ? sql`
          select account.id from ${sql.table(table)} as used join accounts as account on account.email = ${used}
          where ${isOne(sql`account.id`)}`
        : sql`select ${used} as id from ${sql.table(table)} as used where ${isOne(used)}`
    }),
  )
  return sql`(
    select account.id from accounts as account where email_verified_at is not null and ${isOne(sql`account.id`)}
    union select account.id from accounts as account join ${answeredAddresses} as answered on answered.email = account.email
          where ${isOne(sql`account.id`)}
    union ${sql.join(uses, sql` union `)})`
}
