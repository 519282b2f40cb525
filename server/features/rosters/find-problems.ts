import { type RawBuilder, sql } from 'kysely'

import { isAddressOfOtherGuardian, isMailboxOfWard, nameOfOtherGuardian } from '#features/family'
import type { Db } from '#platform/database'
import { ROSTER_COLUMNS, ROSTER_FILES, type RosterFile } from '#rules/roster'

import { guardiansOf } from './guardians-of.ts'

// Raw statements, each for all rows, as in decide.ts.

export const findRepeated = (db: Db, importId: string) =>
  sql`
    insert into roster_problems (import_id, file, line, "column", message, is_error, is_own)
    select ${importId}::uuid, row.file, row.line, 'sourcedId', 'Is in line ' || repeated.first || ' already', true, false
    from (
      select file, sourced_id, min(line) as first
      from roster_staged where import_id = ${importId} and sourced_id <> '' group by file, sourced_id having count(*) > 1
    ) as repeated
    join roster_staged as row
      on row.import_id = ${importId} and row.file = repeated.file and row.sourced_id = repeated.sourced_id
    where row.line <> repeated.first
  `.execute(db)

/** Finds references to missing rows. For references to schools and guardians, only the reference is dropped, not the person. */
export const findDangling = async (db: Db, importId: string) => {
  const read = await db
    .selectFrom('roster_files')
    .select(['file', 'is_delta'])
    .where('import_id', '=', importId)
    .execute()
  const isDelta = new Map(read.map(({ file, is_delta }) => [file, is_delta]))
  for (const file of ROSTER_FILES.filter((each) => isDelta.has(each))) {
    for (const [column, { kind, refersTo }] of Object.entries(ROSTER_COLUMNS[file])) {
      if (!refersTo) continue
      const isFull = isDelta.get(refersTo) === false
      const inEarlier = isFull ? sql`false` : isInRoster(refersTo)
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
const idsIn = (column: string) => sql`regexp_split_to_table(cells ->> ${column}::text, '\\s*,\\s*')`

/** The content of a file that was never imported is unknown. */
const isInRoster = (file: RosterFile) => sql`(
  exists (select from roster_rows as kept where kept.file = ${file} and kept.sourced_id = named)
  or not exists (select from roster_rows as kept where kept.file = ${file}))`

/** Problems that involve more than one row. */
export const findRefused = async (db: Db, importId: string) => {
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
      when account.email_verified_at is null then 'An account with this address is not confirmed yet'
      else 'An account with this address is here already, as ' || account.role
    end`,
    sql`outcome = 'join' and
      (roster.sourced_id is not null or account.email_verified_at is null or account.role <> person.role)`,
  )
  await error(
    'email',
    sql`'Is the address of an account of ' || account.first_name || ' ' || account.last_name || coalesce(', born ' || account.date_of_birth, '')
      || ': if it is them, correct the name or the birthday on their page'`,
    sql`outcome = 'join' and person.role = 'student' and (
      ${isBornOn('<>')} and (${hasOther('first_name')} or ${hasOther('last_name')})
      or not ${isBornOn('=')} and ${hasOther('first_name')} and ${hasOther('last_name')})`,
  )
  await error(
    'email',
    sql`'Is empty: only learners can do without'`,
    sql`${isNew} and person.email is null and person.role not in ('student', '')`,
  )
  await warning(
    'email',
    sql`'Is empty: signs in with a card or a name, which the advisor hands out'`,
    sql`outcome = 'create' and person.email is null and person.role = 'student'`,
  )
  await error(
    'email',
    sql`'Is the address of their guardian, too: leave it empty for a child without one'`,
    sql`(${isNew} or ${isMoving}) and exists (select from ${guardiansOf(importId)} as guardian
      where guardian.of = person.sourced_id and mailbox_of(guardian.email) = mailbox_of(person.email))`,
  )
  await findShared(db, importId)
  await findTaken(db, importId)
  await findPassedOn(db, importId)
  await error(
    'email',
    sql`'Is the address of a learner whose guardian this person is'`,
    sql`${isMoving} and ${isMailboxOfWard(sql`account.email`, sql`person.email`)}`,
  )
  // The guardian's links and consents would follow whoever has the address.
  await error(
    'email',
    sql`'Is the address of a guardian: it becomes nobody else''s'`,
    sql`${isMoving} and ${isAddressOfOtherGuardian(sql`person.email`, {
      email: sql`case when account.role <> 'student' then account.email end`,
      name: sql`concat(account.first_name, ' ', account.last_name)`,
    })}`,
  )
  const guardian = nameOfOtherGuardian(sql`person.email`, {
    name: sql`concat(person.first_name, ' ', person.last_name)`,
    named: sql`(
      select child.user_id as learner_id, guardian.email from ${guardiansOf(importId)} as guardian
      join roster_people as child on child.sourced_id = guardian.of)`,
  })
  await error(
    'email',
    sql`'Is the address of a guardian here, ' || ${guardian} || ': it becomes nobody else''s. If it is them, list them with the child, or under this name'`,
    sql`outcome = 'create' and ${guardian} is not null`,
  )
  await warning(
    'sourcedId',
    sql`'Was erased from this site and will not be imported again'`,
    sql`outcome = 'skip' and exists (
      select from roster_people as gone where gone.sourced_id = person.sourced_id and gone.user_id is null)`,
  )
  await warning(
    'sourcedId',
    sql`'Is under 13 and has no guardian who could give consent'`,
    sql`outcome = 'create' and person.date_of_birth > current_date - interval '13 years'
      and not exists (select from ${guardiansOf(importId)} as guardian where guardian.of = person.sourced_id)`,
  )
  const isKnown = sql`account.id is not null and outcome not in ('refuse', 'skip', 'suspend')`
  const isOtherAge = sql`${ageGroup(sql`account.date_of_birth`)} <> ${ageGroup(sql`person.date_of_birth`)}`
  await error(
    'birthDate',
    sql`'Makes them younger or older across 13 or 18 than their account, ' || coalesce('born ' || account.date_of_birth, 'an adult''s')
        || ': correct it in the file, or on the person''s page'`,
    sql`${isKnown} and person.date_of_birth is not null and ${isOtherAge}`,
  )
  // Schools number their lists anew: another child would get the account, with all its work, and their family would read it. Then
  // the birthday is another one, or whose account it is stands in another row.
  const hasOtherEmail = sql`person.email is distinct from account.email`
  const rows = sql`roster_decisions where import_id = ${importId}`
  await error(
    'sourcedId',
    sql`'Is here as ' || account.first_name || ' ' || account.last_name || coalesce(', born ' || account.date_of_birth, '')
        || ': an id is never given to somebody else. If it is them, correct the name or the birthday on their page'`,
    sql`${isKnown} and roster.sourced_id = person.sourced_id and (${hasOther('first_name')} or ${hasOther('last_name')})
      and (${isBornOn('<>')}
        or (not ${isBornOn('=')} and ${hasOther('first_name')} and (
          ${hasOther('last_name')} and ${hasOtherEmail}
          -- Of a list without ids: the address, which the school may have given again.
          or person.sourced_id like 'mail:%'))
        or (${hasOtherEmail} and account.email in (select email from ${rows}))
        or (account.first_name, account.last_name, account.date_of_birth)
          in (select first_name, last_name, date_of_birth from ${rows}))`,
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

/** Condition on a decision: its name is neither the account's nor the list's last one. */
const hasOther = (name: 'first_name' | 'last_name') =>
  sql`person.${sql.ref(name)} not in (account.${sql.ref(name)}, coalesce(roster.given ->> ${name}::text, ''))`

/** Condition on a decision: compares its birthday with the account's. False if one is unknown. */
const isBornOn = (how: '=' | '<>') =>
  sql`coalesce(person.date_of_birth ${sql.raw(how)} account.date_of_birth, false)`

/** 0 under 13, 1 under 18, else 2. Without a birthday, an account is an adult's who declared it. */
const ageGroup = (birthday: RawBuilder<unknown>) => sql`(
  (coalesce(${birthday}, '-infinity') <= current_date - interval '13 years')::int
  + (coalesce(${birthday}, '-infinity') <= current_date - interval '18 years')::int)`

const FIELD_OF: Record<string, string> = {
  givenName: 'first_name',
  familyName: 'last_name',
  email: 'email',
}

/** Condition on a decision: the person's address changes. */
const isMoving = sql`(person.outcome in ('change', 'restore') and person.changes ? 'email')`

/** An address that another account has can only be given to a person if that account gets another one in the same import. */
const findTaken = (db: Db, importId: string) =>
  sql`
    with recursive refused as (
      select person.sourced_id, person.line, person.user_id
      from roster_decisions as person join accounts as holder on holder.email = person.email and holder.id <> person.user_id
      where person.import_id = ${importId} and ${isMoving} and not exists (
        select from roster_decisions as other
        where other.import_id = ${importId} and other.user_id = holder.id
          and other.outcome in ('change', 'restore') and other.changes ? 'email')
      union
      select person.sourced_id, person.line, person.user_id
      from refused join accounts as holder on holder.id = refused.user_id
      join roster_decisions as person on person.import_id = ${importId} and person.email = holder.email and person.user_id <> holder.id
      where ${isMoving}
    )
    insert into roster_problems (import_id, file, line, "column", message, is_error, is_own)
    select ${importId}::uuid, 'users', line, 'email', 'Is the address of another account', true, false from refused
  `.execute(db)

/** Notes addresses that pass from one person to another, with the account behind them: a column may be out of step. */
const findPassedOn = (db: Db, importId: string) =>
  sql`
    insert into roster_problems (import_id, file, line, "column", message, is_error, is_own)
    select ${importId}::uuid, 'users', person.line, 'email',
           'Was the address of ' || holder.first_name || ' ' || holder.last_name || ' until now', false, false
    from roster_decisions as person
    join accounts as holder on holder.email = person.email and holder.id <> person.user_id
    join roster_decisions as other on other.import_id = person.import_id and other.user_id = holder.id
    where person.import_id = ${importId} and ${isMoving}
      and other.outcome in ('change', 'restore') and other.changes ? 'email'
  `.execute(db)

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
        select person.*, not ${isMoving} and exists (
          select from roster_people as roster where roster.sourced_id = person.sourced_id) as is_known
        from roster_decisions as person where import_id = ${importId} and outcome <> 'skip' and email is not null
      ) as person
      window whole as (partition by email order by line rows between unbounded preceding and unbounded following)
    ) as person
    where people > 1 and not is_known and not (role = 'parent' and parents = 1 and not is_taken)
  `.execute(db)
