import { findCatalog } from '#features/catalog'
import { reserveCredentials, revokeCredentials } from '#features/credentials'
import type { Db } from '#platform/database'
import { isIntroductory, isMet } from '#rules/badges'

import {
  badgeFactsOf,
  findReviewedBadgeFacts,
  insertAwards,
  type ReviewedBadgeFacts,
  setCredential,
  withdrawAwards,
} from './queries.ts'

// A badge is earned by submitted work. Its credential means more: an advisor has accepted all work behind the badge.

/** Badges that the learner's accepted work alone would earn, except first-step badges. */
const reviewedAwards = async (
  db: Db,
  learnerId: string,
): Promise<(ReviewedBadgeFacts['held'][number] & { name: string })[]> => {
  const reviewed = await findReviewedBadgeFacts(db, learnerId)
  const catalog = await findCatalog(db, reviewed.catalog_version)
  const work = badgeFactsOf(reviewed)
  return reviewed.held.flatMap((award) => {
    const earned = catalog.badgeVersion(award.badge_id, award.version)
    if (!earned || isIntroductory(earned.criteria)) return []
    const met = isMet(earned.criteria, { ...work, awarded: award.by_advisor })
    return met ? [{ ...award, name: earned.name }] : []
  })
}

/**
 * Issues the credentials of badges whose work is finally accepted. `db` is a transaction that locks the learner.
 * @returns their codes by badge
 */
export const issueReviewedBadges = async (
  db: Db,
  learnerId: string,
  now: Date,
): Promise<Map<string, string>> => {
  const due = (await reviewedAwards(db, learnerId)).filter(
    ({ credential_id }) => credential_id === null,
  )
  const wanted = due.map(({ name: title }) => ({ kind: 'badge' as const, title, learnerId, now }))
  const credentials = await reserveCredentials(db, wanted)
  const issued = new Map<string, string>()
  for (const [index, { id, badge_id }] of due.entries()) {
    const { id: credentialId, code } = credentials[index]!
    await setCredential(db, id, credentialId)
    issued.set(badge_id, code)
  }
  return issued
}

/**
 * Runs an operation that removes accepted work, and revokes the credentials of badges that depended on it. The badges remain as
 * unreviewed awards. Credentials that were issued before acceptance was required stay valid. `db` is a transaction that locks the
 * learner.
 * @param because shown to anyone who verifies a credential
 */
export const revokeBadgesLosing = async <R>(
  db: Db,
  learnerId: string,
  { because, now }: { because: string; now: Date },
  takeAway: () => Promise<R>,
): Promise<R> => {
  const before = await reviewedAwards(db, learnerId)
  const result = await takeAway()
  const after = new Set((await reviewedAwards(db, learnerId)).map(({ id }) => id))
  const lost = before.filter(({ id, credential_id }) => credential_id !== null && !after.has(id))
  if (lost.length === 0) return result
  const badges = lost.map(({ badge_id }) => badge_id)
  // Badges withdrawn together with the work are already revoked.
  const revoked = new Set(await withdrawAwards(db, learnerId, badges, now))
  await revokeCredentials(db, [...revoked], because, now)
  const kept = lost.filter(({ credential_id }) => credential_id && revoked.has(credential_id))
  if (kept.length === 0) return result
  await insertAwards(
    db,
    kept.map(({ badge_id, version, holder_name, earned_at, awarded_by, reason }) => ({
      learner_id: learnerId,
      badge_id,
      version,
      holder_name,
      earned_at,
      awarded_by,
      reason,
    })),
  )
  return result
}
