import { findCatalog } from '#features/catalog'
import { reserveCredentials, revokeCredentials } from '#features/credentials'
import type { Db } from '#platform/database'
import { isFirstStep, progressOn } from '#rules/badges'

import {
  badgeFactsOf,
  findReviewedBadgeFacts,
  insertAwards,
  type ReviewedBadgeFacts,
  setCredential,
  withdrawAwards,
} from './queries.ts'

// A badge is earned by submitted work. Its credential says more: an advisor has accepted all the work that the badge rests on.

/** A learner's badges that accepted work alone would have earned, except those for a first step. */
const reviewedAwards = async (
  db: Db,
  learnerId: string,
): Promise<(ReviewedBadgeFacts['held'][number] & { name: string })[]> => {
  const reviewed = await findReviewedBadgeFacts(db, learnerId)
  const catalog = await findCatalog(db, reviewed.catalog_version)
  const work = badgeFactsOf(reviewed)
  return reviewed.held.flatMap((award) => {
    const earned = catalog.badgeVersion(award.badge_id, award.version)
    if (!earned || isFirstStep(earned.criteria)) return []
    const { met } = progressOn(earned.criteria, { ...work, awarded: award.by_advisor })
    return met ? [{ ...award, name: earned.name }] : []
  })
}

/**
 * Issues the credentials of badges whose work is all accepted for good. `db` is a transaction that holds the learner.
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
 * Does what takes accepted work away, and revokes the credentials of the badges that rested on it. The badges stay, each as
 * an award that nobody has reviewed yet. What was issued on other grounds, before work had to be accepted, stays valid.
 * `db` is a transaction that holds the learner.
 * @param because fit to show whoever verifies a credential
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
  // Those whose badge went with the work are withdrawn and revoked already.
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
