import type { Tier } from '#rules/tiers'

/** One sentence per plan, matching rules/tiers. */
export const TIER_BENEFITS = {
  free: 'All quests, badges, credits, the transcript and the portfolio. It costs nothing.',
  explorer: 'The same as Free, and your school has something toward its costs.',
  creator: 'Everything, and you write quests for others.',
  enterprise: 'Everything, and the way to an accredited diploma.',
} satisfies Record<Tier, string>
