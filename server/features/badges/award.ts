import type { EarnedBadge, LostBadge, MovedBadge } from '#contract/badges'
import { paths } from '#contract/paths'
import { type BadgeVersion, type Catalog, findCatalog } from '#features/catalog'
import { revokeCredentials } from '#features/credentials'
import { lockLearner } from '#features/learners'
import { notifyPerson } from '#features/notifications'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'
import { isMet, progressOn, requiresAdvisorAward, stepInWords } from '#rules/badges'
import type { Pillar } from '#rules/pillars'
import { publicName } from '#rules/text/display-name'

import { issueReviewedBadges } from './credential.ts'
import {
  badgeFactsOf,
  findBadgeFacts,
  insertAwards,
  type StoredBadgeFacts,
  withdrawAwards,
} from './queries.ts'
import { showNextBadge } from './show.ts'

const WITHDRAWN = 'The work it was based on was withdrawn.'

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
  const { badges_earned } = await awardForWork(db, learnerId, now)
  return badges_earned
}

/**
 * As `awardEarnedBadges`; also returns the unearned badge that the submission brought closest to completion.
 * @param gained what the submission added to the learner's facts
 */
export const awardForWork = async (
  db: Db,
  learnerId: string,
  now: Date,
  gained?: GainedWork,
): Promise<{ badges_earned: EarnedBadge[]; nearest_badge: MovedBadge | null }> => {
  const facts = await findBadgeFacts(db, learnerId)
  const catalog = await findCatalog(db, facts.catalog_version)
  const badges_earned = await grantBadges(db, learnerId, facts, earnedBy(catalog, facts), { now })
  return { badges_earned, nearest_badge: gained ? nearestMoved(catalog, facts, gained) : null }
}

type GainedWork = {
  entries: readonly { pillar: Pillar; amount: number; taskId: string | null }[]
  /** Quest that the submission completed. */
  completed: string | null
}

/** Compares the progress of each unearned badge with the progress before the submission. */
const nearestMoved = (
  catalog: Catalog,
  facts: StoredBadgeFacts,
  { entries, completed }: GainedWork,
): MovedBadge | null => {
  const after = badgeFactsOf(facts)
  const without = (counts: Partial<Record<Pillar, number>>, by: (entry: Entry) => number) =>
    entries.reduce(
      (left, entry) => ({ ...left, [entry.pillar]: (left[entry.pillar] ?? 0) - by(entry) }),
      counts,
    )
  const before = {
    ...after,
    xp: without(after.xp, ({ amount }) => amount),
    tasks: without(after.tasks, ({ taskId }) => (taskId === null ? 0 : 1)),
    completed: new Set([...after.completed].filter((id) => id !== completed)),
  }
  const held = new Set(facts.held.map(({ badge_id }) => badge_id))
  const moved = catalog.badges
    .filter(({ id, status }) => status === 'published' && !held.has(id))
    .map(({ current }) => ({
      version: current,
      pursued: false,
      progress: progressOn(current.criteria, after),
      fraction_before: progressOn(current.criteria, before).fraction,
    }))
    .filter(({ progress, fraction_before }) => !progress.met && progress.fraction > fraction_before)
    .toSorted((a, b) => b.progress.fraction - a.progress.fraction)[0]
  if (!moved) return null
  return { ...showNextBadge(catalog, moved), fraction_before: moved.fraction_before }
}

type Entry = GainedWork['entries'][number]

/** Badges whose criteria are met and that the learner does not have. */
const earnedBy = (catalog: Catalog, facts: StoredBadgeFacts): BadgeVersion[] => {
  const held = new Set(facts.held.map(({ badge_id }) => badge_id))
  const work = badgeFactsOf(facts)
  return catalog.badges
    .filter(({ id, status }) => status === 'published' && !held.has(id))
    .map(({ current }) => current)
    .filter(({ criteria }) => isMet(criteria, work))
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
  const facts = await findBadgeFacts(db, learnerId)
  if (facts.held.length === 0) return []
  const catalog = await findCatalog(db, facts.catalog_version)
  const work = badgeFactsOf(facts)
  const lost = facts.held.flatMap(({ badge_id, version, by_advisor }) => {
    const earned = catalog.badgeVersion(badge_id, version)
    if (!earned || isMet(earned.criteria, { ...work, awarded: by_advisor })) return []
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
  const facts = await findBadgeFacts(db, learnerId)
  const catalog = await findCatalog(db, facts.catalog_version)
  const badge = catalog.badge(badgeId)
  if (badge?.status !== 'published') throw notFound()
  const { criteria, name } = badge.current
  if (!requiresAdvisorAward(criteria)) throw conflict('This badge can only be earned through work.')
  if (facts.held.some(({ badge_id }) => badge_id === badgeId)) {
    throw conflict(`This learner already has “${name}”.`)
  }
  const { next } = progressOn(criteria, { ...badgeFactsOf(facts), awarded: true })
  if (next) {
    const step = stepInWords(next, (id) => catalog.quest(id)?.title ?? '')
    throw conflict(`“${name}” still needs: ${step}.`)
  }
  const [award] = await grantBadges(db, learnerId, facts, [badge.current], given)
  return award ?? missing()
}

const missing = (): never => {
  throw notFound()
}

const grantBadges = async (
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
