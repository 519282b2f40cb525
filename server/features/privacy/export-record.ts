import type { LearningRecord } from '#contract/earlier-work'
import { listBadgesOf } from '#features/badges'
import { creditsFor } from '#features/credits'
import { findTotals } from '#features/progress'
import type { Db } from '#platform/database'
import { SUBJECT_NAMES } from '#rules/subjects'

import { collectWork } from './export-data.ts'

/** What a person has done here, in words that another site understands. */
export const collectRecord = async (
  db: Db,
  learnerId: string,
): Promise<Pick<LearningRecord, 'xp' | 'quests' | 'badges' | 'credits'>> => {
  const work = await collectWork(db, learnerId)
  const badges = await listBadgesOf(db, learnerId)
  const { rows } = await creditsFor(db, learnerId)
  const totals = await findTotals(db, learnerId)
  return {
    xp: Object.values(totals).reduce((sum, xp) => sum + xp, 0),
    quests: [...Map.groupBy(work, ({ quest }) => quest)].map(([title, pieces]) => ({
      title,
      pieces: pieces.map(({ quest: _, ...piece }) => piece),
    })),
    badges: badges.map(({ name, earned_at }) => ({ name, earned_at })),
    credits: rows.flatMap(({ subject, earned }) =>
      earned === 0 ? [] : [{ subject: SUBJECT_NAMES[subject], credits: earned }],
    ),
  }
}
