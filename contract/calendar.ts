import * as z from 'zod/mini'

import { daysBetween } from '#rules/plan'

import { Day, Id, Timestamp, TimeZone } from './fields.ts'

const CALENDAR_KINDS = ['planned', 'break', 'handed_in', 'returned', 'accepted'] as const
/** days */
const LONGEST = 400

export const CalendarItem = z.object({
  /** The same for as long as it is in the calendar. */
  id: z.string(),
  kind: z.enum(CALENDAR_KINDS),
  title: z.string(),
  /** A day where it is for all day, an instant otherwise. */
  start: z.union([Day, Timestamp]),
  /** As iCalendar has it: of days, the one after the last; of what takes no time, the start. */
  end: z.union([Day, Timestamp]),
  all_day: z.boolean(),
  time_zone: z.string(),
  notes: z.optional(z.string()),
  /** Of the web app, where more can be read. */
  href: z.nullable(z.string()),
  /** The quest that it belongs to. */
  quest_id: z.nullable(Id),
})
export type CalendarItem = z.output<typeof CalendarItem>

export const CalendarReply = z.object({ items: z.array(CalendarItem) })

const CalendarDay = Day.check(
  z.refine((day) => '2000' <= day && day < '2200', 'Please choose a day of these years'),
)

/** From a day to another, both included. */
export const calendarQuery = z
  .object({ from: CalendarDay, to: CalendarDay, time_zone: z._default(TimeZone, 'UTC') })
  .check(
    z.refine(({ from, to }) => from <= to, { error: 'It ends before it begins', path: ['to'] }),
    z.refine(({ from, to }) => daysBetween(from, to) < LONGEST, {
      error: `Please choose at most ${LONGEST} days`,
      path: ['to'],
    }),
  )
