import type { Db } from '#platform/database'
import { conflict } from '#platform/http'

import { leaveEnrollment, upsertEnrollment } from './queries.ts'
import { requireQuest } from './require-quest.ts'

/**
 * Takes up a quest, or resumes it after leaving; what was done before stays.
 * @throws conflict while another quest has to be completed first
 */
export const startQuest = async (
  db: Db,
  learnerId: string,
  questId: string,
  now: Date,
): Promise<void> => {
  const { enrollment, prerequisites, version } = await requireQuest(db, learnerId, questId)
  const missing = prerequisites.find(({ completed }) => !completed)
  if (missing && !enrollment) throw conflict(`Complete "${missing.title}" first.`)
  await upsertEnrollment(db, learnerId, { id: questId, version }, now)
}

/** Puts a quest aside; the work is kept. */
export const leaveQuest = async (db: Db, learnerId: string, questId: string): Promise<void> => {
  await requireQuest(db, learnerId, questId)
  if (!(await leaveEnrollment(db, learnerId, questId))) {
    throw conflict('You are not working on this quest.')
  }
}
