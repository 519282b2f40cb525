import { type Break, breakOn, workDaysBetween } from '#rules/plan'

// Reasons to check on a learner. Each has its figures, never a score; time off is not a reason.

/** Weeks from which the rhythm is computed, including the current one. */
export const RHYTHM_WEEKS = 8

/** Facts about a learner on a day. Days are YYYY-MM-DD. */
export type LearnerPace = {
  today: string
  /** Start of the current advisor's care; null without an advisor. */
  since: string | null
  /** Day of the latest submission; null before the first. */
  last_hand_in: string | null
  /** Submissions per week, the current week last. */
  weeks: readonly number[]
  /** Returned work that was not resubmitted, and the day of the oldest return. */
  returned: number
  returned_since: string | null
  /** Quests past their target day, and the earliest such day. */
  late: number
  late_since: string | null
  breaks: readonly Break[]
}

export type Concern =
  | { kind: 'quiet'; days: number; per_week: number }
  | { kind: 'not_begun'; days: number }
  | { kind: 'returned'; days: number; pieces: number }
  | { kind: 'behind_plan'; days: number; quests: number }

/** Days without time off until each becomes a concern. */
const AFTER = { quiet: 10, not_begun: 14, returned: 14, behind_plan: 7 } satisfies Record<
  Concern['kind'],
  number
>

export const concernsAbout = (pace: LearnerPace): Concern[] => {
  const { today, breaks } = pace
  if (breakOn(today, breaks)) return []
  const days = (since: string | null) =>
    since === null ? 0 : workDaysBetween(since, today, breaks)
  const per_week = rhythmOf(pace.weeks)
  const concerns: Concern[] = []
  if (pace.last_hand_in === null) {
    concerns.push({ kind: 'not_begun', days: days(pace.since) })
  } else if (per_week >= 1) {
    concerns.push({ kind: 'quiet', days: days(pace.last_hand_in), per_week })
  }
  if (pace.returned > 0) {
    concerns.push({ kind: 'returned', days: days(pace.returned_since), pieces: pace.returned })
  }
  if (pace.late > 0) {
    concerns.push({ kind: 'behind_plan', days: days(pace.late_since), quests: pace.late })
  }
  return concerns.filter((concern) => concern.days >= AFTER[concern.kind])
}

/** Rounded submissions per week, up to the last week with any. */
const rhythmOf = (weeks: readonly number[]): number => {
  const last = weeks.findLastIndex((count) => count > 0)
  const first = weeks.findIndex((count) => count > 0)
  if (last === -1) return 0
  const busy = weeks.slice(first, last + 1)
  return Math.round(busy.reduce((sum, count) => sum + count, 0) / busy.length)
}
