import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { despiteFailures } from '#platform/jobs'
import {
  isOverdue,
  nextRecipients,
  overdueSince,
  type RecipientLevel,
  SEVERITIES,
  type Severity,
} from '#rules/safety'

import { listAbandoned } from './queries.ts'
import { findRecipients, markReached, toAvailableRecipients } from './recipients.ts'
import { emailRecipients } from './report.ts'
import { isWithheldSince } from './withheld.ts'

const MAX_AT_ONCE = 200

/**
 * Reports whose reader left them open and can no longer read them count as unopened: those whom they have reached, or the next level,
 * are told again, once for all of them.
 */
const reopenAbandoned = async (parts: Parts): Promise<void> => {
  const readers = await parts.db
    .selectFrom('safety_reports')
    .select('seen_by')
    .distinct()
    .where('state', '=', 'seen')
    .execute()
  const told = new Set<string>()
  await despiteFailures(readers, 'readers of reports', async ({ seen_by }) => {
    const abandoned = await listAbandoned(parts.db, seen_by)
    await despiteFailures(abandoned.slice(0, MAX_AT_ONCE), 'reports', (id) =>
      transaction(parts.db, (db) => reopen(parts, db, { id, seen_by }, told)),
    )
  })
}

type Abandoned = { id: string; seen_by: string | null }

/** @param told addresses that were emailed in this run */
const reopen = async (
  parts: Parts,
  db: Db,
  { id, seen_by }: Abandoned,
  told: Set<string>,
): Promise<void> => {
  const report = await db
    .updateTable('safety_reports as report')
    .set({ state: 'new', seen_by: null })
    .where('id', '=', id)
    .where('state', '=', 'seen')
    .where('seen_by', seen_by === null ? 'is' : '=', seen_by)
    .returning(['learner_id', 'severity', 'held_back', 'released_at', 'reached'])
    .returning(isWithheldSince.as('is_hidden'))
    .executeTakeFirst()
  if (!report?.reached) return
  const recipients = await findRecipients(db, { id, learnerId: report.learner_id })
  const reached = report.reached as RecipientLevel
  const isSecret = report.is_hidden || (report.held_back && report.released_at === null)
  const available = toAvailableRecipients(recipients)
  const present = { ...available, guardians: available.guardians && !isSecret }
  const level =
    reached === 'admins' || present[reached] ? reached : nextRecipients(reached, isSecret, present)
  await markReached(db, id, level, parts.clock())
  const untold = recipients[level].filter(({ email }) => !told.has(email))
  await emailRecipients(parts, db, untold, level, {
    learnerId: report.learner_id,
    severity: report.severity as Severity,
  })
  for (const { email } of untold) told.add(email)
}

/**
 * Escalates reports that nobody opened in time to the next level: guardians, the current advisor, safeguarding staff, admins. A
 * lost email counts like an unread one.
 */
export const escalateReports = (parts: Parts): Promise<void> =>
  despiteFailures([reopenAbandoned, escalateOverdue], 'steps', (step) => step(parts))

const escalateOverdue = async (parts: Parts): Promise<void> => {
  const now = parts.clock()
  const overdue = await parts.db
    .selectFrom('safety_reports')
    .select('id')
    .where('state', '=', 'new')
    .where('reached', 'is not', null)
    .where(({ and, eb, or }) =>
      or([
        // Staff may have been named for safeguarding since.
        eb('reached', '=', 'admins'),
        ...SEVERITIES.map((severity) =>
          and([
            eb('severity', '=', severity),
            eb('reached_at', '<=', overdueSince(severity, now).toISOString()),
          ]),
        ),
      ]),
    )
    .orderBy(({ eb }) => eb('reached', '=', 'admins'))
    .orderBy('reached_at')
    .limit(MAX_AT_ONCE)
    .execute()
  await despiteFailures(overdue, 'reports', ({ id }) =>
    transaction(parts.db, (db) => escalate(parts, db, id)),
  )
}

const escalate = async (parts: Parts, db: Db, id: string): Promise<void> => {
  const now = parts.clock()
  const report = await db
    .selectFrom('safety_reports')
    .select(['learner_id', 'severity', 'held_back', 'released_at', 'reached', 'reached_at'])
    .where('id', '=', id)
    .where('state', '=', 'new')
    .forUpdate()
    .executeTakeFirst()
  if (!report?.reached || !report.reached_at) return
  const severity = report.severity as Severity
  const recipients = await findRecipients(db, { id, learnerId: report.learner_id })
  const present = toAvailableRecipients(recipients)
  const isWithheld = report.held_back && report.released_at === null
  const next = nextRecipients(report.reached as RecipientLevel, isWithheld, present)
  // Safeguarding staff were designated since, so there is no reason to wait.
  const isNamed = report.reached === 'admins' && next === 'safeguarding'
  if (!isNamed && !isOverdue(severity, new Date(report.reached_at), now)) return
  await markReached(db, id, next, now)
  await emailRecipients(parts, db, recipients[next], next, {
    learnerId: report.learner_id,
    severity,
  })
}
