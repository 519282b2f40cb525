import { randomUUID } from 'node:crypto'

import type * as z from 'zod/mini'

import {
  type calendar,
  type CalendarEvent,
  isOfTheseYears,
  NewEvent,
  OF_THESE_YEARS,
  type SERIES_SCOPES,
} from '#contract/calendar'
import type { Db } from '#platform/database'
import { conflict, invalid, notFound, parseInput } from '#platform/http'
import { addDays } from '#rules/plan'
import { firstOn, movedWeekdays, type Recurrence, weekdayOf } from '#rules/recurrence'
import { instantOf, wallAt } from '#rules/time-zones'
import { dayOf, midnightOf, wallAfter, wallBetween } from '#rules/wall-time'

import { areTooLong, MAX_EXCEPTIONS } from './exceptions.ts'
import {
  countBefore,
  type Event,
  type Exception,
  hasStart,
  detailsByRule,
  type EventDetails,
  startsIn,
} from './occurrences.ts'
import {
  countEvents,
  findOwnEvent,
  insertEvents,
  markRemoved,
  type StoredEvent,
  updateEvent,
} from './queries.ts'

/** Enough for a timetable, a training plan and every birthday of a large family. */
const MAX_EVENTS = 2000
const MAX_SERIES = 100
/** Changed occurrences of series: a feed contains all of them. */
const MAX_CHANGED = 3000
/** Removed events are kept for a while, so that programs that follow the calendar learn of it. */
const MAX_REMOVED = 10_000

type Part = (typeof SERIES_SCOPES)[number]
type Change = z.output<typeof calendar.changeEvent.body>
type OccurrenceRef = { occurrence?: string | undefined; part: Part }

/** Formats a wall time for the API: a day or an instant. */
export const toWireTime = (
  { all_day, time_zone }: Pick<EventDetails, 'all_day' | 'time_zone'>,
  wall: string,
) => (all_day ? dayOf(wall) : instantOf(wall, time_zone))

const wallOf = (
  { all_day, time_zone }: Pick<EventDetails, 'all_day' | 'time_zone'>,
  moment: string,
) => (all_day ? midnightOf(moment.slice(0, 10)) : wallAt(moment, time_zone))

const wireOf = (said: EventDetails) => ({
  title: said.title,
  start: toWireTime(said, said.starts),
  end: toWireTime(said, said.ends),
  all_day: said.all_day,
  time_zone: said.time_zone,
  notes: said.notes,
})

const replyOf = (event: StoredEvent): CalendarEvent => ({
  id: event.id,
  ...wireOf(event),
  recurrence: event.recurrence && { ...event.recurrence, weekdays: [...event.recurrence.weekdays] },
  reminder: event.reminder,
})

const saidIn = ({
  title,
  notes,
  all_day,
  start,
  end,
  time_zone,
}: z.output<typeof NewEvent>): EventDetails => {
  const place = { all_day, time_zone }
  const [starts, ends] = [wallOf(place, start), wallOf(place, end)]
  // A time within the repeated hour at the end of daylight saving would end before it starts.
  return { title, notes, ...place, starts, ends: ends < starts ? starts : ends }
}

/** A weekly rule always includes the weekday of the first day. */
const complete = (recurrence: Recurrence | null, starts: string): Recurrence | null => {
  if (recurrence?.every !== 'week') return recurrence && { ...recurrence, weekdays: [] }
  const weekday = weekdayOf(starts)
  if (recurrence.weekdays.length === 0) return { ...recurrence, weekdays: [weekday] }
  if (recurrence.weekdays.includes(weekday)) return recurrence
  const message = 'Please include the weekday of the first day.'
  throw invalid(message, { 'recurrence.weekdays': message })
}

/** @throws conflict at the maximum number of events. `db` is a transaction. */
export const requireCapacity = async (
  db: Db,
  ownerId: string,
  added: { events: number; series: number; changed: number },
): Promise<void> => {
  const { events, series, changed, removed } = await countEvents(db, ownerId)
  if (removed > MAX_REMOVED) {
    throw conflict(
      'A lot of events have been removed from this calendar. Please try again in a few weeks.',
    )
  }
  if (events + added.events > MAX_EVENTS) {
    throw conflict(`A calendar can hold up to ${MAX_EVENTS} events.`)
  }
  if (series + added.series > MAX_SERIES) {
    throw conflict(`A calendar can hold up to ${MAX_SERIES} repeating events.`)
  }
  if (added.changed > 0 && changed + added.changed > MAX_CHANGED) {
    throw conflict(`A calendar can hold up to ${MAX_CHANGED} changed dates of repeating events.`)
  }
}

/** `db` is a transaction. @param learnerId the learner whom an advisor meets */
export const addEvent = async (
  db: Db,
  ownerId: string,
  body: z.output<typeof NewEvent>,
  now: Date,
  learnerId: string | null = null,
): Promise<CalendarEvent> => {
  const said = saidIn(body)
  const event = {
    ...said,
    id: randomUUID(),
    owner_id: ownerId,
    learner_id: learnerId,
    recurrence: complete(body.recurrence, said.starts),
    exceptions: [],
    reminder: body.reminder,
  }
  await requireCapacity(db, ownerId, { events: 1, series: event.recurrence ? 1 : 0, changed: 0 })
  await insertEvents(db, [event], now)
  return replyOf({ ...event, uid: '', sequence: 0 })
}

/** `learnerId` is the learner whom the owner meets, who is affected as well. */
type Changed = { event: CalendarEvent; learnerId: string | null }

/**
 * Changes an event or part of a series: the change applies to the occurrence named by `occurrence`, and the rest of the part
 * shifts with it. Occurrences changed or excluded before stay as they are. `db` is a transaction.
 */
export const changeEvent = async (
  db: Db,
  name: { id: string; ownerId: string },
  { occurrence, part, ...change }: Change,
  now: Date,
): Promise<Changed> => {
  const event = await requireEvent(db, name)
  const at = occurrenceOf(event, { occurrence, part })
  const shown = detailsAt(event, at)
  const given = parseInput(NewEvent, {
    ...wireOf(shown),
    recurrence: event.recurrence,
    reminder: event.reminder,
    ...change,
  })
  const said = saidIn(given)
  const { learner_id: learnerId } = event

  if (event.recurrence && part === 'this') {
    const excepted = await withException(db, event, { occurrence: at, said })
    await updateEvent(db, event.id, excepted, now)
    return { learnerId, event: { ...replyOf(event), ...wireOf(said) } }
  }
  const from = part === 'following' ? at : event.starts
  const changed = {
    ...said,
    ...alike(event, { shown, said, from }, change.recurrence),
    reminder: given.reminder,
  }
  if (event.recurrence && part === 'following' && at > event.starts) {
    return { learnerId, event: await split(db, event, at, changed, now) }
  }
  const next = { ...event, ...changed }
  await requireCapacity(db, event.owner_id, {
    events: 0,
    series: next.recurrence && !event.recurrence ? 1 : 0,
    changed: 0,
  })
  await updateEvent(db, event.id, next, now)
  return { learnerId, event: replyOf(next) }
}

/** `from` is the start that the series gives the moved occurrence. */
type Moved = { shown: EventDetails; said: EventDetails; from: string }

/**
 * Shifts a whole series as one occurrence was moved: first start, rule, and exceptions.
 * @throws invalid if the series would begin in another century, because one of its dates was far from the others
 */
const alike = (
  event: Event,
  { shown, said, from }: Moved,
  asked: Change['recurrence'],
): Pick<Event, 'starts' | 'ends' | 'recurrence' | 'exceptions'> => {
  const lasts = wallBetween(said.starts, said.ends)
  const ms = wallBetween(shown.starts, said.starts)
  const moved = wallAfter(from, ms)
  if (ms !== 0 && !isOfTheseYears(moved)) throw invalid(OF_THESE_YEARS, { start: OF_THESE_YEARS })
  if (asked === undefined) {
    const recurrence = event.recurrence && {
      ...event.recurrence,
      weekdays: movedWeekdays(event.recurrence.weekdays, from, moved),
    }
    const exceptions = event.exceptions.map(({ occurrence, said }) => ({
      occurrence: wallAfter(occurrence, ms),
      said,
    }))
    return { starts: moved, ends: wallAfter(moved, lasts), recurrence, exceptions }
  }
  const weekly = asked?.every === 'week' && asked.weekdays.length > 0
  const starts = weekly ? firstOn(asked.weekdays, moved) : moved
  const recurrence = complete(asked, starts)
  const next = { ...said, starts, ends: wallAfter(starts, lasts), recurrence }
  const exceptions = event.exceptions
    .map(({ occurrence, said }) => ({ occurrence: wallAfter(occurrence, ms), said }))
    .filter(({ occurrence }) => hasStart({ ...next, exceptions: [] }, occurrence))
  return { starts, ends: next.ends, recurrence, exceptions: recurrence ? exceptions : [] }
}

/** Ends a series before an occurrence, and starts a new series with it. */
const split = async (
  db: Db,
  event: StoredEvent,
  at: string,
  changed: Event & { reminder: number | null },
  now: Date,
): Promise<CalendarEvent> => {
  await requireCapacity(db, event.owner_id, {
    events: 1,
    series: changed.recurrence ? 1 : 0,
    changed: 0,
  })
  await updateEvent(db, event.id, endedBefore(event, at), now)
  const { recurrence } = changed
  const isRuleKept = recurrence?.count === event.recurrence?.count
  // A series with a count is short, one without may have had years of dates.
  const left =
    isRuleKept && recurrence?.count ? recurrence.count - countBefore(event, at) : recurrence?.count
  const following = {
    ...changed,
    id: randomUUID(),
    owner_id: event.owner_id,
    learner_id: event.learner_id,
    recurrence: recurrence && { ...recurrence, count: left ?? null },
    exceptions: changed.exceptions.filter(({ occurrence }) => occurrence >= changed.starts),
  }
  await insertEvents(db, [following], now)
  return replyOf({ ...following, uid: '', sequence: 0 })
}

/** Returns the series, ending before this occurrence. */
const endedBefore = (event: StoredEvent, at: string): StoredEvent => ({
  ...event,
  recurrence: event.recurrence && {
    ...event.recurrence,
    until: addDays(dayOf(at), -1),
    count: null,
  },
  exceptions: event.exceptions.filter(({ occurrence }) => occurrence < at),
})

/** `db` is a transaction. */
export const removeEvent = async (
  db: Db,
  name: { id: string; ownerId: string },
  which: OccurrenceRef,
  now: Date,
): Promise<Pick<Changed, 'learnerId'>> => {
  const event = await requireEvent(db, name)
  const at = occurrenceOf(event, which)
  if (event.recurrence && which.part === 'this') {
    const excepted = await withException(db, event, { occurrence: at, said: null })
    await updateEvent(db, event.id, excepted, now)
  } else if (event.recurrence && which.part === 'following' && at > event.starts) {
    await updateEvent(db, event.id, endedBefore(event, at), now)
  } else {
    await markRemoved(db, event.id, now)
  }
  return { learnerId: event.learner_id }
}

const requireEvent = async (db: Db, { id, ownerId }: { id: string; ownerId: string }) => {
  const event = await findOwnEvent(db, id, ownerId)
  if (!event) throw notFound()
  return event
}

/** The rule's start of the named occurrence; the first start for a single event or a whole series. */
export const occurrenceOf = (event: StoredEvent, { occurrence, part }: OccurrenceRef): string => {
  if (!event.recurrence || (occurrence === undefined && part === 'all')) return event.starts
  const at = occurrence && startNear(event, occurrence)
  if (at) return at
  const message = 'Please choose which event in the series you mean.'
  throw invalid(message, { occurrence: message })
}

/** Times skipped by daylight saving are shifted on the wire, so instants are compared. */
const startNear = (event: StoredEvent, occurrence: string): string | undefined => {
  const day = occurrence.slice(0, 10)
  const [first, last] = [midnightOf(addDays(day, -1)), midnightOf(addDays(day, 2))]
  return startsIn(event, first, last).find(
    (start) => Date.parse(toWireTime(event, start)) === Date.parse(occurrence),
  )
}

export const detailsAt = (event: Event, at: string): EventDetails =>
  event.exceptions.find(({ occurrence }) => occurrence === at)?.said ?? detailsByRule(event, at)

/** @throws conflict if the series has too many changes. `db` is a transaction. */
const withException = async (
  db: Db,
  event: StoredEvent,
  exception: Exception,
): Promise<StoredEvent> => {
  const others = event.exceptions.filter(({ occurrence }) => occurrence !== exception.occurrence)
  const exceptions = [...others, exception]
  if (exceptions.length > MAX_EXCEPTIONS || areTooLong(exceptions)) {
    throw conflict(
      'Too many events in this series have been changed. Please change this and following events, or the whole series.',
    )
  }
  const changed = exceptions.length - event.exceptions.length
  await requireCapacity(db, event.owner_id, { events: 0, series: 0, changed })
  return { ...event, exceptions }
}
