import type { Plan } from '#contract/plan'
import { lockLearner } from '#features/learners'
import type { Db } from '#platform/database'
import { forbidden, notFound } from '#platform/http'

import { findStoredEntry, setTargetDate } from './queries.ts'
import { planFor, type Reader } from './show-plan.ts'

/**
 * Moves the day of a planned quest. `db` is a transaction.
 * @throws notFound unless the quest is in the plan; forbidden if the reader may neither edit the plan nor move this entry
 */
export const movePlannedDay = async (
  db: Db,
  { learnerId, questId, day }: { learnerId: string; questId: string; day: string },
  reader: Reader,
): Promise<Plan> => {
  await lockLearner(db, learnerId)
  const entry = await findStoredEntry(db, learnerId, questId)
  if (!entry) throw notFound()
  if (!entry.movable && !reader.mayEdit) {
    throw forbidden('You make your plan with your advisor: propose what you would like.')
  }
  await setTargetDate(db, learnerId, questId, day)
  return planFor(db, learnerId, reader)
}
