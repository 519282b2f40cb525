import { sql } from 'kysely'

import { type Outcome, USUAL_SHARE_MISSING } from '#contract/rosters'
import { liftSuspension, suspend } from '#features/admin'
import { assignUnassigned } from '#features/advising'
import { NO_PASSWORD } from '#features/auth'
import { linkGuardiansOf } from '#features/family'
import { createAccounts, renamePeople, storeSchoolAddresses } from '#features/people'
import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import { conflict, notFound, type Parts } from '#platform/http'
import { CONSENT_AGE } from '#rules/age'

import { decide, guardiansOf, hasNoError } from './decide.ts'
import { findImport } from './queries.ts'

type ApplyInput = { importId: string; suspendMissing: boolean; evenMany: boolean }

/**
 * Enqueues the changes that the import has previewed. `db` is a transaction.
 * @throws 409 if it is not ready, or would suspend unusually many people without confirmation
 */
export const requestApply = async (
  { jobs }: Pick<Parts, 'jobs'>,
  db: Db,
  { importId, suspendMissing, evenMany }: ApplyInput,
  by: { userId: string; address: string },
): Promise<void> => {
  const found = await db
    .selectFrom('roster_imports')
    .select('state')
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound()
  if (found.state !== 'ready') throw conflict('This import is not waiting to be applied.')
  if (suspendMissing && !evenMany) await refuseToSuspendMany(db, importId)
  await db
    .updateTable('roster_imports')
    .set({ state: 'applying', problem: null, suspend_missing: suspendMissing })
    .where('id', '=', importId)
    .execute()
  await jobs.enqueue(db, 'roster-apply', { importId, ...by })
}

/** A file with half of a school is more likely a mistake than a school that lost half of its people. */
const refuseToSuspendMany = async (db: Db, importId: string) => {
  const { missing, known } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('roster_decisions')
        .select(({ fn }) => fn.countAll<number>().as('people'))
        .where('import_id', '=', importId)
        .where('outcome', '=', 'missing')
        .$asScalar()
        .$notNull()
        .as('missing'),
      selectFrom('roster_people')
        .select(({ fn }) => fn.countAll<number>().as('people'))
        .$asScalar()
        .$notNull()
        .as('known'),
    ])
    .executeTakeFirstOrThrow()
  if (missing > known * USUAL_SHARE_MISSING) {
    const message = `This would suspend ${missing} of ${known} people. If that is what you want, confirm it once more.`
    throw conflict(message, { even_many: message })
  }
}

/**
 * Job that applies an import as previewed, all or nothing. If its decisions have changed since, it is previewed again instead.
 */
export const applyImport = (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { importId, userId, address }: { importId: string; userId: string; address: string },
): Promise<void> =>
  transaction(db, async (db) => {
    // Serialized: each import decides by the current state.
    await sql`select pg_advisory_xact_lock(hashtext('rosters'))`.execute(db)
    const shown = await findImport(db, importId)
    if (shown?.state !== 'applying') return
    await decide(db, importId)
    const now = await findImport(db, importId)
    if (now?.fingerprint !== shown.fingerprint) {
      const problem =
        'Something has changed here since this was shown. Please look at it once more.'
      await db.updateTable('roster_imports').set({ problem }).where('id', '=', importId).execute()
      return
    }
    const at = clock().toISOString()
    await createPeople(db, importId, at)
    await changeAccounts({ clock }, db, importId, { at, withMissing: shown.suspend_missing })
    await keepPeople(db, importId, at)
    await keepSchoolAddresses(db, importId)
    await linkGuardians(db, importId, at)
    if (shown.format === 'oneroster') {
      await keepRows(db, importId, shown.is_delta)
      await assignAdvisors(db, at)
    }
    await db.deleteFrom('roster_staged').where('import_id', '=', importId).execute()
    await db
      .updateTable('roster_imports')
      .set({ state: 'applied', applied_at: at })
      .where('id', '=', importId)
      .execute()
    const detail = { import: importId, people: await countOutcomes(db, importId) }
    await recordAudit(db, {
      actorId: userId,
      subjectId: null,
      action: 'roster_applied',
      address,
      detail,
    })
  })

// Raw statements, each for all people of a school at once, as in decide.ts.

/** Creates accounts that are opened with a link to choose a password. Children under 13 also wait for a guardian. */
const createPeople = async (db: Db, importId: string, at: string) => {
  const people = sql`
    select first_name, last_name, person.email, role, date_of_birth, guardian.email as parent_email,
           coalesce(date_of_birth > current_date - make_interval(years => ${CONSENT_AGE}), false) as is_child
    from roster_decisions as person
    left join (
      select of, min(email) as email from ${guardiansOf(importId)} as each group by of
    ) as guardian on guardian.of = person.sourced_id
    where import_id = ${importId} and outcome = 'create'`
  await createAccounts(db, people, { passwordHash: NO_PASSWORD, at })
  await sql`
    update roster_decisions as person set user_id = accounts.id
    from accounts
    where import_id = ${importId} and outcome = 'create' and accounts.email = person.email
  `.execute(db)
}

const changeAccounts = async (
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
  // These are few: each is suspended or restored the same way as by an admin.
  for (const person of await markSuspended(db, importId, ['restore'], null)) {
    await liftSuspension(db, person, new Date(at))
  }
  const outcomes: Outcome[] = withMissing ? ['suspend', 'missing'] : ['suspend']
  for (const { id } of await markSuspended(db, importId, outcomes, at)) await suspend(parts, db, id)
}

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
    .returning(['accounts.id', 'accounts.date_of_birth'])
    .execute()

/** Stores names as given by the roster: a different name at the next import was changed by hand. */
const keepPeople = (db: Db, importId: string, at: string) =>
  sql`
    insert into roster_people (sourced_id, user_id, given, suspended_at, invited_at)
    select sourced_id, user_id, jsonb_build_object('first_name', first_name, 'last_name', last_name), null,
           case when outcome = 'join' then ${at}::timestamptz end
    from roster_decisions
    where import_id = ${importId} and outcome in ('create', 'join', 'change', 'same', 'restore', 'suspend')
    on conflict (sourced_id) do update set given = excluded.given
  `.execute(db)

/** Stores the addresses of the school's single sign-on; an address claimed by two people is assigned to neither. */
const keepSchoolAddresses = (db: Db, importId: string) =>
  storeSchoolAddresses(
    db,
    sql`
      select user_id, email from roster_decisions as person
      where import_id = ${importId} and outcome in ('create', 'join', 'change', 'same', 'restore')
        and not exists (
          select from roster_decisions as twin
          where twin.import_id = ${importId} and twin.email = person.email and twin.user_id <> person.user_id)`,
  )

/** A guardian link becomes active once its adult has confirmed the address; see features/family. */
const linkGuardians = (db: Db, importId: string, at: string) =>
  linkGuardiansOf(
    db,
    sql`
      select person.user_id as learner_id, guardian.email, min(guardian.name) as name
      from roster_decisions as person
      join ${guardiansOf(importId)} as guardian on guardian.of = person.sourced_id
      where person.import_id = ${importId} and person.outcome in ('create', 'join', 'change', 'same')
        and person.role = 'student' and guardian.email <> person.email
      group by person.user_id, guardian.email`,
    at,
  )

/** Assigns learners without an advisor to the teacher of their homeroom. */
const assignAdvisors = (db: Db, at: string) =>
  assignUnassigned(
    db,
    sql`
      select child.user_id as learner_id, teacher.user_id as advisor_id,
             row_number() over (order by teacher.cells ->> 'primary' desc, teacher.line) as rank
      from roster_rows as child
      join roster_rows as class on class.file = 'classes' and class.sourced_id = child.cells ->> 'classSourcedId'
        and class.cells ->> 'classType' = 'homeroom'
      join roster_rows as teacher on teacher.file = 'enrollments'
        and teacher.cells ->> 'classSourcedId' = child.cells ->> 'classSourcedId' and teacher.cells ->> 'role' = 'teacher'
      where child.file = 'enrollments' and child.cells ->> 'role' = 'student'`,
    at,
  )

/** Stores the rows in order, so that the roster can be exported unchanged. */
const keepRows = async (db: Db, importId: string, isDelta: boolean) => {
  await sql`
    insert into roster_columns (file, columns)
    select file, columns from roster_files where import_id = ${importId}
    on conflict (file) do update set columns = excluded.columns
  `.execute(db)
  await sql`
    delete from roster_rows as kept
    where exists (select from roster_files where import_id = ${importId} and file = kept.file) and (not ${isDelta}::boolean or exists (
      select from roster_staged as row
      where row.import_id = ${importId} and row.file = kept.file and row.sourced_id = kept.sourced_id
        and row.cells ->> 'status' = 'tobedeleted'))
  `.execute(db)
  await sql`
    insert into roster_rows (file, sourced_id, line, cells, user_id)
    select row.file, row.sourced_id, row.line + (case when ${isDelta}::boolean then coalesce(kept.last, 0) else 0 end), row.cells, roster.user_id
    from roster_staged as row
    left join (select file, max(line) as last from roster_rows group by file) as kept on kept.file = row.file
    left join roster_people as roster on roster.sourced_id =
      case when row.file in ('users', 'demographics') then row.sourced_id else row.cells ->> 'userSourcedId' end
    where row.import_id = ${importId} and ${hasNoError}
      and coalesce(row.cells ->> 'status', '') <> 'tobedeleted'
      -- Skips rows about people who were not imported: their references would be invalid.
      and not exists (
        select from roster_decisions as person
        where person.import_id = ${importId}
          and person.sourced_id = case when row.file in ('users', 'demographics') then row.sourced_id else row.cells ->> 'userSourcedId' end
          and (person.outcome = 'refuse' or person.outcome = 'skip' and exists (
            select from roster_people as gone where gone.sourced_id = person.sourced_id and gone.user_id is null)))
    on conflict (file, sourced_id) do update set cells = excluded.cells, user_id = excluded.user_id
  `.execute(db)
  await sql`analyze roster_rows`.execute(db)
}

const countOutcomes = async (db: Db, importId: string): Promise<Record<string, number>> => {
  const rows = await db
    .selectFrom('roster_decisions')
    .select(({ fn }) => ['outcome', fn.countAll<number>().as('people')])
    .where('import_id', '=', importId)
    .groupBy('outcome')
    .execute()
  return Object.fromEntries(rows.map(({ outcome, people }) => [outcome, people]))
}
