import type { PlanEntry } from '#contract/plan'
import { number } from '#web/format'

export const STATES = {
  new: undefined,
  active: 'Started',
  left: 'Set aside',
  completed: 'Done',
} satisfies Record<PlanEntry['state'], string | undefined>

/** "6 hours, 300 XP". */
export const sizeOf = ({
  estimated_hours,
  total_xp,
}: {
  estimated_hours: number
  total_xp: number
}) =>
  `${estimated_hours === 1 ? '1 hour' : `${number(estimated_hours)} hours`}, ${number(total_xp)} XP`

export const questsInWords = (count: number): string =>
  count === 1 ? 'One quest' : `${count} quests`

export const isOpen = ({ state }: PlanEntry): boolean => state !== 'completed'

/** Unfinished entries whose day has passed. */
export const overdue = <E extends PlanEntry>(entries: readonly E[], today: string): E[] =>
  entries.filter(
    (entry) => isOpen(entry) && entry.target_date !== null && entry.target_date < today,
  )
