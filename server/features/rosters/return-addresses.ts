import { sql } from 'kysely'

import { endSessions, withdrawPassword } from '#features/auth'
import { changeAddresses, storeSchoolAddresses } from '#features/people'
import { unlinkSchoolAccount } from '#features/school-sign-in'
import { recordAuditOfMany } from '#platform/audit'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { discardEmailsTo } from '#platform/jobs'
import { revokeTokensMailedTo } from '#platform/mail'

import { sendQueuedEmails } from './send-emails.ts'

/** People whom the import changed and who still are as it left them, with their state before. */
export const changed = (importId: string, field: string, now: string) => sql`
  select person.*, roster.suspended_at, roster.invited_at
  from roster_decisions as person
  join accounts on accounts.id = person.user_id
  left join roster_people as roster on roster.sourced_id = person.sourced_id
  where person.import_id = ${importId} and person.outcome in ('change', 'restore') and person.changes ? ${field}::text
    and ${sql.ref(`accounts.${now}`)} = person.changes ->> ${field}::text`

/** People who get their former address back: the given one, the former one and its confirmation. */
const returning = (importId: string) => sql`(
  select person.user_id, person.changes ->> 'email' as given, before ->> 'email' as email,
         (before ->> 'email_verified_at')::timestamptz as email_verified_at, person.invited_at is not null as was_invited
  from (${changed(importId, 'email', 'email')}) as person
  -- The first address of an account stays: it may be the only way into it by now.
  where before ->> 'email' is not null and not exists (
    select from accounts as other
    where other.email = before ->> 'email' and other.id <> person.user_id
      and other.id not in (select user_id from (${changed(importId, 'email', 'email')}) as moving)))`

/** People who have chosen a password or linked a school account since the import changed their address. */
const listTakenOver = async (db: Db, importId: string) => {
  const { rows } = await sql<{ user_id: string; is_linked: boolean }>`
    select person.user_id, bool_or(taken.action = 'school_account_linked') as is_linked
    from ${returning(importId)} as person
    join audit_log as moved on moved.subject_id = person.user_id and moved.action = 'address_changed'
      and moved.detail ->> 'import' = ${importId}
    join audit_log as taken on taken.subject_id = person.user_id and taken.id > moved.id
      and (taken.action = 'password_changed' or taken.action = 'school_account_linked' and taken.detail ->> 'by' = 'person')
    group by person.user_id`.execute(db)
  return rows
}

/**
 * Returns the addresses that an import changed. Whoever reads the given address gets nothing by it any more: its links stop
 * working, and so do passwords and school accounts that were chosen with it (decisions/0088).
 */
export const returnAddresses = async (
  parts: Pick<Parts, 'clock' | 'config' | 'jobs' | 'mail'>,
  db: Db,
  importId: string,
): Promise<void> => {
  const given = sql`select given as email from ${returning(importId)} as person`
  const takenOver = await listTakenOver(db, importId)
  await sql`
    delete from roster_emails as queued using ${returning(importId)} as person
    where queued.user_id = person.user_id and queued.sent_at is null
  `.execute(db)
  await sql`
    insert into roster_emails (user_id, kind, address)
    select user_id, kind, address
    from ${returning(importId)} as person cross join lateral (values
      ('former_address', given, exists (
        select from accounts where accounts.id = user_id and accounts.email_verified_at is not null)),
      ('returned_address', null, email_verified_at is not null),
      ('invitation', null, email_verified_at is null and was_invited)
    ) as queued (kind, address, is_due)
    where is_due
    on conflict do nothing
  `.execute(db)
  await revokeTokensMailedTo(db, given)
  await discardEmailsTo(db, given)
  await recordAuditOfMany(
    db,
    { action: 'address_changed', detail: { undone: importId } },
    sql`select user_id from ${returning(importId)} as person`,
  )
  await changeAddresses(
    db,
    sql`select user_id, email, email_verified_at from ${returning(importId)} as person`,
  )
  for (const { user_id, is_linked } of takenOver) {
    await withdrawPassword(parts, db, user_id)
    if (is_linked) await unlinkSchoolAccount(db, user_id)
  }
  await sendQueuedEmails(parts, db)
}

/**
 * Returns the addresses that identify people in the school's single sign-on. Whoever was identified by the import's address is signed
 * out, and the account no longer theirs.
 */
export const returnSchoolAddresses = async (
  { clock }: Pick<Parts, 'clock'>,
  db: Db,
  importId: string,
): Promise<void> => {
  const { rows: identified } = await sql<{ user_id: string }>`
    select distinct person.user_id
    from roster_decisions as person
    join audit_log as applied on applied.action = 'roster_applied' and applied.detail ->> 'import' = ${importId}
    join audit_log as linked on linked.subject_id = person.user_id and linked.id > applied.id
      and linked.action = 'school_account_linked' and linked.detail ->> 'by' = 'roster'
    where person.import_id = ${importId} and person.outcome <> 'join' and before ? 'school_email'
      and before ->> 'school_email' is distinct from person.email`.execute(db)
  const people = sql`
    select user_id, before ->> 'school_email' as email from roster_decisions
    where import_id = ${importId} and user_id is not null and before ? 'school_email'`
  await storeSchoolAddresses(
    db,
    sql`select user_id, email from (${people}) as person where email is not null`,
    sql`select user_id from (${people}) as person where email is null`,
  )
  for (const { user_id } of identified) {
    await unlinkSchoolAccount(db, user_id)
    await endSessions(db, user_id, {}, clock())
  }
}
