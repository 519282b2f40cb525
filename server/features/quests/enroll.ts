import type { Db } from '#platform/database'
import { conflict } from '#platform/http'

import { leaveEnrollment, upsertEnrollment } from './queries.ts'
import { requireQuest } from './require-quest.ts'

/**
 * Starts a quest, or resumes it with its earlier work.
 * @throws conflict if a prerequisite is not completed
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

/** Leaves a quest; its work remains. */
export const leaveQuest = async (db: Db, learnerId: string, questId: string): Promise<void> => {
  await requireQuest(db, learnerId, questId)
  if (!(await leaveEnrollment(db, learnerId, questId))) {
    throw conflict('You are not working on this quest.')
  }
}
