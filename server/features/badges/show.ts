import type { Badge, BadgeCard, NearbyBadge } from '#contract/badges'
import type { BadgeVersion, Catalog, CatalogBadge } from '#features/catalog'
import {
  type BadgeFacts,
  type BadgeProgress,
  isIntroductory,
  criterionInWords,
  progressOn,
  stepInWords,
} from '#rules/badges'

import { type Award, badgeFactsOf, type BadgeFactsRow, type BadgeSnapshot } from './queries.ts'

/** A badge with a learner's progress. Earned badges appear in the version that was earned. */
type BadgeStatus = {
  badge: CatalogBadge
  version: BadgeVersion
  award: Award | undefined
  pursued: boolean
  progress: BadgeProgress
}

/** Returns every badge visible to a learner: available and earned ones. */
export const badgeStatuses = (catalog: Catalog, standing: BadgeSnapshot): BadgeStatus[] => {
  const work = badgeFactsOf(standing)
  return catalog.badges.flatMap((badge) => {
    const stood = badgeStatus(catalog, badge, standing, work)
    return stood ? [stood] : []
  })
}

export const badgeStatus = (
  catalog: Catalog,
  badge: CatalogBadge,
  standing: BadgeSnapshot,
  work: BadgeFacts = badgeFactsOf(standing),
): BadgeStatus | undefined => {
  const award = standing.awards.find(({ badge_id }) => badge_id === badge.id)
  if (!award && badge.status !== 'published') return undefined
  const version = (award && catalog.badgeVersion(badge.id, award.version)) ?? badge.current
  return {
    badge,
    version,
    award,
    pursued: !award && standing.pursued.includes(badge.id),
    progress: progressOn(version.criteria, { ...work, awarded: award?.by_advisor ?? false }),
  }
}

/** Review state of the work behind a badge; first-step badges are never reviewed. */
export const reviewState = (
  { criteria }: BadgeVersion,
  { credential_id }: Award,
): NonNullable<BadgeCard['award']>['review'] => {
  if (isIntroductory(criteria)) return 'none'
  return credential_id === null ? 'pending' : 'accepted'
}

export const stateOf = ({ award, progress }: BadgeStatus): BadgeCard['state'] => {
  if (award) return 'earned'
  return progress.fraction > 0 ? 'in_progress' : 'open'
}

const titleIn = (catalog: Catalog) => (id: string) => catalog.quest(id)?.title ?? ''

export const showNextBadge = (
  catalog: Catalog,
  { version, pursued, progress }: Pick<BadgeStatus, 'version' | 'pursued' | 'progress'>,
): NearbyBadge => {
  const { fraction, have, need, counts, next } = progress
  return {
    id: version.badge_id,
    name: version.name,
    version: version.version,
    pillars: version.pillars,
    shape: version.shape,
    pursued,
    progress: {
      fraction,
      have,
      need,
      counts,
      next: next && {
        words: stepInWords(next, titleIn(catalog)),
        quest_id: next.kind === 'quest' ? next.quest_id : null,
      },
    },
  }
}

export const showCard = (catalog: Catalog, stood: BadgeStatus): BadgeCard => ({
  ...showNextBadge(catalog, stood),
  slug: stood.badge.slug,
  description: stood.version.description,
  status: stood.badge.status === 'archived' ? 'archived' : 'published',
  state: stateOf(stood),
  award: stood.award ? { ...stood.award, review: reviewState(stood.version, stood.award) } : null,
})

export const showBadge = (catalog: Catalog, stood: BadgeStatus): Badge => {
  const titleOf = titleIn(catalog)
  return {
    ...showCard(catalog, stood),
    checklist: stood.progress.checklist.map((part) => ({
      ...part,
      words: criterionInWords(part, titleOf),
      quests: part.quests.map((quest) => ({ ...quest, title: titleOf(quest.id) })),
    })),
  }
}

type Goals = { held: readonly string[]; pursued: readonly string[] }

/** Badges in progress: pursued ones first, then by least remaining work. */
export const nearestBadges = (catalog: Catalog, standing: BadgeFactsRow & Goals): NearbyBadge[] => {
  const work = badgeFactsOf(standing)
  const held = new Set(standing.held)
  const pursued = new Set(standing.pursued)
  return catalog.badges
    .filter(({ id, status }) => status === 'published' && !held.has(id))
    .map(({ id, current }) => ({
      version: current,
      pursued: pursued.has(id),
      progress: progressOn(current.criteria, work),
    }))
    .filter(({ pursued, progress }) => pursued || progress.fraction > 0)
    .toSorted(
      (a, b) => Number(b.pursued) - Number(a.pursued) || b.progress.fraction - a.progress.fraction,
    )
    .map((stood) => showNextBadge(catalog, stood))
}
