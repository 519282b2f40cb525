import { sql } from 'kysely'

import type { Outcome } from '#contract/rosters'
import { liftSuspension, suspend } from '#features/admin'
import { NO_PASSWORD } from '#features/auth'
import {
  countConsentDays,
  createAccounts,
  renamePeople,
  storeSchoolAddresses,
} from '#features/people'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { CONSENT_AGE } from '#rules/age'

import { ROLES_GIVEN } from './decide.ts'
import { followAddresses } from './follow-addresses.ts'
import { guardiansOf } from './guardians-of.ts'
import { queueConsentRequest } from './send-emails.ts'

// Raw statements, each for all people of a school at once, as in decide.ts.

/** Creates accounts that are opened with a link to choose a password. Children under 13 also wait for a guardian. */
export const createPeople = async (db: Db, importId: string, at: string) => {
  await sql`
    update roster_decisions set user_id = gen_random_uuid() where import_id = ${importId} and outcome = 'create'
  `.execute(db)
  const people = sql`
    select person.user_id as id, first_name, last_name, person.email, role, date_of_birth, guardian.email as parent_email,
           coalesce(date_of_birth > current_date - make_interval(years => ${CONSENT_AGE}), false) as is_child
    from roster_decisions as person
    left join (
      select of, min(email) as email from ${guardiansOf(importId)} as each group by of
    ) as guardian on guardian.of = person.sourced_id
    where import_id = ${importId} and outcome = 'create'`
  await createAccounts(db, people, { passwordHash: NO_PASSWORD, at })
  // Somebody registered with the address since it was decided.
  await sql`
    with late as (
      update roster_decisions as person set outcome = 'refuse', user_id = null
      where import_id = ${importId} and outcome = 'create' and not exists (select from accounts where id = person.user_id)
      returning line
    )
    insert into roster_problems (import_id, file, line, "column", message, is_error, is_own)
    select ${importId}::uuid, 'users', line, 'email', 'Somebody has just registered with this address: import the file again', true, false
    from late
  `.execute(db)
}

/** Stores the state of people whom the import changes, for undoing it. */
export const saveStateBefore = (db: Db, importId: string) =>
  sql`
    update roster_decisions as person
    set before = jsonb_build_object(
      'first_name', accounts.first_name, 'last_name', accounts.last_name, 'email', accounts.email,
      'email_verified_at', accounts.email_verified_at, 'parent_email', accounts.parent_email, 'status', accounts.status,
      'school_email', accounts.school_email,
      'given', roster.given, 'suspended_at', roster.suspended_at)
    from accounts left join roster_people as roster on roster.user_id = accounts.id
    where person.import_id = ${importId} and accounts.id = person.user_id
      and (person.outcome in ('join', 'change', 'restore', 'suspend', 'missing')
        or person.outcome = 'same' and accounts.school_email is distinct from person.email)
  `.execute(db)

export const changeAccounts = async (
  parts: Pick<Parts, 'clock'>,
  db: Db,
  importId: string,
  { at, withMissing }: { at: string; withMissing: boolean },
) => {
  await renamePeople(
    db,
    sql`
      select user_id, changes ->> 'first_name' as first_name, changes ->> 'last_name' as last_name
      from roster_decisions
      where import_id = ${importId} and outcome in ('change', 'restore') and changes <> '{}'`,
  )
  await followAddresses(db, importId)
  // These are few: each is suspended or restored the same way as by an admin.
  for (const person of await markSuspended(db, importId, ['restore'], null)) {
    if (person.status === 'suspended') await restore(db, person.id, new Date(at))
  }
  const outcomes: Outcome[] = withMissing ? ['suspend', 'missing'] : ['suspend']
  // A child who waits for consent is closed already: leaving the roster starts the days until the account is erased.
  for (const { id, status } of await markSuspended(db, importId, outcomes, at))
    if (status === 'active') await suspend(parts, db, id)
  await countConsentDays(db, peopleWith(importId, outcomes), at)
}

/** Lifts a suspension by the roster. Whoever decides about a child that waits then is asked by its queue of emails. */
export const restore = async (db: Db, id: string, now: Date): Promise<void> => {
  const isToBeAsked = await liftSuspension(db, id, now, { isOnRoster: true })
  if (isToBeAsked) await queueConsentRequest(db, id)
}

const peopleWith = (importId: string, outcomes: readonly Outcome[]) => sql`
  select user_id from roster_decisions where import_id = ${importId} and outcome = any(${outcomes}::text[])`

/** Records since when the roster has suspended these people, and returns them. */
const markSuspended = (db: Db, importId: string, outcomes: Outcome[], since: string | null) =>
  db
    .updateTable('roster_people as roster')
    .from('roster_decisions as person')
    .innerJoin('accounts', 'accounts.id', 'person.user_id')
    .set({ suspended_at: since })
    .whereRef('roster.sourced_id', '=', 'person.sourced_id')
    .where('person.import_id', '=', importId)
    .where('person.outcome', 'in', outcomes)
    .returning(['accounts.id', 'accounts.date_of_birth', 'accounts.status'])
    .execute()

/** Stops the days of children whom the roster lists again. */
export const stopConsentDays = (db: Db, importId: string) =>
  countConsentDays(db, peopleWith(importId, LISTED), null)

/** Outcomes of people whom the roster lists as active. */
const LISTED = ['create', 'join', 'change', 'same', 'restore'] as const

/**
 * Stores names and addresses as given by the roster: a different one at the next import was changed by hand. An address that has not
 * followed is not stored, so that it never follows later.
 */
export const savePeople = async (db: Db, importId: string, at: string) => {
  await sql`
    insert into roster_people (sourced_id, user_id, given, suspended_at, invited_at)
    select person.sourced_id, user_id,
           jsonb_strip_nulls(jsonb_build_object(
             'first_name', person.first_name, 'last_name', person.last_name,
             'email', case when accounts.email = person.email then person.email end,
             'parent_email', guardian.email)),
           null, case when outcome = 'join' then ${at}::timestamptz end
    from roster_decisions as person
    left join accounts on accounts.id = person.user_id
    left join (
      select of, min(email) as email from ${guardiansOf(importId)} as each group by of
    ) as guardian on guardian.of = person.sourced_id
    where import_id = ${importId} and outcome in ('create', 'join', 'change', 'same', 'restore', 'suspend')
    on conflict (sourced_id) do update set given = roster_people.given || excluded.given
    where roster_people.given is distinct from roster_people.given || excluded.given
  `.execute(db)
  await sql`analyze roster_decisions, roster_people`.execute(db)
}

/**
 * Stores the addresses of the school's single sign-on; an address claimed by two people is assigned to neither. People who have
 * left lose theirs, suspended or not: schools reassign addresses. Accounts whose role a person here has given get none, and lose
 * one that the roster no longer confirms: whoever writes the roster would sign in as an admin.
 */
export const saveSchoolAddresses = (db: Db, importId: string) =>
  storeSchoolAddresses(
    db,
    sql`
      select user_id, person.email from roster_decisions as person join accounts on accounts.id = user_id
      where import_id = ${importId} and outcome in ('create', 'join', 'change', 'same', 'restore')
        and (${isRoleGiven} or accounts.school_email = person.email)
        and not exists (
          select from roster_decisions as twin
          where twin.import_id = ${importId} and twin.email = person.email and twin.user_id <> person.user_id)`,
    sql`
      select user_id from roster_decisions as person join accounts on accounts.id = user_id
      where import_id = ${importId}
        and (outcome in ('suspend', 'missing') or not ${isRoleGiven} and accounts.school_email is distinct from person.email)`,
  )

const isRoleGiven = sql`accounts.role = any(${ROLES_GIVEN}::text[])`
