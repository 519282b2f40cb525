import * as z from 'zod/mini'

import { daysBetween } from '#rules/plan'
import { MONTHLY_BY, MAX_COUNT, MAX_INTERVAL, PERIODS, WEEKDAYS } from '#rules/recurrence'

import { type CallLimit, del, endpoints, get, patch, post } from './endpoint.ts'
import { Day, Id, line, text, Timestamp, TimeZone } from './fields.ts'
import { USUAL } from './limits.ts'

const CALENDAR_KINDS = [
  'event',
  'meeting',
  'consultation',
  'planned',
  'break',
  'handed_in',
  'returned',
  'accepted',
] as const
const MAX_RANGE_DAYS = 400
const MAX_EVENT_DAYS = 60
/** Four weeks. */
const MAX_REMINDER_MINUTES = 40_320
export const MAX_IMPORTED_EVENTS = 1000

export const OF_THESE_YEARS = 'Please choose a date closer to today'
export const isOfTheseYears = (moment: string): boolean => '2000' <= moment && moment < '2200'
const ofTheseYears = z.refine<string>(isOfTheseYears, { message: OF_THESE_YEARS })
const CalendarDay = Day.check(ofTheseYears)

/** A day for all-day events, an instant otherwise. */
const Moment = z.union([Day, Timestamp], 'Please choose a date and time')

const Recurrence = z.object({
  every: z.enum(PERIODS),
  /** 2 means every second one. */
  interval: z._default(z.int().check(z.minimum(1), z.maximum(MAX_INTERVAL)), 1),
  /** For weekly recurrence. Defaults to the weekday of the first day, which is always included. */
  weekdays: z._default(z.array(z.enum(WEEKDAYS)).check(z.maxLength(7)), []),
  /** For monthly recurrence. */
  by: z._default(z.enum(MONTHLY_BY), 'date'),
  until: z._default(z.nullable(CalendarDay), null),
  count: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_COUNT))), null),
})

const StoredRecurrence = z.object({
  every: z.enum(PERIODS),
  interval: z.number(),
  weekdays: z.array(z.enum(WEEKDAYS)),
  by: z.enum(MONTHLY_BY),
  until: z.nullable(Day),
  count: z.nullable(z.number()),
})

const reminder = z.nullable(
  z.int().check(z.minimum(0), z.maximum(MAX_REMINDER_MINUTES, 'Up to four weeks before')),
)

const eventFields = {
  title: line(200, 'Please add a title'),
  start: Moment.check(ofTheseYears),
  /** Exclusive: for all-day events, the day after the last. */
  end: Moment.check(ofTheseYears),
  all_day: z.boolean('Please say whether it lasts all day'),
  time_zone: TimeZone,
  notes: text(4000),
  recurrence: z.nullable(Recurrence),
  /** Minutes before the start at which an email is sent; null for none. */
  reminder,
}

export const NewEvent = z
  .object({
    ...eventFields,
    all_day: z._default(eventFields.all_day, false),
    notes: z._default(eventFields.notes, ''),
    recurrence: z._default(eventFields.recurrence, null),
    reminder: z._default(eventFields.reminder, null),
  })
  .check(
    z.refine(({ all_day, start }) => all_day === !start.includes('T'), {
      error: 'An all-day event needs a date; any other event needs a date and time',
      path: ['start'],
    }),
    z.refine(({ all_day, end }) => all_day === !end.includes('T'), {
      error: 'An all-day event needs a date; any other event needs a date and time',
      path: ['end'],
    }),
    z.refine(
      ({ all_day, start, end }) => (all_day ? start < end : Date.parse(start) <= Date.parse(end)),
      { error: 'The end must be after the start', path: ['end'] },
    ),
    z.refine(
      ({ start, end }) => daysBetween(start.slice(0, 10), end.slice(0, 10)) <= MAX_EVENT_DAYS,
      { error: `An event can last up to ${MAX_EVENT_DAYS} days`, path: ['end'] },
    ),
    z.refine(({ recurrence }) => !(recurrence?.until && recurrence.count), {
      error: 'Please choose either a last day or a number of times, not both',
      path: ['recurrence', 'count'],
    }),
  )

/** Occurrences of a series that a change applies to. */
export const SERIES_SCOPES = ['this', 'following', 'all'] as const

const inSeries = {
  /** Start of the occurrence as scheduled by the series: `occurrence` of the calendar item. */
  occurrence: z.optional(Moment),
  part: z._default(z.enum(SERIES_SCOPES), 'all'),
}

/** Omitted fields stay unchanged. Start and end are those of the occurrence named by `occurrence`. */
const EventChange = z.extend(z.partial(z.object(eventFields)), inSeries)

const CalendarEvent = z.object({
  id: Id,
  title: z.string(),
  start: Moment,
  end: Moment,
  all_day: z.boolean(),
  time_zone: z.string(),
  notes: z.string(),
  recurrence: z.nullable(StoredRecurrence),
  reminder: z.nullable(z.number()),
})
export type CalendarEvent = z.output<typeof CalendarEvent>

export const CalendarItem = z.object({
  /** Stable while the item is in the calendar. */
  id: z.string(),
  kind: z.enum(CALENDAR_KINDS),
  title: z.string(),
  start: Moment,
  /** Exclusive, as in iCalendar: for all-day items, the day after the last; for items without duration, the start. */
  end: Moment,
  all_day: z.boolean(),
  time_zone: z.string(),
  /** For planned quests. Notes of events are read one by one. */
  notes: z.optional(z.string()),
  /** Path in the web app with details. */
  href: z.nullable(z.string()),
  quest_id: z.nullable(Id),
  /** Set for events that a person created. */
  event: z.optional(
    z.object({
      id: Id,
      /** Start as scheduled by the series; null for single events. */
      occurrence: z.nullable(Moment),
      recurrence: z.nullable(StoredRecurrence),
      /** For the caller's own events. */
      reminder: z.nullable(z.number()),
      /** Name of the other participant of a meeting. */
      with: z.nullable(z.string()),
      /** The calendar is the caller's own, and the caller created the event. */
      may_change: z.boolean(),
    }),
  ),
})
export type CalendarItem = z.output<typeof CalendarItem>

export const CalendarReply = z.object({
  items: z.array(CalendarItem),
  /** Events of these days are missing, because there are more than 2,000. */
  is_cut: z.boolean(),
})
export type CalendarReply = z.output<typeof CalendarReply>

type Days = { from?: string | undefined; to?: string | undefined }

const inOrder = z.refine<Days>(({ from, to }) => !from || !to || from <= to, {
  error: 'The end must be after the start',
  path: ['to'],
})
const shortEnough = z.refine<Days>(
  ({ from, to }) => !from || !to || daysBetween(from, to) < MAX_RANGE_DAYS,
  { error: `Please choose up to ${MAX_RANGE_DAYS} days`, path: ['to'] },
)
const timeZone = z._default(TimeZone, 'UTC')

/** From one day to another, both inclusive. */
export const calendarQuery = z
  .object({ from: CalendarDay, to: CalendarDay, time_zone: timeZone })
  .check(inOrder, shortEnough)

/** Like `calendarQuery`; defaults to the current month. */
export const optionalCalendarQuery = z
  .object({ from: z.optional(CalendarDay), to: z.optional(CalendarDay), time_zone: timeZone })
  .check(
    z.refine(({ from, to }) => (from === undefined) === (to === undefined), {
      error: 'Please choose both dates, or neither',
      path: ['to'],
    }),
    inOrder,
    shortEnough,
  )

const Feed = z.object({
  /** Null for the caller's own calendar. */
  learner_id: z.nullable(Id),
  created_at: Timestamp,
  /** Rounded to the hour; null before the first read. */
  last_read_at: z.nullable(Timestamp),
})
export type Feed = z.output<typeof Feed>

const NewFeed = z.object({
  /** Returned only once: the database stores a hash of it. */
  url: z.string(),
})

const ImportForm = z.object({
  /** For times without a time zone in the file, or with an unknown one. */
  time_zone: TimeZone,
  /** Returns the result of the import without importing anything. */
  preview: z._default(z.enum(['true', 'false']), 'false'),
})

const IMPORT_OUTCOMES = ['new', 'changed', 'same', 'skipped'] as const

const ImportResult = z.object({
  /** In file order. */
  events: z.array(
    z.object({
      title: z.string(),
      start: z.nullable(Moment),
      all_day: z.boolean(),
      repeats: z.boolean(),
      outcome: z.enum(IMPORT_OUTCOMES),
      /** Reason for skipping; null otherwise. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** Unknown time zones of the file, which were read as `time_zone`. */
  unknown_zones: z.array(z.string()),
})
export type ImportResult = z.output<typeof ImportResult>

const IMPORTS = {
  name: 'calendar_import',
  points: 60,
  seconds: 3600,
  message: 'You’ve uploaded a lot of files. Please try again later.',
  per: 'caller',
} satisfies CallLimit
/** Each link sends an email. */
const LINKS = {
  name: 'calendar_link',
  points: 10,
  seconds: 3600,
  message: 'You’ve created a lot of links. Please try again later.',
  per: 'caller',
} satisfies CallLimit

export const calendar = endpoints({
  readCalendar: get('/api/calendar', {
    summary: 'The caller’s calendar: events, meetings, and planned and completed work',
    access: 'signedIn',
    learner: { from: 'caller', may: 'readCalendar' },
    query: calendarQuery,
    reply: CalendarReply,
  }),
  readNotes: get('/api/calendar/events/{id}/notes', {
    summary: 'An event’s notes, from the calendar of the caller or of a learner in their care',
    access: 'signedIn',
    learner: { from: 'query.learner_id', may: 'readCalendar' },
    query: z.object({ learner_id: z.optional(Id), occurrence: inSeries.occurrence }),
    reply: z.object({ notes: z.string() }),
  }),
  addEvent: post('/api/calendar/events', {
    summary: 'Add an event to the caller’s calendar',
    access: 'signedIn',
    limit: USUAL,
    idempotent: true,
    body: NewEvent,
    reply: CalendarEvent,
    status: 201,
  }),
  changeEvent: patch('/api/calendar/events/{id}', {
    summary: 'Edit an event, or one, the following or all events in a series',
    access: 'signedIn',
    limit: USUAL,
    idempotent: true,
    body: EventChange,
    reply: CalendarEvent,
  }),
  removeEvent: del('/api/calendar/events/{id}', {
    summary: 'Delete an event, or one, the following or all events in a series',
    access: 'signedIn',
    limit: USUAL,
    query: z.object(inSeries),
  }),
  arrangeMeeting: post('/api/learners/{id}/meetings', {
    summary: 'Add a meeting with a learner to both calendars',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'arrangeMeeting' },
    idempotent: true,
    body: NewEvent,
    reply: CalendarEvent,
    status: 201,
  }),
  listFeeds: get('/api/calendar/feed', {
    summary: 'The caller’s calendar subscription links',
    access: 'signedIn',
    reply: z.object({ items: z.array(Feed) }),
  }),
  makeFeed: post('/api/calendar/feed', {
    summary: 'Create a subscription link to the caller’s calendar; replaces the previous one',
    access: 'signedIn',
    notByCard: true,
    limit: LINKS,
    learner: { from: 'caller', may: 'subscribeCalendar' },
    reply: NewFeed,
    status: 201,
  }),
  endFeed: del('/api/calendar/feed', {
    summary: 'Revoke the subscription link to the caller’s calendar',
    access: 'signedIn',
    limit: USUAL,
  }),
  makeChildFeed: post('/api/parent/calendar/{id}/feed', {
    summary: 'Create a subscription link to a child’s calendar; replaces the caller’s previous one',
    access: 'signedIn',
    limit: LINKS,
    learner: { from: 'params.id', may: 'subscribeCalendar' },
    reply: NewFeed,
    status: 201,
  }),
  endChildFeed: del('/api/parent/calendar/{id}/feed', {
    summary: 'Revoke the caller’s subscription link to a child’s calendar',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'subscribeCalendar' },
  }),
  readFeed: get('/calendar/feed/{secret}.ics', {
    summary: 'A calendar feed for other apps (iCalendar)',
    access: 'public',
    kind: 'download',
    params: z.object({ secret: text(200) }),
  }),
  importEvents: post('/api/calendar/import', {
    summary:
      'Import events from an iCalendar file: `file`, `time_zone`, and `preview` for a dry run',
    access: 'signedIn',
    limit: IMPORTS,
    kind: 'upload',
    form: { fields: ImportForm, maxFiles: 1 },
    reply: ImportResult,
  }),
})
