import { randomUUID } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'

import { UNDO_DAYS, type UndoPreview } from '#contract/rosters'
import { suspend } from '#features/admin'
import { currentAssignments, moveLearners } from '#features/advising'
import { countUndoneLinks, undoLinksMadeAt } from '#features/family'
import {
  countConsentDays,
  lockAccounts,
  nameGuardians,
  nameOf,
  renamePeople,
} from '#features/people'
import { eraseAccount, usedAccounts } from '#features/privacy'
import { type Db, transaction } from '#platform/database'
import { conflict, type Parts } from '#platform/http'

import { restore } from './apply-people.ts'
import { findImport } from './queries.ts'
import { changed, returnAddresses, returnSchoolAddresses } from './return-addresses.ts'
import { revertRows } from './save-rows.ts'

// Raw statements, each for all people of a school at once, as in decide.ts.

const DAY_MS = 24 * 3_600_000
/** Accounts per transaction. */
const REMOVED_AT_ONCE = 200

/** Last moment at which an import can be undone: the last one that was applied, for 30 days. */
const undoableUntil = async (db: Db, importId: string, now: Date): Promise<Date | undefined> => {
  const last = await db
    .selectFrom('roster_imports')
    .select(['id', 'state', 'applied_at'])
    .where('applied_at', 'is not', null)
    .orderBy('applied_at', 'desc')
    .limit(1)
    .$narrowType<{ applied_at: string }>()
    .executeTakeFirst()
  if (last?.id !== importId || last.state !== 'applied') return undefined
  const until = new Date(Date.parse(last.applied_at) + UNDO_DAYS * DAY_MS)
  return until > now ? until : undefined
}

const created = (importId: string) => sql`
  select user_id from roster_decisions
  where import_id = ${importId} and outcome = 'create' and user_id is not null`

const used = (importId: string) => usedAccounts(created(importId))

const listUnused = async (db: Db, people: RawBuilder<unknown>): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from (${people}) as person
    where user_id not in (select id from ${usedAccounts(people)} as used)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Learners who have the advisor that the import gave them, and their former advisor. */
const movesBack = (importId: string) => sql`
  select learner.user_id as learner_id, current.advisor_id as from_id, move.from_id as advisor_id
  from roster_moves as move
  join roster_imports as import on import.id = move.import_id
  join roster_people as learner on learner.sourced_id = move.sourced_id
  left join ${currentAssignments} as current on current.learner_id = learner.user_id
  where move.import_id = ${importId} and learner.user_id is not null
    and (current.learner_id is null or current.origin = 'roster' and current.since = import.applied_at)`

/** Counts what undoing an import would do. */
export const previewUndo = async (db: Db, importId: string, now: Date): Promise<UndoPreview> => {
  const until = await undoableUntil(db, importId, now)
  const { applied_at } = (await findImport(db, importId)) ?? {}
  const none = { removed: 0, kept: 0, kept_people: [], restored: 0, reassigned: 0, unlinked: 0 }
  if (!until || !applied_at) return { until: null, ...none }
  const { rows } = await sql<Omit<UndoPreview, 'until'>>`
    with used as materialized (select id from ${used(importId)} as used)
    select (select count(*) from (${created(importId)}) as person) - (select count(*) from used) as removed,
           (select count(*) from used) as kept,
           (select coalesce(json_agg(person), '[]') from (
             select id, ${nameOf('accounts')} as name from accounts where id in (select id from used)
             order by last_name, first_name, id limit 100) as person) as kept_people,
           (select count(*) from roster_decisions
             where import_id = ${importId} and before is not null and outcome not in ('join', 'same')
               and (outcome <> 'missing' or import.suspend_missing)) as restored,
           (select count(*) from (${movesBack(importId)}) as move
             where not exists (select from (${created(importId)}) as person where person.user_id = move.learner_id)) as reassigned,
           ${countUndoneLinks(applied_at, created(importId))} as unlinked
    from roster_imports as import where id = ${importId}`.execute(db)
  return { until: until.toISOString(), ...rows[0]! }
}

/** Enqueues the undoing of an import. `db` is a transaction. @throws conflict if it is not the last one, or too old */
export const requestUndo = async (
  { jobs }: Pick<Parts, 'jobs'>,
  db: Db,
  importId: string,
  now: Date,
): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('rosters'))`.execute(db)
  if (!(await undoableUntil(db, importId, now))) {
    throw conflict('Only the last applied import can be undone, for 30 days.')
  }
  const run = randomUUID()
  await db
    .updateTable('roster_imports')
    .set({ state: 'undoing', problem: null, run })
    .where('id', '=', importId)
    .execute()
  await jobs.enqueue(db, 'roster-undo', { importId, run } satisfies UndoJob)
}

/** Jobs of the version before have no id of their run. */
export type UndoJob = { importId: string; run?: string }

/** Finds the import of a job, unless another run has begun or this one has ended. */
const findUndoing = async (db: Db, { importId, run }: UndoJob) => {
  const found = await findImport(db, importId)
  const isOwn = run === undefined || found?.run === run
  return found?.state === 'undoing' && isOwn && found.applied_at !== null
    ? { ...found, applied_at: found.applied_at }
    : undefined
}

/** Ends the undoing of an import whose job is gone, so that somebody can undo the rest, or apply another import. */
export const giveUpUndo = async (db: Db, job: UndoJob): Promise<void> => {
  if (!(await findUndoing(db, job))) return
  await db
    .updateTable('roster_imports')
    .set({
      state: 'applied',
      problem: 'Undoing this was ended before it was finished. Undo it again to finish it.',
    })
    .where('id', '=', job.importId)
    .where('state', '=', 'undoing')
    .execute()
}

/**
 * Job that undoes an applied import: first everything that it changed, in one transaction, then the unused accounts that it
 * created, some at a time. Idempotent: a repeated run continues.
 */
export const undoImport = async (
  parts: Pick<Parts, 'clock' | 'config' | 'db' | 'jobs' | 'mail'>,
  job: UndoJob,
): Promise<void> => {
  const { db, clock } = parts
  const { importId } = job
  await transaction(db, (db) => revert(parts, db, job))
  const unused = await listUnused(db, created(importId))
  for (let start = 0; start < unused.length; start += REMOVED_AT_ONCE) {
    const ids = unused.slice(start, start + REMOVED_AT_ONCE)
    await transaction(db, async (db) => {
      // An import that was applied since may build on these accounts.
      if (!(await findUndoing(db, job))) return
      // Nobody signs in or consents from here on; whoever did since the accounts were listed keeps theirs.
      await lockAccounts(db, ids)
      const batch = sql`select unnest(${ids}::uuid[]) as user_id`
      for (const id of await listUnused(db, batch)) {
        await eraseAccount(db, id, undefined, { isLapsed: true })
      }
    })
  }
  await transaction(db, async (db) => {
    const found = await findUndoing(db, job)
    if (!found) return
    // Of guardians whose account was removed just now.
    await undoLinksMadeAt(db, found.applied_at, created(importId))
    await db
      .updateTable('roster_imports')
      .set({ state: 'undone', undone_at: clock().toISOString() })
      .where('id', '=', importId)
      .where('state', '=', 'undoing')
      .execute()
  })
}

const revert = async (
  parts: Pick<Parts, 'clock' | 'config' | 'jobs' | 'mail'>,
  db: Db,
  job: UndoJob,
) => {
  const { importId } = job
  await sql`select pg_advisory_xact_lock(hashtext('rosters'))`.execute(db)
  const found = await findUndoing(db, job)
  if (!found) return
  await moveLearners(db, movesBack(importId), parts.clock())
  for (const field of ['first_name', 'last_name'] as const) {
    const none = sql`null::text`
    const name = sql`before ->> ${field}::text`
    await renamePeople(
      db,
      sql`
        select user_id, ${field === 'first_name' ? name : none} as first_name, ${field === 'last_name' ? name : none} as last_name
        from (${changed(importId, field, field)}) as person`,
    )
  }
  await undoLinksMadeAt(db, found.applied_at, created(importId))
  await returnAddresses(parts, db, importId)
  await returnSchoolAddresses(parts, db, importId)
  await nameGuardians(
    db,
    sql`
      select user_id, before ->> 'parent_email' as parent_email
      from (${changed(importId, 'parent_email', 'parent_email')}) as person`,
  )
  const people = await listSuspendedOrRestored(db, importId, found.applied_at)
  await sql`
    update roster_people as roster
    set given = coalesce(nullif(person.before -> 'given', 'null'), roster.given),
        -- Whom an admin has suspended since, the roster does not restore.
        suspended_at = case when person.outcome = 'restore' and accounts.status = 'suspended'
          then roster.suspended_at else (person.before ->> 'suspended_at')::timestamptz end
    from roster_decisions as person join accounts on accounts.id = person.user_id
    where person.import_id = ${importId} and person.sourced_id = roster.sourced_id and roster.user_id is not null
      and ${isUnreverted} and person.outcome <> 'join'
  `.execute(db)
  await revertStates(parts, db, importId, people)
  await sql`
    update roster_decisions set before = before || '{"reverted": true}'
    where import_id = ${importId} and before is not null
  `.execute(db)
  await sql`
    delete from roster_people using roster_decisions as person
    where person.import_id = ${importId} and person.outcome = 'join' and person.sourced_id = roster_people.sourced_id
  `.execute(db)
  await revertRows(db, importId)
}

/** Undoing that was ended halfway is repeated: people whose state it has reverted may have been suspended or restored since. */
const isUnreverted = sql<boolean>`before is not null and not before ? 'reverted'`

/** People whom the import restored, and those whom it suspended and nobody has suspended since. */
const listSuspendedOrRestored = (db: Db, importId: string, appliedAt: string) =>
  db
    .selectFrom('roster_decisions as person')
    .innerJoin('accounts', 'accounts.id', 'person.user_id')
    .innerJoin('roster_people as roster', 'roster.sourced_id', 'person.sourced_id')
    .select(['accounts.id', 'accounts.date_of_birth', 'accounts.status', 'person.outcome'])
    .where('person.import_id', '=', importId)
    .where(isUnreverted)
    .where(({ and, eb, or }) =>
      or([
        eb('person.outcome', '=', 'restore'),
        and([
          eb('person.outcome', 'in', ['suspend', 'missing']),
          eb('roster.suspended_at', '=', appliedAt),
        ]),
      ]),
    )
    .execute()

/** Suspends and restores people the same way as an admin, because these are few. */
const revertStates = async (
  parts: Pick<Parts, 'clock'>,
  db: Db,
  importId: string,
  people: Awaited<ReturnType<typeof listSuspendedOrRestored>>,
) => {
  for (const { outcome, ...person } of people) {
    if (outcome === 'restore') {
      if (person.status === 'active') await suspend(parts, db, person.id)
    } else if (person.status === 'suspended') {
      await restore(db, person.id, parts.clock())
    }
  }
  const waitAgain = (outcomes: string[]) => sql`
    select user_id from roster_decisions
    where import_id = ${importId} and ${isUnreverted} and before ->> 'status' = 'pending_consent' and outcome = any(${outcomes}::text[])`
  await countConsentDays(db, waitAgain(['suspend', 'missing']), null)
  await countConsentDays(db, waitAgain(['restore']), parts.clock().toISOString())
}
