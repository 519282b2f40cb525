// What each subscription tier may do, and which tier somebody has where several have a say.

export const TIERS = ['free', 'explorer', 'creator', 'enterprise'] as const
export type Tier = (typeof TIERS)[number]

export const TIER_NAMES = {
  free: 'Free',
  explorer: 'Explorer',
  creator: 'Creator',
  enterprise: 'Academy',
} as const satisfies Record<Tier, string>

type Rights = {
  /** Counts as a plan beyond the free ones. */
  isPaid: boolean
  /** Writes quests for others, without being staff. */
  writesQuests: boolean
  /** Is in the academy, whose diploma is accredited. */
  isAcademy: boolean
}

export const TIER_RIGHTS = {
  free: { isPaid: false, writesQuests: false, isAcademy: false },
  explorer: { isPaid: false, writesQuests: false, isAcademy: false },
  creator: { isPaid: true, writesQuests: true, isAcademy: false },
  enterprise: { isPaid: true, writesQuests: true, isAcademy: true },
} as const satisfies Record<Tier, Rights>

/** Tiers that can be bought. The academy is entered by an agreement that is signed in person. */
export const SOLD_TIERS = ['explorer', 'creator'] as const satisfies Tier[]
export type SoldTier = (typeof SOLD_TIERS)[number]

/** Who can give a tier; of several, the first here has the last word. */
export const TIER_SOURCES = ['admin', 'agreement', 'payment'] as const
export type TierSource = (typeof TIER_SOURCES)[number]

type Grant = { source: TierSource; tier: Tier }

/** Of the tiers that somebody was given, the one that counts. */
export const effectiveGrant = <G extends Grant>(given: readonly G[]): G | undefined =>
  TIER_SOURCES.flatMap((source) => given.filter((each) => each.source === source))[0]

export const tierFrom = (given: readonly Grant[]): Tier => effectiveGrant(given)?.tier ?? 'free'
