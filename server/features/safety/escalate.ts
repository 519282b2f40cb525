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

import { findRecipients, markReached, toAvailableRecipients } from './recipients.ts'
import { emailRecipients } from './report.ts'

const MAX_AT_ONCE = 200

/**
 * Escalates reports that nobody opened in time to the next level: guardians, the current advisor, safeguarding staff, admins. A
 * lost email counts like an unread one.
 */
export const escalateReports = async (parts: Parts): Promise<void> => {
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
