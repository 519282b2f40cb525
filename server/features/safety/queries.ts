import { sql } from 'kysely'

import type { OpenedReport, SafetyCase, SafetyReport } from '#contract/safety'
import type { TutorMessage } from '#contract/tutor'
import { nameOf } from '#features/people'
import type { Db } from '#platform/database'
import type { Relation } from '#rules/access'
import { RECIPIENT_LEVELS } from '#rules/safety'

import { findStaffReader, isOpenToAdvisor, isReportOpenTo, type StaffReader } from './impartial.ts'
import { quotedOf } from './report-in-thread.ts'
import { isSafeguard } from './safeguards.ts'
import { isOfLearner, reopensThread, isWithheldSince, quotedForGuardians } from './withheld.ts'

const REPORT = [
  'report.id',
  'report.conversation_id',
  'report.severity',
  'report.category',
  'report.excerpt',
  'report.state',
  'report.created_at',
] as const

/** Levels of staff: nobody in the family existed or opened the report in time. */
const AMONG_STAFF = RECIPIENT_LEVELS.filter((level) => level !== 'guardians')

/**
 * Reports routed to a reader. Guardians see reports that are not withheld, and none about a conversation without the learner;
 * advisors and safeguarding see those escalated to staff, withheld ones only safeguarding; staff never see reports that may be
 * about their own household. While the family still has time to open a report, staff do not see it.
 */
const reportsFor = (db: Db, relation: Relation, staff?: StaffReader) =>
  db
    .selectFrom('safety_reports as report')
    .$if(relation !== 'safeguarding', (query) =>
      query.where(({ eb, or }) =>
        or([eb('report.held_back', '=', false), eb('report.released_at', 'is not', null)]),
      ),
    )
    .$if(relation === 'guardian', (query) =>
      query.where(sql<boolean>`not ${isWithheldSince}`).where(isOfLearner),
    )
    .$if(relation !== 'guardian', (query) => query.where('report.reached', 'in', AMONG_STAFF))
    .$if(staff !== undefined, (query) =>
      query.where(relation === 'advisor' ? isOpenToAdvisor(staff!) : isReportOpenTo(staff!)),
    )

/** A reader of reports, and their relation to the learner. */
export type ReportReader = {
  userId: string
  relation: Relation
  /** False for a guardian without access to the learner's messages: only the reported ones are quoted. */
  readsMessages?: boolean
}

const reportsIn = async (db: Db, { userId, relation }: ReportReader) =>
  relation === 'guardian'
    ? reportsFor(db, relation)
    : reportsFor(db, relation, await findStaffReader(db, userId))

type Page = { offset: number; limit: number }

/** Newest first. */
export const listReports = async (
  db: Db,
  learnerId: string,
  reading: ReportReader,
  { offset, limit }: Page,
): Promise<SafetyReport[]> =>
  (await reportsIn(db, reading))
    .select(REPORT)
    .where('report.learner_id', '=', learnerId)
    .orderBy('report.created_at', 'desc')
    .orderBy('report.id')
    .offset(offset)
    .limit(limit)
    .$castTo<SafetyReport>()
    .execute()

export const findReport = async (
  db: Db,
  id: string,
  reading: ReportReader,
): Promise<Omit<OpenedReport, 'messages'> | undefined> => {
  const row = await (
    await reportsIn(db, reading)
  )
    .innerJoin('accounts as learner', 'learner.id', 'report.learner_id')
    .leftJoin('accounts as reporter', 'reporter.id', 'report.reported_by')
    .select([
      ...REPORT,
      'report.learner_id',
      'report.reported_by',
      nameOf('learner').as('name'),
      'report.reached',
    ])
    .select([
      reading.relation === 'guardian' ? quotedForGuardians.as('quoted') : 'report.quoted',
      nameOf('reporter').as('reporter'),
    ])
    .select(({ eb, and }) =>
      and([eb('report.held_back', '=', true), eb('report.released_at', 'is', null)]).as(
        'held_back',
      ),
    )
    .select([isOfLearner.as('releasable'), reopensThread.as('reopens')])
    .where('report.id', '=', id)
    .$castTo<
      SafetyReport &
        Pick<OpenedReport, 'reached' | 'held_back' | 'releasable' | 'reopens'> & {
          learner_id: string
          name: string
          quoted: unknown
          reported_by: string | null
          reporter: string | null
        }
    >()
    .executeTakeFirst()
  if (!row) return undefined
  const { learner_id, name, reporter, reported_by, ...report } = row
  // The page promises whoever reports somebody else's words that the author is not told.
  const isNamed = reading.relation !== 'guardian' || reported_by === learner_id
  const quoted = quotedOf(row.quoted, isNamed ? reporter : null)
  if (quoted && reading.readsMessages === false) {
    quoted.messages = quoted.messages.filter(({ reported }) => reported)
  }
  return { ...report, learner: { id: learner_id, name }, quoted }
}

/** Reported tutor messages and their answers, in the order of the conversation. */
export const listQuoted = (db: Db, reportId: string): Promise<TutorMessage[]> =>
  db
    .selectFrom('tutor_messages as message')
    .select([
      'message.id',
      'message.author',
      'message.text',
      'message.origin',
      'message.state',
      'message.crisis',
      'message.created_at',
    ])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('safety_report_messages as stands_on')
          .innerJoin('tutor_messages as quoted', 'quoted.id', 'stands_on.message_id')
          .select('quoted.id')
          .where('stands_on.report_id', '=', reportId)
          .whereRef('quoted.conversation_id', '=', 'message.conversation_id')
          .where(sql<boolean>`message.number in (quoted.number, quoted.number + 1)`),
      ),
    )
    .orderBy('message.number')
    .$castTo<TutorMessage>()
    .execute()

/** Reports routed to a staff member: open ones first, oldest first. */
export const listCases = async (
  db: Db,
  staff: { id: string; isSafeguarding: boolean },
  { offset, limit }: Page,
): Promise<SafetyCase[]> => {
  const relation = staff.isSafeguarding ? 'safeguarding' : 'advisor'
  const rows = await reportsFor(db, relation, await findStaffReader(db, staff.id))
    .innerJoin('accounts as learner', 'learner.id', 'report.learner_id')
    .select([
      'report.id',
      'report.severity',
      'report.category',
      'report.state',
      'report.created_at',
      'report.learner_id',
      nameOf('learner').as('name'),
      sql<boolean>`report.held_back and report.released_at is null`.as('held_back'),
    ])
    .$if(!staff.isSafeguarding, (query) =>
      query.innerJoin('caseload', (join) =>
        join
          .onRef('caseload.learner_id', '=', 'report.learner_id')
          .on('caseload.advisor_id', '=', staff.id),
      ),
    )
    // The order of an index: a page searches the reports on it for names, not all of them.
    .orderBy(sql`report.state in ('acted', 'false_positive')`)
    .orderBy('report.created_at')
    .orderBy('report.id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ learner_id, name, ...row }) => ({
    ...(row as Omit<SafetyCase, 'learner'>),
    learner: { id: learner_id, name },
  }))
}

/** Unopened reports for each child of a guardian with oversight. */
export const countNew = (db: Db, guardianId: string) =>
  reportsFor(db, 'guardian')
    .innerJoin('accounts as learner', 'learner.id', 'report.learner_id')
    .innerJoin('guardianships as link', 'link.learner_id', 'learner.id')
    .select(({ fn }) => ['learner.id', 'learner.first_name', fn.countAll<number>().as('reports')])
    .where('link.guardian_id', '=', guardianId)
    .where('learner.status', '=', 'active')
    .where(({ eb, fn, val }) => eb(val('tutor'), '=', fn.any('link.scopes')))
    .where('report.state', '=', 'new')
    .groupBy(['learner.id', 'learner.first_name'])
    .orderBy('learner.first_name')
    .execute()

/**
 * Reports that somebody opened, that are not closed, and that this reader can no longer read: an account that is not active, another
 * advisor, a guardian from whom they are kept since, or staff whom they may concern now.
 * @param readerId null for readers who have been erased
 */
export const listAbandoned = async (db: Db, readerId: string | null): Promise<string[]> => {
  const seen = await db
    .selectFrom('safety_reports')
    .select('id')
    .where('state', '=', 'seen')
    .where('seen_by', readerId === null ? 'is' : '=', readerId)
    .orderBy('created_at', 'desc')
    .execute()
  const readable = new Set(readerId === null ? [] : await listReadable(db, readerId))
  return seen.flatMap(({ id }) => (readable.has(id) ? [] : id))
}

const listReadable = async (db: Db, readerId: string): Promise<string[]> => {
  const active = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', readerId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!active) return []
  const staff = await findStaffReader(db, readerId)
  const asSafeguard = (await isSafeguard(db, readerId))
    ? reportsFor(db, 'safeguarding', staff)
    : undefined
  const asAdvisor = reportsFor(db, 'advisor', staff).innerJoin('caseload', (join) =>
    join
      .onRef('caseload.learner_id', '=', 'report.learner_id')
      .on('caseload.advisor_id', '=', readerId),
  )
  const asGuardian = reportsFor(db, 'guardian')
    .innerJoin('guardianships as link', 'link.learner_id', 'report.learner_id')
    .where('link.guardian_id', '=', readerId)
    .where(({ eb, fn, val }) => eb(val('tutor'), '=', fn.any('link.scopes')))
  const found = []
  for (const query of [asSafeguard, asAdvisor, asGuardian]) {
    const rows = await query
      ?.select('report.id')
      .where('report.state', '=', 'seen')
      .where('report.seen_by', '=', readerId)
      .execute()
    found.push(...(rows ?? []).map(({ id }) => id))
  }
  return found
}
