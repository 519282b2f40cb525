import { expressionBuilder, sql } from 'kysely'

import { paths } from '#contract/paths'
import type { SafetyReport } from '#contract/safety'
import { releaseAttempt } from '#features/attempts'
import { notifyPerson } from '#features/notifications'
import { type DB, type Db, transaction } from '#platform/database'
import { conflict, forbidden, notFound, type Parts } from '#platform/http'
import { CLOSED_REPORT_DAYS } from '#rules/retention'
import { firstRecipients, isClosed, type ReportState, type Severity } from '#rules/safety'

import { findReport, type ReportReader } from './queries.ts'
import { quotedFileIds } from './quoted-files.ts'
import { findRecipients, markReached, toAvailableRecipients } from './recipients.ts'
import { emailRecipients } from './report.ts'
import { withheldFrom } from './withheld.ts'

const DAY_MS = 24 * 3_600_000

const replyOf = async (db: Db, id: string, reading: ReportReader): Promise<SafetyReport> => {
  const report = await findReport(db, id, reading)
  if (!report) throw notFound()
  return report
}

/**
 * @throws notFound for a report that has not been routed to this reader; forbidden for guardians if a person made the report:
 * staff read it first, because it may be about the guardian's own child
 */
export const changeReport = async (
  db: Db,
  { id, reading }: { id: string; reading: ReportReader },
  state: ReportState,
  now: Date,
): Promise<SafetyReport> => {
  await replyOf(db, id, reading)
  const { numUpdatedRows } = await db
    .updateTable('safety_reports')
    .set({
      state,
      closed_at: isClosed(state) ? now.toISOString() : null,
      seen_by: state === 'seen' ? reading.userId : null,
    })
    .where('id', '=', id)
    .$if(reading.relation === 'guardian', (query) => query.where(isByModeration))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    throw forbidden('Reports made by people are handled by staff, who record the outcome.')
  }
  return replyOf(db, id, reading)
}

/**
 * Releases a withheld report to guardians, and notifies them, and the learner who wrote or reported it.
 * @throws notFound for a report that has not been routed to this reader; conflict if its conversation is not the learner's
 */
export const releaseReport = (
  parts: Parts,
  { id, reading, reason }: { id: string; reading: ReportReader; reason: string },
): Promise<SafetyReport> =>
  transaction(parts.db, async (db) => {
    const now = parts.clock()
    const released = await db
      .updateTable('safety_reports')
      .set({ released_at: now.toISOString(), released_by: reading.userId, release_reason: reason })
      .where('id', '=', id)
      .where('held_back', '=', true)
      .where('released_at', 'is', null)
      .returning([
        'learner_id',
        'severity',
        'state',
        'attempt_id',
        'conversation_id',
        'thread_id',
        isOwnWords.as('is_own'),
      ])
      .executeTakeFirst()
    if (!released) throw await whyNotReleased(db, id, reading)
    await replyOf(db, id, reading)
    if (released.attempt_id) await releaseWork(db, released.attempt_id)
    const recipients = await findRecipients(db, { id, learnerId: released.learner_id })
    if (released.state === 'new') {
      await markReached(db, id, firstRecipients(false, toAvailableRecipients(recipients)), now)
    }
    await emailRecipients(parts, db, recipients.guardians, 'guardians', {
      learnerId: released.learner_id,
      severity: released.severity as Severity,
    })
    // The tutor has said that the family is not shown it.
    if (released.is_own && recipients.guardians.length > 0) await notifyAuthor(db, released, now)
    // From now on, the reply is the family's view.
    const shown = await findReport(db, id, { ...reading, relation: 'guardian' })
    if (!shown) throw conflict(BETWEEN_OTHERS)
    return shown
  })

/** Condition on a report: no person made it, also none who has been erased since. */
const isByModeration = sql<boolean>`(quoted ->> 'reason' is null)`

/** Condition on a report: the learner made it, or moderation did because of what the learner wrote. */
const isOwnWords = sql<boolean>`(case when not ${isByModeration} then coalesce(reported_by = learner_id, false)
  else conversation_id is not null or exists (
    select from jsonb_path_query(quoted, '$.messages[*] ? (@.reported == true).author_id') as author
    where (author #>> '{}')::uuid = learner_id) end)`

type Released = { learner_id: string; conversation_id: string | null; thread_id: string | null }

const notifyAuthor = (
  db: Db,
  { learner_id: personId, conversation_id, thread_id }: Released,
  now: Date,
) => {
  const path = conversation_id ? paths.tutor : thread_id && paths.conversation(thread_id)
  return notifyPerson(
    db,
    {
      personId,
      category: 'safety',
      title: 'The safeguarding team has shown your family something that you wrote or reported',
      // In the app alone: bystanders may read the subject of an email.
      hasLetter: true,
      path: path ?? paths.dashboard,
    },
    now,
  )
}

const BETWEEN_OTHERS =
  'The child isn’t in this conversation, so a release would show one guardian what another wrote. Please speak to the people themselves.'

/** Hides the report's existence from readers to whom it has not been routed. @throws notFound, as for an unknown report */
const whyNotReleased = async (db: Db, id: string, reading: ReportReader) => {
  const wasReleased = await db
    .selectFrom('safety_reports')
    .select('id')
    .where('id', '=', id)
    .where('released_at', 'is not', null)
    .executeTakeFirst()
  if (!wasReleased) await replyOf(db, id, reading)
  return conflict('Guardians can read this report already.')
}

/** Shows work to guardians again, unless another report withholds it. */
const releaseWork = (db: Db, attemptId: string) => {
  const { exists, not, selectFrom } = expressionBuilder<DB>()
  const isWithheld = exists(
    selectFrom('safety_reports')
      .select('id')
      .where('attempt_id', '=', attemptId)
      .where('held_back', '=', true)
      .where('released_at', 'is', null),
  )
  return releaseAttempt(db, attemptId, not(isWithheld))
}

/**
 * Deletes reports after their retention period; a withheld one together with all others about the same conversation with the tutor, because
 * what it withholds contains what later ones quote. Returns what was withheld from guardians and would become visible, each from its
 * first withheld message: in conversations with the tutor, where it is deleted with the report, and between people, where it stays
 * withheld; and the files that the reports quoted.
 */
export const deleteClosedReports = async (db: Db, now: Date) => {
  const before = new Date(now.getTime() - CLOSED_REPORT_DAYS * DAY_MS).toISOString()
  const gone = await db
    .deleteFrom('safety_reports')
    .where('closed_at', '<', before)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('safety_reports as other')
            .select('other.id')
            .whereRef('other.conversation_id', '=', 'safety_reports.conversation_id')
            .where(({ eb, or }) =>
              or([eb('other.held_back', '=', true), eb('safety_reports.held_back', '=', true)]),
            )
            .where(({ eb, or }) =>
              or([eb('other.closed_at', 'is', null), eb('other.closed_at', '>=', before)]),
            ),
        ),
      ),
    )
    .returning(({ ref }) => [
      'conversation_id',
      withheldFrom(ref('safety_reports.conversation_id').$castTo<string>()).as('from'),
      'held_back',
      'released_at',
      quotedFileIds.as('files'),
    ])
    .execute()
  const hidden = gone.filter(({ held_back, released_at }) => held_back && released_at === null)
  return {
    files: gone.flatMap(({ files }) => files),
    talks: hidden.flatMap(({ conversation_id: id, from }) =>
      id === null || from === null ? [] : { id, from },
    ),
  }
}
