// A learner's plan: what they mean to do, in their order, some of it by a day. Days are plain calendar days (YYYY-MM-DD), the
// same wherever they are read.

const DAY_MS = 24 * 3_600_000

/** Time off, from its first day to its last. */
export type Break = { from: string; to: string }

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** From one day to another; negative when it lies before. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS)

/** The Monday of a day's week. */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** The break that a day lies in. */
export const breakOn = <B extends Break>(day: string, breaks: readonly B[]): B | undefined =>
  breaks.find(({ from, to }) => from <= day && day <= to)

/** The day itself, or the first one after the breaks that it lies in. */
const freeDay = (day: string, breaks: readonly Break[]): string => {
  const found = breakOn(day, breaks)
  return found ? freeDay(addDays(found.to, 1), breaks) : day
}

const stepBack = (day: string, breaks: readonly Break[]): string => {
  const found = breakOn(day, breaks)
  return found ? stepBack(addDays(found.from, -1), breaks) : day
}

/**
 * A day moved by a number of days of work: days off are stepped over and do not count, so that what is planned before a
 * break keeps its distance from what is planned after it.
 */
export const movedDay = (day: string, days: number, breaks: readonly Break[]): string => {
  let moved = freeDay(day, breaks)
  for (let step = 0; step < Math.abs(days); step += 1) {
    moved = days > 0 ? freeDay(addDays(moved, 1), breaks) : stepBack(addDays(moved, -1), breaks)
  }
  return moved
}

/** How many of the days after the first, up to the second, are no days off. */
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
 * A plan of which everything with a date from `from` on has moved by `days`; the rest, and the order, stay.
 * @param days below zero moves towards today
 */
export const shiftPlan = <E extends { target_date: string | null }>(
  entries: readonly E[],
  breaks: readonly Break[],
  { from, days }: { from: string; days: number },
): E[] =>
  entries.map((entry) =>
    entry.target_date !== null && entry.target_date >= from
      ? { ...entry, target_date: movedDay(entry.target_date, days, breaks) }
      : entry,
  )
