import { type Db, transaction } from '#platform/database'
import { type Caller, forbidden, invalid, notFound, type Parts } from '#platform/http'
import { PermanentFailure } from '#platform/jobs'
import { isMinor } from '#rules/age'

import { isPushAddress, isPushKey, type PushTarget, sendPush } from './push.ts'

const MAX_DEVICES = 10

/**
 * Subscribes a device for its signed-in user while that session lives; a previous user of the device gets no more messages there.
 * @throws forbidden for a minor; invalid for a URL that cannot be a push service's
 */
export const subscribe = (
  { clock, db }: Pick<Parts, 'clock' | 'db'>,
  { userId, sessionId }: Caller,
  { endpoint, p256dh, auth }: PushTarget,
): Promise<void> =>
  transaction(db, async (db) => {
    const now = clock().toISOString()
    const person = await db
      .selectFrom('accounts')
      .select(['date_of_birth', 'declared_adult'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (isMinor(person, now.slice(0, 10))) {
      throw forbidden('Only adults can get notifications on a device.')
    }
    if (!isPushAddress(endpoint) || !isPushKey(p256dh)) {
      throw invalid('This isn’t a valid push service address.')
    }
    const device = { person_id: userId, session_id: sessionId, p256dh, auth, created_at: now }
    await db
      .insertInto('push_subscriptions')
      .values({ endpoint, ...device })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
      .execute()
    const older = await db
      .selectFrom('push_subscriptions')
      .select('id')
      .where('person_id', '=', userId)
      .orderBy('created_at', 'desc')
      .offset(MAX_DEVICES)
      .execute()
    for (const { id } of older) await dropSubscription(db, id)
  })

export const unsubscribe = async (db: Db, personId: string, endpoint: string): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}

const dropSubscription = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

const liveSessions = (db: Db, now: Date) =>
  db
    .selectFrom('push_subscriptions as device')
    .innerJoin('sessions', 'sessions.id', 'device.session_id')
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now.toISOString())

export const countDevices = async (db: Db, personId: string, now: Date): Promise<number> => {
  const { count } = await liveSessions(db, now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('device.person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return count
}

/** A device whose owner is still signed in there and has unread notifications. */
const findTarget = (db: Db, id: string, now: Date): Promise<PushTarget | undefined> =>
  liveSessions(db, now)
    .innerJoin('accounts as person', 'person.id', 'device.person_id')
    .select(['device.endpoint', 'device.p256dh', 'device.auth'])
    .where('device.id', '=', id)
    .where('person.status', '=', 'active')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('notifications')
          .select('notifications.id')
          .whereRef('notifications.person_id', '=', 'device.person_id')
          .where('notifications.push', '=', true)
          .where('notifications.read_at', 'is', null),
      ),
    )
    .executeTakeFirst()

/**
 * Sends a push to a device; deletes the subscription if it no longer exists.
 * @throws PermanentFailure: the notification waits on the page and for the next email, and a service that never answers would hold
 * up the pushes of others with each attempt
 */
export const pushTo = async (
  { clock, config, db, secret }: Pick<Parts, 'clock' | 'config' | 'db' | 'secret'>,
  subscriptionId: string,
  connection?: Parameters<typeof sendPush>[2],
): Promise<void> => {
  const target = await findTarget(db, subscriptionId, clock())
  if (!target) return
  const { publicUrl, MAIL_FROM } = config
  const subject = publicUrl.startsWith('https:') ? publicUrl : `mailto:${MAIL_FROM}`
  const site = { secret, publicUrl, subject }
  const outcome = await sendPush(target, site, connection).catch((cause: unknown) => {
    throw new PermanentFailure(`The push failed: ${String(cause)}`, { cause })
  })
  if (outcome === 'gone') await dropSubscription(db, subscriptionId)
}

/** Deletes subscriptions of people who have signed out there or whose account is not an adult's. */
export const sweepSubscriptions = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('push_subscriptions')
    .where('session_id', 'in', (from) =>
      from
        .selectFrom('sessions')
        .select('id')
        .where(({ eb, or }) =>
          or([eb('ended_at', 'is not', null), eb('expires_at', '<', now.toISOString())]),
        ),
    )
    .execute()
}
