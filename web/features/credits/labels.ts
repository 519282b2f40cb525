import type { CreditState } from '#rules/credits'
import { number } from '#web/format'

export const STATE_NAMES = {
  earned: 'Earned',
  in_review: 'In review',
  in_progress: 'In progress',
  planned: 'Planned',
} satisfies Record<CreditState, string>

/** Meanings of the states, for the legend of the bars. */
export const STATE_MEANINGS = {
  earned: 'accepted by your advisor, or transferred',
  in_review: 'handed in, waiting for review',
  in_progress: 'still to do in quests that you have started',
  planned: 'in quests you plan to start',
} satisfies Record<CreditState, string>

export const credits = (value: number): string =>
  value === 1 ? '1 credit' : `${number(value)} credits`
