import { sql } from 'kysely'

import { USUAL_SHARE_MISSING } from '#contract/rosters'
import { recordAudit } from '#platform/audit'
import { type Db, isDatabaseAway, transaction } from '#platform/database'
import { conflict, notFound, type Parts } from '#platform/http'
import { PermanentFailure } from '#platform/jobs'

import {
  changeAccounts,
  createPeople,
  savePeople,
  saveSchoolAddresses,
  saveStateBefore,
  stopConsentDays,
} from './apply-people.ts'
import { decide, DECIDE_STEPS } from './decide.ts'
import { failImport, NOT_ACCEPTED, notifyAdmins } from './end-import.ts'
import { endFormerGuardians } from './follow-addresses.ts'
import { linkGuardians } from './link-guardians.ts'
import { applyMoves } from './moves.ts'
import { findImport } from './queries.ts'
import { Canceled, endRun, isRunning, markWork, startRun, storeProgress } from './run.ts'
import { saveRows } from './save-rows.ts'
import { sendQueuedEmails } from './send-emails.ts'

type ApplyInput = { importId: string; suspendMissing: boolean; evenMany: boolean }

/**
 * Enqueues the changes that the import has previewed. `db` is a transaction.
 * @throws 409 if it is not ready, or would suspend unusually many people without confirmation
 */
export const requestApply = async (
  { jobs }: Pick<Parts, 'jobs'>,
  db: Db,
  { importId, suspendMissing, evenMany }: ApplyInput,
  by: { userId: string | null; address: string | null },
): Promise<void> => {
  const found = await db
    .selectFrom('roster_imports')
    .select('state')
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound()
  if (found.state !== 'ready' && found.state !== 'failed')
    throw conflict('This import is not waiting to be applied.')
  if (suspendMissing && !evenMany) await refuseToSuspendMany(db, importId)
  const run = await startRun(db, importId, { suspend_missing: suspendMissing })
  await jobs.enqueue(db, 'roster-apply', { importId, run, ...by })
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
    const message = `This would suspend ${missing} of ${known} people. If that’s what you want, please confirm again.`
    throw conflict(message, { even_many: message })
  }
}

type Working = Pick<Parts, 'clock' | 'config' | 'db' | 'jobs' | 'mail'>
export type ApplyJob = {
  importId: string
  run?: string
  userId: string | null
  address: string | null
}

/**
 * Job that applies an import as previewed, all or nothing, unless an admin cancels it. An error of the database ends it: nothing is
 * retried unasked.
 */
export const applyImport = async (parts: Working, job: ApplyJob): Promise<void> => {
  try {
    await transaction(parts.db, (db) => applyIn(parts, db, job))
  } catch (error) {
    if (error instanceof Canceled) return
    if (isDatabaseAway(error)) throw error
    // Canceled within a statement.
    if (!(await isRunning(parts.db, job))) return
    await failImport(parts, job.importId, NOT_ACCEPTED)
    throw new PermanentFailure(error instanceof Error ? error.message : String(error))
  }
}

/** If the decisions have changed since the preview, previews the import again instead. @throws Canceled */
const applyIn = async (parts: Working, db: Db, job: ApplyJob) => {
  const { clock } = parts
  const { importId, userId, address } = job
  await markWork(db, importId)
  // Serialized: each import decides by the current state.
  await sql`select pg_advisory_xact_lock(hashtext('rosters'))`.execute(db)
  const shown = await findImport(db, importId)
  if (!shown || !(await isRunning(db, job))) return
  const isUndoing = await isOneBeingUndone(db)
  const at = clock().toISOString()
  const steps = [
    () => saveStateBefore(db, importId),
    () => createPeople(db, importId, at),
    () => changeAccounts({ clock }, db, importId, { at, withMissing: shown.suspend_missing }),
    () => stopConsentDays(db, importId),
    () => saveSchoolAddresses(db, importId),
    () => linkGuardians(parts, db, importId, at),
    () => endFormerGuardians(db, importId, at),
    () => savePeople(db, importId, at),
    ...(shown.format === 'oneroster' ? [() => saveRows(db, importId)] : []),
    () => applyMoves(db, importId, new Date(at)),
    () => sendQueuedEmails(parts, db),
    () => db.deleteFrom('roster_staged').where('import_id', '=', importId).execute(),
  ]
  const total = DECIDE_STEPS + steps.length
  let done = 0
  const checkpoint = () => storeProgress(parts.db, job, { done: done++, total })
  const fingerprint = await decide(db, importId, clock(), checkpoint)
  if (isUndoing || fingerprint !== shown.fingerprint) {
    const problem = isUndoing
      ? 'Another import is being undone. Please apply this one when that is finished.'
      : 'Something has changed since this preview. Please review it again.'
    await endRun(db, job, { state: 'ready', problem, fingerprint })
    await notifyAdmins(parts, db, importId, problem)
    return
  }
  for (const step of steps) {
    await checkpoint()
    await step()
  }
  await endRun(db, job, { state: 'applied', applied_at: at })
  const detail = { import: importId, people: await countOutcomes(db, importId) }
  await recordAudit(db, {
    actorId: userId,
    subjectId: null,
    action: 'roster_applied',
    address,
    detail,
  })
}

/** Undoing removes accounts in several transactions: an import in between would build on those that are removed next. */
const isOneBeingUndone = async (db: Db): Promise<boolean> => {
  const found = await db
    .selectFrom('roster_imports')
    .select('id')
    .where('state', '=', 'undoing')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
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
