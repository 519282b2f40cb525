import { paths } from '#contract/paths'
import { addDays, mondayOf } from '#rules/plan'
import { dateFormat, dayIn } from '#web/format'

export const VIEWS = ['month', 'week', 'list'] as const
export type View = (typeof VIEWS)[number]
export const LABELS = { month: 'Month', week: 'Week', list: 'List' } satisfies Record<View, string>
const DAY = /^2[01]\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

type Address = { view: View; day: string; zone: string | null }

/** URL of the calendar with this view, day and time zone. */
export const addressOf = ({ view, day, zone }: Address) =>
  `${paths.calendar}?${new URLSearchParams({ view, day, ...(zone ? { zone } : {}) })}`

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC']
export const UNIT = { month: 'month', week: 'week', list: 'month' } satisfies Record<View, string>

const inMonth = (day: string, months: number): string => {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return first.toISOString().slice(0, 10)
}

/** Length of the list view in days. */
const LISTED_DAYS = 31

/** Day `steps` views later, or earlier if negative. */
export const shiftDay = (view: View, day: string, steps: number) => {
  if (view === 'month') return inMonth(day, steps)
  return addDays(day, steps * (view === 'week' ? 7 : LISTED_DAYS))
}

/** First and last day of a view. */
export const rangeOf = (view: View, day: string): { from: string; to: string } => {
  if (view === 'week') return { from: mondayOf(day), to: addDays(mondayOf(day), 6) }
  if (view === 'list') return { from: day, to: addDays(day, LISTED_DAYS - 1) }
  const first = inMonth(day, 0)
  return { from: mondayOf(first), to: addDays(mondayOf(first), 41) }
}

export const titleOf = (view: View, day: string): string => {
  if (view === 'month') {
    const style = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
    return dateFormat(undefined, style).format(new Date(day))
  }
  const { from, to } = rangeOf(view, day)
  return dateFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(to),
  )
}

type Fallback = { view: View; now: string; ownZone: string }

/**
 * View, day and time zone from a URL. The time zone defaults to the browser's, and the day to today in the chosen one, where it may
 * be another than here.
 */
export const readAddress = (
  search: URLSearchParams,
  { view, now, ownZone }: Fallback,
): Address & { today: string } => {
  const day = search.get('day') ?? ''
  const zone = ZONES.find((each) => each === search.get('zone')) ?? null
  const today = dayIn(now, zone ?? ownZone)
  return {
    view: VIEWS.find((each) => each === search.get('view')) ?? view,
    day: DAY.test(day) ? day : today,
    zone,
    today,
  }
}
