import { type NotNull, sql } from 'kysely'

import { emailRecipient } from '#features/site'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { despiteFailures } from '#platform/jobs'
import { signedToken } from '#platform/signed-token'
import {
  digestsDue,
  MAIL_AFTER_MINUTES,
  type MailRhythm,
  NOTIFICATION_DAYS,
} from '#rules/notifications'

import { notificationEmail } from './email.ts'
import { sweepSubscriptions } from './subscriptions.ts'

type Deps = Pick<Parts, 'clock' | 'config' | 'db' | 'jobs' | 'mail' | 'secret'>

const AT_A_TIME = 100
const UNKNOWN_ZONE = 'UTC'

/** Signing purpose of the unsubscribe links in these emails. */
export const UNSUBSCRIBE_PURPOSE = 'notification letters'

/** The queue of push messages. */
export const PUSH = 'push'
/** Older notifications are outdated on a lock screen. */
const PUSH_WITHIN_MS = 3_600_000

/** Enqueues one job per device, and marks the notifications as pushed in the same transaction. */
export const queuePushes = ({ clock, db, jobs }: Deps): Promise<void> =>
  transaction(db, async (db) => {
    const now = clock()
    const news = await db
      .updateTable('notifications')
      .set({ pushed_at: now.toISOString() })
      .where('push', '=', true)
      .where('pushed_at', 'is', null)
      .where('read_at', 'is', null)
      .where('created_at', '>', new Date(now.getTime() - PUSH_WITHIN_MS).toISOString())
      .returning('person_id')
      .execute()
    if (news.length === 0) return
    const people = [...new Set(news.map(({ person_id }) => person_id))]
    const devices = await db
      .selectFrom('push_subscriptions')
      .select('id')
      .where('person_id', 'in', people)
      .execute()
    for (const { id } of devices) await jobs.enqueue(db, PUSH, { id })
  })

/** Emails immediate notifications to people who have not visited the site since. */
export const sendImmediateEmails = async (parts: Deps): Promise<void> => {
  const before = new Date(parts.clock().getTime() - MAIL_AFTER_MINUTES * 60_000)
  await forgetSeen(parts, ['immediately'])
  const about = { rhythms: ['immediately'], before } as const
  const people = await listDue(parts.db, about)
  await despiteFailures(people, 'emails', (person) => tell(parts, person, about))
}

/** Sends daily and weekly digests wherever it is evening: one per person, however often this runs. */
export const sendDigests = async (parts: Deps): Promise<void> => {
  const { clock, db } = parts
  const now = clock()
  await despiteFailures(await listZones(db), 'time zones', async (zone) => {
    const due = digestsDue(now, zone)
    if (!due) return
    await forgetSeen(parts, due.rhythms)
    const about = { rhythms: due.rhythms, before: now, zone, day: due.day }
    for (;;) {
      const people = await listDue(db, about)
      await despiteFailures(people, 'digests', (person) => tell(parts, person, about))
      if (people.length < AT_A_TIME) break
    }
  })
}

/** People who have visited the site since have seen these: they are not emailed. */
const forgetSeen = async ({ clock, db }: Deps, rhythms: readonly MailRhythm[]): Promise<void> => {
  await db
    .updateTable('notifications')
    .set({ mailed_at: clock().toISOString() })
    .where('mail', 'in', rhythms)
    .where('mailed_at', 'is', null)
    .where('read_at', 'is', null)
    .where('shown', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .select('sessions.id')
          .whereRef('sessions.user_id', '=', 'notifications.person_id')
          .where('sessions.acting_session_id', 'is', null)
          .whereRef('sessions.last_seen_at', '>', 'notifications.created_at'),
      ),
    )
    .execute()
}

const listZones = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('accounts as person', 'person.id', 'notifications.person_id')
    .select(({ fn, val }) => fn.coalesce('person.time_zone', val(UNKNOWN_ZONE)).as('zone'))
    .distinct()
    .where('notifications.mail', 'in', ['daily', 'weekly'])
    .where('notifications.mailed_at', 'is', null)
    .where('notifications.read_at', 'is', null)
    .execute()
  return rows.map(({ zone }) => zone)
}

type Due = {
  rhythms: readonly MailRhythm[]
  before: Date
  /** For a digest: the time zone in which it is evening, and the day. */
  zone?: string
  day?: string
}

/** People with pending notifications. */
const listDue = (db: Db, { rhythms, before, zone, day }: Due) =>
  db
    .selectFrom('accounts as person')
    .select(['person.id', 'person.email', 'person.first_name'])
    .where('person.status', '=', 'active')
    .where('person.email', 'is not', null)
    .where('person.email_verified_at', 'is not', null)
    .$narrowType<{ email: NotNull }>()
    .where('person.notification_letters', '=', true)
    // Emails for a child under 13 go to the guardians.
    .where(({ eb, or }) =>
      or([
        eb('person.date_of_birth', 'is', null),
        eb('person.date_of_birth', '<=', sql<string>`current_date - interval '13 years'`),
      ]),
    )
    .$if(zone !== undefined, (query) =>
      query.where(({ eb, fn, val }) =>
        eb(fn.coalesce('person.time_zone', val(UNKNOWN_ZONE)), '=', zone!),
      ),
    )
    .$if(day !== undefined, (query) =>
      query.where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('digests')
              .select('digests.day')
              .whereRef('digests.person_id', '=', 'person.id')
              .where('digests.day', '=', day!),
          ),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('notifications')
          .select('notifications.id')
          .whereRef('notifications.person_id', '=', 'person.id')
          .where('notifications.mail', 'in', rhythms)
          .where('notifications.mailed_at', 'is', null)
          .where('notifications.read_at', 'is', null)
          .where('notifications.created_at', '<=', before.toISOString()),
      ),
    )
    .orderBy('person.id')
    .limit(AT_A_TIME)
    .execute()

type Person = Awaited<ReturnType<typeof listDue>>[number]

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

/** The subject of a notification, and whose pages it links, as in deleteNoticesAbout. */
const idsIn = ({ about_id, path }: { about_id: string | null; path: string }): string[] => [
  ...(about_id === null ? [] : [about_id]),
  ...(path.match(UUID) ?? []),
]

/** Sends one email, in the transaction that marks its notifications as mailed. */
const tell = (parts: Deps, person: Person, { rhythms, before, day }: Due): Promise<void> =>
  transaction(parts.db, async (db) => {
    if (day !== undefined) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('digests')
        .values({ person_id: person.id, day })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) return
    }
    const marked = await db
      .updateTable('notifications')
      .set({ mailed_at: parts.clock().toISOString() })
      .where('person_id', '=', person.id)
      .where('mail', 'in', rhythms)
      .where('mailed_at', 'is', null)
      .where('read_at', 'is', null)
      .where('created_at', '<=', before.toISOString())
      .returning(['title', 'path', 'about_id', sql<string>`created_at`.as('at')])
      .execute()
    if (marked.length === 0) return
    const news = marked.toSorted((a, b) => a.at.localeCompare(b.at))
    const about = [...new Set(marked.flatMap(idsIn))]
    const to = await emailRecipient({ ...parts, db }, person)
    const token = signedToken(parts.secret, UNSUBSCRIBE_PURPOSE, person.id)
    await parts.mail.send(db, { ...notificationEmail(to, news, token), about })
  })

/** Deletes old notifications, read or unread. */
export const sweepNotifications = async ({ clock, db }: Deps): Promise<void> => {
  const now = clock()
  const oldest = new Date(now.getTime() - NOTIFICATION_DAYS * 24 * 3_600_000).toISOString()
  await db.deleteFrom('notifications').where('created_at', '<', oldest).execute()
  await db.deleteFrom('digests').where('day', '<', oldest.slice(0, 10)).execute()
  await sweepSubscriptions(db, now)
}
