import { sql } from 'kysely'

import type { FileRule } from '#features/files'
import type { Parts } from '#platform/http'

/** A file that a safety report quotes opens for those who read the report. */
export const quotedFiles =
  ({ learners }: Pick<Parts, 'learners'>): FileRule =>
  async (db, caller, { id }) => {
    if (!caller) return false
    const about = JSON.stringify({ messages: [{ files: [{ id }] }] })
    const reports = await db
      .selectFrom('safety_reports')
      .select(['learner_id', 'held_back', 'released_at', 'reached'])
      .where(sql<boolean>`quoted @> ${about}::jsonb`)
      .execute()
    for (const { learner_id, held_back, released_at, reached } of reports) {
      const { relation, may } = await learners.accessOf(caller, learner_id)
      const isOpen = !held_back || released_at !== null || may('releaseSafetyReport')
      const hasCome = relation === 'guardian' ? isOpen : isOpen && reached !== 'guardians'
      if (may('readSafetyReports') && hasCome) return true
    }
    return false
  }
