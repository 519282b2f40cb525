import type { Quest } from '#contract/quests'
import { findCatalog } from '#features/catalog'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'

import { joinQuest } from './join-quest.ts'
import { findQuestWork } from './queries.ts'

/**
 * Returns a quest with the learner's work.
 * @throws notFound alike for unknown quests and for those not published for this learner
 */
export const requireQuest = async (db: Db, learnerId: string, questId: string): Promise<Quest> => {
  const work = await findQuestWork(db, learnerId, questId)
  const catalog = await findCatalog(db, work.catalog_version, work.alone)
  const quest = joinQuest(catalog, questId, work)
  if (!quest) throw notFound()
  return quest
}
