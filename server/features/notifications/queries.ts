import { sql } from 'kysely'

import type { Notification } from '#contract/notifications'
import type { Db } from '#platform/database'
import type { RowCursor } from '#platform/http'
import type { NotificationCategory } from '#rules/notifications'

const MAX_COUNTED = 100

/** Unread count, capped at a hundred. */
export const countUnread = async (db: Db, personId: string): Promise<number> => {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('notifications')
        .select('id')
        .where('person_id', '=', personId)
        .where('read_at', 'is', null)
        .where('shown', '=', true)
        .limit(MAX_COUNTED)
        .as('unread'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Number of a person's notifications of a category since a moment, read or not. */
export const countNotices = async (
  db: Db,
  personId: string,
  category: NotificationCategory,
  since: string,
): Promise<number> => {
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('category', '=', category)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export const listNotifications = (
  db: Db,
  personId: string,
  { before, limit }: { before: RowCursor | undefined; limit: number },
): Promise<Notification[]> =>
  db
    .selectFrom('notifications')
    .select([
      'id',
      'category',
      'title',
      'path',
      'created_at',
      sql<boolean>`read_at is not null`.as('read'),
    ])
    .where('person_id', '=', personId)
    .where('shown', '=', true)
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(before!.at, before!.id)),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<Notification>()
    .execute()

/** @param ids undefined for all unread notifications */
export const markRead = async (
  db: Db,
  personId: string,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<void> => {
  if (ids?.length === 0) return
  await db
    .updateTable('notifications')
    .set({ read_at: now.toISOString() })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
    .execute()
}
