import type { Quest } from '#contract/quests'
import { awardEarnedBadges } from '#features/badges'
import { addXp } from '#features/progress'
import { type Db, transaction } from '#platform/database'
import { conflict, notFound } from '#platform/http'
import { versionEffect } from '#rules/hand-in'

import { setVersion } from './queries.ts'
import { requireQuest } from './require-quest.ts'
import { findWorkForUpdate, type SubmissionFacts, updateEnrollment } from './work-queries.ts'

/**
 * Switches an active quest to its newest version. Submissions for dropped tasks remain, with their XP.
 * @param version the version shown to the learner: refused if a newer one was published since
 */
export const chooseVersion = (
  db: Db,
  learnerId: string,
  questId: string,
  version: number,
  now: Date,
): Promise<void> =>
  transaction(db, async (db) => {
    await lockWork(db, learnerId, await requireQuest(db, learnerId, questId))
    const { newer, enrollment } = await requireQuest(db, learnerId, questId)
    if (enrollment?.version === version) return
    if (!newer) throw conflict('There is no newer version to choose.')
    if (newer.version !== version) {
      throw conflict('The quest has changed again. Please take another look.')
    }
    await setVersion(db, learnerId, questId, version)
    const chosen = await requireQuest(db, learnerId, questId)
    const work = await lockWork(db, learnerId, chosen)
    const { entries, completed, tasksDone } = versionEffect(work)
    const bonus = entries.reduce((sum, { amount }) => sum + amount, 0)
    await updateEnrollment(db, learnerId, questId, {
      state: completed ? 'completed' : work.enrollment.state,
      completed_at: completed ? now.toISOString() : null,
      bonus_xp: work.enrollment.bonus_xp + bonus,
      tasks_done: tasksDone,
      earned: bonus,
      now,
    })
    await addXp(db, learnerId, entries, { questId, attemptId: null, now })
    await awardEarnedBadges(db, learnerId, now)
  })

/** Any of the quest's tasks identifies the learner's work on it. */
const lockWork = async (db: Db, learnerId: string, { tasks: [any] }: Quest) => {
  const work = any && (await findWorkForUpdate(db, learnerId, any.id))
  if (!work?.enrollment) throw notFound()
  return work as SubmissionFacts & { enrollment: NonNullable<SubmissionFacts['enrollment']> }
}
