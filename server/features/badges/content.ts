import { findCatalog } from '#features/catalog'
import type { ContentOf } from '#features/credentials'
import type { Db } from '#platform/database'
import { badgeArt, type BadgeShape } from '#rules/art/badge-art'
import { isIntroductory } from '#rules/badges'
import { type Pillar, PILLAR_NAMES } from '#rules/pillars'

import { type Award, findAwardOf, findAwards } from './queries.ts'

/** Content of a badge's credential: the earned version, under the holder's name on that day. */
export const badgeContent: ContentOf['badge'] = async (db, credentialId) => {
  const award = await findAwardOf(db, credentialId)
  if (!award) return undefined
  const pillars = award.pillars as Pillar[]
  const shape = award.shape as BadgeShape
  return {
    holderName: award.holder_name,
    achievement: {
      id: award.id,
      type: 'Badge',
      name: award.name,
      description: award.description,
      criteria: award.criteria_text,
      picture: {
        svg: badgeArt({ pillars, shape, seed: award.badge_id, earned: true }),
        path: `/api/badges/${award.badge_id}/art.svg?version=${award.version}&look=earned`,
      },
      tags: pillars.map((pillar) => PILLAR_NAMES[pillar]),
    },
  }
}

type HeldBadge = Pick<Award, 'badge_id' | 'version' | 'credential_id' | 'code' | 'earned_at'> & {
  name: string
  description: string
  pillars: Pillar[]
  shape: BadgeShape
}

/**
 * A learner's badges as earned, oldest first. First-step badges have neither credential nor code, even if one was issued in the
 * past.
 */
export const listBadgesOf = async (db: Db, learnerId: string): Promise<HeldBadge[]> => {
  const { awards, catalog_version } = await findAwards(db, learnerId)
  const catalog = await findCatalog(db, catalog_version)
  return awards.flatMap(({ badge_id, version, credential_id, code, earned_at }) => {
    const earned = catalog.badgeVersion(badge_id, version)
    if (!earned) return []
    const { name, description, pillars, shape, criteria } = earned
    const proof = isIntroductory(criteria)
      ? { credential_id: null, code: null }
      : { credential_id, code }
    return [{ badge_id, version, ...proof, earned_at, name, description, pillars, shape }]
  })
}
