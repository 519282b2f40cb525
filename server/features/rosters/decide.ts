import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#platform/database'
import { SITE_ROLES, type RosterFile } from '#rules/roster'

import { findDangling, findRefused, findRepeated } from './find-problems.ts'
import { guardiansOf } from './guardians-of.ts'
import { hasNoError } from './has-no-error.ts'
import { decideMoves } from './moves.ts'

// Raw statements, each for all rows: a roster has fifty thousand people, and a query for each would take minutes.

/** An admin discarded the import meanwhile. */
export class Discarded extends Error {}

/** Sees what others have committed since the transaction began. */
const stopIfDiscarded = async (db: Db, importId: string) => {
  const found = await db
    .selectFrom('roster_imports')
    .select('id')
    .where('id', '=', importId)
    .where('state', 'in', ['reading', 'applying'])
    .executeTakeFirst()
  if (!found) throw new Discarded()
}

/**
 * Decides an import's action for each person, from its rows and the current state; replaces earlier decisions. `db` is a
 * transaction. @throws Discarded
 */
export const decide = async (db: Db, importId: string, now: Date): Promise<void> => {
  await db.deleteFrom('roster_decisions').where('import_id', '=', importId).execute()
  await db
    .deleteFrom('roster_problems')
    .where('import_id', '=', importId)
    .where('is_own', '=', false)
    .execute()
  // The planner has no statistics for new rows: without this, 30,000 children took minutes, with it seconds.
  await sql`analyze roster_staged, roster_problems, roster_people`.execute(db)
  const steps = [
    findRepeated,
    findDangling,
    decidePeople,
    analyzeDecisions,
    findRefused,
    decideGuardianAddresses,
    decideMissing,
    (db: Db, importId: string) => decideMoves(db, importId, now),
  ]
  for (const step of steps) {
    await stopIfDiscarded(db, importId)
    await step(db, importId)
  }
  await sql`
    update roster_imports set state = 'ready', problem = null, fingerprint = (
      select md5(string_agg(concat_ws(' ', sourced_id, outcome, changes, user_id, to_sourced_id, from_id), '' order by sourced_id))
      -- Of this import only: those of earlier ones would come in no order.
      from (select * from roster_decisions where import_id = ${importId}) as person
      full join (select * from roster_moves where import_id = ${importId}) as move using (sourced_id))
    where id = ${importId}
  `.execute(db)
}

const analyzeDecisions = (db: Db) => sql`analyze roster_decisions`.execute(db)

/** Roles that files give. People whose role was changed by hand to another are neither suspended nor identified by a file. */
export const ROLES_GIVEN = [...new Set<string>(Object.values(SITE_ROLES))]

const rolesHere = sql`jsonb_each_text(${JSON.stringify(SITE_ROLES)}::jsonb) as here (theirs, role)`

/** Accounts that leaving the roster suspends. A child who waits for consent leaves once. */
const isHere = (account: RawBuilder<unknown>) =>
  sql`(${account}.status = 'active' or ${account}.status = 'pending_consent' and roster.suspended_at is null)`

/** Valid rows of a file, the first for each person. */
const soundRows = (
  importId: string,
  file: RosterFile,
  whose = sql`sourced_id`,
  where = sql`true`,
) => sql`(
  select distinct on (${whose}) ${whose} as whose, cells
  from roster_staged as row
  where import_id = ${importId} and file = ${file} and ${where} and ${hasNoError}
    and coalesce(cells ->> 'status', '') <> 'tobedeleted'
  order by ${whose}, line)`

/**
 * People known by their roster id are updated: names and addresses that nobody changed by hand follow the roster. Roles and birthdays
 * are not changed by a file: they control permissions and consent.
 */
const decidePeople = (db: Db, importId: string) =>
  sql`
    with person as (
      select row.sourced_id, row.line,
             trim(row.cells ->> 'givenName') as first_name, trim(row.cells ->> 'familyName') as last_name,
             nullif(lower(trim(row.cells ->> 'email')), '') as email,
             row.cells ->> 'enabledUser' = 'true' and coalesce(row.cells ->> 'status', '') <> 'tobedeleted' as is_active,
             -- Minors are always learners here, whatever the file says.
             case when nullif(born.cells ->> 'birthDate', '')::date > current_date - interval '18 years' and here.role is not null
               then 'student' else coalesce(here.role, '') end as role,
             nullif(born.cells ->> 'birthDate', '')::date as date_of_birth
      from (
        select distinct on (sourced_id) * from roster_staged
        where import_id = ${importId} and file = 'users' and sourced_id <> '' order by sourced_id, line
      ) as row
      left join ${soundRows(importId, 'roles', sql`cells ->> 'userSourcedId'`, sql`cells ->> 'roleType' = 'primary'`)} as role
        on role.whose = row.sourced_id
      left join ${soundRows(importId, 'demographics')} as born on born.whose = row.sourced_id
      left join ${rolesHere} on here.theirs = role.cells ->> 'role'
    )
    insert into roster_decisions
      (import_id, sourced_id, line, first_name, last_name, email, role, date_of_birth, user_id, outcome, changes)
    select ${importId}::uuid, person.sourced_id, line, person.first_name, person.last_name, person.email, person.role,
           person.date_of_birth, coalesce(known.id, other.id),
           case
             when known.id is null and (roster.sourced_id is not null or not is_active) then 'skip'
             when known.role <> all(${ROLES_GIVEN}::text[]) then 'same'
             when known.id is not null and not is_active
               then case when ${isHere(sql`known`)} then 'suspend' else 'skip' end
             when known.status in ('suspended', 'pending_consent') and roster.suspended_at is not null then 'restore'
             when changes <> '{}' then 'change'
             when known.id is not null then 'same'
             when other.id is not null then 'join'
             else 'create'
           end,
           changes
    from person
    left join roster_people as roster on roster.sourced_id = person.sourced_id
    left join accounts as known on known.id = roster.user_id
    left join accounts as other on roster.sourced_id is null and other.email = person.email
    cross join lateral (
      select coalesce(jsonb_object_agg(name, theirs), '{}') as changes
      from (values
        ('first_name', person.first_name, known.first_name, roster.given ->> 'first_name'),
        ('last_name', person.last_name, known.last_name, roster.given ->> 'last_name'),
        ('email', person.email, known.email, roster.given ->> 'email')
      ) as field (name, theirs, ours, before)
      where known.id is not null and theirs <> coalesce(ours, '') and ours is not distinct from before
    ) as changed
  `.execute(db)

/**
 * A guardian whom the roster gave with an address only, or who has not answered for a waiting child, is replaced by the one that it
 * names now, unless somebody here has named another.
 */
const decideGuardianAddresses = (db: Db, importId: string) =>
  sql`
    update roster_decisions as person
    set changes = changes || jsonb_build_object('parent_email', guardian.email),
        outcome = case when outcome = 'same' then 'change' else outcome end
    from roster_people as roster
    join accounts on accounts.id = roster.user_id
    join (select of, min(email) as email from ${guardiansOf(importId)} as each group by of) as guardian
      on guardian.of = roster.sourced_id
    where person.import_id = ${importId} and person.sourced_id = roster.sourced_id
      and person.outcome in ('same', 'change', 'restore') and accounts.role = 'student'
      and roster.given ->> 'parent_email' <> guardian.email
      and case when accounts.status = 'pending_consent' then lower(accounts.parent_email) = roster.given ->> 'parent_email'
          else not exists (select from accounts as adult where adult.email = roster.given ->> 'parent_email') end
  `.execute(db)

/** Decides about people of the roster who are missing from a complete file. */
const decideMissing = (db: Db, importId: string) =>
  sql`
    insert into roster_decisions
      (import_id, sourced_id, line, first_name, last_name, email, role, date_of_birth, user_id, outcome)
    select ${importId}::uuid, roster.sourced_id, 0, first_name, last_name, email, role, date_of_birth, accounts.id, 'missing'
    from roster_people as roster
    join accounts on accounts.id = roster.user_id
    where ${isHere(sql`accounts`)} and accounts.role = any(${ROLES_GIVEN}::text[])
      and exists (
        select from roster_files join roster_imports on roster_imports.id = import_id
        where import_id = ${importId} and file = 'users' and format = 'oneroster' and not roster_files.is_delta)
      and not exists (
        select from roster_staged as row
        where row.import_id = ${importId} and row.file = 'users' and row.sourced_id = roster.sourced_id)
  `.execute(db)
