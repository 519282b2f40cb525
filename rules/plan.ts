// A learner's plan: ordered quests, some with a target day. Days are calendar days (YYYY-MM-DD), independent of time zone.

const DAY_MS = 24 * 3_600_000

/** Time off; both days inclusive. */
export type Break = { from: string; to: string }

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Negative if the second day is earlier. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS)

export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** The break that contains a day. */
export const breakOn = <B extends Break>(day: string, breaks: readonly B[]): B | undefined =>
  breaks.find(({ from, to }) => from <= day && day <= to)

/** The day itself, or the first day after the breaks that contain it. */
const freeDay = (day: string, breaks: readonly Break[]): string => {
  const found = breakOn(day, breaks)
  return found ? freeDay(addDays(found.to, 1), breaks) : day
}

const stepBack = (day: string, breaks: readonly Break[]): string => {
  const found = breakOn(day, breaks)
  return found ? stepBack(addDays(found.from, -1), breaks) : day
}

/** Moves a day by a number of working days: days off are skipped, so that items before and after a break keep their distance. */
export const addWorkDays = (day: string, days: number, breaks: readonly Break[]): string => {
  let moved = freeDay(day, breaks)
  for (let step = 0; step < Math.abs(days); step += 1) {
    moved = days > 0 ? freeDay(addDays(moved, 1), breaks) : stepBack(addDays(moved, -1), breaks)
  }
  return moved
}

/** Number of working days after the first day, up to and including the second. */
export const workDaysBetween = (
  first: string,
  second: string,
  breaks: readonly Break[],
): number => {
  let days = 0
  for (let day = addDays(first, 1); day <= second; day = addDays(day, 1)) {
    if (!breakOn(day, breaks)) days += 1
  }
  return days
}

/**
 * Moves all entries dated `from` or later by `days`; other entries and the order stay.
 * @param days negative moves earlier
 */
export const shiftPlan = <E extends { target_date: string | null }>(
  entries: readonly E[],
  breaks: readonly Break[],
  { from, days }: { from: string; days: number },
): E[] =>
  entries.map((entry) =>
    entry.target_date !== null && entry.target_date >= from
      ? { ...entry, target_date: addWorkDays(entry.target_date, days, breaks) }
      : entry,
  )
