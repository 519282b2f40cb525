import { createHash } from 'node:crypto'

import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import { paths } from '#contract/paths'
import { feedBookings, uidOf } from '#features/consultations'
import { emailRecipient, type EmailRecipient, hasAddress } from '#features/site'
import { type Db, transaction } from '#platform/database'
import { notFound, type Parts } from '#platform/http'
import { networkOf } from '#platform/limits'
import type { Email } from '#platform/mail'
import { hashOf, newToken } from '#platform/one-time-token'
import { REMOVED_EVENT_DAYS } from '#rules/retention'
import { defuseLinks } from '#rules/text/single-line'

import { cancelledEvents, eventOf, feedEvents, type FeedRow } from './queries.ts'
import { type FeedEvent, type PlannedDay, writeCalendar } from './write-ics.ts'

type Whose = { ownerId: string; learnerId: string }

// Programs poll at most once an hour; people try a new link a few times.
const READS = {
  name: 'calendar_feed',
  points: 60,
  seconds: 3600,
  message: 'This calendar is being refreshed too often. Please try again later.',
}
/** 256 bits cannot be guessed; this limits the load caused by attempts. */
const MISSES = { ...READS, name: 'calendar_feed_miss', points: 100 }

/** Title of removed events, which programs delete by their UID. */
const REMOVED = 'Removed'

/** In days; events that ended before are omitted. */
const PAST_DAYS = 180
const DAY_MS = 24 * 3_600_000

/**
 * Creates a feed link, which is shown once and replaces the previous one. An email notifies the owner: anyone at an unlocked
 * laptop could create a link and read the calendar long after.
 */
export const createFeed = (
  parts: Pick<Parts, 'db' | 'config' | 'clock' | 'mail'>,
  { ownerId, learnerId }: Whose,
): Promise<{ url: string }> =>
  transaction(parts.db, async (db) => {
    const secret = newToken()
    const row = {
      secret_hash: hashOf(secret),
      created_at: parts.clock().toISOString(),
      last_read_at: null,
    }
    await db
      .insertInto('calendar_feeds')
      .values({ owner_id: ownerId, learner_id: learnerId, ...row })
      .onConflict((conflict) => conflict.columns(['owner_id', 'learner_id']).doUpdateSet(row))
      .execute()
    const owner = await db
      .selectFrom('accounts')
      .select(['email', 'first_name'])
      .where('id', '=', ownerId)
      .executeTakeFirstOrThrow()
    if (hasAddress(owner)) {
      await parts.mail.send(db, linkLetter(await emailRecipient({ ...parts, db }, owner)))
    }
    return { url: `${parts.config.publicUrl}/calendar/feed/${secret}.ics` }
  })

const linkLetter = (to: EmailRecipient): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: 'A calendar link was created',
  heading: 'A calendar link was created',
  paragraphs: [
    `Hello ${defuseLinks(to.firstName)}, a link that calendar apps can subscribe to was created from your account. Anyone with the link can see titles and times.`,
    'If this wasn’t you, turn off the link under “Subscribe” and change your password.',
  ],
  action: { label: 'Open the calendar', url: `${to.publicUrl}${paths.calendar}` },
})

export const endFeed = async (db: Db, { ownerId, learnerId }: Whose): Promise<void> => {
  await db
    .deleteFrom('calendar_feeds')
    .where('owner_id', '=', ownerId)
    .where('learner_id', '=', learnerId)
    .execute()
}

export const listFeeds = async (db: Db, ownerId: string) => {
  const rows = await db
    .selectFrom('calendar_feeds')
    .select(['learner_id', 'created_at', 'last_read_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    ...row,
    learner_id: row.learner_id === ownerId ? null : row.learner_id,
  }))
}

type Deps = Pick<Parts, 'db' | 'clock' | 'learners' | 'limits'>

/**
 * Returns the feed of a link.
 * @throws notFound for unknown and revoked links alike, and while the link's owner may not read the calendar
 */
export const readFeed = async (
  parts: Deps,
  secret: string,
  address: string,
): Promise<{ ics: string; etag: string }> => {
  const { db, clock, learners, limits } = parts
  const now = clock()
  const feed = await findFeed(db, secret)
  if (!feed) {
    await limits.take(MISSES, networkOf(address))
    throw notFound()
  }
  await limits.take(READS, feed.secret_hash.toString('base64url'))
  const { owner_id: ownerId, learner_id: learnerId } = feed
  const owner = {
    userId: ownerId,
    status: 'active' as const,
    emailVerified: feed.email === null || feed.email_verified_at !== null,
  }
  const { relation, may } = await learners.accessOf(owner, learnerId)
  const isOwn = learnerId === ownerId
  if (!may('subscribeCalendar')) throw notFound()
  if (!isOwn && relation) {
    const what = { call: 'readFeed', may: 'readCalendar', address } as const
    await learners.recordDisclosure(owner, { id: learnerId, relation }, what)
  }
  await noteRead(db, feed, now)
  const rows = await findFeedRows(db, learnerId, now, {
    isOwn,
    withOwn: isOwn || may('readEvents'),
  })
  const ics = writeCalendar(
    isOwn ? 'Lodestar' : `Lodestar: ${defuseLinks(feed.first_name)}`,
    [
      ...rows.events.map(eventOf),
      ...rows.cancelled.map((row) => ({ ...eventOf(row), title: REMOVED })),
      ...rows.bookings.map(ofBooking),
    ],
    daysOfPlan(rows, learnerId),
    feed.created_at,
  )
  return { ics, etag: `"${createHash('sha256').update(ics).digest('base64url').slice(0, 22)}"` }
}

/** Returns undefined for unknown secrets and for inactive accounts alike. */
const findFeed = (db: Db, secret: string) =>
  db
    .selectFrom('calendar_feeds')
    .innerJoin('accounts as owner', 'owner.id', 'calendar_feeds.owner_id')
    .innerJoin('accounts as learner', 'learner.id', 'calendar_feeds.learner_id')
    .select([
      'calendar_feeds.owner_id',
      'calendar_feeds.learner_id',
      'calendar_feeds.secret_hash',
      'calendar_feeds.created_at',
      'calendar_feeds.last_read_at',
      'owner.email',
      'owner.email_verified_at',
      'learner.first_name',
    ])
    .where('secret_hash', '=', hashOf(secret))
    .where('owner.status', '=', 'active')
    .executeTakeFirst()

/** Rounded to the hour, so that frequent reads do not each cause a write. */
const noteRead = async (
  db: Db,
  {
    owner_id,
    learner_id,
    last_read_at,
  }: { owner_id: string; learner_id: string; last_read_at: string | null },
  now: Date,
) => {
  if (last_read_at && now.getTime() - Date.parse(last_read_at) < 3_600_000) return
  await db
    .updateTable('calendar_feeds')
    .set({ last_read_at: now.toISOString() })
    .where('owner_id', '=', owner_id)
    .where('learner_id', '=', learner_id)
    .execute()
}

type Booking = Pick<FeedRow, 'id' | 'sequence' | 'created_at' | 'changed_at'> & {
  starts_at: string
  ends_at: string
  state: string
}

type Rows = {
  events: FeedRow[]
  cancelled: FeedRow[]
  bookings: Booking[]
  planned: { quest_id: string; title: string; day: string }[]
  breaks: { label: string; from: string; to: string }[]
}

/** One statement. */
const findFeedRows = (
  db: Db,
  personId: string,
  now: Date,
  { isOwn, withOwn }: { isOwn: boolean; withOwn: boolean },
): Promise<Rows> => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  const first = daysAgo(PAST_DAYS).slice(0, 10)
  const cancelledFrom = daysAgo(REMOVED_EVENT_DAYS)
  return db
    .selectNoFrom((select) => [
      jsonArrayFrom(feedEvents(personId, first, withOwn)).as('events'),
      jsonArrayFrom(cancelledEvents(personId, { from: first, since: cancelledFrom }, withOwn)).as(
        'cancelled',
      ),
      jsonArrayFrom(feedBookings(personId, first, cancelledFrom).where(sql.lit(isOwn))).as(
        'bookings',
      ),
      jsonArrayFrom(
        select
          .selectFrom('planned_quests')
          .innerJoin('quests', 'quests.id', 'planned_quests.quest_id')
          .select(['quest_id', 'quests.title', 'target_date as day'])
          .where('planned_quests.learner_id', '=', personId)
          .where('target_date', '>=', first)
          .orderBy('target_date')
          .orderBy('planned_quests.position'),
      ).as('planned'),
      jsonArrayFrom(
        select
          .selectFrom('plan_breaks')
          .select(['label', 'begins as from', 'ends as to'])
          .where('learner_id', '=', personId)
          .where('ends', '>=', first)
          .orderBy('begins'),
      ).as('breaks'),
    ])
    .$castTo<Rows>()
    .executeTakeFirstOrThrow()
}

/** Without a name: everyone with the link can read it. */
const ofBooking = ({ id, starts_at, ends_at, state, ...row }: Booking): FeedEvent => ({
  ...row,
  uid: uidOf(id),
  title: 'Consultation',
  notes: '',
  all_day: false,
  starts: starts_at.slice(0, 19),
  ends: ends_at.slice(0, 19),
  time_zone: 'UTC',
  recurrence: null,
  exceptions: [],
  removed_at: state === 'cancelled' ? row.changed_at : null,
})

/** All-day entries of a plan. The UID names their subject, so a rescheduled quest moves instead of being duplicated. */
const daysOfPlan = ({ planned, breaks }: Rows, learnerId: string): PlannedDay[] => [
  ...planned.map(({ quest_id, title, day }) => ({
    uid: `planned-${quest_id}-${learnerId}@lodestar`,
    title,
    from: day,
    to: day,
  })),
  ...breaks.map(({ label, from, to }) => ({
    uid: `break-${from}-${to}-${learnerId}@lodestar`,
    title: label,
    from,
    to,
  })),
]
