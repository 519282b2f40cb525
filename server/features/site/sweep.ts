import type { Db } from '#platform/database'

const DAY_MS = 24 * 3_600_000

/** Deletes what has served its time: replies stored for retries, used-up limits, old links, ended sessions, local letters. */
export const sweepExpired = async (db: Db, now: Date): Promise<void> => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', daysAgo(2)).execute()
  await db.deleteFrom('rate_limits').where('expire', '<', now.getTime()).execute()
  await db.deleteFrom('mailed_tokens').where('expires_at', '<', daysAgo(7)).execute()
  await db.deleteFrom('payment_events').where('received_at', '<', daysAgo(60)).execute()
  await db.deleteFrom('sign_in_steps').where('expires_at', '<', daysAgo(1)).execute()
  await db.deleteFrom('invitations').where('expires_at', '<', daysAgo(30)).execute()
  await db
    .deleteFrom('sessions')
    .where(({ eb, or }) =>
      or([eb('expires_at', '<', daysAgo(1)), eb('ended_at', '<', daysAgo(30))]),
    )
    .execute()
  await db.deleteFrom('mailbox').where('created_at', '<', daysAgo(14)).execute()
}
