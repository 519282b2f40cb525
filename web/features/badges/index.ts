export { BadgeArt } from './BadgeArt.tsx'
export { EarnedBadges } from './EarnedBadges.tsx'
export { MovedBadge } from './MovedBadge.tsx'
export { NearBadges } from './NearBadges.tsx'
