export {
  archiveBadge,
  authoredBadge,
  changeBadge,
  createBadge,
  listAuthoredBadges,
  previewCriteria,
} from './author-badge.ts'
export { awardByAdvisor, awardEarnedBadges, awardForWork, withdrawUnearnedBadges } from './award.ts'
export { issueReviewedBadges, revokeBadgesLosing } from './credential.ts'
export { badgeContent, listBadgesOf } from './content.ts'
export { badgesForAdvisor } from './for-advisor.ts'
export { badgeRoutes } from './handlers.ts'
export { readBadgeLibrary } from './library.ts'
export {
  heldBadges,
  insertPursuit as pursueBadge,
  pillarTotals,
  pursuedBadges,
  renameHolder,
} from './queries.ts'
export type { BadgeFactsRow } from './queries.ts'
export { nearestBadges } from './show.ts'
export { storeBadges } from './store-badges.ts'
