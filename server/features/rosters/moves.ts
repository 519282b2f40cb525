import { type RawBuilder, sql } from 'kysely'

import type { RosterMove } from '#contract/rosters'
import { currentAssignments, isGuardiansAddress, moveLearners } from '#features/advising'
import { nameOf } from '#features/people'
import type { Db } from '#platform/database'
import type { RosterFile } from '#rules/roster'

import { hasNoError } from './has-no-error.ts'

// Raw statements, each for all learners of a school at once, as in decide.ts.

/** Rows of a file as they will be once the import is applied. */
const rowsAfter = (importId: string, file: RosterFile) => sql`(
  select line, cells from roster_staged as row
  where import_id = ${importId} and file = ${file} and coalesce(cells ->> 'status', '') <> 'tobedeleted' and ${hasNoError}
  union all
  select line, cells from roster_rows as kept
  where file = ${file} and (
    not exists (select from roster_files where import_id = ${importId} and roster_files.file = ${file})
    or exists (select from roster_files where import_id = ${importId} and roster_files.file = ${file} and is_delta) and not exists (
      select from roster_staged as row
      where row.import_id = ${importId} and row.file = ${file} and row.sourced_id = kept.sourced_id)))`

/** Compares texts: a cast would fail for rows with errors, which the planner may not have excluded yet. */
export const isCurrent = (cells: RawBuilder<unknown>, today: string) => sql`
  coalesce(nullif(${cells} ->> 'beginDate', '') <= ${today}, true)
  and coalesce(nullif(${cells} ->> 'endDate', '') >= ${today}, true)`

/**
 * People of the roster whom the import leaves active, with their account if they have one. A row with an error leaves its person as
 * before, and learners whom the last full roster did not list stay as they are.
 */
const activePeople = (importId: string, role: 'student' | 'advisor') => sql`(
  select person.sourced_id, accounts.id, coalesce(accounts.email, person.email) as email
  from roster_decisions as person left join accounts on accounts.id = person.user_id
  where person.import_id = ${importId} and person.outcome in ('create', 'join', 'change', 'same', 'restore')
    and coalesce(accounts.role, person.role) = ${role}
  union all
  select roster.sourced_id, accounts.id, accounts.email
  from roster_people as roster join accounts on accounts.id = roster.user_id
  where accounts.role = ${role} and accounts.status in ('active', 'pending_consent') and not exists (
    select from roster_decisions as person
    where person.import_id = ${importId} and person.sourced_id = roster.sourced_id and person.outcome <> 'refuse')
    and (accounts.role <> 'student' or exists (
      select from roster_rows as kept where kept.file = 'users' and kept.sourced_id = roster.sourced_id)))`

/**
 * Decides whose advisor changes: the teacher of the homeroom becomes the advisor of learners who have none, and of those whom an
 * earlier import assigned to somebody who does not teach their homeroom any more. An assignment by a person stays.
 */
export const decideMoves = async (db: Db, importId: string, now: Date): Promise<void> => {
  const today = now.toISOString().slice(0, 10)
  await db.deleteFrom('roster_moves').where('import_id', '=', importId).execute()
  await sql`
    with enrollment as materialized (
      select line, cells ->> 'classSourcedId' as class, cells ->> 'userSourcedId' as person, cells ->> 'role' as role,
             cells ->> 'primary' as is_primary
      from ${rowsAfter(importId, 'enrollments')} as enrollment where ${isCurrent(sql`cells`, today)}
    ), homeroom as materialized (
      select distinct cells ->> 'sourcedId' as class
      from ${rowsAfter(importId, 'classes')} as class where cells ->> 'classType' = 'homeroom'
    ), teacher as materialized (
      select enrollment.class, person.sourced_id, person.id, person.email,
             row_number() over (order by enrollment.is_primary desc, enrollment.line) as rank
      from enrollment join homeroom using (class)
      join ${activePeople(importId, 'advisor')} as person on person.sourced_id = enrollment.person
      where enrollment.role = 'teacher'
    ), learner as materialized (
      select person.sourced_id, person.id, caseload.advisor_id, caseload.origin
      from ${activePeople(importId, 'student')} as person
      left join ${currentAssignments} as caseload on caseload.learner_id = person.id
      where caseload.origin is distinct from 'person'
    ), pair as materialized (
      select learner.sourced_id as learner, learner.advisor_id, teacher.sourced_id, teacher.id, teacher.rank
      from learner
      join enrollment on enrollment.person = learner.sourced_id and enrollment.role = 'student'
      join teacher on teacher.class = enrollment.class
      where not ${isGuardiansAddress(sql`learner.id`, sql`teacher.email`)}
    ), wanted as (
      select distinct on (learner) learner, sourced_id,
             bool_or(id is not null and id = advisor_id) over (partition by learner) as stays
      from pair order by learner, rank
    )
    insert into roster_moves (import_id, sourced_id, to_sourced_id, from_id)
    select ${importId}::uuid, learner.sourced_id, wanted.sourced_id, learner.advisor_id
    from learner left join wanted on wanted.learner = learner.sourced_id
    where not coalesce(wanted.stays, false) and (wanted.sourced_id is not null or learner.advisor_id is not null)
  `.execute(db)
}

/** Numbers of learners per old and new advisor; null is none. */
export const listMoves = async (db: Db, importId: string): Promise<RosterMove[]> => {
  const { rows } = await sql<RosterMove>`
    select ${nameOf<string | null>('old')} as "from",
           coalesce(${nameOf<string | null>('decided')}, ${nameOf<string | null>('new')}) as "to", count(*) as learners
    from roster_moves as move
    left join accounts as old on old.id = move.from_id
    left join roster_people as roster on roster.sourced_id = move.to_sourced_id
    left join accounts as new on new.id = roster.user_id
    left join roster_decisions as decided on decided.import_id = move.import_id and decided.sourced_id = move.to_sourced_id
    where move.import_id = ${importId}
    group by move.from_id, move.to_sourced_id, 1, 2
    order by 1 nulls last, 2 nulls last
    limit 1000`.execute(db)
  return rows
}

/** Applies the moves, once all people have accounts. */
export const applyMoves = (db: Db, importId: string, now: Date): Promise<void> =>
  moveLearners(
    db,
    sql`
      select learner.user_id as learner_id, move.from_id, advisor.user_id as advisor_id
      from roster_moves as move
      join roster_people as learner on learner.sourced_id = move.sourced_id
      left join roster_people as advisor on advisor.sourced_id = move.to_sourced_id
      where move.import_id = ${importId} and learner.user_id is not null`,
    now,
  )
