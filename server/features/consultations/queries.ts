import { type Expression, expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import type { Availability, Booking } from '#contract/consultations'
import { paths } from '#contract/paths'
import { isActiveStaff } from '#features/learners'
import { nameOf } from '#features/people'
import { isOffered } from '#features/site'
import type { DB, Db } from '#platform/database'
import type { RowCursor } from '#platform/http'

const eb = expressionBuilder<DB, 'consultations'>()

/** States that occupy a time. */
const OCCUPYING = ['held', 'confirmed', 'met', 'no_show'] as const

const AVAILABILITY = [
  'consultation_hosts.open',
  'consultation_hosts.time_zone',
  'consultation_hosts.video_url',
  'consultation_hosts.weekly',
  'consultation_hosts.exceptions',
  'consultation_hosts.buffer_minutes',
  'consultation_hosts.notice_hours',
  'consultation_hosts.days_ahead',
  'consultation_hosts.per_day',
] as const

const hostName = nameOf('advisor')

/** Active teachers who offer times, on a site that offers consultations, with the starts of their booked or held ones. */
const hostsOpen = (db: Db, now: Date) =>
  db
    .selectFrom('consultation_hosts')
    .innerJoin('accounts as advisor', 'advisor.id', 'consultation_hosts.host_id')
    .select((select) => [
      'consultation_hosts.host_id as id',
      hostName.as('name'),
      ...AVAILABILITY,
      jsonArrayFrom(
        select
          .selectFrom('consultations')
          .select(({ fn }) => [
            'consultations.id',
            fn<string>('iso', ['starts_at']).as('starts_at'),
          ])
          .whereRef('consultations.host_id', '=', 'consultation_hosts.host_id')
          // Earlier consultations of the same day count towards the daily maximum.
          .where(
            'starts_at',
            '>',
            sql<string>`${now.toISOString()}::timestamptz - interval '1 day'`,
          )
          .where('state', 'in', OCCUPYING)
          .where((where) =>
            where.or([where('state', '<>', 'held'), where('held_until', '>', now.toISOString())]),
          ),
      ).as('booked'),
    ])
    .where('open', '=', true)
    .where(isActiveStaff)
    .where(isOffered('consultations'))
    .orderBy('consultation_hosts.host_id')
    .$narrowType<Pick<Availability, 'weekly' | 'exceptions'>>()

export type OpenHost = Awaited<ReturnType<typeof listHosts>>[number]

/** @param hostId undefined for all */
export const listHosts = (db: Db, now: Date, hostId?: string) =>
  hostsOpen(db, now)
    .$if(hostId !== undefined, (query) =>
      query.where('consultation_hosts.host_id', '=', hostId ?? ''),
    )
    .execute()

/** Everyone who has ever offered times and still has an account. */
export const listHostIds = async (db: Db): Promise<string[]> => {
  const hosts = await db.selectFrom('consultation_hosts').select('host_id').execute()
  return hosts.map(({ host_id }) => host_id)
}

export const topicOf = (id: string) => `consultation ${id}`

/**
 * Topic and page of a teacher's notifications about a booking, which contain the visitor's name. The page contains the id, so that
 * unsent emails about the booking are found when it is erased.
 */
export const aboutBooking = (id: string) => ({
  topic: topicOf(id),
  path: `${paths.bookings}#${id}`,
})

/** Locks these teachers' bookings until the transaction ends, in a fixed order to prevent deadlocks. */
export const lockHosts = async (db: Db, hostIds: readonly string[]): Promise<void> => {
  await db
    .selectFrom('consultation_hosts')
    .select('host_id')
    .where('host_id', 'in', hostIds)
    .orderBy('host_id')
    .forUpdate()
    .execute()
}

export const findAvailability = (db: Db, hostId: string) =>
  db
    .selectFrom('consultation_hosts')
    .select(AVAILABILITY)
    .where('host_id', '=', hostId)
    .$narrowType<Pick<Availability, 'weekly' | 'exceptions'>>()
    .executeTakeFirst()

export const storeAvailability = async (
  db: Db,
  hostId: string,
  { weekly, exceptions, ...rest }: Availability,
  now: Date,
): Promise<void> => {
  const row = {
    ...rest,
    weekly: JSON.stringify(weekly),
    exceptions: JSON.stringify(exceptions),
    changed_at: now.toISOString(),
  }
  await db
    .insertInto('consultation_hosts')
    .values({ host_id: hostId, ...row })
    .onConflict((conflict) => conflict.column('host_id').doUpdateSet(row))
    .execute()
}

/** Releases holds that were not confirmed in time. */
export const expireHolds = async (db: Db, now: Date, hostId?: string): Promise<void> => {
  await db
    .updateTable('consultations')
    .set({ state: 'lapsed' })
    .where('state', '=', 'held')
    .where('held_until', '<=', now.toISOString())
    .$if(hostId !== undefined, (query) => query.where('host_id', '=', hostId ?? ''))
    .execute()
}

const withHost = (db: Db) =>
  db
    .selectFrom('consultations')
    .select((select) => [
      'consultations.id',
      'consultations.host_id',
      'consultations.state',
      'consultations.starts_at',
      'consultations.ends_at',
      'consultations.held_until',
      'consultations.name',
      'consultations.email',
      'consultations.notes',
      'consultations.time_zone',
      'consultations.sequence',
      'consultations.who_cancelled',
      'consultations.cancelled_because',
      'consultations.invited_at',
      'consultations.created_at',
      'consultations.changed_at',
      jsonObjectFrom(
        select
          .selectFrom('accounts as advisor')
          .leftJoin('consultation_hosts', 'consultation_hosts.host_id', 'advisor.id')
          .select(({ fn, val }) => [
            'advisor.id',
            hostName.as('name'),
            fn.coalesce('consultation_hosts.time_zone', val('UTC')).as('time_zone'),
            fn.coalesce('consultation_hosts.video_url', val('')).as('video_url'),
          ])
          .whereRef('advisor.id', '=', 'consultations.host_id')
          .where(isActiveStaff),
      ).as('host'),
      jsonArrayFrom(
        select
          .selectFrom('quests')
          .select(['quests.id', 'quests.title'])
          .where(sql<boolean>`quests.id = any (consultations.first_plan)`)
          .orderBy(sql`array_position(consultations.first_plan, quests.id)`),
      ).as('first_plan'),
    ])
    .$narrowType<Pick<Booking, 'state' | 'who_cancelled'>>()

export type StoredConsultation = Awaited<ReturnType<typeof listOfHost>>[number]

export const findConsultation = (db: Db, id: string): Promise<StoredConsultation | undefined> =>
  withHost(db).where('consultations.id', '=', id).executeTakeFirst()

/** Upcoming consultations, earliest first, or past ones, latest first. @param hostId undefined for all teachers */
export const listOfHost = (
  db: Db,
  {
    hostId,
    when,
    place,
    limit,
    now,
  }: {
    hostId: string | undefined
    when: 'ahead' | 'over'
    place: RowCursor | undefined
    limit: number
    now: Date
  },
) => {
  const isAhead = when === 'ahead'
  const direction = isAhead ? 'asc' : 'desc'
  const past = isAhead ? '>' : '<'
  return (
    withHost(db)
      // Visible only to the visitor before it is confirmed.
      .where('state', 'not in', ['held', 'lapsed'])
      .where('ends_at', isAhead ? '>' : '<=', now.toISOString())
      .$if(hostId !== undefined, (query) => query.where('host_id', '=', hostId ?? ''))
      .$if(place !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('starts_at', 'consultations.id'),
            past,
            tuple(place?.at ?? '', place?.id ?? ''),
          ),
        ),
      )
      .orderBy('starts_at', direction)
      .orderBy('consultations.id', direction)
      .limit(limit)
      .execute()
  )
}

/** Counts bookings of a mailbox, under every spelling of its address. */
export const countOfAddress = async (db: Db, email: string, since: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('consultations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ eb, fn, val }) =>
      eb(fn<string>('mailbox_of', ['email']), '=', fn<string>('mailbox_of', [val(email)])),
    )
    .where('created_at', '>', since.toISOString())
    .executeTakeFirstOrThrow()
  return count
}

export const updateConsultation = async (
  db: Db,
  id: string,
  change: Partial<{
    state: Booking['state']
    host_id: string
    starts_at: string
    ends_at: string
    remind_at: string | null
    who_cancelled: 'family' | 'host'
    cancelled_because: string
    first_plan: string[]
    invited_at: string
  }>,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('consultations')
    .set(({ eb }) => ({
      ...change,
      sequence: eb('sequence', '+', 1),
      changed_at: now.toISOString(),
    }))
    .where('id', '=', id)
    .execute()
}

/** True while the teacher works here. */
export const hasTeacher = eb.exists(
  eb
    .selectFrom('accounts as advisor')
    .select('advisor.id')
    .whereRef('advisor.id', '=', 'consultations.host_id')
    .where(isActiveStaff),
)

/** A teacher's confirmed consultations between two instants, as a subquery. */
export const bookingsIn = (hostId: string, from: Expression<string>, to: Expression<string>) =>
  eb
    .selectFrom('consultations')
    .select(({ fn }) => [
      'consultations.id',
      'consultations.name',
      fn<string>('iso', ['starts_at']).as('starts_at'),
      fn<string>('iso', ['ends_at']).as('ends_at'),
    ])
    .where('host_id', '=', hostId)
    .where('state', 'in', ['confirmed', 'met', 'no_show'])
    .where(hasTeacher)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .orderBy('starts_at')

/** The same for the feed of the teacher's calendar, including recently cancelled ones. */
export const feedBookings = (hostId: string, since: string, cancelledSince: string) =>
  eb
    .selectFrom('consultations')
    .select(({ fn }) => [
      'consultations.id',
      fn<string>('iso', ['starts_at']).as('starts_at'),
      fn<string>('iso', ['ends_at']).as('ends_at'),
      'state',
      'sequence',
      fn<string>('iso', ['created_at']).as('created_at'),
      fn<string>('iso', ['changed_at']).as('changed_at'),
    ])
    .where('host_id', '=', hostId)
    .where('starts_at', '>=', since)
    .where(hasTeacher)
    .where((where) =>
      where.or([
        where('state', 'in', ['confirmed', 'met', 'no_show']),
        where.and([where('state', '=', 'cancelled'), where('changed_at', '>=', cancelledSince)]),
      ]),
    )
    .orderBy('starts_at')

/** Deletes past and unconfirmed consultations after their retention period. */
export const deleteOldConsultations = async (
  db: Db,
  { endedBefore, lapsedBefore }: { endedBefore: Date; lapsedBefore: Date },
): Promise<void> => {
  await db
    .deleteFrom('consultations')
    .where((where) =>
      where.or([
        where('ends_at', '<', endedBefore.toISOString()),
        where.and([
          where('state', '=', 'lapsed'),
          where('held_until', '<', lapsedBefore.toISOString()),
        ]),
      ]),
    )
    .execute()
}
