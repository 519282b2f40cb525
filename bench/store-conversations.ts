import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#platform/database'

type Size = { each: number; unread: number }

/**
 * Stores a conversation of a year for each pair of friends, with a message an hour up to now.
 * @param pairs a query with id (of the conversation), one and other
 */
export const storeConversations = async (
  db: Db,
  pairs: RawBuilder<unknown>,
  { each, unread }: Size,
): Promise<void> => {
  // Old enough not to need consent.
  await sql`update users set date_of_birth = '2010-05-04' where role = 'student'`.execute(db)
  await sql`create temp table bench_pairs as ${pairs}`.execute(db)
  await sql`insert into connections (first_id, second_id, since)
    select least(one, other), greatest(one, other), now() from bench_pairs`.execute(db)
  await sql`insert into conversations
      (id, kind, first_id, second_id, created_by, created_at, last_number, last_message_at)
    select id, 'pair', least(one, other), greatest(one, other), one, now() - interval '1 year',
      ${each}, now() - random() * interval '30 days' from bench_pairs`.execute(db)
  await sql`insert into conversation_members
      (conversation_id, user_id, first_number, read_number, told_number)
    select id, who, 1, ${each - unread}, ${each}
    from bench_pairs cross join lateral (values (one), (other)) as of(who)`.execute(db)
  await sql`insert into messages (conversation_id, number, author_id, text, files, created_at)
    select id, n, case when n % 2 = 0 then one else other end,
      'Message ' || n || ' of many, as long as one is that somebody writes to a friend.', 0,
      now() - (${each} - n) * interval '1 hour'
    from bench_pairs cross join generate_series(1, ${each}) n`.execute(db)
  await sql`analyze`.execute(db)
}
