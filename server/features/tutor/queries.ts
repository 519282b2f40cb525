import { sql } from 'kysely'

import type { TutorConversation, TutorMessage } from '#contract/tutor'
import { listGuardianAddresses } from '#features/family'
import { heldBackFrom } from '#features/safety'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'

/** What a conversation is called that is about no quest. */
const NO_QUEST = 'Anything else'

/** Who reads: guardians see nothing from where a report stands that may be about one of them. */
type Reader = 'learner' | 'guardian'

const conversations = (db: Db, reader: Reader) =>
  db
    .selectFrom('tutor_conversations as conversation')
    .leftJoin('quests', 'quests.id', 'conversation.quest_id')
    .leftJoin('tasks', 'tasks.id', 'conversation.task_id')
    .select(({ fn, val }) => [
      'conversation.id',
      fn.coalesce('tasks.title', 'quests.title', val(NO_QUEST)).as('title'),
      'conversation.quest_id',
      'quests.title as quest_title',
      'conversation.task_id',
      'conversation.created_at',
    ])
    .$if(reader === 'learner', (query) => query.select('conversation.last_message_at'))
    .$if(reader === 'guardian', (query) =>
      query
        .select(({ selectFrom, ref }) =>
          selectFrom('tutor_messages as message')
            .select(({ fn }) => fn.max<string>('message.created_at').as('at'))
            .whereRef('message.conversation_id', '=', 'conversation.id')
            .where(({ eb, or }) => {
              const from = heldBackFrom(ref('conversation.id'))
              return or([eb(from, 'is', null), eb('message.number', '<', from)])
            })
            .$castTo<string>()
            .as('last_message_at'),
        )
        .where(({ eb, or, ref }) => {
          const from = heldBackFrom(ref('conversation.id'))
          return or([eb(from, 'is', null), eb(from, '>', 1)])
        }),
    )

/** Those in which something was written; the one last written in comes first. @param before the key of the last of the page before */
export const listConversations = (
  db: Db,
  learnerId: string,
  reader: Reader,
  { offset, limit }: { offset: number; limit: number },
): Promise<TutorConversation[]> =>
  db
    .selectFrom(
      conversations(db, reader).where('conversation.learner_id', '=', learnerId).as('listed'),
    )
    .selectAll()
    .where('last_message_at', 'is not', null)
    .orderBy('last_message_at', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .$castTo<TutorConversation>()
    .execute()

export const findConversation = (
  db: Db,
  { id, learnerId }: { id: string; learnerId: string },
  reader: Reader,
): Promise<TutorConversation | undefined> =>
  conversations(db, reader)
    .where('conversation.id', '=', id)
    .where('conversation.learner_id', '=', learnerId)
    .$castTo<TutorConversation>()
    .executeTakeFirst()

/** Whether somebody oversees the tutor, and what is written next in a conversation is not held back from them. */
export const isReadByFamily = async (
  db: Db,
  { id, learnerId }: { id: string; learnerId: string },
): Promise<boolean> => {
  const { from } = await db
    .selectFrom('tutor_conversations')
    .select(({ ref }) => heldBackFrom(ref('tutor_conversations.id')).as('from'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return from === null && (await listGuardianAddresses(db, learnerId, 'tutor')).length > 0
}

const MESSAGE = [
  'message.id',
  'message.author',
  'message.text',
  'message.origin',
  'message.state',
  'message.crisis',
  'message.created_at',
] as const

/** Oldest first. */
export const listMessages = (
  db: Db,
  conversationId: string,
  reader: Reader,
): Promise<TutorMessage[]> =>
  db
    .selectFrom('tutor_messages as message')
    .select(MESSAGE)
    .where('message.conversation_id', '=', conversationId)
    .$if(reader === 'guardian', (query) =>
      query.where(({ eb, or, ref }) => {
        const from = heldBackFrom(ref('message.conversation_id'))
        return or([eb(from, 'is', null), eb('message.number', '<', from)])
      }),
    )
    .orderBy('message.number')
    .$castTo<TutorMessage>()
    .execute()

/** The highest number of a conversation's messages; 0 without any. */
export const findLastNumber = async (db: Db, conversationId: string): Promise<number> => {
  const { last } = await db
    .selectFrom('tutor_messages')
    .select(({ fn, lit }) => fn.coalesce(fn.max('number'), lit(0)).as('last'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return last
}

/** @throws notFound for a message that has been deleted since */
export const findMessage = (db: Db, id: string): Promise<TutorMessage> =>
  db
    .selectFrom('tutor_messages as message')
    .select(MESSAGE)
    .where('message.id', '=', id)
    .$castTo<TutorMessage>()
    .executeTakeFirstOrThrow(() => notFound())

/** What the tutor has to know of the learner, and nothing by which anybody else would know them. */
export const findLearner = (db: Db, learnerId: string) =>
  db
    .selectFrom('users')
    .select(['role', 'first_name', 'last_name', 'date_of_birth', 'declared_adult'])
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()

const DAY_MS = 24 * 3_600_000

/** When the learner wrote, in the last two days, oldest first. */
export const listTimes = async (db: Db, learnerId: string, now: Date): Promise<Date[]> => {
  const rows = await db
    .selectFrom('tutor_messages')
    .select('created_at')
    .where('learner_id', '=', learnerId)
    .where('author', '=', 'learner')
    .where('created_at', '>', new Date(now.getTime() - 2 * DAY_MS).toISOString())
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at }) => new Date(created_at))
}

/** Takes an answer that nobody has begun to write; false when somebody has. */
export const claimAnswer = async (db: Db, id: string, now: Date): Promise<boolean> => {
  const claimed = await db
    .updateTable('tutor_messages')
    .set({ state: 'writing', claimed_at: now.toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Stores what is about to be shown. */
export const appendToAnswer = async (db: Db, id: string, text: string): Promise<void> => {
  await db
    .updateTable('tutor_messages')
    .set({ text: sql<string>`text || ${text}` })
    .where('id', '=', id)
    .execute()
}

export const endAnswer = async (
  db: Db,
  id: string,
  end: Pick<TutorMessage, 'state' | 'origin'>,
): Promise<TutorMessage> => {
  await db
    .updateTable('tutor_messages')
    .set({ ...end, text: sql<string>`rtrim(text, E' \\n')` })
    .where('id', '=', id)
    .execute()
  return findMessage(db, id)
}
