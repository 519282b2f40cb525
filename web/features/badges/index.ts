export { BadgeArt } from './BadgeArt.tsx'
export { EarnedBadges } from './EarnedBadges.tsx'
export { NearBadges } from './NearBadges.tsx'
