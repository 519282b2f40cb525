export { EarnedBadges } from './EarnedBadges.tsx'
export { NearBadges } from './NearBadges.tsx'
