import { addDays } from '#rules/plan'
import { lastStartOf, type Recurrence, startsBetween } from '#rules/recurrence'
import { instantOf, wallAt } from '#rules/time-zones'
import { dayOf, midnightOf, wallAfter, wallBetween } from '#rules/wall-time'

/** What an event says of itself. Times are wall times in its zone; of all-day events midnights, the last one not included. */
export type EventDetails = {
  title: string
  notes: string
  all_day: boolean
  starts: string
  ends: string
  time_zone: string
}

/** One of a series that is left out (null), or is otherwise; `occurrence` is the start that the series gives it. */
export type Exception = { occurrence: string; said: EventDetails | null }

export type Event = EventDetails & {
  recurrence: Recurrence | null
  exceptions: readonly Exception[]
}

/** `occurrence` is null for what happens once. */
export type Occurrence = EventDetails & { occurrence: string | null }

/** Inclusive days in the reader's time zone. */
export type Range = { from: string; to: string; timeZone: string }

/** Days by which two time zones can differ, plus one. */
const ELSEWHERE = 2
const WHOLE_DAY_MS = 24 * 3_600_000

/** Starts between two wall times, inclusive; for a single event, its own start. */
export const startsIn = (
  { recurrence, starts }: Pick<Event, 'recurrence' | 'starts'>,
  first: string,
  last: string,
): string[] => {
  if (recurrence) return startsBetween({ recurrence, starts }, { first, last })
  return first <= starts && starts <= last ? [starts] : []
}

/** Number of starts of a series before a wall time. */
export const countBefore = (event: Event, wall: string): number =>
  startsIn(event, event.starts, wallAfter(wall, -1000)).length

/** True if the rule itself, ignoring exceptions, has a start at this wall time. */
export const hasStart = (event: Event, wall: string): boolean =>
  startsIn(event, wall, wall).length > 0

/** What a series says of the one that it has begin at a wall time, before exceptions. One that the clocks skip is moved. */
export const detailsByRule = (
  { title, notes, all_day, starts, ends, time_zone }: EventDetails,
  at: string,
) => {
  const begins = all_day ? at : wallAt(instantOf(at, time_zone), time_zone)
  const lasts = wallBetween(starts, ends)
  return { title, notes, all_day, starts: begins, ends: wallAfter(begins, lasts), time_zone }
}

/** One time that an event may have in some days, before it is known what the clocks make of it there. */
type Candidate = { starts: string; occurrence: string | null; said?: EventDetails }

const candidatesIn = (event: Event, range: Range): Candidate[] => {
  const { starts, ends, recurrence, exceptions } = event
  const lasts = wallBetween(starts, ends)
  const first = wallAfter(midnightOf(addDays(range.from, -ELSEWHERE)), -lasts)
  const last = midnightOf(addDays(range.to, ELSEWHERE))
  if (!recurrence) return [{ starts, occurrence: null }]
  const excepted = new Set(exceptions.map(({ occurrence }) => occurrence))
  const ruled = startsBetween({ recurrence, starts }, { first, last })
    .filter((start) => !excepted.has(start))
    .map((start) => ({ starts: start, occurrence: start }))
  const from = midnightOf(addDays(range.from, -ELSEWHERE))
  const changed = exceptions.flatMap(({ occurrence, said }) =>
    said && said.starts <= last && said.ends >= from
      ? [{ starts: said.starts, occurrence, said }]
      : [],
  )
  return [...ruled, ...changed]
}

/** Returns all occurrences that overlap these days, unordered. */
export const occurrencesIn = (event: Event, range: Range): Occurrence[] =>
  candidatesIn(event, range)
    .map(({ starts, occurrence, said }) => ({
      ...(said ?? detailsByRule(event, starts)),
      occurrence,
    }))
    .filter(isWithin(range))

/** The same for many events: the first occurrences by time, and whether there are more. */
export const firstOccurrencesIn = <E extends Event>(
  events: readonly E[],
  range: Range,
  limit: number,
): { found: { event: E; at: Occurrence }[]; isCut: boolean } => {
  const candidates = events
    .flatMap((event) => candidatesIn(event, range).map((candidate) => ({ event, ...candidate })))
    .toSorted((a, b) => (a.starts < b.starts ? -1 : 1))
  const isIn = isWithin(range)
  const found = candidates.slice(0, limit).flatMap(({ event, starts, occurrence, said }) => {
    const at = { ...(said ?? detailsByRule(event, starts)), occurrence }
    return isIn(at) ? [{ event, at }] : []
  })
  return { found, isCut: candidates.length > limit }
}

/** All-day events have the same days everywhere; times are compared in the reader's zone. */
const isWithin = ({ from, to, timeZone }: Range) => {
  const begin = instantOf(midnightOf(from), timeZone)
  const end = instantOf(midnightOf(addDays(to, 1)), timeZone)
  return ({ all_day, starts, ends, time_zone }: EventDetails): boolean => {
    if (all_day) return dayOf(starts) <= to && dayOf(ends) > from
    const start = instantOf(starts, time_zone)
    return start < end && (starts === ends ? start >= begin : instantOf(ends, time_zone) > begin)
  }
}

/** First and last day of an event; the last is null for an endless series. */
export const daysOf = (event: Event): { first_on: string; last_on: string | null } => {
  const { recurrence, starts, ends } = event
  const changed = event.exceptions.flatMap(({ said }) => (said ? [said] : []))
  const first = [starts, ...changed.map((said) => said.starts)].toSorted()[0]!
  const isEndless = recurrence !== null && !recurrence.until && !recurrence.count
  if (isEndless) return { first_on: dayOf(first), last_on: null }
  const lastStart = recurrence ? lastStartIn(recurrence, starts) : starts
  const lasts = wallBetween(starts, ends)
  const all = [wallAfter(lastStart, lasts), ...changed.map((said) => said.ends)]
  return { first_on: dayOf(first), last_on: dayOf(all.toSorted().at(-1)!) }
}

/** An upper bound. */
const lastStartIn = (recurrence: Recurrence, starts: string): string =>
  recurrence.until ? midnightOf(addDays(recurrence.until, 1)) : lastStartOf({ recurrence, starts })

/** Days searched for the next occurrence; if none is found, the search is repeated later. */
const AHEAD = 400

/** Time of the next reminder after a moment, or of the next search; null when the series is over. */
export const nextReminder = (
  event: Event & { reminder: number | null },
  after: Date,
): string | null => {
  const { reminder } = event
  if (reminder === null) return null
  const today = after.toISOString().slice(0, 10)
  const next = remindersIn(event, reminder, { from: addDays(today, -1), to: addDays(today, AHEAD) })
    .map(({ at }) => at)
    .filter((at) => at > after.toISOString())
    .toSorted()[0]
  if (next) return next
  const { last_on } = daysOf(event)
  const again = addDays(today, AHEAD / 2)
  return last_on === null || last_on > again ? instantOf(midnightOf(again), 'UTC') : null
}

type Reminder = { at: string; of: Occurrence; startsAt: string }

/** Reminders due between two moments, for events that started at most an hour before the second. */
export const remindersBetween = (
  event: Event & { reminder: number | null },
  first: string,
  last: string,
): Reminder[] => {
  if (event.reminder === null) return []
  const late = new Date(Date.parse(last) - 3_600_000).toISOString()
  const days = { from: addDays(dayOf(first), -1), to: addDays(dayOf(last), 1) }
  return remindersIn(event, event.reminder, days).filter(
    ({ at, startsAt }) => at >= first && at <= last && startsAt > late,
  )
}

const remindersIn = (
  event: Event,
  minutes: number,
  { from, to }: Pick<Range, 'from' | 'to'>,
): Reminder[] => {
  const days = Math.ceil((minutes * 60_000) / WHOLE_DAY_MS)
  return occurrencesIn(event, { from, to: addDays(to, days), timeZone: 'UTC' }).map((of) => {
    const startsAt = instantOf(of.starts, of.time_zone)
    const at = new Date(Date.parse(startsAt) - minutes * 60_000).toISOString()
    return { at, of, startsAt }
  })
}
