import { randomUUID } from 'node:crypto'

import { findCatalog } from '#features/catalog'
import { lockLearner } from '#features/learners'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'

import { contentOf } from './content-of.ts'
import { startQuest } from './enroll.ts'
import { findQuestWork } from './queries.ts'
import { storeOwnQuest } from './store-own-quest.ts'

const LONGEST_TITLE = 120

/**
 * Repeats a completed quest on another subject, as a quest for this learner only with its own enrollment. `db` is a transaction.
 * @returns the id of the new quest
 */
export const repeatQuest = async (
  db: Db,
  learnerId: string,
  questId: string,
  subject: string,
  now: Date,
): Promise<string> => {
  await lockLearner(db, learnerId)
  const work = await findQuestWork(db, learnerId, questId)
  const catalog = await findCatalog(db, work.catalog_version, work.alone)
  const done = catalog.quest(questId)
  const original = done && (catalog.quest(done.repeats ?? done.id) ?? done)
  if (!original || !work.enrollment) throw notFound()
  if (!original.repeatable || original.status !== 'published') {
    throw conflict('This quest can only be done once.')
  }
  if (work.enrollment.state !== 'completed') throw conflict('Complete the quest first.')
  const title = `${original.title}: ${subject}`.slice(0, LONGEST_TITLE)
  const id = randomUUID()
  await storeOwnQuest(
    db,
    learnerId,
    id,
    { ...contentOf(original), title, prerequisites: [] },
    { author_id: original.author_id, repeats: original.id },
  )
  await startQuest(db, learnerId, id, now)
  return id
}
