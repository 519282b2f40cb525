import { sql } from 'kysely'

import type { ImportLimits } from '#contract/rosters'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'

import { requestApply } from './apply.ts'
import { ROLES_GIVEN } from './decide.ts'
import { notifyAdmins } from './end-import.ts'
import { newlyGuarded } from './link-guardians.ts'
import { findImport } from './queries.ts'

export const findLimits = (db: Db): Promise<ImportLimits> =>
  db
    .selectFrom('roster_limits')
    .select([
      'suspends_missing',
      'suspended_percent',
      'moved_percent',
      'addresses_percent',
      'joined_percent',
      'guardians_percent',
      'errors',
    ])
    .executeTakeFirstOrThrow()

export const storeLimits = async (db: Db, limits: ImportLimits): Promise<void> => {
  await db.updateTable('roster_limits').set(limits).execute()
}

/** Effects of an import that the limits compare: people of the roster, and how many each limit counts. */
const measure = async (db: Db, importId: string, { suspends_missing }: ImportLimits) => {
  const { rows } = await sql<
    Record<'known' | 'suspended' | 'moved' | 'addresses' | 'joined' | 'guarded' | 'errors', number>
  >`
    select (select count(*) from roster_people where user_id is not null) as known,
           count(*) filter (where outcome = 'suspend' or outcome = 'missing' and ${suspends_missing}::boolean) as suspended,
           -- A new learner's first advisor is no move.
           (select count(*) from roster_moves where import_id = ${importId} and from_id is not null) as moved,
           -- One that the account does not follow still opens it at the school's single sign-on.
           count(*) filter (where outcome in ('change', 'restore') and changes ? 'email'
             or outcome in ('same', 'change', 'restore') and accounts.role = any(${ROLES_GIVEN}::text[])
               and accounts.email is distinct from person.email and accounts.school_email is distinct from person.email
               and person.email is not null) as addresses,
           count(*) filter (where outcome = 'join') as joined,
           (select count(*) from (${newlyGuarded(importId)}) as learner) as guarded,
           (select count(*) from roster_problems where import_id = ${importId} and is_error) as errors
    from roster_decisions as person left join accounts on accounts.id = person.user_id
    where import_id = ${importId}`.execute(db)
  return rows[0]!
}

/** Sentences about the limits that an import exceeds; empty if it may be applied without a person. */
const exceededLimits = async (db: Db, importId: string): Promise<string[]> => {
  const limits = await findLimits(db)
  const found = await measure(db, importId, limits)
  const isOver = (people: number, percent: number) => people > (found.known * percent) / 100
  const of = (people: number, percent: number) =>
    `${people} of ${found.known} people (the limit is ${percent} %)`
  return [
    ...(isOver(found.suspended, limits.suspended_percent)
      ? [`It would suspend ${of(found.suspended, limits.suspended_percent)}.`]
      : []),
    ...(isOver(found.moved, limits.moved_percent)
      ? [`It would give another advisor to ${of(found.moved, limits.moved_percent)}.`]
      : []),
    ...(isOver(found.addresses, limits.addresses_percent)
      ? [`It would change the address of ${of(found.addresses, limits.addresses_percent)}.`]
      : []),
    ...(isOver(found.joined, limits.joined_percent)
      ? [
          `It would take in accounts that are here already: ${of(found.joined, limits.joined_percent)}.`,
        ]
      : []),
    ...(isOver(found.guarded, limits.guardians_percent)
      ? [`It would give another guardian to ${of(found.guarded, limits.guardians_percent)}.`]
      : []),
    ...(found.errors > limits.errors
      ? [`It has ${found.errors} errors (the limit is ${limits.errors}).`]
      : []),
  ]
}

/**
 * Applies an import that nobody looks at, or tells the admins why it waits for one of them. Leaves other imports alone. `db` is a
 * transaction.
 */
export const applyAutomatically = async (
  parts: Pick<Parts, 'config' | 'jobs' | 'mail'>,
  db: Db,
  importId: string,
): Promise<void> => {
  const found = await findImport(db, importId)
  if (!found?.is_automatic) return
  const reasons = await exceededLimits(db, importId)
  if (reasons.length > 0) {
    const problem = `${reasons.join(' ')} Please review it.`
    await db.updateTable('roster_imports').set({ problem }).where('id', '=', importId).execute()
    await notifyAdmins(parts, db, importId, problem)
    return
  }
  const { suspends_missing } = await findLimits(db)
  const input = { importId, suspendMissing: suspends_missing, evenMany: true }
  await requestApply(parts, db, input, { userId: null, address: null })
}
