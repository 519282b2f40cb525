import { sql } from 'kysely'

import type { SafetyReport } from '#contract/safety'
import { type Db, transaction } from '#platform/database'
import { conflict, notFound, type Parts } from '#platform/http'
import { CLOSED_REPORT_DAYS } from '#rules/retention'
import { firstToHear, isClosed, type ReportState, type Severity } from '#rules/safety'

import { findReport, type Reading } from './queries.ts'
import { findRecipients, markReached, presentAmong } from './recipients.ts'
import { tell } from './report.ts'

const DAY_MS = 24 * 3_600_000

const replyOf = async (db: Db, id: string, reading: Reading): Promise<SafetyReport> => {
  const report = await findReport(db, id, reading)
  if (!report) throw notFound()
  return report
}

/** @throws notFound for a report that has not come to this reader */
export const changeReport = async (
  db: Db,
  { id, reading }: { id: string; reading: Reading },
  state: ReportState,
  now: Date,
): Promise<SafetyReport> => {
  await replyOf(db, id, reading)
  await db
    .updateTable('safety_reports')
    .set({ state, closed_at: isClosed(state) ? now.toISOString() : null })
    .where('id', '=', id)
    .execute()
  return replyOf(db, id, reading)
}

/**
 * Lets guardians read what was held back, and tells them that it is there.
 * @throws notFound for a report that has not come to this reader
 */
export const releaseReport = (
  parts: Parts,
  { id, reading, reason }: { id: string; reading: Reading; reason: string },
): Promise<SafetyReport> =>
  transaction(parts.db, async (db) => {
    const now = parts.clock()
    const released = await db
      .updateTable('safety_reports')
      .set({ released_at: now.toISOString(), released_by: reading.userId, release_reason: reason })
      .where('id', '=', id)
      .where('held_back', '=', true)
      .where('released_at', 'is', null)
      .returning(['learner_id', 'severity', 'state', 'attempt_id'])
      .executeTakeFirst()
    if (!released) throw await whyNotReleased(db, id, reading)
    await replyOf(db, id, reading)
    if (released.attempt_id) await releaseWork(db, released.attempt_id)
    const recipients = await findRecipients(db, { id, learnerId: released.learner_id })
    if (released.state === 'new') {
      await markReached(db, id, firstToHear(false, presentAmong(recipients)), now)
    }
    await tell(parts, db, recipients.guardians, 'guardians', {
      learnerId: released.learner_id,
      severity: released.severity as Severity,
    })
    // From now on it is the family's.
    return replyOf(db, id, { ...reading, relation: 'guardian' })
  })

/** Whom a report has not come to learns of none. @throws notFound, as for one that is not there */
const whyNotReleased = async (db: Db, id: string, reading: Reading) => {
  const wasReleased = await db
    .selectFrom('safety_reports')
    .select('id')
    .where('id', '=', id)
    .where('released_at', 'is not', null)
    .executeTakeFirst()
  if (!wasReleased) await replyOf(db, id, reading)
  return conflict('Guardians can read this report already.')
}

/** Opens work to guardians again, unless another report holds it back. */
const releaseWork = async (db: Db, attemptId: string): Promise<void> => {
  await db
    .updateTable('attempts')
    .set({ held_back: false })
    .where('id', '=', attemptId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('safety_reports')
            .select('id')
            .where('attempt_id', '=', attemptId)
            .where('held_back', '=', true)
            .where('released_at', 'is', null),
        ),
      ),
    )
    .execute()
}

/**
 * Deletes reports some time after they were closed. Where guardians were not to see what one stands on, the conversation with the
 * tutor goes with it: otherwise they would see it then. One between people stays, and stays held back.
 */
export const forgetClosedReports = async (db: Db, now: Date): Promise<void> => {
  const gone = await db
    .deleteFrom('safety_reports')
    .where('closed_at', '<', new Date(now.getTime() - CLOSED_REPORT_DAYS * DAY_MS).toISOString())
    .returning(['conversation_id', 'thread_id', 'thread_number', 'held_back', 'released_at'])
    .execute()
  for (const { thread_id, thread_number, held_back, released_at } of gone) {
    if (!thread_id || thread_number === null || !held_back || released_at !== null) continue
    await db
      .updateTable('conversations')
      .set(({ ref }) => ({
        held_back_from: sql<number>`least(${ref('held_back_from')}, ${thread_number}::int)`,
      }))
      .where('id', '=', thread_id)
      .execute()
  }
  const hidden = gone.flatMap(({ conversation_id, held_back, released_at }) =>
    conversation_id && held_back && released_at === null ? [conversation_id] : [],
  )
  if (hidden.length > 0) {
    await db.deleteFrom('tutor_conversations').where('id', 'in', hidden).execute()
  }
}
