import type { Tier } from '#rules/tiers'

<<<<<<< HEAD:web/features/subscription/what-it-brings.ts
/** One sentence per plan, matching rules/tiers. */
export const WHAT_IT_BRINGS = {
=======
/** What each plan is, in a sentence, as rules/tiers has it. */
export const TIER_BENEFITS = {
>>>>>>> main:web/features/subscription/tier-benefits.ts
  free: 'All quests, badges, credits, the transcript and the portfolio. It costs nothing.',
  explorer: 'The same as Free, and your school has something toward its costs.',
  creator: 'Everything, and you write quests for others.',
  enterprise: 'Everything, and the way to an accredited diploma.',
} satisfies Record<Tier, string>
