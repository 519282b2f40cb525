import type { EarnedBadge, LostBadge } from '#contract/badges'
import { paths } from '#contract/paths'
import { type BadgeVersion, type Catalog, findCatalog } from '#features/catalog'
import { revokeCredentials } from '#features/credentials'
import { lockLearner } from '#features/learners'
import { notifyPerson } from '#features/notifications'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'
import { requiresAdvisorAward, progressOn, stepInWords } from '#rules/badges'
import { publicName } from '#rules/text/display-name'

import { issueReviewedBadges } from './credential.ts'
import {
  badgeFactsOf,
  findBadgeFacts,
  insertAwards,
  type StoredBadgeFacts,
  withdrawAwards,
} from './queries.ts'

const WITHDRAWN = 'The work behind it was withdrawn.'

/**
 * Awards the badges whose criteria a learner now meets. Call it after the writes of the transaction that earns them: those lock
 * the learner's revision, so concurrent transactions run in turn and never award the same badge twice. Costs one statement if
 * nothing is earned.
 */
export const awardEarnedBadges = async (
  db: Db,
  learnerId: string,
  now: Date,
): Promise<EarnedBadge[]> => {
  const settled = await findBadgeFacts(db, learnerId)
  const catalog = await findCatalog(db, settled.catalog_version)
  return give(db, learnerId, settled, earnedBy(catalog, settled), { now })
}

/** The badges that someone's work fulfils and that they do not have. */
const earnedBy = (catalog: Catalog, settled: StoredBadgeFacts): BadgeVersion[] => {
  const held = new Set(settled.held.map(({ badge_id }) => badge_id))
  const work = badgeFactsOf(settled)
  return catalog.badges
    .filter(({ id, status }) => status === 'published' && !held.has(id))
    .map(({ current }) => current)
    .filter(({ criteria }) => progressOn(criteria, work).met)
}

/**
 * Withdraws badges whose criteria are no longer met, by the version that was earned. Call it after the writes of the transaction
 * that withdraws. Awards stay on record; their credentials are revoked.
 */
export const withdrawUnearnedBadges = async (
  db: Db,
  learnerId: string,
  now: Date,
): Promise<LostBadge[]> => {
  const settled = await findBadgeFacts(db, learnerId)
  if (settled.held.length === 0) return []
  const catalog = await findCatalog(db, settled.catalog_version)
  const work = badgeFactsOf(settled)
  const lost = settled.held.flatMap(({ badge_id, version, by_advisor }) => {
    const earned = catalog.badgeVersion(badge_id, version)
    if (!earned || progressOn(earned.criteria, { ...work, awarded: by_advisor }).met) return []
    return [{ id: badge_id, name: earned.name }]
  })
  if (lost.length === 0) return []
  const ids = lost.map(({ id }) => id)
  await revokeCredentials(db, await withdrawAwards(db, learnerId, ids, now), WITHDRAWN, now)
  return lost
}

/**
 * Awards a badge on an advisor's behalf. All other criteria must be met. The caller has checked that the advisor may decide for
 * this learner.
 * @param given.reason shown with the badge
 */
export const awardByAdvisor = async (
  db: Db,
  learnerId: string,
  badgeId: string,
  given: { advisorId: string; reason: string; now: Date },
): Promise<EarnedBadge> => {
  await lockLearner(db, learnerId)
  const settled = await findBadgeFacts(db, learnerId)
  const catalog = await findCatalog(db, settled.catalog_version)
  const badge = catalog.badge(badgeId)
  if (badge?.status !== 'published') throw notFound()
  const { criteria, name } = badge.current
  if (!requiresAdvisorAward(criteria)) throw conflict('This badge is earned by work alone.')
  if (settled.held.some(({ badge_id }) => badge_id === badgeId)) {
    throw conflict(`This learner already has “${name}”.`)
  }
  const { next } = progressOn(criteria, { ...badgeFactsOf(settled), awarded: true })
  if (next) {
    const step = stepInWords(next, (id) => catalog.quest(id)?.title ?? '')
    throw conflict(`Something still has to be done for “${name}”: ${step}.`)
  }
  const [award] = await give(db, learnerId, settled, [badge.current], given)
  return award ?? missing()
}

const missing = (): never => {
  throw notFound()
}

const give = async (
  db: Db,
  learnerId: string,
  { learner }: StoredBadgeFacts,
  earned: readonly BadgeVersion[],
  { now, advisorId, reason }: { now: Date; advisorId?: string; reason?: string },
): Promise<EarnedBadge[]> => {
  if (earned.length === 0) return []
  if (!learner) throw notFound()
  await insertAwards(
    db,
    earned.map((version) => ({
      learner_id: learnerId,
      badge_id: version.badge_id,
      version: version.version,
      holder_name: publicName(learner, now.toISOString().slice(0, 10)),
      earned_at: now.toISOString(),
      awarded_by: advisorId ?? null,
      reason: reason ?? null,
    })),
  )
  for (const { badge_id, name } of earned) {
    await notifyPerson(
      db,
      {
        personId: learnerId,
        category: 'achievements',
        title: advisorId
          ? `An advisor gave you the badge “${name}”`
          : `You earned the badge “${name}”`,
        path: paths.badge(badge_id),
        topic: `badge ${badge_id}`,
      },
      now,
    )
  }
  const codes = await issueReviewedBadges(db, learnerId, now)
  return earned.map((version) => ({
    id: version.badge_id,
    version: version.version,
    name: version.name,
    description: version.description,
    pillars: version.pillars,
    shape: version.shape,
    code: codes.get(version.badge_id) ?? null,
  }))
}
