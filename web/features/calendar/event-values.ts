import * as z from 'zod/mini'

import type { CalendarItem } from '#contract/calendar'
import { Day, line, text, TimeZone } from '#contract/fields'
import { addDays } from '#rules/plan'
import { movedWeekdays, type Recurrence, weekdayOf, WEEKDAYS } from '#rules/recurrence'
import { instantOf, wallAt } from '#rules/time-zones'
import type { useAppForm } from '#web/form'

const NO_DAY = 'Please choose a day'
const Time = z.string().check(z.regex(/^\d{2}:\d{2}/, 'Please choose a time'))
const REPEATS = ['never', 'day', 'week', 'month', 'month_weekday', 'month_last', 'year'] as const
const ENDS = ['never', 'until', 'count'] as const

/** Values of the form: local days and times, with an inclusive last day. */
export const EventValues = z
  .object({
    title: line(200, 'Please add a title'),
    all_day: z.boolean(),
    start: z.string().check(z.regex(z.regexes.date, NO_DAY)),
    start_time: Time,
    end: z.string().check(z.regex(z.regexes.date, NO_DAY)),
    end_time: Time,
    time_zone: TimeZone,
    learner: z.string(),
    repeat: z.enum(REPEATS),
    interval: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(99)),
    weekdays: z.array(z.enum(WEEKDAYS)),
    ends: z.enum(ENDS),
    until: z.union([Day, z.literal('')]),
    count: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)),
    reminder: z.string(),
    notes: text(4000),
    part: z.enum(['this', 'following', 'all']),
  })
  .check(
    z.refine(
      ({ all_day, start, start_time, end, end_time }) =>
        all_day ? start <= end : `${start} ${start_time}` <= `${end} ${end_time}`,
      { error: 'The end must be after the start', path: ['end'] },
    ),
    z.refine(({ repeat, ends, until }) => repeat === 'never' || ends !== 'until' || until !== '', {
      error: 'Please choose the last day',
      path: ['until'],
    }),
  )
export type EventValues = z.output<typeof EventValues>

export const LABELS = {
  title: 'Title',
  all_day: 'All day',
  start: 'First day',
  start_time: 'From',
  end: 'Last day',
  end_time: 'To',
  time_zone: 'Time zone',
  learner: 'With',
  repeat: 'Repeats',
  interval: 'Repeat every',
  weekdays: 'On',
  ends: 'Stops repeating',
  until: 'Last date',
  count: 'How many times',
  reminder: 'Reminder',
  notes: 'Notes',
  part: 'Which events to change',
} as const

const NOTHING_ELSE = {
  learner: '',
  repeat: 'never',
  interval: 1,
  weekdays: [],
  ends: 'never',
  until: '',
  count: 10,
  reminder: '',
  notes: '',
  part: 'this',
} as const satisfies Partial<EventValues>

/** Values of a new event: one hour from `start`, or from the next full hour of that day. */
export const newValues = (start: string | undefined, time_zone: string): EventValues => {
  const isDay = start !== undefined && !start.includes('T')
  const now = wallAt(new Date().toISOString(), time_zone)
  const wall = start && !isDay ? wallAt(new Date(start).toISOString(), time_zone) : now
  const day = isDay ? start : wall.slice(0, 10)
  const hour =
    start && !isDay ? Number(wall.slice(11, 13)) : Math.min(Number(now.slice(11, 13)) + 1, 22)
  const minute = start && !isDay ? wall.slice(13, 16) : ':00'
  const end = Math.min(hour + 1, 23)
  return {
    ...NOTHING_ELSE,
    title: '',
    all_day: false,
    start: day,
    start_time: `${String(hour).padStart(2, '0')}${minute}`,
    end: day,
    end_time: `${String(end).padStart(2, '0')}${hour === end ? ':59' : minute}`,
    time_zone,
    weekdays: [],
  }
}

export const valuesOf = (item: CalendarItem): EventValues => {
  const { title, all_day, start, end, time_zone, notes = '', event } = item
  const [from, to] = all_day
    ? [`${start}T09:00`, `${addDays(end, -1)}T10:00`]
    : [wallAt(start, time_zone), wallAt(end, time_zone)]
  const recurrence = event?.recurrence
  return {
    ...NOTHING_ELSE,
    title,
    all_day,
    start: from.slice(0, 10),
    start_time: from.slice(11, 16),
    end: to.slice(0, 10),
    end_time: to.slice(11, 16),
    time_zone,
    notes,
    reminder: event?.reminder === null || event === undefined ? '' : String(event.reminder),
    ...(recurrence
      ? {
          repeat: repeatOf(recurrence),
          interval: recurrence.interval,
          ends: recurrence.until ? 'until' : recurrence.count ? 'count' : 'never',
          until: recurrence.until ?? '',
          count: recurrence.count ?? 10,
        }
      : {}),
    weekdays: [...(recurrence?.weekdays ?? [])],
  }
}

/** The same series with another first day. */
export const movedTo = <V extends Omit<EventValues, 'learner' | 'part'>>(
  was: EventValues,
  { all_day, start, start_time, end, end_time }: V,
): EventValues => ({
  ...was,
  all_day,
  start,
  start_time,
  end,
  end_time,
  weekdays: movedWeekdays(was.weekdays, was.start, start),
})

const BY = { month: 'date', month_weekday: 'weekday', month_last: 'last_weekday' } as const
const MONTHLY = { date: 'month', weekday: 'month_weekday', last_weekday: 'month_last' } as const

const repeatOf = ({ every, by }: Recurrence): EventValues['repeat'] =>
  every === 'month' ? MONTHLY[by] : every

/** Request body for these values. */
export const bodyOf = (values: Omit<EventValues, 'learner' | 'part'>) => {
  const { title, all_day, start, end, start_time, end_time, time_zone, notes, reminder } = values
  return {
    title,
    notes,
    all_day,
    time_zone,
    start: all_day ? start : instantOf(`${start}T${start_time}`, time_zone),
    end: all_day ? addDays(end, 1) : instantOf(`${end}T${end_time}`, time_zone),
    reminder: reminder === '' ? null : Number(reminder),
    recurrence: recurrenceOf(values),
  }
}

export const recurrenceOf = (values: Omit<EventValues, 'learner' | 'part'>) => {
  const { repeat, interval, weekdays, ends, until, count, start } = values
  if (repeat === 'never') return null
  const isMonthly = repeat === 'month' || repeat === 'month_weekday' || repeat === 'month_last'
  const first = weekdayOf(start)
  return {
    every: isMonthly ? ('month' as const) : repeat,
    interval,
    weekdays:
      repeat === 'week' ? WEEKDAYS.filter((each) => each === first || weekdays.includes(each)) : [],
    by: isMonthly ? BY[repeat] : ('date' as const),
    until: ends === 'until' ? until : null,
    count: ends === 'count' ? count : null,
  }
}

export type EventFormApi = ReturnType<
  typeof useAppForm<z.input<typeof EventValues>, z.output<typeof EventValues>>
>
