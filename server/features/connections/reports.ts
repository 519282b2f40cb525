import { type Expression, expressionBuilder, type NotNull } from 'kysely'
import type * as z from 'zod/mini'

import type { PersonReport, ReportedPerson } from '#contract/connections'
import { paths } from '#contract/paths'
import { notifyPerson } from '#features/notifications'
import { nameOf } from '#features/people'
import {
  findStaffReader,
  isPersonReportOpenTo,
  isSafeguard,
  reportCrisesIn,
} from '#features/safety'
import { emailRecipient } from '#features/site'
import type { DB, Db } from '#platform/database'
import { notFound, type Parts } from '#platform/http'
import { isStaff, ROLES } from '#rules/membership'

import { listSharedHistory } from './bound.ts'
import { mayContact } from './contacts.ts'
import { personReportEmail } from './emails.ts'

const eb = expressionBuilder<DB>()

type ReportInput = { reporterId: string; reportedId: string } & z.output<typeof PersonReport>

/**
 * Stores a report about a person, with a snapshot of the relation between the two, and notifies the designated safeguarding staff
 * (or asks admins to designate someone), in the caller's transaction. It does not hide the person: staff decide. A minor's call for help in
 * its words is a safety report as well, which escalates.
 * @throws notFound for anyone with whom the reporter never had contact
 */
export const reportPerson = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'>,
  db: Db,
  { reporterId, reportedId, reason, words }: ReportInput,
): Promise<void> => {
  const now = parts.clock()
  const reported = await db
    .selectFrom('accounts')
    .select(['first_name', 'last_name', 'role'])
    .where('id', '=', reportedId)
    .where('id', '<>', reporterId)
    .executeTakeFirst()
  const bound = await listSharedHistory(db, reporterId, reportedId)
  const hasContact = bound.length > 0 || (await mayContact(db, reporterId, reportedId, now))
  if (!reported || !hasContact) throw notFound()
  const name = `${reported.first_name} ${reported.last_name}`
  const { id } = await db
    .insertInto('person_reports')
    .values({
      reporter_id: reporterId,
      reported_id: reportedId,
      reason,
      words,
      snapshot: JSON.stringify({ name, role: reported.role, bound }),
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const named = await whoMayRead(db, id, await listNamed(db))
  const isNamed = named.length > 0
  for (const reader of isNamed ? named : await whoMayRead(db, id, await listAdmins(db))) {
    const to = await emailRecipient({ ...parts, db }, reader)
    const about = [reporterId, reportedId]
    await parts.mail.send(db, { ...personReportEmail(to, isNamed), about })
    const title = isNamed
      ? 'Someone was reported'
      : 'Someone was reported, and there’s no safeguarding lead to read it'
    const path = isNamed ? paths.safety : paths.safeguarding
    await notifyPerson(
      db,
      { personId: reader.id, category: 'safety', title, path, topic: 'reports', hasLetter: true },
      now,
    )
  }
  await reportCrisesIn(parts, db, { authorId: reporterId, text: words, about: name })
}

/** Full name of a person, whoever asks; undefined for an unknown id. */
export const findName = async (db: Db, id: string): Promise<string | undefined> => {
  const person = await db
    .selectFrom('accounts')
    .select(nameOf('accounts').as('name'))
    .where('id', '=', id)
    .executeTakeFirst()
  return person?.name
}

/** Staff, who always have an address. */
const active = (db: Db) =>
  db
    .selectFrom('accounts')
    .select(['id', 'email', 'first_name'])
    .where('status', '=', 'active')
    .$narrowType<{ email: NotNull }>()

const listNamed = (db: Db) =>
  active(db).where('safeguarding', '=', true).where('role', 'in', ROLES.filter(isStaff)).execute()

/** Admins are asked to designate a reader and see no content. */
const listAdmins = (db: Db) => active(db).where('role', '=', 'admin').execute()

const whoMayRead = async <P extends { id: string }>(
  db: Db,
  reportId: string,
  people: readonly P[],
): Promise<P[]> => {
  const open: P[] = []
  for (const person of people) {
    const query = await reports(db, person.id)
    if (await query.where('report.id', '=', reportId).executeTakeFirst()) open.push(person)
  }
  return open
}

/** @throws notFound for everyone except designated safeguarding staff */
const refuseOthers = async (db: Db, readerId: string): Promise<void> => {
  if (!(await isSafeguard(db, readerId))) throw notFound()
}

type Snapshot = { name: string; role: ReportedPerson['reported']['role']; bound: string[] }

/** Excludes reports that concern the reader or the reader's own family. */
const reports = async (db: Db, readerId: string) => {
  const reader = await findStaffReader(db, readerId)
  return db
    .selectFrom('person_reports as report')
    .innerJoin('accounts as reporter', 'reporter.id', 'report.reporter_id')
    .select([
      'report.id',
      'report.reporter_id',
      nameOf('reporter').as('reporter_name'),
      'report.reported_id',
      'report.reason',
      'report.words',
      'report.snapshot',
      'report.created_at',
      'report.closed_at',
      'report.outcome',
    ])
    .where(isPersonReportOpenTo(reader))
}

type Row = Awaited<ReturnType<Awaited<ReturnType<typeof reports>>['execute']>>[number]

const shown = ({ reporter_id, reporter_name, reported_id, snapshot, ...row }: Row) => {
  const { name, role, bound } = snapshot as Snapshot
  return {
    ...(row as Pick<
      ReportedPerson,
      'id' | 'reason' | 'words' | 'created_at' | 'closed_at' | 'outcome'
    >),
    reporter: { id: reporter_id, name: reporter_name },
    reported: { id: reported_id, name, role },
    tie: bound.join('; '),
  }
}

/** Open reports first, oldest first. */
export const listReports = async (
  db: Db,
  readerId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<ReportedPerson[]> => {
  if (!(await isSafeguard(db, readerId))) return []
  const query = await reports(db, readerId)
  const rows = await query
    .orderBy(({ eb }) => eb('report.closed_at', 'is not', null))
    .orderBy('report.created_at')
    .orderBy('report.id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(shown)
}

/** Condition on a person: a report of theirs about another is open. No family sees it, and erasing the person would erase it. */
export const hasOpenPersonReport = (reporterId: Expression<string>) =>
  eb.exists(
    eb
      .selectFrom('person_reports as open')
      .select('open.id')
      .where('open.reporter_id', '=', reporterId)
      .where('open.closed_at', 'is', null),
  )

type Closing = { id: string; readerId: string; outcome: string }

export const closeReport = async (
  db: Db,
  { id, readerId, outcome }: Closing,
  now: Date,
): Promise<ReportedPerson> => {
  await refuseOthers(db, readerId)
  const query = (await reports(db, readerId)).where('report.id', '=', id)
  const find = () => query.executeTakeFirst()
  if (!(await find())) throw notFound()
  await db
    .updateTable('person_reports')
    .set({ closed_at: now.toISOString(), closed_by: readerId, outcome })
    .where('id', '=', id)
    .execute()
  return shown((await find())!)
}
