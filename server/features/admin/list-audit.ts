import { sql } from 'kysely'

import type { AuditLine } from '#contract/audit'
import { listHousehold, wasGuardian } from '#features/family'
import { nameOf } from '#features/people'
import type { Db } from '#platform/database'
import { decodeCursor, pageAfter } from '#platform/http'

type AuditFilters = {
  person_id?: string | undefined
  actor_id?: string | undefined
  subject_id?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * Condition on an entry `line`: about a report. Only designated staff may read reports: other admins see the action without its
 * subject.
 */
export const isOfReport = sql<boolean>`coalesce(
  line.action in ('safety_report_changed', 'safety_report_released', 'person_reported', 'person_report_closed')
  or line.detail ->> 'relation' = 'safeguarding'
  or line.detail ->> 'may' in ('readSafetyReports', 'releaseSafetyReport'), false)`

/** Condition on an entry `line`: its actor made a report, possibly about the admin who reads the log. */
export const isByReporter = sql<boolean>`line.action = 'person_reported'`

const CURSOR = /^\d{1,15}$/

/**
 * Condition on an entry `line`: an admin ended or narrowed a guardian's link, and the reader is or was a guardian of that learner, perhaps
 * that one. The reason is for other staff.
 */
export const isOfHousehold = (readerId: string) =>
  sql<boolean>`(line.action = 'guardian_overridden' and ${wasGuardian(readerId, sql`line.subject_id`)})`

/** Ids of the reader's children and of their other guardians, who may live apart: from where they use the site is for other staff. */
export const listOwnFamily = async (
  db: Db,
  readerId: string,
): Promise<ReadonlySet<string | null>> => {
  const { adults, children } = await listHousehold(db, readerId)
  return new Set([...adults, ...children].map(({ id }) => id))
}

/** Returns one page of the audit log, newest first. */
export const listAudit = async (
  db: Db,
  readerId: string,
  { person_id, actor_id, subject_id, action, from, to, cursor, limit }: AuditFilters,
): Promise<{ items: AuditLine[]; next_cursor: string | null }> => {
  const before = decodeCursor(cursor, CURSOR)
  const family = await listOwnFamily(db, readerId)
  const rows = await db
    .selectFrom('audit_log as line')
    .leftJoin('accounts as actor', 'actor.id', 'line.actor_id')
    .leftJoin('accounts as subject', 'subject.id', 'line.subject_id')
    .select([
      'line.id',
      'line.created_at as at',
      'line.action',
      'actor.id as actor_id',
      nameOf('actor').as('actor_name'),
      'subject.id as subject_id',
      nameOf('subject').as('subject_name'),
      'line.address',
      'line.detail',
      isOfReport.as('is_closed'),
      isByReporter.as('is_by_reporter'),
      isOfHousehold(readerId).as('is_of_household'),
    ])
    // A filter by person must not reveal that a report is about them.
    .$if((person_id ?? subject_id) !== undefined, (query) =>
      query.where(sql<boolean>`not ${isOfReport}`),
    )
    .$if(person_id !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([eb('line.actor_id', '=', person_id!), eb('line.subject_id', '=', person_id!)]),
      ),
    )
    .$if(actor_id !== undefined, (query) =>
      query.where('line.actor_id', '=', actor_id!).where(sql<boolean>`not ${isByReporter}`),
    )
    .$if(subject_id !== undefined, (query) => query.where('line.subject_id', '=', subject_id!))
    .$if(action !== undefined, (query) => query.where('line.action', '=', action!))
    .$if(from !== undefined, (query) => query.where('line.created_at', '>=', `${from}T00:00:00Z`))
    .$if(to !== undefined, (query) =>
      query.where('line.created_at', '<', sql<string>`${to}::date + 1`),
    )
    .$if(before !== undefined, (query) => query.where('line.id', '<', Number(before)))
    .orderBy('line.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { items, next_cursor } = pageAfter(rows, limit, ({ id }) => String(id))
  return {
    items: items.map(
      ({
        actor_id,
        actor_name,
        subject_id,
        subject_name,
        is_closed,
        is_by_reporter,
        is_of_household,
        address,
        detail,
        ...line
      }) => ({
        ...line,
        id: String(line.id),
        actor: is_by_reporter ? null : named(actor_id, actor_name),
        subject: is_closed ? null : named(subject_id, subject_name),
        address: is_by_reporter || family.has(actor_id ?? subject_id) ? null : address,
        detail: is_closed || is_of_household ? {} : (detail as Record<string, unknown>),
      }),
    ),
    next_cursor,
  }
}

const named = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name }
