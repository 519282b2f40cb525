import type { CalendarItem } from '#contract/calendar'
import { addDays } from '#rules/plan'
import { weekOfMonth, type Weekday, weekdayOf, WEEKDAYS } from '#rules/recurrence'
import { dateFormat, dayIn, dayInWords, shortDay } from '#web/format'

/** A calendar item, with its owner if that is not the reader. */
export type DisplayedItem = CalendarItem & { of?: string; learner_id?: string }

export const KINDS = {
  event: 'Event',
  meeting: 'Meeting',
  consultation: 'Consultation',
  planned: 'Planned',
  break: 'Time off',
  handed_in: 'Handed in',
  returned: 'Returned',
  accepted: 'Accepted',
} satisfies Record<CalendarItem['kind'], string>

/** First and last day of an item in a time zone. */
export const daysOf = (item: CalendarItem, timeZone: string): [first: string, last: string] => {
  if (item.all_day) return [item.start, addDays(item.end, -1)]
  // An item that ends at midnight does not extend into the next day.
  const end = Math.max(Date.parse(item.start), Date.parse(item.end) - 1)
  return [dayIn(item.start, timeZone), dayIn(new Date(end).toISOString(), timeZone)]
}

/** Items of each day. An item of several days is in each of them. @param days YYYY-MM-DD */
export const itemsByDay = <Item extends CalendarItem>(
  items: readonly Item[],
  days: readonly string[],
  timeZone: string,
): Map<string, Item[]> => {
  const spans = items.map((item) => ({ item, span: daysOf(item, timeZone) }))
  const on = (day: string) => spans.filter(({ span: [first, last] }) => first <= day && day <= last)
  return new Map(days.map((day) => [day, on(day).map(({ item }) => item)]))
}

const clock = (instant: string, timeZone: string) =>
  dateFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(instant))

/** "10:00 to 11:30", "10:00", "All day". */
export const hoursOf = (item: CalendarItem, timeZone: string): string => {
  if (item.all_day) return 'All day'
  const start = clock(item.start, timeZone)
  return item.start === item.end ? start : `${start} to ${clock(item.end, timeZone)}`
}

/** "Fri, 27 Nov, 10:00 to 11:30", or the first and last day if there are several. */
export const whenOf = (item: CalendarItem, timeZone: string): string => {
  const [first, last] = daysOf(item, timeZone)
  const days = first === last ? dayInWords(first) : `${shortDay(first)} to ${shortDay(last)}`
  return `${days}, ${hoursOf(item, timeZone).toLocaleLowerCase()}`
}

// A Monday.
const MONDAY = '2024-01-01'
export const weekdayName = (weekday: Weekday, style: 'long' | 'short' = 'long'): string =>
  dateFormat(undefined, { weekday: style, timeZone: 'UTC' }).format(
    new Date(addDays(MONDAY, WEEKDAYS.indexOf(weekday))),
  )

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']

/** "the second Tuesday". */
export const placeName = (day: string): string =>
  `the ${ORDINALS[weekOfMonth(day) - 1]} ${weekdayName(weekdayOf(day))}`

type Recurrence = NonNullable<NonNullable<CalendarItem['event']>['recurrence']>

/** "Every second week on Monday and Thursday, until 3 May 2026". */
export const recurrenceInWords = (recurrence: Recurrence): string => {
  const { every, interval, weekdays, until, count } = recurrence
  const period = interval === 1 ? `Every ${every}` : `Every ${interval} ${every}s`
  const list = new Intl.ListFormat('en', { type: 'conjunction' })
  const on =
    every === 'week' && weekdays.length > 0
      ? ` on ${list.format(weekdays.map((weekday) => weekdayName(weekday)))}`
      : ''
  const end = until ? `, until ${dayInWords(until)}` : count ? `, ${count} times` : ''
  return `${period}${on}${end}`
}
