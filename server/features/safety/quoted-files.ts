import { sql } from 'kysely'

import { type FileRule, mayLeaveFamily } from '#features/files'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'

import { findReport } from './queries.ts'

/**
 * A file quoted by a safety report is readable by everyone who may read the report; another family does not read one that is not
 * clean.
 */
export const quotedFiles =
  ({ clock, learners }: Pick<Parts, 'clock' | 'learners'>): FileRule =>
  async (db, caller, file) => {
    // Only files of messages are quoted: others must not cost a look at every report.
    if (!caller || !file.isInMessage) return false
    const { id } = file
    const about = JSON.stringify({ messages: [{ files: [{ id }] }] })
    const reports = await db
      .selectFrom('safety_reports')
      .select(['id', 'learner_id'])
      .where(sql<boolean>`quoted @> ${about}::jsonb`)
      .execute()
    for (const { id: report, learner_id } of reports) {
      const { relationFor, may } = await learners.accessOf(caller, learner_id)
      const relation = relationFor('readSafetyReports')
      if (relation === null || !may('readSafetyReports')) continue
      const readsMessages = relation !== 'guardian' || may('readMessages')
      const reading = { userId: caller.userId, relation, readsMessages }
      const found = await findReport(db, report, reading)
      const quoted = found?.quoted?.messages ?? []
      if (!quoted.some(({ files }) => files.some((each) => each.id === id))) continue
      const isOtherFamily = relation === 'guardian'
      if (!isOtherFamily || (await mayLeaveFamily({ clock, learners }, db, caller, file)))
        return true
    }
    return false
  }

/** Ids of the files that a report quotes. */
export const quotedFileIds = sql<string[]>`array(
  select file ->> 'id' from jsonb_path_query(quoted, '$.messages[*].files[*]') as file)`

/** Ids of the files that reports about a learner quote. */
export const listFilesQuotedAbout = async (db: Db, learnerId: string): Promise<string[]> => {
  const reports = await db
    .selectFrom('safety_reports')
    .select(quotedFileIds.as('files'))
    .where('learner_id', '=', learnerId)
    .execute()
  return reports.flatMap(({ files }) => files)
}

/** Returns those of these files that no safety report quotes. */
export const listUnquotedFiles = async (db: Db, fileIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select file.id from unnest(${fileIds}::uuid[]) as file (id)
    where not exists (
      select from safety_reports
      where quoted @> jsonb_build_object('messages', jsonb_build_array(
        jsonb_build_object('files', jsonb_build_array(jsonb_build_object('id', file.id))))))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Returns those of these files that were in a message which was refused, and which a report withholds from guardians. */
export const listRefusedFiles = async (db: Db, fileIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select file.id from unnest(${fileIds}::uuid[]) as file (id)
    where exists (
      select from safety_reports
      where held_back and released_at is null
        and quoted @> jsonb_build_object('messages', jsonb_build_array(jsonb_build_object(
          'delivered', false, 'files', jsonb_build_array(jsonb_build_object('id', file.id))))))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
