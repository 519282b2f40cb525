import { sql } from 'kysely'

import type { Db } from '#platform/database'

/** Deletes what has served its time: replies stored for retries, used-up limits, old links, ended sessions, local letters. */
export const sweepExpired = async (db: Db, now: Date): Promise<void> => {
  const at = sql`${now.toISOString()}::timestamptz`
  await sql`delete from idempotency_keys where created_at < ${at} - interval '2 days'`.execute(db)
  await sql`delete from rate_limits where expire < ${now.getTime()}`.execute(db)
  await sql`delete from mailed_tokens where expires_at < ${at} - interval '7 days'`.execute(db)
  await sql`delete from invitations where expires_at < ${at} - interval '30 days'`.execute(db)
  await sql`
    delete from sessions
    where expires_at < ${at} - interval '1 day' or ended_at < ${at} - interval '30 days'`.execute(
    db,
  )
  await sql`delete from mailbox where created_at < ${at} - interval '14 days'`.execute(db)
}
