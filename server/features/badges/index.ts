export { awardByAdvisor, awardEarnedBadges, earnedBy, withdrawUnearnedBadges } from './award.ts'
export { badgeContent, listBadgesOf } from './content.ts'
export { badgesForAdvisor } from './for-advisor.ts'
export { badgeRoutes } from './handlers.ts'
export { readBadgeLibrary } from './library.ts'
export {
  heldBadges,
  insertPursuit as pursueBadge,
  pillarTotals,
  pursuedBadges,
  settledOf,
} from './queries.ts'
export type { Settled, Standing } from './queries.ts'
export { nearestBadges } from './show.ts'
export { storeBadges } from './store-badges.ts'
