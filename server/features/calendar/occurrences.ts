import { RRuleTemporal } from 'rrule-temporal'

import { addDays } from '#rules/plan'
import { ruleOf } from '#rules/recurrence'
import type { Recurrence, Rule } from '#rules/recurrence'
import { instantOf, wallAt } from '#rules/time-zones'
import { dayOf, midnightOf, wallAfter, wallBetween } from '#rules/wall-time'

/** What an event says of itself. Times are wall times in its zone; of all-day events midnights, the last one not included. */
export type Said = {
  title: string
  notes: string
  all_day: boolean
  starts: string
  ends: string
  time_zone: string
}

/** One of a series that is left out (null), or is otherwise; `occurrence` is the start that the series gives it. */
export type Exception = { occurrence: string; said: Said | null }

export type Event = Said & { recurrence: Recurrence | null; exceptions: readonly Exception[] }

/** `occurrence` is null for what happens once. */
export type Occurrence = Said & { occurrence: string | null }

/** Days, both included, where the reader is. */
export type Range = { from: string; to: string; timeZone: string }

/** Days by which two places on earth can differ, and then one. */
const ELSEWHERE = 2
/** Thrice what any rule of ours takes to reach the last year that can be asked for. */
const MOST_STEPS = 250_000

const WHOLE_DAY_MS = 24 * 3_600_000

/** `DTSTART` and `RRULE` on a clock that is never changed: what that means in a time zone is found afterwards. */
const seriesOf = (rule: Rule, starts: string): RRuleTemporal => {
  const compact = (wall: string) => `${wall.replace(/[-:]/g, '')}Z`
  const parts = [
    `FREQ=${rule.freq}`,
    rule.interval && `INTERVAL=${rule.interval}`,
    rule.byday && `BYDAY=${rule.byday.join(',')}`,
    rule.bymonthday && `BYMONTHDAY=${rule.bymonthday.join(',')}`,
    rule.until && `UNTIL=${compact(rule.until)}`,
    rule.count && `COUNT=${rule.count}`,
  ]
  return new RRuleTemporal({
    rruleString: `DTSTART:${compact(starts)}\nRRULE:${parts.filter(Boolean).join(';')}`,
    maxIterations: MOST_STEPS,
  })
}

type ZonedDateTime = ReturnType<RRuleTemporal['all']>[number]

const wallOf = (found: ZonedDateTime): string =>
  found.toPlainDateTime().toString().padEnd(19, ':00')

/** The starts that a series has between two wall times, both included. */
export const startsBetween = (
  { recurrence, starts }: Pick<Event, 'recurrence' | 'starts'>,
  first: string,
  last: string,
): string[] => {
  if (!recurrence) return first <= starts && starts <= last ? [starts] : []
  if (last < starts) return []
  const instant = (wall: string) => new Date(`${wall}Z`)
  return seriesOf(ruleOf(recurrence, starts), starts)
    .between(instant(first < starts ? starts : first), instant(last), true)
    .map(wallOf)
}

/** How many times a series begins before a wall time. */
export const countBefore = (event: Event, wall: string): number =>
  startsBetween(event, event.starts, wallAfter(wall, -1000)).length

/** Whether the series itself, whatever became of it, begins at a wall time. */
export const hasStart = (event: Event, wall: string): boolean =>
  startsBetween(event, wall, wall).length > 0

/** What a series says of the one that it has begin at a wall time, before exceptions. One that the clocks skip is moved. */
export const ruledSaid = ({ title, notes, all_day, starts, ends, time_zone }: Said, at: string) => {
  const begins = all_day ? at : wallAt(instantOf(at, time_zone), time_zone)
  const lasts = wallBetween(starts, ends)
  return { title, notes, all_day, starts: begins, ends: wallAfter(begins, lasts), time_zone }
}

/** All that has a part in these days, in no order. */
export const occurrencesIn = (event: Event, range: Range): Occurrence[] => {
  const isIn = isWithin(range)
  if (!event.recurrence) {
    const said = ruledSaid(event, event.starts)
    return isIn(said) ? [{ ...said, occurrence: null }] : []
  }
  const lasts = wallBetween(event.starts, event.ends)
  const first = wallAfter(midnightOf(addDays(range.from, -ELSEWHERE)), -lasts)
  const last = midnightOf(addDays(range.to, ELSEWHERE))
  const excepted = new Set(event.exceptions.map(({ occurrence }) => occurrence))
  const ruled = startsBetween(event, first, last)
    .filter((start) => !excepted.has(start))
    .map((occurrence) => ({ ...ruledSaid(event, occurrence), occurrence }))
  const changed = event.exceptions.flatMap(({ occurrence, said }) =>
    said ? [{ ...said, occurrence }] : [],
  )
  return [...ruled, ...changed].filter(isIn)
}

/** Of days everywhere the same ones, of times those where the reader is. */
const isWithin = ({ from, to, timeZone }: Range) => {
  const begin = instantOf(midnightOf(from), timeZone)
  const end = instantOf(midnightOf(addDays(to, 1)), timeZone)
  return ({ all_day, starts, ends, time_zone }: Said): boolean => {
    if (all_day) return dayOf(starts) <= to && dayOf(ends) > from
    const start = instantOf(starts, time_zone)
    return start < end && (starts === ends ? start >= begin : instantOf(ends, time_zone) > begin)
  }
}

/** The first and the last day on which any of it lies; null for one that goes on for ever. */
export const daysOf = (event: Event): { first_on: string; last_on: string | null } => {
  const { recurrence, starts, ends } = event
  const changed = event.exceptions.flatMap(({ said }) => (said ? [said] : []))
  const first = [starts, ...changed.map((said) => said.starts)].toSorted()[0]!
  const isEndless = recurrence !== null && !recurrence.until && !recurrence.count
  if (isEndless) return { first_on: dayOf(first), last_on: null }
  const lastStart = recurrence ? lastStartOf(recurrence, starts) : starts
  const lasts = wallBetween(starts, ends)
  const all = [wallAfter(lastStart, lasts), ...changed.map((said) => said.ends)]
  return { first_on: dayOf(first), last_on: dayOf(all.toSorted().at(-1)!) }
}

const lastStartOf = (recurrence: Recurrence, starts: string): string => {
  if (recurrence.until) return midnightOf(addDays(recurrence.until, 1))
  const last = seriesOf(ruleOf(recurrence, starts), starts).all().at(-1)
  return last ? wallOf(last) : starts
}

/** Days to look ahead for the next one; when nothing is found in them, one looks again. */
const AHEAD = 400

/** When somebody is to be reminded next after a moment, or when to look again; null when nothing comes any more. */
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

/** What is to be told between two moments, of what has not begun an hour before the second. */
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
