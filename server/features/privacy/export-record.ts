import type { LearningRecord } from '#contract/earlier-work'
import { listBadgesOf } from '#features/badges'
import { creditsFor } from '#features/credits'
import { findTotals } from '#features/progress'
import type { Db } from '#platform/database'
import { SUBJECT_NAMES } from '#rules/subjects'

export type Sums = Pick<LearningRecord, 'xp' | 'badges' | 'credits'>

/** Totals of a person's work, in terms that another site understands. */
export const sumsOf = async (db: Db, learnerId: string): Promise<Sums> => {
  const badges = await listBadgesOf(db, learnerId)
  const { rows } = await creditsFor(db, learnerId)
  const totals = await findTotals(db, learnerId)
  return {
    xp: Object.values(totals).reduce((sum, xp) => sum + xp, 0),
    badges: badges.map(({ name, earned_at }) => ({ name, earned_at })),
    credits: rows.flatMap(({ subject, earned }) =>
      earned === 0 ? [] : [{ subject: SUBJECT_NAMES[subject], credits: earned }],
    ),
  }
}
