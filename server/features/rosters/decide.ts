import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#platform/database'
import { ROLE_HERE, ROSTER_COLUMNS, ROSTER_FILES, type RosterFile } from '#rules/roster'

// Raw statements, each for all rows: a roster has fifty thousand people, and a query for each would take minutes.

/**
 * Decides an import's action for each person, from its rows and the current state; replaces earlier decisions. `db` is a
 * transaction.
 */
export const decide = async (db: Db, importId: string): Promise<void> => {
  await db.deleteFrom('roster_decisions').where('import_id', '=', importId).execute()
  await db
    .deleteFrom('roster_problems')
    .where('import_id', '=', importId)
    .where('is_own', '=', false)
    .execute()
  // The planner has no statistics for new rows: without this, 30,000 children took minutes, with it seconds.
  await sql`analyze roster_staged, roster_problems, roster_people`.execute(db)
  await findRepeated(db, importId)
  await findDangling(db, importId)
  await decidePeople(db, importId)
  await sql`analyze roster_decisions`.execute(db)
  await findRefused(db, importId)
  await decideMissing(db, importId)
  await sql`
    update roster_imports set state = 'ready', problem = null, fingerprint = (
      select md5(string_agg(concat_ws(' ', sourced_id, outcome, changes, user_id), '' order by sourced_id))
      from roster_decisions where import_id = ${importId})
    where id = ${importId}
  `.execute(db)
}

const findRepeated = (db: Db, importId: string) =>
  sql`
    insert into roster_problems (import_id, file, line, "column", message, is_error, is_own)
    select ${importId}, file, line, 'sourcedId', 'Is in line ' || first || ' already', true, false
    from (
      select file, line, min(line) over (partition by file, sourced_id) as first
      from roster_staged where import_id = ${importId} and sourced_id <> ''
    ) as row
    where line <> first
  `.execute(db)

/** Finds references to missing rows. For references to schools and guardians, only the reference is dropped, not the person. */
const findDangling = async (db: Db, importId: string) => {
  const read = await db
    .selectFrom('roster_files')
    .innerJoin('roster_imports', 'roster_imports.id', 'roster_files.import_id')
    .select(['file', 'is_delta'])
    .where('import_id', '=', importId)
    .execute()
  const isRead = new Set(read.map(({ file }) => file))
  const isDelta = read.some((file) => file.is_delta)
  for (const file of ROSTER_FILES.filter((each) => isRead.has(each))) {
    for (const [column, { kind, refersTo }] of Object.entries(ROSTER_COLUMNS[file])) {
      if (!refersTo) continue
      const inEarlier = isDelta || !isRead.has(refersTo) ? isInRoster(refersTo) : sql`false`
      await sql`
        insert into roster_problems (import_id, file, line, "column", message, is_error, is_own)
        select ${importId}::uuid, file, line, ${column},
               'Refers to ' || named || ${`, which is not in ${refersTo}.csv`}, ${file !== 'users'}::boolean, false
        from roster_staged as row, ${kind === 'ids' ? idsIn(column) : idIn(column)} as named
        where import_id = ${importId} and file = ${file} and named <> '' and not (
          exists (
            select from roster_staged as there
            where there.import_id = ${importId} and there.file = ${refersTo} and there.sourced_id = named
          ) or ${inEarlier})
      `.execute(db)
    }
  }
}

const idIn = (column: string) => sql`unnest(array[cells ->> ${column}::text])`
const idsIn = (column: string) => sql`regexp_split_to_table(cells ->> ${column}::text, '\s*,\s*')`

/** The content of a file that was never imported is unknown. */
const isInRoster = (file: RosterFile) => sql`(
  exists (select from roster_rows as kept where kept.file = ${file} and kept.sourced_id = named)
  or not exists (select from roster_rows as kept where kept.file = ${file}))`

/** People whose role was changed by hand are not suspended by a file. */
const ROLES_GIVEN = [...new Set<string>(Object.values(ROLE_HERE))]

const rolesHere = sql`jsonb_each_text(${JSON.stringify(ROLE_HERE)}::jsonb) as here (theirs, role)`

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
  order by ${whose}, line)`

export const hasNoError = sql`not exists (
  select from roster_problems as problem
  where problem.import_id = row.import_id and problem.file = row.file and problem.line = row.line and problem.is_error)`

/**
 * People known by their roster id are updated: names that nobody changed by hand follow the roster. Addresses, roles and
 * birthdays are not changed by a file: they control sign-in, permissions and consent.
 */
const decidePeople = (db: Db, importId: string) =>
  sql`
    with person as (
      select row.sourced_id, row.line,
             trim(row.cells ->> 'givenName') as first_name, trim(row.cells ->> 'familyName') as last_name,
             lower(trim(row.cells ->> 'email')) as email,
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
               then case when known.status in ('active', 'pending_consent') then 'suspend' else 'same' end
             when known.status = 'suspended' and roster.suspended_at is not null then 'restore'
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
        ('last_name', person.last_name, known.last_name, roster.given ->> 'last_name')
      ) as field (name, theirs, ours, before)
      where known.id is not null and theirs <> ours and ours = before
    ) as changed
  `.execute(db)

/** Problems that involve more than one row. */
const findRefused = async (db: Db, importId: string) => {
  const about = (column: string, message: RawBuilder<string>, isError: boolean) => sql`
    insert into roster_problems (import_id, file, line, "column", message, is_error, is_own)
    select ${importId}::uuid, 'users', person.line, ${column}, ${message}, ${isError}::boolean, false
    from roster_decisions as person
    left join accounts as account on account.id = person.user_id
    left join roster_people as roster on roster.user_id = account.id
    where person.import_id = ${importId} and `
  const error = (column: string, message: RawBuilder<string>, where: RawBuilder<unknown>) =>
    sql`${about(column, message, true)} ${where}`.execute(db)
  const warning = (column: string, message: RawBuilder<string>, where: RawBuilder<unknown>) =>
    sql`${about(column, message, false)} ${where}`.execute(db)
  const isNew = sql`outcome in ('create', 'join')`

  await error(
    'sourcedId',
    sql`'Has no primary role in roles.csv'`,
    sql`${isNew} and person.role = ''`,
  )
  await error(
    'sourcedId',
    sql`'Has no birthDate in demographics.csv: under 13 a guardian must agree first'`,
    sql`outcome = 'create' and person.role = 'student' and person.date_of_birth is null and not exists (
      select from roster_problems as own
      where own.import_id = ${importId} and own.file = 'users' and own.line = person.line and own.is_own)`,
  )
  await error(
    'sourcedId',
    sql`'Has a birthDate that cannot be'`,
    sql`outcome = 'create' and (person.date_of_birth > current_date or person.date_of_birth < current_date - interval '120 years')`,
  )
  await error(
    'email',
    sql`case
      when roster.sourced_id is not null then 'Is the address of ' || roster.sourced_id
      when account.email_verified_at is null then 'An account with this address waits for its confirmation'
      else 'An account with this address is here already, as ' || account.role
    end`,
    sql`outcome = 'join' and
      (roster.sourced_id is not null or account.email_verified_at is null or account.role <> person.role)`,
  )
  await findShared(db, importId)
  await warning(
    'sourcedId',
    sql`'Was erased here, and does not come back'`,
    sql`outcome = 'skip' and exists (
      select from roster_people as gone where gone.sourced_id = person.sourced_id and gone.user_id is null)`,
  )
  await warning(
    'sourcedId',
    sql`'Is under 13, and no guardian is named who could agree'`,
    sql`outcome = 'create' and person.date_of_birth > current_date - interval '13 years'
      and not exists (select from ${guardiansOf(importId)} as guardian where guardian.of = person.sourced_id)`,
  )
  for (const [column, here, theirs] of [
    ['email', sql`account.email`, sql`person.email`],
    ['role', sql`account.role`, sql`nullif(person.role, '')`],
    ['birthDate', sql`account.date_of_birth::text`, sql`person.date_of_birth::text`],
    ['givenName', sql`account.first_name`, sql`person.first_name`],
    ['familyName', sql`account.last_name`, sql`person.last_name`],
  ] as const) {
    await warning(
      column,
      sql`'Stays ' || ${here} || ' here: change it by hand'`,
      sql`account.id is not null and outcome not in ('refuse', 'skip') and ${here} <> ${theirs}
        and not changes ? ${FIELD_OF[column] ?? ''}::text`,
    )
  }
  await sql`
    update roster_decisions as person set outcome = 'refuse'
    where import_id = ${importId} and exists (
      select from roster_problems as problem
      where problem.import_id = ${importId} and problem.file = 'users' and problem.line = person.line and problem.is_error)
  `.execute(db)
}

const FIELD_OF: Record<string, string> = { givenName: 'first_name', familyName: 'last_name' }

/**
 * An address opens a single account. If several people share it, it stays with the person whose account has it, or with the
 * parent among their children.
 */
const findShared = (db: Db, importId: string) =>
  sql`
    insert into roster_problems (import_id, file, line, "column", message, is_error, is_own)
    select ${importId}::uuid, 'users', line, 'email', 'Is the address of lines ' || array_to_string(lines, ', ') || ' together', true, false
    from (
      select line, email, is_known, role, outcome,
             (array_agg(line) over whole)[1:5] as lines, count(*) over whole as people,
             bool_or(is_known) over whole as is_taken,
             count(*) filter (where role = 'parent') over whole as parents
      from (
        select person.*, exists (select from roster_people as roster where roster.sourced_id = person.sourced_id) as is_known
        from roster_decisions as person where import_id = ${importId} and outcome <> 'skip'
      ) as person
      window whole as (partition by email order by line rows between unbounded preceding and unbounded following)
    ) as person
    where people > 1 and not is_known and not (role = 'parent' and parents = 1 and not is_taken)
  `.execute(db)

/** Decides about people of the roster who are missing from a complete file. */
const decideMissing = (db: Db, importId: string) =>
  sql`
    insert into roster_decisions
      (import_id, sourced_id, line, first_name, last_name, email, role, date_of_birth, user_id, outcome)
    select ${importId}::uuid, roster.sourced_id, 0, first_name, last_name, email, role, date_of_birth, accounts.id, 'missing'
    from roster_people as roster
    join accounts on accounts.id = roster.user_id
    where accounts.status in ('active', 'pending_consent') and accounts.role = any(${ROLES_GIVEN}::text[])
      and exists (
        select from roster_imports where id = ${importId} and format = 'oneroster' and not is_delta)
      and not exists (
        select from roster_staged as row
        where row.import_id = ${importId} and row.file = 'users' and row.sourced_id = roster.sourced_id)
  `.execute(db)

/** Guardian rows of an import: learner (`of`), email, name. */
export const guardiansOf = (importId: string): RawBuilder<unknown> => sql`(
  select row.sourced_id as of, agent.email, agent.first_name || ' ' || agent.last_name as name
  from roster_staged as row, regexp_split_to_table(row.cells ->> 'agentSourcedIds', '\s*,\s*') as named
  join roster_decisions as agent on agent.import_id = ${importId} and agent.sourced_id = named
  where row.import_id = ${importId} and row.file = 'users' and agent.outcome not in ('refuse', 'skip') and agent.role = 'parent'
  union
  select sourced_id, lower(cells ->> 'parentEmail'), coalesce(nullif(cells ->> 'parentName', ''), cells ->> 'parentEmail')
  from roster_staged
  where import_id = ${importId} and file = 'users' and cells ->> 'parentEmail' <> '')`
