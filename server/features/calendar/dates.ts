import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { CalendarItem, CalendarReply } from '#contract/calendar'
import { paths } from '#contract/paths'
import { bookingsIn } from '#features/consultations'
import type { Db } from '#platform/database'
import { invalid } from '#platform/http'
import { addDays } from '#rules/plan'

import { toWireTime } from './change-event.ts'
import { firstOccurrencesIn, type Occurrence, type Range } from './occurrences.ts'
import { eventOf, eventsIn, type StoredEvent } from './queries.ts'

/** Occurrences of events, and steps of work, per request: more than any page shows. */
const MAX_ITEMS = 2000
/** Five years. */
const FAR_DAYS = 5 * 366

type Planned = { quest_id: string; title: string; day: string; note: string }
type Break = { label: string; from: string; to: string }
type Done = {
  attempt_id: string
  kind: 'handed_in' | 'returned' | 'accepted'
  at: string
  quest_id: string
  title: string
}

/** The reader of a calendar: its owner, the owner's family, or others with access. */
type Reader = 'self' | 'family' | 'others'

type Booking = { id: string; name: string; starts_at: string; ends_at: string }

type Name = { first_name: string; last_name: string }
type ListedEvent = StoredEvent & { learner: Name | null; owner: Name }

/**
 * Returns a person's calendar in chronological order: planned quests, breaks, completed work, meetings, and their own events.
 * Limited to the first 2,000 occurrences of events and 2,000 steps of work.
 * @param options.reader the family sees everything but cannot change it; others do not see private events
 * @param options.includeWithheld false omits work hidden from guardians
 */
export const datesOf = async (
  db: Db,
  personId: string,
  range: Range,
  { reader, includeWithheld = true, now }: { reader: Reader; includeWithheld?: boolean; now: Date },
): Promise<CalendarReply> => {
  requireNear(range, now)
  const { planned, breaks, done, events, bookings } = await findDates(db, personId, range, {
    withOwn: reader !== 'others',
    includeWithheld,
  })
  const { found, isCut } = firstOccurrencesIn(events.map(eventOf), range, MAX_ITEMS)
  const items = [
    ...found.map(({ event, at }) => ofEvent(event, at, { personId, reader })),
    ...breaks.map((each) => ofBreak(each, range)),
    ...planned.map((each) => ofPlanned(each, range)),
    ...done.slice(0, MAX_ITEMS).map((each) => ofDone(each, range)),
    // A teacher's consultations are visible only to the teacher.
    ...(reader === 'self' ? bookings : []).map((each) => ofBooking(each, range)),
  ].toSorted((a, b) => (a.start < b.start ? -1 : 1))
  return { items, is_cut: isCut || done.length > MAX_ITEMS }
}

const requireNear = ({ from, to }: Range, now: Date): void => {
  const today = now.toISOString().slice(0, 10)
  if (from >= addDays(today, -FAR_DAYS) && to <= addDays(today, FAR_DAYS)) return
  const message = 'Please choose days within five years of today'
  throw invalid(message, { from: message })
}

const findDates = (
  db: Db,
  learnerId: string,
  { from, to, timeZone }: Range,
  { withOwn, includeWithheld }: { withOwn: boolean; includeWithheld: boolean },
) => {
  const midnight = (day: string) => sql<string>`${day}::date::timestamp at time zone ${timeZone}`
  const [begin, end] = [midnight(from), midnight(addDays(to, 1))]
  return db
    .selectNoFrom((select) => [
      jsonArrayFrom(
        select
          .selectFrom('planned_quests')
          .innerJoin('quests', 'quests.id', 'planned_quests.quest_id')
          .select(['quest_id', 'quests.title', 'target_date as day', 'note'])
          .where('planned_quests.learner_id', '=', learnerId)
          .where('target_date', '>=', from)
          .where('target_date', '<=', to)
          .orderBy('target_date')
          .orderBy('planned_quests.position')
          .$narrowType<{ day: string }>(),
      ).as('planned'),
      jsonArrayFrom(
        select
          .selectFrom('plan_breaks')
          .select(['label', 'begins as from', 'ends as to'])
          .where('learner_id', '=', learnerId)
          .where('begins', '<=', to)
          .where('ends', '>=', from)
          .orderBy('begins'),
      ).as('breaks'),
      jsonArrayFrom(
        select
          .selectFrom(
            select
              .selectFrom('attempts')
              .select([
                'id',
                'quest_id',
                'task_id',
                sql.lit('handed_in').as('kind'),
                'submitted_at as at',
              ])
              .where('learner_id', '=', learnerId)
              .where('state', '<>', 'withdrawn')
              .$if(!includeWithheld, (query) => query.where('held_back', '=', false))
              .where('submitted_at', '>=', begin)
              .where('submitted_at', '<', end)
              .unionAll((union) =>
                union
                  .selectFrom('attempts')
                  .select(['id', 'quest_id', 'task_id', 'state as kind', 'decided_at as at'])
                  .where('learner_id', '=', learnerId)
                  .where('state', 'in', ['accepted', 'returned'])
                  .$if(!includeWithheld, (query) => query.where('held_back', '=', false))
                  .where('decided_at', '>=', begin)
                  .where('decided_at', '<', end)
                  .$narrowType<{ at: string }>(),
              )
              .as('done'),
          )
          .innerJoin('tasks', 'tasks.id', 'done.task_id')
          .select(({ fn }) => [
            'done.id as attempt_id',
            'done.kind',
            fn<string>('iso', ['done.at']).as('at'),
            'done.quest_id',
            'tasks.title',
          ])
          .orderBy('done.at')
          .limit(MAX_ITEMS + 1),
      ).as('done'),
      jsonArrayFrom(eventsIn(learnerId, { from, to }, withOwn)).as('events'),
      jsonArrayFrom(bookingsIn(learnerId, begin, end)).as('bookings'),
    ])
    .$castTo<{
      planned: Planned[]
      breaks: Break[]
      done: Done[]
      events: ListedEvent[]
      bookings: Booking[]
    }>()
    .executeTakeFirstOrThrow()
}

const questPath = (id: string) => paths.quest(id)

const ofPlanned = ({ quest_id, title, day, note }: Planned, { timeZone }: Range): CalendarItem => ({
  id: `planned-${quest_id}`,
  kind: 'planned',
  title,
  start: day,
  end: addDays(day, 1),
  all_day: true,
  time_zone: timeZone,
  ...(note ? { notes: note } : {}),
  href: questPath(quest_id),
  quest_id,
})

const ofBreak = ({ label, from, to }: Break, { timeZone }: Range): CalendarItem => ({
  id: `break-${from}-${to}`,
  kind: 'break',
  title: label,
  start: from,
  end: addDays(to, 1),
  all_day: true,
  time_zone: timeZone,
  href: null,
  quest_id: null,
})

const ofDone = (
  { attempt_id, kind, at, quest_id, title }: Done,
  { timeZone }: Range,
): CalendarItem => ({
  id: `${kind}-${attempt_id}`,
  kind,
  title,
  start: at,
  end: at,
  all_day: false,
  time_zone: timeZone,
  href: questPath(quest_id),
  quest_id,
})

const ofBooking = (
  { id, name, starts_at, ends_at }: Booking,
  { timeZone }: Range,
): CalendarItem => ({
  id: `consultation-${id}`,
  kind: 'consultation',
  title: `Consultation with ${name}`,
  start: starts_at,
  end: ends_at,
  all_day: false,
  time_zone: timeZone,
  href: paths.bookings,
  quest_id: null,
})

const ofEvent = (
  event: ListedEvent,
  each: Occurrence,
  { personId, reader }: { personId: string; reader: Reader },
): CalendarItem => {
  const occurrence = each.occurrence === null ? null : toWireTime(event, each.occurrence)
  const isTheirs = event.owner_id === personId
  const mayChange = isTheirs && reader === 'self'
  const other = isTheirs ? event.learner : event.owner
  return {
    id: occurrence === null ? event.id : `${event.id} ${occurrence}`,
    kind: event.learner_id === null ? 'event' : 'meeting',
    title: each.title,
    start: toWireTime(each, each.starts),
    end: toWireTime(each, each.ends),
    all_day: each.all_day,
    time_zone: each.time_zone,
    ...(each.notes ? { notes: each.notes } : {}),
    href: null,
    quest_id: null,
    event: {
      id: event.id,
      occurrence,
      recurrence: event.recurrence && {
        ...event.recurrence,
        weekdays: [...event.recurrence.weekdays],
      },
      reminder: mayChange ? event.reminder : null,
      with: event.learner_id !== null && other ? `${other.first_name} ${other.last_name}` : null,
      may_change: mayChange,
    },
  }
}
