import type { ActivityItem } from '#contract/connections'
import type { PersonReportReason, ShownToFriends } from '#rules/connections'

export const SHOWN_WORDS = {
  level: { label: 'Your level', hint: 'A number beside your name' },
  quests_begun: { label: 'Quests you begin', hint: 'By title' },
  quests_finished: { label: 'Quests you finish', hint: 'By title, never what you handed in' },
  badges: { label: 'Badges you earn', hint: 'By name' },
} as const satisfies Record<ShownToFriends, { label: string; hint: string }>

export const DID = {
  quest_begun: 'began',
  quest_finished: 'finished',
  badge_earned: 'earned the badge',
} as const satisfies Record<ActivityItem['kind'], string>

export const REASON_WORDS = {
  unkind: 'They are unkind to me or to others',
  asks_for_private_things: 'They ask for private things: an address, a picture, a meeting',
  pretends_to_be_somebody: 'They pretend to be somebody else',
  something_else: 'Something else',
} as const satisfies Record<PersonReportReason, string>
