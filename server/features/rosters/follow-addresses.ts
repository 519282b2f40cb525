import { sql } from 'kysely'

import { endReplacedLinks } from '#features/family'
import { changeAddresses, nameGuardians } from '#features/people'
import { isLinkedToSchool } from '#features/school-sign-in'
import { recordAuditOfMany } from '#platform/audit'
import type { Db } from '#platform/database'
import { discardEmailsTo } from '#platform/jobs'
import { revokeTokensMailedTo } from '#platform/mail'

/** People whose address an import changes: their account, the former address, and whether it was confirmed. */
const moving = (importId: string) => sql`(
  select person.user_id, accounts.email, person.email as new_email,
         accounts.email_verified_at, accounts.email_verified_at is not null as was_confirmed, roster.invited_at is not null as was_invited,
         ${isLinkedToSchool(sql`accounts.id`)} as is_linked
  from roster_decisions as person
  join accounts on accounts.id = person.user_id
  join roster_people as roster on roster.sourced_id = person.sourced_id
  where person.import_id = ${importId} and person.outcome in ('change', 'restore') and person.changes ? 'email')`

/**
 * Changes addresses as previewed (decisions/0088). Everything that was emailed to a former address stops working. Queues the emails
 * about it: to the former address, if it was ever used, and to the new one, the link that confirms it or the invitation.
 */
export const followAddresses = async (db: Db, importId: string): Promise<void> => {
  const former = sql`select email from ${moving(importId)} as moving`
  // Deleted first: an import that follows another closely replaces its emails.
  await sql`
    delete from roster_emails as queued using ${moving(importId)} as moving
    where queued.user_id = moving.user_id and queued.sent_at is null and queued.kind <> 'former_address'
  `.execute(db)
  await sql`
    insert into roster_emails (user_id, kind, address)
    select user_id, kind, address
    from ${moving(importId)} as moving cross join lateral (values
      ('former_address', email, email is not null and (was_confirmed or was_invited)),
      ('confirmation', null, was_confirmed and not is_linked),
      ('invitation', null, (was_invited or email is null) and not was_confirmed)
    ) as queued (kind, address, is_due)
    where is_due
    on conflict do nothing
  `.execute(db)
  await sql`
    with asked as (
      update roster_people as roster set guardian_asked_at = null, guardian_asks = 0
      from accounts as child
      where child.id = roster.user_id and child.status = 'pending_consent' and roster.guardian_asked_at is not null
        and (lower(child.parent_email) in (${former}) or roster.sourced_id in (
          select sourced_id from roster_decisions where import_id = ${importId} and changes ? 'parent_email'))
      returning child.id
    )
    insert into roster_emails (user_id, kind) select id, 'consent' from asked on conflict do nothing
  `.execute(db)
  await revokeTokensMailedTo(db, former)
  await discardEmailsTo(db, former)
  await recordAuditOfMany(
    db,
    { action: 'address_changed', detail: { import: importId } },
    sql`select user_id from ${moving(importId)} as moving`,
  )
  await changeAddresses(
    db,
    sql`select user_id, new_email as email, case when is_linked then email_verified_at end as email_verified_at from ${moving(importId)} as moving`,
  )
  await nameGuardians(
    db,
    sql`
      select user_id, changes ->> 'parent_email' as parent_email from roster_decisions
      where import_id = ${importId} and changes ? 'parent_email'`,
  )
}

/** Ends links at guardians' addresses that the import has replaced, once the new ones are linked. */
export const endFormerGuardians = (db: Db, importId: string, at: string) =>
  endReplacedLinks(
    db,
    sql`
      select person.user_id as learner_id, roster.given ->> 'parent_email' as email, changes ->> 'parent_email' as new_email
      from roster_decisions as person join roster_people as roster on roster.sourced_id = person.sourced_id
      where person.import_id = ${importId} and changes ? 'parent_email'`,
    at,
  )
