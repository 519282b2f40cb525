import { expressionBuilder, sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import type { Conversation, Message } from '#contract/messages'
import { isStandingLink } from '#features/family'
import { threadHeldBackFrom } from '#features/safety'
import type { DB, Db } from '#platform/database'
import type { Place } from '#platform/http'
import { publicName } from '#rules/display-name'
import { isStaff } from '#rules/membership'

/** Through whose eyes a conversation is read. */
export type Reader = {
  /** The member. */
  id: string
  /** Whoever reads sees whole names as staff, and those of minors in part otherwise. */
  role: string
  /** Somebody who looks after the member reads: nothing from where a report may be about one of them. */
  isGuardian?: boolean
  /** Where set, only conversations with one of these: who is nobody's advisor or guardian any more has no part in them. */
  among?: readonly string[]
  /** YYYY-MM-DD */
  today: string
}

/** How much of the newest message a list shows, in characters. */
const EXCERPT = 140
const MOST_COUNTED = 100

type Tables = DB & {
  conversation: DB['conversations']
  member: DB['conversation_members']
  message: DB['messages']
}
const eb = expressionBuilder<Tables, 'conversation' | 'member' | 'message'>()

/** A condition on a message, beside the member who reads. */
const isVisible = ({ isGuardian }: Pick<Reader, 'isGuardian'>) => {
  const from = threadHeldBackFrom(eb.ref('member.conversation_id'))
  return eb.and([
    eb('message.number', '>=', eb.ref('member.first_number')),
    eb.not(sql<SqlBool>`member.user_id = any(message.hidden_from)`),
    ...(isGuardian ? [eb.or([eb(from, 'is', null), eb('message.number', '<', from)])] : []),
  ])
}

const avatarOf = (table: string) =>
  sql<string | null>`'/api/files/' || ${sql.ref(`${table}.avatar_file_id`)}`.as('avatar_url')

type Named = {
  id: string
  first_name: string
  last_name: string
  date_of_birth: string | null
  role: string
  avatar_url: string | null
}

/** How a person is called in a conversation. */
export const personIn = (
  reader: Pick<Reader, 'role' | 'today'>,
  { id, avatar_url, ...person }: Named,
) => ({
  id,
  name:
    person.role === 'student' && !isStaff(reader.role)
      ? publicName(person, reader.today)
      : `${person.first_name} ${person.last_name}`,
  avatar_url,
})

const NAMED = [
  'person.id',
  'person.first_name',
  'person.last_name',
  'person.date_of_birth',
  'person.role',
] as const

const conversationsOf = (db: Db, reader: Reader) =>
  db
    .selectFrom('conversation_members as member')
    .innerJoin('conversations as conversation', 'conversation.id', 'member.conversation_id')
    .select(({ selectFrom, fn }) => [
      'conversation.id',
      'conversation.kind',
      'conversation.title',
      'conversation.created_by',
      'member.read_number',
      fn<string>('iso', ['conversation.last_message_at']).as('last_message_at'),
      jsonArrayFrom(
        selectFrom('conversation_members as other')
          .innerJoin('users as person', 'person.id', 'other.user_id')
          .select([...NAMED, avatarOf('person')])
          .whereRef('other.conversation_id', '=', 'conversation.id')
          .whereRef('other.user_id', '<>', 'member.user_id')
          .orderBy('person.first_name')
          .orderBy('person.id'),
      ).as('people'),
      jsonObjectFrom(
        selectFrom('messages as message')
          .select(({ fn, eb, ref }) => [
            'message.number',
            'message.author_id',
            fn<string>('left', ['message.text', sql.lit(EXCERPT)]).as('text'),
            fn<string>('iso', ['message.created_at']).as('created_at'),
            eb('message.deleted_at', 'is not', null).as('deleted'),
            sql<number>`(select count(*)::int from message_files where message_id = ${ref('message.id')})`.as(
              'files',
            ),
          ])
          .whereRef('message.conversation_id', '=', 'member.conversation_id')
          .where(isVisible(reader) as unknown as Expression<SqlBool>)
          .orderBy('message.number', 'desc')
          .limit(1),
      ).as('last_message'),
      selectFrom((from) =>
        from
          .selectFrom('messages as message')
          .select('message.number')
          .whereRef('message.conversation_id', '=', 'member.conversation_id')
          .whereRef('message.number', '>', 'member.read_number')
          .whereRef('message.author_id', '<>', 'member.user_id')
          .where('message.deleted_at', 'is', null)
          .where(isVisible(reader) as unknown as Expression<SqlBool>)
          .limit(MOST_COUNTED)
          .as('unread'),
      )
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('unread_count'),
    ])
    .where('member.user_id', '=', reader.id)
    .$if(reader.among !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('conversation_members as contact')
            .select('contact.user_id')
            .whereRef('contact.conversation_id', '=', 'member.conversation_id')
            .where('contact.user_id', '=', sql<string>`any(${reader.among}::uuid[])`),
        ),
      ),
    )

type Row = Awaited<ReturnType<ReturnType<typeof conversationsOf>['executeTakeFirstOrThrow']>>

const asConversation = (reader: Reader, row: Row): Conversation => ({
  id: row.id,
  kind: row.kind as Conversation['kind'],
  title: row.title,
  participants: row.people.map((person) => personIn(reader, person)),
  unread_count: row.unread_count,
  last_message: row.last_message && {
    ...row.last_message,
    deleted: Boolean(row.last_message.deleted),
  },
})

/** The one last written in first; one in which nothing was written is there for who began it. */
export const listConversations = async (
  db: Db,
  reader: Reader,
  { before, limit }: { before: Place | undefined; limit: number },
): Promise<{ conversation: Conversation; place: Place }[]> => {
  const rows = await conversationsOf(db, reader)
    .where(({ or, eb }) =>
      or([
        eb('conversation.last_number', '>', 0),
        ...(reader.isGuardian ? [] : [eb('conversation.created_by', '=', reader.id)]),
      ]),
    )
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(conversation.last_message_at, conversation.id) < (${before!.at}::timestamptz, ${before!.id}::uuid)`,
      ),
    )
    .orderBy('conversation.last_message_at', 'desc')
    .orderBy('conversation.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    conversation: asConversation(reader, row),
    place: { at: row.last_message_at, id: row.id },
  }))
}

export const findConversation = async (
  db: Db,
  reader: Reader,
  id: string,
): Promise<(Conversation & { read_number: number }) | undefined> => {
  const row = await conversationsOf(db, reader).where('conversation.id', '=', id).executeTakeFirst()
  return row && { ...asConversation(reader, row), read_number: row.read_number }
}

const messagesFor = (db: Db, reader: Reader) =>
  db
    .selectFrom('conversation_members as member')
    .innerJoin('messages as message', 'message.conversation_id', 'member.conversation_id')
    .innerJoin('users as person', 'person.id', 'message.author_id')
    .select([...NAMED, avatarOf('person')])
    .select(({ selectFrom, eb, fn }) => [
      'message.id as message_id',
      'message.conversation_id',
      'message.number',
      'message.text',
      fn<string>('iso', ['message.created_at']).as('at'),
      'message.created_at',
      eb('message.deleted_at', 'is not', null).as('deleted'),
      jsonArrayFrom(
        selectFrom('message_files')
          .innerJoin('files', 'files.id', 'message_files.file_id')
          .select(({ fn }) => [
            'files.id',
            sql<string>`'/api/files/' || files.id`.as('url'),
            'files.name',
            fn.coalesce('files.content_type', sql.lit('')).as('content_type'),
            'files.size',
          ])
          .whereRef('message_files.message_id', '=', 'message.id')
          .orderBy('message_files.position'),
      ).as('files'),
    ])
    .where('member.user_id', '=', reader.id)
    .where(isVisible(reader) as unknown as Expression<SqlBool>)

type MessageRow = Awaited<ReturnType<ReturnType<typeof messagesFor>['executeTakeFirstOrThrow']>>

const asMessage = (reader: Reader, row: MessageRow): Message => ({
  id: row.message_id,
  conversation_id: row.conversation_id,
  number: row.number,
  author: personIn(reader, row),
  text: row.text,
  files: row.files,
  created_at: row.created_at,
  deleted: Boolean(row.deleted),
})

/** Of one conversation: the newest first, before a number; or those after one, oldest first. */
export const listMessages = async (
  db: Db,
  reader: Reader,
  conversationId: string,
  {
    before,
    after,
    limit,
  }: { before?: number | undefined; after?: number | undefined; limit: number },
): Promise<Message[]> => {
  const rows = await messagesFor(db, reader)
    .where('member.conversation_id', '=', conversationId)
    .$if(before !== undefined, (query) => query.where('message.number', '<', before!))
    .$if(after !== undefined, (query) => query.where('message.number', '>', after!))
    .orderBy('message.number', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  return rows.map((row) => asMessage(reader, row))
}

export const findMessage = async (
  db: Db,
  reader: Reader,
  id: string,
): Promise<Message | undefined> => {
  const row = await messagesFor(db, reader).where('message.id', '=', id).executeTakeFirst()
  return row && asMessage(reader, row)
}

/**
 * Messages of all conversations of the reader with some words in them, newest first. Letters are compared without case and in
 * one form, and anywhere in a word: not every script parts words.
 */
export const searchMessages = async (
  db: Db,
  reader: Reader,
  { words, before, limit }: { words: string; before: Place | undefined; limit: number },
): Promise<{ message: Message; place: Place }[]> => {
  const rows = await messagesFor(db, reader)
    .$if(reader.among !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('conversation_members as contact')
            .select('contact.user_id')
            .whereRef('contact.conversation_id', '=', 'member.conversation_id')
            .where('contact.user_id', '=', sql<string>`any(${reader.among}::uuid[])`),
        ),
      ),
    )
    .where(
      sql<boolean>`strpos(lower(normalize(message.text, nfkc)), lower(normalize(${words}::text, nfkc))) > 0`,
    )
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(message.created_at, message.id) < (${before!.at}::timestamptz, ${before!.id}::uuid)`,
      ),
    )
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    message: asMessage(reader, row),
    place: { at: row.at, id: row.message_id },
  }))
}

/** Each member, and whether they are a minor whose family can read what they write and get. */
export const listMembers = (db: Db, conversationId: string) =>
  db
    .selectFrom('conversation_members as member')
    .innerJoin('users as person', 'person.id', 'member.user_id')
    .select([...NAMED, 'member.read_number'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('guardian_links as link')
          .select('link.id')
          .whereRef('link.learner_id', '=', 'person.id')
          .where(({ eb, fn, val }) => eb(val('messages'), '=', fn.any('link.scopes')))
          .where(({ ref }) =>
            isStandingLink({
              since: ref('link.since'),
              endedAt: ref('link.ended_at'),
              keptAt: ref('link.kept_at'),
              learnerBorn: ref('person.date_of_birth'),
            }),
          ),
      ).as('family_reads'),
    )
    .where('member.conversation_id', '=', conversationId)
    .orderBy('person.first_name')
    .orderBy('person.id')
    .execute()
