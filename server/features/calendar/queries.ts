import { expressionBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'

import { isActiveStaff } from '#features/learners'
import type { DB, Db } from '#platform/database'
import { addDays } from '#rules/plan'
import type { Recurrence } from '#rules/recurrence'

import {
  daysOf,
  type Event,
  type Exception,
  nextReminder,
  type EventDetails,
} from './occurrences.ts'

export type StoredEvent = Event & {
  id: string
  owner_id: string
  learner_id: string | null
  uid: string
  reminder: number | null
  sequence: number
}

const PLAIN_COLUMNS = [
  'id',
  'owner_id',
  'learner_id',
  'uid',
  'title',
  'all_day',
  'starts',
  'ends',
  'time_zone',
  'recurrence',
  'reminder',
  'sequence',
] as const satisfies readonly (keyof DB['calendar_events'])[]

const COLUMNS = [...PLAIN_COLUMNS, 'notes', 'exceptions'] as const

/** Rows and zoneless JSON contain wall times as if in UTC: only the first 19 characters count. */
export const eventOf = <R extends EventDetails & { recurrence: unknown; exceptions: unknown }>(
  row: R,
) => ({
  ...row,
  starts: row.starts.slice(0, 19),
  ends: row.ends.slice(0, 19),
  recurrence: row.recurrence as Recurrence | null,
  exceptions: row.exceptions as Exception[],
})

/**
 * Locks the event until the transaction ends. Returns undefined for another person's event, and for a meeting with a learner who
 * is no longer in the owner's care.
 */
export const findOwnEvent = async (
  db: Db,
  id: string,
  ownerId: string,
): Promise<StoredEvent | undefined> => {
  const row = await db
    .selectFrom('calendar_events')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .where(isOwnOrInCare)
    .forUpdate()
    .executeTakeFirst()
  return row && eventOf(row)
}

/** Events by their UID in other calendars, including removed ones. */
export const listByUid = async (db: Db, ownerId: string, uids: readonly string[]) => {
  if (uids.length === 0) return []
  const rows = await db
    .selectFrom('calendar_events')
    .select([...COLUMNS, 'removed_at'])
    .where('owner_id', '=', ownerId)
    .where('uid', 'in', uids)
    .forUpdate()
    .execute()
  return rows.map(eventOf)
}

/** Counts a person's events and series; locks the person, so that concurrent transactions run in turn. */
export const countEvents = async (
  db: Db,
  ownerId: string,
): Promise<{ events: number; series: number; changed: number; removed: number }> => {
  await db.selectFrom('accounts').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
  return db
    .selectFrom('calendar_events')
    .select(({ fn, lit }) => [
      fn.countAll<number>().as('events'),
      fn.count<number>('recurrence').as('series'),
      fn.coalesce(fn.sum<number>(fn('jsonb_array_length', ['exceptions'])), lit(0)).as('changed'),
      sql<number>`(select count(*) from calendar_events as gone
        where gone.owner_id = ${ownerId} and gone.removed_at is not null)`.as('removed'),
    ])
    .where('owner_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
}

export type NewStoredEvent = Event &
  Pick<StoredEvent, 'owner_id' | 'reminder'> &
  Partial<Pick<StoredEvent, 'id' | 'learner_id' | 'uid'>>

const columnsOf = (event: Event & { reminder: number | null }, now: Date) => ({
  title: event.title,
  notes: event.notes,
  all_day: event.all_day,
  starts: event.starts,
  ends: event.ends,
  time_zone: event.time_zone,
  recurrence: event.recurrence && JSON.stringify(event.recurrence),
  exceptions: JSON.stringify(event.exceptions),
  reminder: event.reminder,
  ...daysOf(event),
  remind_at: nextReminder(event, now),
  changed_at: now.toISOString(),
})

export const insertEvents = async (
  db: Db,
  events: readonly (NewStoredEvent & { id: string })[],
  now: Date,
): Promise<void> => {
  if (events.length === 0) return
  const rows = events.map((event) => ({
    id: event.id,
    owner_id: event.owner_id,
    learner_id: event.learner_id ?? null,
    uid: event.uid ?? `${event.id}@lodestar`,
    created_at: now.toISOString(),
    ...columnsOf(event, now),
  }))
  await db.insertInto('calendar_events').values(rows).execute()
}

/** Also restores a removed event. */
export const updateEvent = async (
  db: Db,
  id: string,
  event: Event & { reminder: number | null },
  now: Date,
): Promise<void> => {
  await db
    .updateTable('calendar_events')
    .set(({ eb }) => ({
      ...columnsOf(event, now),
      sequence: eb('sequence', '+', 1),
      removed_at: null,
    }))
    .where('id', '=', id)
    .execute()
}

export const markRemoved = async (db: Db, id: string, now: Date): Promise<void> => {
  const at = now.toISOString()
  await db
    .updateTable('calendar_events')
    .set(({ eb }) => ({
      sequence: eb('sequence', '+', 1),
      changed_at: at,
      removed_at: at,
      remind_at: null,
    }))
    .where('id', '=', id)
    .execute()
}

/** Deletes events that were removed before a moment. */
export const deleteRemovedEvents = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('calendar_events').where('removed_at', '<', before.toISOString()).execute()
}

const eb = expressionBuilder<DB, 'calendar_events'>()

/** Meetings are valid while the learner is in the care of the advisor who arranged them and that advisor is active. */
const isInCare = eb.exists(
  eb
    .selectFrom('caseload')
    .innerJoin('accounts as advisor', 'advisor.id', 'caseload.advisor_id')
    .select('caseload.learner_id')
    .whereRef('caseload.learner_id', '=', 'calendar_events.learner_id')
    .whereRef('caseload.advisor_id', '=', 'calendar_events.owner_id')
    .where(isActiveStaff),
)

/** A private event, or a meeting with a learner in the owner's care. */
export const isOwnOrInCare = eb.or([eb('learner_id', 'is', null), isInCare])

const nameOf = (column: 'learner_id' | 'owner_id') =>
  jsonObjectFrom(
    eb
      .selectFrom('accounts')
      .select(['first_name', 'last_name'])
      .whereRef('accounts.id', '=', `calendar_events.${column}`),
  )

/** Condition: the event is in this person's calendar. @param withOwn false for meetings only */
const isIn = (personId: string, withOwn: boolean) =>
  eb.or([
    eb.and([eb('learner_id', '=', personId), isInCare]),
    eb.and([eb('owner_id', '=', personId), eb.lit(withOwn), isOwnOrInCare]),
  ])

const LISTED_COLUMNS = COLUMNS.filter(
  (column): column is Exclude<(typeof COLUMNS)[number], 'notes' | 'exceptions'> =>
    column !== 'notes' && column !== 'exceptions',
)

/** Exceptions that affect these days, by their original or their new date, without notes. */
const exceptionsIn = (first: string, last: string) => sql<Exception[]>`(
  select coalesce(jsonb_agg(jsonb_set(each, '{said,notes}', '""', false)), '[]')
  from jsonb_array_elements(exceptions) as each
  where each ->> 'occurrence' between ${first} and ${last}
     or each #>> '{said,starts}' between ${first} and ${last})`

/** Events in a person's calendar that may overlap these days, without notes; a subquery. */
export const eventsIn = (
  personId: string,
  { from, to }: { from: string; to: string },
  withOwn: boolean,
) =>
  eb
    .selectFrom('calendar_events')
    .select([
      ...LISTED_COLUMNS,
      sql.lit('').as('notes'),
      // An event lasts at most sixty days.
      exceptionsIn(addDays(from, -70), addDays(to, 10)).as('exceptions'),
      nameOf('learner_id').as('learner'),
      nameOf('owner_id').as('owner'),
    ])
    .where(isIn(personId, withOwn))
    .where('removed_at', 'is', null)
    // Days differ between time zones.
    .where('first_on', '<=', addDays(to, 2))
    .where((where) =>
      where.or([where('last_on', 'is', null), where('last_on', '>=', addDays(from, -2))]),
    )
    .orderBy('starts')

/** An event in this person's calendar; undefined for any other. */
export const findSeenEvent = async (
  db: Db,
  id: string,
  personId: string,
  withOwn: boolean,
): Promise<StoredEvent | undefined> => {
  const row = await db
    .selectFrom('calendar_events')
    .select(COLUMNS)
    .where('id', '=', id)
    .where(isIn(personId, withOwn))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row && eventOf(row)
}

export type FeedRow = StoredEvent & {
  created_at: string
  changed_at: string
  removed_at: string | null
}

/** Events of a calendar for its feed, without notes. @param from earlier days are omitted */
export const feedEvents = (personId: string, from: string, withOwn: boolean) =>
  feedRows(personId, from, withOwn)
    .select('exceptions')
    .where('removed_at', 'is', null)
    .orderBy('starts')
    .orderBy('id')

/** Enough for programs that poll once a day. */
const MAX_CANCELLED = 500

/** Events removed since a moment, most recently removed first. */
export const cancelledEvents = (
  personId: string,
  { from, since }: { from: string; since: string },
  withOwn: boolean,
) =>
  feedRows(personId, from, withOwn)
    .select(sql<Exception[]>`'[]'::jsonb`.as('exceptions'))
    .where('removed_at', '>=', since)
    .orderBy('removed_at', 'desc')
    .orderBy('id')
    .limit(MAX_CANCELLED)

const feedRows = (personId: string, from: string, withOwn: boolean) =>
  eb
    .selectFrom('calendar_events')
    .select(({ fn }) => [
      ...PLAIN_COLUMNS,
      sql<string>`''`.as('notes'),
      fn<string>('iso', ['created_at']).as('created_at'),
      fn<string>('iso', ['changed_at']).as('changed_at'),
      fn<string | null>('iso', ['removed_at']).as('removed_at'),
    ])
    .where(isIn(personId, withOwn))
    .where((where) => where.or([where('last_on', 'is', null), where('last_on', '>=', from)]))
