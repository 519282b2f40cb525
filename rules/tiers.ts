// Rights of each subscription tier, and the precedence of tier sources.

export const TIERS = ['free', 'explorer', 'creator', 'enterprise'] as const
export type Tier = (typeof TIERS)[number]

export const TIER_NAMES = {
  free: 'Free',
  explorer: 'Explorer',
  creator: 'Creator',
  enterprise: 'Academy',
} as const satisfies Record<Tier, string>

type Rights = {
  /** Any plan other than the free one. */
  isPaid: boolean
  /** Writes quests for others without being staff. */
  writesQuests: boolean
  /** Member of the academy, whose diploma is accredited. */
  isAcademy: boolean
}

export const TIER_RIGHTS = {
  free: { isPaid: false, writesQuests: false, isAcademy: false },
  explorer: { isPaid: false, writesQuests: false, isAcademy: false },
  creator: { isPaid: true, writesQuests: true, isAcademy: false },
  enterprise: { isPaid: true, writesQuests: true, isAcademy: true },
} as const satisfies Record<Tier, Rights>

/** Tiers for sale. The academy requires an agreement signed in person. */
export const SOLD_TIERS = ['explorer', 'creator'] as const satisfies Tier[]
export type SoldTier = (typeof SOLD_TIERS)[number]

/** Sources of a tier, highest precedence first. */
export const TIER_SOURCES = ['admin', 'agreement', 'payment'] as const
export type TierSource = (typeof TIER_SOURCES)[number]

type Grant = { source: TierSource; tier: Tier }

/** The grant that applies, by precedence of its source. */
export const effectiveGrant = <G extends Grant>(given: readonly G[]): G | undefined =>
  TIER_SOURCES.flatMap((source) => given.filter((each) => each.source === source))[0]

export const tierFrom = (given: readonly Grant[]): Tier => effectiveGrant(given)?.tier ?? 'free'
