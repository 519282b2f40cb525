import type { ActivityItem } from '#contract/connections'
import type { PersonReportReason, ShownToFriends } from '#rules/connections'

export const SHOWN_WORDS = {
  level: { label: 'Your level', hint: 'A number beside your name' },
  quests_begun: { label: 'Quests you start', hint: 'Only the title' },
  quests_finished: { label: 'Quests you finish', hint: 'Only the title, never what you handed in' },
  badges: { label: 'Badges you earn', hint: 'Only the name' },
} as const satisfies Record<ShownToFriends, { label: string; hint: string }>

export const ACTIVITY_WORDS = {
  quest_begun: 'began',
  quest_finished: 'finished',
  badge_earned: 'earned the badge',
} as const satisfies Record<ActivityItem['kind'], string>

export const REASON_WORDS = {
  unkind: 'They are unkind to me or to others',
  asks_for_private_things: 'They ask for private things: an address, a picture, a meeting',
  pretends_to_be_somebody: 'They are pretending to be someone else',
  something_else: 'Something else',
} as const satisfies Record<PersonReportReason, string>
