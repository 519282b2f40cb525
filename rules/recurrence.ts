import { addDays } from './plan.ts'
import { dayOf, midnightOf, wallAfter, wallBetween } from './wall-time.ts'

// Recurrence of events: the commonly used subset of RFC 5545, simplified. The first day of the event determines the rest: day of
// the month, weekday of the month, or day of the year.

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const PERIODS = ['day', 'week', 'month', 'year'] as const

/** Within a month: the same date, the same weekday ("the second Tuesday"), or the last such weekday. */
export const MONTHLY_BY = ['date', 'weekday', 'last_weekday'] as const

export const MAX_INTERVAL = 99
export const MAX_COUNT = 1000

export type Recurrence = {
  every: (typeof PERIODS)[number]
  interval: number
  /** For weekly recurrence; includes the first day's weekday. */
  weekdays: readonly Weekday[]
  by: (typeof MONTHLY_BY)[number]
  /** Last day on which an occurrence may begin; null with a count, or if endless. */
  until: string | null
  count: number | null
}

/** Parts of an RRULE, named as in jCal (RFC 7265). `until` is a wall time. */
export type Rule = {
  freq: string
  interval?: number | undefined
  byday?: readonly string[] | undefined
  bymonthday?: readonly number[] | undefined
  bymonth?: readonly number[] | undefined
  until?: string | undefined
  count?: number | undefined
}

const FREQUENCIES = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const

export const weekdayOf = (wall: string): Weekday =>
  WEEKDAYS[(new Date(dayOf(wall)).getUTCDay() + 6) % 7]!

const dateOf = (wall: string): number => Number(wall.slice(8, 10))
const monthOf = (wall: string): number => Number(wall.slice(5, 7))

/** Position of a day among the same weekdays of its month: 2 for the second Tuesday. */
export const weekOfMonth = (wall: string): number => Math.ceil(dateOf(wall) / 7)

const isLastInMonth = (wall: string): boolean =>
  addDays(dayOf(wall), 7).slice(0, 7) !== wall.slice(0, 7)

/** RRULE of an event that begins at a wall time. */
export const ruleOf = (recurrence: Recurrence, starts: string): Rule => {
  const { every, interval, weekdays, by, until, count } = recurrence
  const weekday = weekdayOf(starts)
  const days = {
    date: { bymonthday: [dateOf(starts)] },
    weekday: { byday: [`${weekOfMonth(starts)}${weekday}`] },
    last_weekday: { byday: [`-1${weekday}`] },
  }
  return {
    freq: FREQUENCIES[every],
    interval,
    ...(every === 'week' ? { byday: weekdays.length > 0 ? weekdays : [weekday] } : {}),
    ...(every === 'month' ? days[by] : {}),
    ...(until ? { until: `${until}T23:59:59` } : {}),
    ...(count ? { count } : {}),
  }
}

const KNOWN = new Set(['freq', 'interval', 'byday', 'bymonthday', 'bymonth', 'until', 'count'])

/** Converts an event's RRULE; undefined if our model cannot express it. */
export const recurrenceOf = (
  { wkst, ...rule }: Rule & { wkst?: string },
  starts: string,
): Recurrence | undefined => {
  const { freq, interval = 1, byday = [], bymonthday = [], bymonth = [], until, count } = rule
  const isWorkweek = freq === 'DAILY' && interval === 1 && byday.length > 0
  const every = isWorkweek ? 'week' : PERIODS.find((period) => FREQUENCIES[period] === freq)
  const weekday = weekdayOf(starts)
  if (!every || Object.keys(rule).some((part) => !KNOWN.has(part))) return undefined
  if (interval > MAX_INTERVAL || (count ?? 0) > MAX_COUNT) return undefined
  if (bymonth.length > 0 && !(every === 'year' && isJust(bymonth, monthOf(starts))))
    return undefined
  const ends = { until: until === undefined ? null : lastDay(until, starts), count: count ?? null }
  const found = { every, interval, weekdays: [], by: 'date', ...ends } as const

  if (every === 'week') {
    const weekdays = WEEKDAYS.filter((each) => byday.includes(each))
    if (byday.length === 0) return { ...found, weekdays: [weekday] }
    const isPlain = weekdays.length === new Set(byday).size && weekdays.includes(weekday)
    // The first day of the week matters for every-second-week rules; ours is always Monday.
    const isShifted = interval > 1 && weekdays.length > 1 && (wkst ?? 'MO') !== 'MO'
    return isPlain && !isShifted && bymonthday.length === 0 ? { ...found, weekdays } : undefined
  }
  const isOnDate = bymonthday.length === 0 || isJust(bymonthday, dateOf(starts))
  if (byday.length === 0 && isOnDate && (every !== 'day' || bymonthday.length === 0)) return found
  if (every !== 'month' || bymonthday.length > 0) return undefined
  if (isJust(byday, `${weekOfMonth(starts)}${weekday}`)) return { ...found, by: 'weekday' }
  return isJust(byday, `-1${weekday}`) && isLastInMonth(starts)
    ? { ...found, by: 'last_weekday' }
    : undefined
}

const isJust = <T>(all: readonly T[], one: T): boolean => all.length === 1 && all[0] === one

/** Last day on which an occurrence at this time of day begins no later than the wall time `until`. */
const lastDay = (until: string, starts: string): string =>
  until.slice(11) < starts.slice(11) ? addDays(dayOf(until), -1) : dayOf(until)

/** Shifts the weekdays of a series along with its first day. */
export const movedWeekdays = (
  weekdays: readonly Weekday[],
  from: string,
  to: string,
): Weekday[] => {
  const ms = wallBetween(midnightOf(dayOf(from)), midnightOf(dayOf(to)))
  const steps = Math.round(ms / 86_400_000)
  const moved = new Set(
    weekdays.map((weekday) => WEEKDAYS.at((WEEKDAYS.indexOf(weekday) + steps) % 7)),
  )
  return WEEKDAYS.filter((weekday) => moved.has(weekday))
}

/** First wall time from here on that falls on one of the weekdays. */
export const firstOn = (weekdays: readonly Weekday[], starts: string): string => {
  const ahead = Array.from({ length: 7 }, (_, days) => wallAfter(starts, days * 86_400_000))
  return ahead.find((wall) => weekdays.includes(weekdayOf(wall))) ?? starts
}

/** Latest day that a query can include. */
const LAST_DAY = '2199-12-31'

const DAY_MS = 86_400_000
const MONTHS = 12

const numberOf = (day: string): number => Date.parse(dayOf(day)) / DAY_MS
/** @param months since the year 0 */
const firstOfMonth = (months: number): number =>
  Date.UTC(Math.floor(months / MONTHS), months % MONTHS) / DAY_MS

type Series = { recurrence: Recurrence; starts: string }

/** Periods of a series. Days are numbers since 1970. */
type Periods = {
  /** First possible day of a period. */
  beginOf: (period: number) => number
  /** Days of one period, including days before the start of the series. */
  daysIn: (period: number) => number[]
  /** First period that can contain a day. */
  periodOf: (day: number) => number
  /** Number of occurrences before a period; null if only iteration can tell. */
  countBefore: (period: number) => number | null
}

const periodsOf = ({ recurrence, starts }: Series): Periods => {
  const { every, interval } = recurrence
  const first = numberOf(starts)
  if (every === 'day') {
    const dayOfPeriod = (period: number) => first + period * interval
    return {
      beginOf: dayOfPeriod,
      daysIn: (period) => [dayOfPeriod(period)],
      periodOf: (day) => Math.ceil((day - first) / interval),
      countBefore: (period) => period,
    }
  }
  if (every === 'week') {
    const weekday = WEEKDAYS.indexOf(weekdayOf(starts))
    const weekdays = recurrence.weekdays.map((each) => WEEKDAYS.indexOf(each))
    const offsets = weekdays.length > 0 ? weekdays.toSorted((a, b) => a - b) : [weekday]
    const monday = first - weekday
    const mondayOf = (period: number) => monday + 7 * interval * period
    const missing = offsets.filter((offset) => offset < weekday).length
    return {
      beginOf: mondayOf,
      daysIn: (period) => offsets.map((offset) => mondayOf(period) + offset),
      periodOf: (day) => Math.floor((day - monday) / (7 * interval)),
      countBefore: (period) => (period === 0 ? 0 : period * offsets.length - missing),
    }
  }
  const step = every === 'year' ? MONTHS * interval : interval
  const month = Number(starts.slice(0, 4)) * MONTHS + monthOf(starts) - 1
  return {
    beginOf: (period) => firstOfMonth(month + period * step),
    daysIn: (period) => dayInMonth(month + period * step, { recurrence, starts }),
    periodOf: (day) => {
      const wall = new Date(day * DAY_MS)
      return Math.floor((wall.getUTCFullYear() * MONTHS + wall.getUTCMonth() - month) / step)
    },
    // Some months have no 31st, and no fifth Monday.
    countBefore: (period) => (period === 0 ? 0 : null),
  }
}

const dayInMonth = (months: number, { recurrence, starts }: Series): number[] => {
  const first = firstOfMonth(months)
  const length = firstOfMonth(months + 1) - first
  const by = recurrence.every === 'month' ? recurrence.by : 'date'
  const weekday = WEEKDAYS.indexOf(weekdayOf(starts))
  // 1 January 1970 was a Thursday.
  const firstSuch = (weekday - ((first + 3) % 7) + 7) % 7
  const offset = {
    date: dateOf(starts) - 1,
    weekday: firstSuch + 7 * (weekOfMonth(starts) - 1),
    last_weekday: firstSuch + 7 * Math.floor((length - 1 - firstSuch) / 7),
  }[by]
  return offset < length ? [first + offset] : []
}

/** Days of a series from one day on, in order. Skips earlier days at no cost, except in a monthly series with a count. */
const daysFrom = function* (series: Series, from: number): Generator<number> {
  const { recurrence, starts } = series
  const { beginOf, daysIn, periodOf, countBefore } = periodsOf(series)
  const first = numberOf(starts)
  const last = Math.min(
    numberOf(LAST_DAY),
    recurrence.until ? numberOf(recurrence.until) : Infinity,
  )
  const most = recurrence.count ?? Infinity
  const ahead = Math.max(0, periodOf(from))
  const isCounted = recurrence.count === null || countBefore(ahead) !== null
  let period = isCounted ? ahead : 0
  let count = countBefore(period) ?? 0
  for (; beginOf(period) <= last; period += 1) {
    for (const day of daysIn(period)) {
      if (day < first) continue
      if (day > last || count >= most) return
      count += 1
      if (day >= from) yield day
    }
  }
}

const wallOn = (day: number, starts: string): string =>
  new Date(day * DAY_MS).toISOString().slice(0, 10) + starts.slice(10)

/** Start times of a series between two wall times, both inclusive, up to a limit. */
export const startsBetween = (
  series: Series,
  { first, last, limit = Infinity }: { first: string; last: string; limit?: number },
): string[] => {
  const found: string[] = []
  for (const day of daysFrom(series, numberOf(first))) {
    const wall = wallOn(day, series.starts)
    if (wall > last || found.length >= limit) break
    if (wall >= first) found.push(wall)
  }
  return found
}

/** Last start of a finite series. */
export const lastStartOf = (series: Series): string => {
  let last = series.starts
  for (const day of daysFrom(series, numberOf(series.starts))) last = wallOn(day, series.starts)
  return last
}
