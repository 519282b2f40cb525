import type { Tier } from '#rules/tiers'

/** One sentence per plan, matching rules/tiers. */
export const TIER_BENEFITS = {
  free: 'All quests, badges, credits, the transcript and the portfolio, for free.',
  explorer: 'The same as Free, and you help cover your school’s costs.',
  creator: 'Everything, plus writing quests for others.',
  enterprise: 'Everything, plus a path to an accredited diploma.',
} satisfies Record<Tier, string>
