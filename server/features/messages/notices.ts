import { sql, type SqlBool } from 'kysely'

import { paths } from '#contract/paths'
import { listContacts } from '#features/connections'
import { notifyPerson } from '#features/notifications'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { isWithinHours } from '#rules/tutor'

import { isVisible, personIn } from './queries.ts'

/** Recipients on the site read within this time; others are notified. */
const ABSENT_MS = 60_000
/** After longer downtime, notifications are dropped as outdated. */
const NEWS_MS = 24 * 3_600_000
const AT_A_TIME = 1000

/** Notification topic of a conversation's unread messages. */
export const topicOf = (conversationId: string): string => `conversation ${conversationId}`

/** Tells those who have not read what was written to them: once for each conversation, and not in their quiet hours. */
export const notifyUnread = async ({ db, clock }: Pick<Parts, 'db' | 'clock'>): Promise<void> => {
  const now = clock()
  const today = now.toISOString().slice(0, 10)
  for (const { member_id, conversation_id, number, ...row } of await listAbsent(db, now)) {
    const quiet =
      row.time_zone !== null &&
      isWithinHours({ from: row.begins!, to: row.ends! }, now, row.time_zone)
    if (quiet) continue
    const { name } = personIn({ role: row.member_role, today }, { ...row, avatar_url: null })
    await transaction(db, async (db) => {
      await db
        .updateTable('conversation_members')
        .set({ told_number: number })
        .where('conversation_id', '=', conversation_id)
        .where('user_id', '=', member_id)
        .execute()
      // A former advisor, or a recipient who has blocked the writer since, is not notified.
      if ((await listContacts(db, member_id, now, [row.id])).length === 0) return
      const notice = {
        personId: member_id,
        category: 'messages',
        title: `${name} has written to you`,
        path: paths.conversation(conversation_id),
        aboutId: row.id,
        topic: topicOf(conversation_id),
      } as const
      await notifyPerson(db, notice, now)
    })
  }
}

/** Members with unread messages of which they have not been notified, and the newest message's author. */
const listAbsent = (db: Db, now: Date) => {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return db
    .selectFrom('conversations as conversation')
    .innerJoin('conversation_members as member', 'member.conversation_id', 'conversation.id')
    .innerJoin('accounts as recipient', 'recipient.id', 'member.user_id')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('messages as message')
          .select(['message.number', 'message.author_id'])
          .whereRef('message.conversation_id', '=', 'member.conversation_id')
          .whereRef('message.author_id', '<>', 'member.user_id')
          .where(({ eb, fn }) =>
            eb(
              'message.number',
              '>',
              fn<number>('greatest', ['member.read_number', 'member.told_number']),
            ),
          )
          .where(isVisible(sql<SqlBool>`false`, sql<null>`null`))
          .where('message.deleted_at', 'is', null)
          .where('message.created_at', '<', before(ABSENT_MS))
          .orderBy('message.number', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .innerJoin('accounts as author', 'author.id', 'newest.author_id')
    .leftJoin('quiet_hours', 'quiet_hours.user_id', 'member.user_id')
    .select([
      'member.user_id as member_id',
      'member.conversation_id',
      'recipient.role as member_role',
      'newest.number',
      'author.id',
      'author.first_name',
      'author.last_name',
      'author.date_of_birth',
      'author.declared_adult',
      'author.role',
      'quiet_hours.begins',
      'quiet_hours.ends',
      'quiet_hours.time_zone',
    ])
    .where('conversation.last_message_at', '>', before(NEWS_MS))
    .where('recipient.status', '=', 'active')
    .limit(AT_A_TIME)
    .execute()
}
