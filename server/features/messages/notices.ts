import { sql } from 'kysely'

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

/** Notifies recipients of unread messages: once per conversation, and outside their quiet hours. */
export const notifyUnread = async ({ db, clock }: Pick<Parts, 'db' | 'clock'>): Promise<void> => {
  const now = clock()
  let after: Absent | undefined
  do {
    const absent = await listAbsent(db, now, after)
    for (const each of absent) if (!isQuiet(each, now)) await notify(db, each, now)
    after = absent.length === AT_A_TIME ? absent.at(-1) : undefined
  } while (after)
}

type Absent = Awaited<ReturnType<typeof listAbsent>>[number]

const isQuiet = ({ begins, ends, time_zone }: Absent, now: Date): boolean =>
  time_zone !== null && isWithinHours({ from: begins!, to: ends! }, now, time_zone)

const notify = async (
  db: Db,
  { member_id, member_role, conversation_id, number, ...author }: Absent,
  now: Date,
): Promise<void> => {
  const today = now.toISOString().slice(0, 10)
  const { name } = personIn({ role: member_role, today }, { ...author, avatar_url: null })
  await transaction(db, async (db) => {
    await db
      .updateTable('conversation_members')
      .set({ told_number: number })
      .where('conversation_id', '=', conversation_id)
      .where('user_id', '=', member_id)
      .execute()
    // A former advisor, or a recipient who has blocked the writer since, is not notified.
    if ((await listContacts(db, member_id, now, [author.id])).length === 0) return
    const notice = {
      personId: member_id,
      category: 'messages',
      title: `${name} has written to you`,
      path: paths.conversation(conversation_id),
      aboutId: author.id,
      topic: topicOf(conversation_id),
    } as const
    await notifyPerson(db, notice, now)
  })
}

/**
 * Members with unread messages of which they have not been notified, and the newest message's author. Up to `AT_A_TIME`, in an order
 * that does not change.
 */
const listAbsent = (db: Db, now: Date, after?: { conversation_id: string; member_id: string }) => {
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
          .where(isVisible(sql<null>`null`))
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
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('member.conversation_id', 'member.user_id'),
          '>',
          tuple(after!.conversation_id, after!.member_id),
        ),
      ),
    )
    .orderBy('member.conversation_id')
    .orderBy('member.user_id')
    .limit(AT_A_TIME)
    .execute()
}
