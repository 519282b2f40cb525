import { sql } from 'kysely'

import type { FileRule } from '#features/files'
import type { Parts } from '#platform/http'

import { findReport } from './queries.ts'

/** A file that a safety report quotes opens for those who read the report. */
export const quotedFiles =
  ({ learners }: Pick<Parts, 'learners'>): FileRule =>
  async (db, caller, { id }) => {
    if (!caller) return false
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
      if (quoted.some(({ files }) => files.some((file) => file.id === id))) return true
    }
    return false
  }
