import type { LearnerBadges } from '#contract/advising'
import { findCatalog } from '#features/catalog'
import type { Db } from '#platform/database'
import { requiresAdvisorAward, progressOn, stepInWords } from '#rules/badges'

import { findBadgeSnapshot, badgeFactsOf } from './queries.ts'
import { reviewState, showNextBadge, badgeStatuses } from './show.ts'

/** A learner's badges in their advisor's view: earned ones, newest first, and those ready for an award. */
export const badgesForAdvisor = async (db: Db, learnerId: string): Promise<LearnerBadges> => {
  const standing = await findBadgeSnapshot(db, learnerId)
  const catalog = await findCatalog(db, standing.catalog_version)
  const stood = badgeStatuses(catalog, standing)
  const work = { ...badgeFactsOf(standing), awarded: true }
  const titleOf = (id: string) => catalog.quest(id)?.title ?? ''
  return {
    earned: stood
      .flatMap((each) => {
        if (!each.award) return []
        const { id, name, version, pillars, shape } = showNextBadge(catalog, each)
        const { earned_at, reason, code } = each.award
        const reviewed = reviewState(each.version, each.award) !== 'pending'
        return [{ id, name, version, pillars, shape, earned_at, reason, code, reviewed }]
      })
      .toSorted((a, b) => b.earned_at.localeCompare(a.earned_at)),
    awaiting: stood
      .filter(({ award, version }) => !award && requiresAdvisorAward(version.criteria))
      .map((each) => {
        const { id, name, version, pillars, shape } = showNextBadge(catalog, each)
        const { next } = progressOn(each.version.criteria, work)
        return {
          id,
          name,
          version,
          pillars,
          shape,
          description: each.version.description,
          to_do: next && stepInWords(next, titleOf),
        }
      }),
  }
}
