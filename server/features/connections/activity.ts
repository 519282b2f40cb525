import { sql } from 'kysely'

import type { ActivityItem } from '#contract/connections'
import type { Db } from '#platform/database'
import type { RowCursor } from '#platform/http'
import type { ShownToFriends } from '#rules/connections'

import { toFriend, FRIEND, friendsOf } from './friends.ts'

const KINDS = {
  quest_begun: 'quests_begun',
  quest_finished: 'quests_finished',
  badge_earned: 'badges',
} as const satisfies Record<ActivityItem['kind'], ShownToFriends>

/** Orders events of the same moment. */
const eventId = sql<string>`md5(event.kind || friend.id::text || event.of::text)::uuid`

type Page = { before: RowCursor | undefined; limit: number }

/**
 * Friends' shared activity, newest first. Read from its source tables, so that it disappears as soon as it is withdrawn, no
 * longer shared, or the connection ends.
 */
export const listActivity = async (
  db: Db,
  personId: string,
  { before, limit }: Page,
  now: Date,
): Promise<ActivityItem[]> => {
  const rows = await friendsOf(db, personId)
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('enrollments as begun')
          .select(({ cast, val }) => [
            'begun.learner_id',
            val('quest_begun').as('kind'),
            'begun.quest_id as of',
            'begun.started_at as at',
            cast<number | null>(val(null), 'integer').as('version'),
          ])
          .whereRef('begun.learner_id', '=', 'friend.id')
          .where('begun.state', '<>', 'left')
          .unionAll(
            from
              .selectFrom('enrollments as finished')
              .select(({ cast, val }) => [
                'finished.learner_id',
                val('quest_finished').as('kind'),
                'finished.quest_id as of',
                sql<string>`finished.completed_at`.as('at'),
                cast<number | null>(val(null), 'integer').as('version'),
              ])
              .whereRef('finished.learner_id', '=', 'friend.id')
              .where('finished.completed_at', 'is not', null),
          )
          .unionAll(
            from
              .selectFrom('badge_awards as award')
              .select(({ val }) => [
                'award.learner_id',
                val('badge_earned').as('kind'),
                'award.badge_id as of',
                'award.earned_at as at',
                'award.version',
              ])
              .whereRef('award.learner_id', '=', 'friend.id')
              .where('award.withdrawn_at', 'is', null),
          )
          .as('event'),
      (join) => join.onTrue(),
    )
    // Quests written for a single learner are visible to nobody else.
    .leftJoin('quests as quest', (join) =>
      join.onRef('quest.id', '=', 'event.of').on('quest.learner_id', 'is', null),
    )
    .leftJoin('badge_versions as badge', (join) =>
      join.onRef('badge.badge_id', '=', 'event.of').onRef('badge.version', '=', 'event.version'),
    )
    .select(FRIEND)
    .select(({ fn, ref }) => [
      'event.kind',
      'event.at',
      eventId.as('event_id'),
      'quest.id as quest_id',
      fn.coalesce('quest.title', ref('badge.name')).as('title'),
    ])
    .where(({ eb, fn, or, and }) =>
      or(
        Object.entries(KINDS).map(([kind, shown]) =>
          and([
            eb('event.kind', '=', kind),
            eb(sql.val<string>(shown), '=', fn.any('friend.shown_to_friends')),
          ]),
        ),
      ),
    )
    .where(({ eb, fn }) => eb(fn.coalesce('quest.title', 'badge.name'), 'is not', null))
    .$if(before !== undefined, (query) =>
      query.where(({ eb }) =>
        eb(
          sql`(event.at, ${eventId})`,
          '<',
          sql`(${before!.at}::timestamptz, ${before!.id}::uuid)`,
        ),
      ),
    )
    .orderBy('event.at', 'desc')
    .orderBy(eventId, 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, first_name, last_name, date_of_birth, avatar_url, event_id, ...row }) => {
    const named = { id, first_name, last_name, date_of_birth, avatar_url }
    return {
      id: event_id,
      person: toFriend(named, now),
      kind: row.kind as ActivityItem['kind'],
      title: row.title!,
      quest_id: row.quest_id,
      at: row.at,
    }
  })
}
