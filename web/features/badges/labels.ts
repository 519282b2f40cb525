import type { BadgeCard, NearbyBadge } from '#contract/badges'
import { number } from '#web/format'

const ONE = { parts: 'part', quests: 'quest', tasks: 'task', xp: 'XP' }
const MANY = { parts: 'parts', quests: 'quests', tasks: 'tasks', xp: 'XP' }

/** "3 of 5 quests", "640 of 1,000 XP", in the reader's locale. */
export const progressInWords = ({ have, need, counts }: NearbyBadge['progress']): string => {
  if (counts === 'award') return 'Awarded by an advisor'
  const unit = (need === 1 ? ONE : MANY)[counts]
  return `${number(have)} of ${number(need)} ${unit}`
}

/** "2 earned · 1 of 4 quests": replaces the bar where space is tight. */
export const statusInWords = ({
  state,
  progress,
}: Pick<BadgeCard, 'state'> & Pick<NearbyBadge, 'progress'>): string =>
  state === 'earned' ? 'Earned' : progressInWords(progress)

/** "1 badge matches", "12 badges match". */
export const matches = (count: number): string =>
  count === 1 ? '1 badge matches' : `${count} badges match`
