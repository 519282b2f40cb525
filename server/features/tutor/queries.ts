import { sql } from 'kysely'

import type { TutorConversation, TutorMessage } from '#contract/tutor'
import { listGuardianAddresses } from '#features/family'
import { withheldFrom } from '#features/safety'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'

/** Title of conversations without a quest. */
const NO_QUEST = 'Anything else'

/** The reader: messages from a report on that may be about a guardian are withheld from guardians. */
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
              const from = withheldFrom(ref('conversation.id'))
              return or([eb(from, 'is', null), eb('message.number', '<', from)])
            })
            .$castTo<string>()
            .as('last_message_at'),
        )
        .where(({ eb, or, ref }) => {
          const from = withheldFrom(ref('conversation.id'))
          return or([eb(from, 'is', null), eb(from, '>', 1)])
        }),
    )

/** Conversations with messages, most recent first. */
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

/** Returns undefined for guardians as well if nothing of it is left that they can see: it would reveal that something is withheld. */
export const findConversation = (
  db: Db,
  { id, learnerId }: { id: string; learnerId: string },
  reader: Reader,
): Promise<TutorConversation | undefined> =>
  db
    .selectFrom(
      conversations(db, reader)
        .where('conversation.id', '=', id)
        .where('conversation.learner_id', '=', learnerId)
        .as('found'),
    )
    .selectAll()
    .where('last_message_at', 'is not', null)
    .$castTo<TutorConversation>()
    .executeTakeFirst()

/** True if a guardian oversees the tutor and the conversation's next messages are not withheld from them. */
export const isReadByFamily = async (
  db: Db,
  { id, learnerId }: { id: string; learnerId: string },
): Promise<boolean> => {
  const { from } = await db
    .selectFrom('tutor_conversations')
    .select(({ ref }) => withheldFrom(ref('tutor_conversations.id')).as('from'))
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
        const from = withheldFrom(ref('message.conversation_id'))
        return or([eb(from, 'is', null), eb('message.number', '<', from)])
      }),
    )
    .orderBy('message.number')
    .$castTo<TutorMessage>()
    .execute()

/** Highest message number of a conversation; 0 without messages. */
export const findLastNumber = async (db: Db, conversationId: string): Promise<number> => {
  const { last } = await db
    .selectFrom('tutor_messages')
    .select(({ fn, lit }) => fn.coalesce(fn.max('number'), lit(0)).as('last'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return last
}

/** @throws notFound for a deleted message */
export const findMessage = (db: Db, id: string): Promise<TutorMessage> =>
  db
    .selectFrom('tutor_messages as message')
    .select(MESSAGE)
    .where('message.id', '=', id)
    .$castTo<TutorMessage>()
    .executeTakeFirstOrThrow(() => notFound())

/** The learner's data for the tutor, which must not identify the learner to anyone else. */
export const findLearner = (db: Db, learnerId: string) =>
  db
    .selectFrom('accounts')
    .select(['role', 'date_of_birth', 'declared_adult'])
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()

/** Present and former names of the learner; also joined, as in Chinese. */
export const listNames = async (db: Db, learnerId: string): Promise<string[]> => {
  const names = await db
    .selectFrom('known_names')
    .select(['first_name', 'last_name'])
    .where('user_id', '=', learnerId)
    .execute()
  const forms = names.flatMap(({ first_name: first, last_name: last }) => [
    first,
    last,
    first + last,
    last + first,
  ])
  return [...new Set(forms)]
}

const DAY_MS = 24 * 3_600_000

/** Two days have fewer minutes. */
const MAX_TIMES = 3000

/** Times of the learner's newest messages in the last two days, oldest first. */
export const listTimes = async (db: Db, learnerId: string, now: Date): Promise<Date[]> => {
  const rows = await db
    .selectFrom('tutor_messages')
    .select('created_at')
    .where('learner_id', '=', learnerId)
    .where('author', '=', 'learner')
    .where('created_at', '>', new Date(now.getTime() - 2 * DAY_MS).toISOString())
    .orderBy('created_at', 'desc')
    .limit(MAX_TIMES)
    .execute()
  return rows.map(({ created_at }) => new Date(created_at)).toReversed()
}

/** Claims a pending answer; false if another request has. */
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

/** Appends text before it is shown. */
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
