import { type Compilable, type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import type { Conversation, Message } from '#contract/messages'
import { avatarOf, fileUrlOf } from '#features/people'
import { threadWithheldFrom, wasSentTo } from '#features/safety'
import { preparedQuery, type DB, type Db, type Param, keyset } from '#platform/database'
import { notFound, type RowCursor } from '#platform/http'
import { isLearner } from '#rules/age'
import { isStaff } from '#rules/membership'
import { publicName } from '#rules/text/display-name'

/** The viewpoint from which conversations are read. */
export type Reader = {
  /** The member whose conversations are read. */
  id: string
  /** Role of the reader: staff see full names, others see minors' names abbreviated. */
  role: string
  /** If a guardian of the member reads: withheld messages are hidden, except those that the guardian was sent. */
  guardianId?: string
  /** If set, only conversations with one of these people, and only these in them: former advisors and guardians have no access. */
  among?: readonly string[]
  /** YYYY-MM-DD */
  today: string
}

/** Length of the newest message's excerpt in a list, in characters. */
const EXCERPT = 140
const MAX_COUNTED = 100

type Tables = DB & {
  conversation: DB['conversations']
  member: DB['conversation_members']
  message: DB['messages']
}
const eb = expressionBuilder<Tables, 'conversation' | 'member' | 'message'>()

/** Parameters of all statements in this file. */
type Eyes = { id: string; among: readonly string[] | null; guardian: string | null }

/**
 * A statement for members, and one for their guardians. As a parameter, `isGuardian` made PostgreSQL plan a member's list for a
 * guardian's order, and read all conversations of the site.
 */
const queryForReader = <V extends object, R>(
  build: (db: Db, param: Param<Eyes & V>, isGuardian: boolean) => Compilable<R>,
) => {
  const forMember = preparedQuery((db: Db, param: Param<Eyes & V>) => build(db, param, false))
  const forGuardian = preparedQuery((db: Db, param: Param<Eyes & V>) => build(db, param, true))
  return (db: Db, { id, guardianId, among }: Reader, values: V) =>
    (guardianId === undefined ? forMember : forGuardian)(db, {
      ...values,
      id,
      among: among ?? null,
      guardian: guardianId ?? null,
    })
}

/**
 * Condition on a message, given the member who reads.
 * @param among see `Reader`: messages of others are hidden
 * @param guardian who reads in place of the member
 */
export const isVisible = (
  among: Expression<readonly string[] | null>,
  guardian?: Expression<string | null>,
) => {
  const from = threadWithheldFrom(eb.ref('member.conversation_id'), eb.ref('member.user_id'))
  return eb.and([
    eb('message.number', '>=', eb.ref('member.first_number')),
    eb.not(sql<SqlBool>`member.user_id = any(message.hidden_from)`),
    sql<SqlBool>`(${among}::uuid[] is null or message.author_id = member.user_id
      or message.author_id = any(${among}::uuid[]))`,
    guardian
      ? eb.or([eb(from, 'is', null), eb('message.number', '<', from), wasSentTo(guardian)])
      : eb.lit(true),
  ]) as unknown as Expression<SqlBool>
}

const isVisibleTo = <V extends Eyes>(param: Param<V>, isGuardian: boolean) =>
  isVisible(param('among'), isGuardian ? param('guardian') : undefined)

/** Condition on the member who reads: see `among`. */
const hasPart = (among: Expression<readonly string[] | null>) =>
  eb.or([
    sql<SqlBool>`${among}::uuid[] is null`,
    eb.exists(
      eb
        .selectFrom('conversation_members as contact')
        .select('contact.user_id')
        .whereRef('contact.conversation_id', '=', 'member.conversation_id')
        .where('contact.user_id', '=', sql<string>`any(${among}::uuid[])`),
    ),
  ]) as unknown as Expression<SqlBool>

type Named = {
  id: string
  first_name: string
  last_name: string
  date_of_birth: string | null
  declared_adult: boolean
  role: string
  avatar_url: string | null
}

/** Name and avatar of a person in a conversation. */
export const personIn = (
  reader: Pick<Reader, 'role' | 'today'>,
  { id, avatar_url, ...person }: Named,
) => ({
  id,
  name:
    isLearner(person, reader.today) && !isStaff(reader.role)
      ? publicName(person, reader.today)
      : `${person.first_name} ${person.last_name}`,
  avatar_url,
})

const NAMED = [
  'person.id',
  'person.first_name',
  'person.last_name',
  'person.date_of_birth',
  'person.declared_adult',
  'person.role',
] as const

/** Time of the last message that the reader sees, so that withheld ones do not reorder a guardian's list. */
const lastMessageAt = (isGuardian: boolean) =>
  sql.ref<string>(isGuardian ? 'last_visible.created_at' : 'conversation.last_message_at')

const conversationsOf = <V extends Eyes>(db: Db, param: Param<V>, isGuardian: boolean) =>
  db
    .selectFrom('conversation_members as member')
    .innerJoin('conversations as conversation', 'conversation.id', 'member.conversation_id')
    // A conversation without visible messages is hidden from guardians.
    .$if(isGuardian, (query) =>
      query.innerJoinLateral(
        (from) =>
          from
            .selectFrom('messages as message')
            .select('message.created_at')
            .whereRef('message.conversation_id', '=', 'member.conversation_id')
            .where(isVisibleTo(param, isGuardian))
            .orderBy('message.number', 'desc')
            .limit(1)
            .as('last_visible'),
        (join) => join.onTrue(),
      ),
    )
    .select(({ selectFrom, fn }) => [
      'conversation.id',
      'conversation.kind',
      'conversation.title',
      'conversation.created_by',
      'member.read_number',
      fn<string>('iso', [lastMessageAt(isGuardian)]).as('last_message_at'),
      jsonArrayFrom(
        selectFrom('conversation_members as other')
          .innerJoin('accounts as person', 'person.id', 'other.user_id')
          .select([...NAMED, avatarOf('person')])
          .whereRef('other.conversation_id', '=', 'conversation.id')
          .whereRef('other.user_id', '<>', 'member.user_id')
          .where(
            sql<SqlBool>`(${param('among')}::uuid[] is null or other.user_id = any(${param('among')}::uuid[]))`,
          )
          .orderBy('person.first_name')
          .orderBy('person.id'),
      ).as('people'),
      jsonObjectFrom(
        selectFrom('messages as message')
          .select(({ fn, eb }) => [
            'message.number',
            'message.author_id',
            fn<string>('left', ['message.text', sql.lit(EXCERPT)]).as('text'),
            fn<string>('iso', ['message.created_at']).as('created_at'),
            eb('message.deleted_at', 'is not', null).as('deleted'),
            'message.files',
          ])
          .whereRef('message.conversation_id', '=', 'member.conversation_id')
          .where(isVisibleTo(param, isGuardian))
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
          // The unread count would reveal to a guardian when the learner reads withheld messages.
          .where(({ lit }) => lit(!isGuardian))
          .where(isVisibleTo(param, isGuardian))
          .limit(MAX_COUNTED)
          .as('unread'),
      )
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('unread_count'),
    ])
    .where('member.user_id', '=', param('id'))
    .where(hasPart(param('among')))

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

type Cut = { beforeAt: string | null; beforeId: string | null; limit: number }

const cutAt = (before: RowCursor | undefined, limit: number): Cut => ({
  beforeAt: before?.at ?? null,
  beforeId: before?.id ?? null,
  limit,
})

const isBefore = (param: Param<Cut>, at: Expression<unknown>, id: Expression<unknown>) =>
  sql<SqlBool>`(${param('beforeAt')}::timestamptz is null or ${keyset(
    '<',
    [at, 'timestamptz', param('beforeAt')],
    [id, 'uuid', param('beforeId')],
  )})`

const conversationPage = queryForReader((db, param: Param<Eyes & Cut>, isGuardian) =>
  conversationsOf(db, param, isGuardian)
    .$if(!isGuardian, (query) =>
      query
        .where(({ eb, or }) =>
          or([
            eb('conversation.last_number', '>', 0),
            eb('conversation.created_by', '=', param('id')),
          ]),
        )
        .where(({ eb, or }) =>
          or([
            eb('conversation.announced_only', '=', false),
            eb('conversation.created_by', 'is distinct from', param('id')),
          ]),
        ),
    )
    .where(isBefore(param, lastMessageAt(isGuardian), sql.ref('conversation.id')))
    .orderBy(lastMessageAt(isGuardian), 'desc')
    .orderBy('conversation.id', 'desc')
    .limit(param('limit')),
)

/**
 * Most recent first. Empty conversations are hidden from everyone but their creator, and those with announcements alone from the
 * advisor who made them.
 */
export const listConversations = async (
  db: Db,
  reader: Reader,
  { before, limit }: { before: RowCursor | undefined; limit: number },
): Promise<{ conversation: Conversation; place: RowCursor }[]> => {
  const rows = await conversationPage(db, reader, cutAt(before, limit))
  return rows.map((row) => ({
    conversation: asConversation(reader, row),
    place: { at: row.last_message_at, id: row.id },
  }))
}

const oneConversation = queryForReader(
  (db, param: Param<Eyes & { conversation: string }>, isGuardian) =>
    conversationsOf(db, param, isGuardian).where('conversation.id', '=', param('conversation')),
)

export const findConversation = async (
  db: Db,
  reader: Reader,
  id: string,
): Promise<(Conversation & { read_number: number }) | undefined> => {
  const [row] = await oneConversation(db, reader, { conversation: id })
  return row && { ...asConversation(reader, row), read_number: row.read_number }
}

/** Number of messages in a conversation; undefined if the reader has no access. */
export const findLastNumber = async (
  db: Db,
  reader: Reader,
  id: string,
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('conversation_members as member')
    .innerJoin('conversations as conversation', 'conversation.id', 'member.conversation_id')
    .select('conversation.last_number')
    .where('member.conversation_id', '=', id)
    .where('member.user_id', '=', reader.id)
    .where(hasPart(sql`${reader.among ?? null}`))
    .executeTakeFirst()
  return row?.last_number
}

type StoredFile = Omit<Message['files'][number], 'kept_inside'> & { is_clean: boolean }

const messagesFor = <V extends Eyes>(db: Db, param: Param<V>, isGuardian: boolean) =>
  db
    .selectFrom('conversation_members as member')
    .innerJoin('messages as message', 'message.conversation_id', 'member.conversation_id')
    .innerJoin('accounts as person', 'person.id', 'message.author_id')
    .select([...NAMED, avatarOf('person')])
    .select(({ selectFrom, eb, fn, ref }) => [
      'message.id as message_id',
      'message.conversation_id',
      'message.number',
      'message.text',
      fn<string>('iso', ['message.created_at']).as('at'),
      'message.created_at',
      eb('message.deleted_at', 'is not', null).as('deleted'),
      // Skips the subquery for messages without files.
      sql<StoredFile[] | null>`case when ${ref('message.files')} > 0 then ${jsonArrayFrom(
        selectFrom('message_files')
          .innerJoin('files', 'files.id', 'message_files.file_id')
          .select(({ fn }) => [
            'files.id',
            fileUrlOf('files.id').as('url'),
            'files.name',
            fn.coalesce('files.content_type', sql.lit('')).as('content_type'),
            'files.size',
            fn.coalesce('files.cleaned', sql.lit(false)).as('is_clean'),
          ])
          .whereRef('message_files.message_id', '=', 'message.id')
          .orderBy('message_files.position'),
      )} end`.as('files'),
    ])
    .where('member.user_id', '=', param('id'))
    .where(hasPart(param('among')))
    .where(isVisibleTo(param, isGuardian))

type MessageRow = Awaited<ReturnType<ReturnType<typeof messagesFor>['executeTakeFirstOrThrow']>>

const asMessage = (reader: Reader, row: MessageRow): Message => ({
  id: row.message_id,
  conversation_id: row.conversation_id,
  number: row.number,
  author: personIn(reader, row),
  text: row.text,
  files: (row.files ?? []).map(({ is_clean, ...file }) => ({
    ...file,
    kept_inside: !is_clean && isLearner(row, reader.today),
  })),
  created_at: row.created_at,
  deleted: Boolean(row.deleted),
})

type Range = { conversation: string; before: number; after: number; limit: number }

const messagePage = (order: 'asc' | 'desc') =>
  queryForReader((db, param: Param<Eyes & Range>, isGuardian) =>
    messagesFor(db, param, isGuardian)
      .where('member.conversation_id', '=', param('conversation'))
      .where('message.number', '<', param('before'))
      .where('message.number', '>', param('after'))
      .orderBy('message.number', order)
      .limit(param('limit')),
  )
const newestFirst = messagePage('desc')
const oldestFirst = messagePage('asc')

const MOST = 2_147_483_647

/** Messages of a conversation: newest first before a number, or oldest first after one. */
export const listMessages = async (
  db: Db,
  reader: Reader,
  conversation: string,
  range: { before?: number | undefined; after?: number | undefined; limit: number },
): Promise<Message[]> => {
  const { before = MOST, after = 0, limit } = range
  const list = range.after === undefined ? newestFirst : oldestFirst
  const rows = await list(db, reader, { conversation, before, after, limit })
  return rows.map((row) => asMessage(reader, row))
}

const oneMessage = queryForReader((db, param: Param<Eyes & { message: string }>, isGuardian) =>
  messagesFor(db, param, isGuardian).where('message.id', '=', param('message')),
)

export const findMessage = async (
  db: Db,
  reader: Reader,
  id: string,
): Promise<Message | undefined> => {
  const [row] = await oneMessage(db, reader, { message: id })
  return row && asMessage(reader, row)
}

const found = queryForReader((db, param: Param<Eyes & Cut & { words: string }>, isGuardian) =>
  messagesFor(db, param, isGuardian)
    .where(
      sql<SqlBool>`strpos(lower(normalize(message.text, nfkc)), lower(normalize(${param('words')}::text, nfkc))) > 0`,
    )
    .where(isBefore(param, sql.ref('message.created_at'), sql.ref('message.id')))
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(param('limit')),
)

/**
 * Searches all conversations of the reader, newest message first. Matches case-insensitively, normalized, and anywhere in a word:
 * not every script separates words.
 */
export const searchMessages = async (
  db: Db,
  reader: Reader,
  { words, before, limit }: { words: string; before: RowCursor | undefined; limit: number },
): Promise<{ message: Message; place: RowCursor }[]> => {
  const rows = await found(db, reader, { ...cutAt(before, limit), words })
  return rows.map((row) => ({
    message: asMessage(reader, row),
    place: { at: row.at, id: row.message_id },
  }))
}

/** Members, and whether their family can read their messages: for adults, if they have extended a guardian link. */
export const listMembers = (db: Db, conversationId: string) =>
  db
    .selectFrom('conversation_members as member')
    .innerJoin('accounts as person', 'person.id', 'member.user_id')
    .select([...NAMED, 'member.read_number'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('standing_links as link')
          .select('link.id')
          .whereRef('link.learner_id', '=', 'person.id')
          .where(({ eb, fn, val }) => eb(val('messages'), '=', fn.any('link.scopes'))),
      ).as('family_reads'),
    )
    .where('member.conversation_id', '=', conversationId)
    .orderBy('person.first_name')
    .orderBy('person.id')
    .execute()

/**
 * Locks a conversation until the transaction ends: message numbers follow the order of commits, and a report quotes a consistent
 * state.
 * @throws notFound for an unknown conversation
 */
export const lockConversation = async (db: Db, id: string) => {
  const conversation = await db
    .selectFrom('conversations')
    .select(['kind', 'group_id', 'title', 'last_number'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!conversation) throw notFound()
  return conversation
}

/** Condition on a message: another member of its conversation has read it. False without one. */
export const isRead = (messageId: Expression<string | null>) =>
  eb.exists(
    eb
      .selectFrom('messages as written')
      .innerJoin('conversation_members as addressee', (join) =>
        join
          .onRef('addressee.conversation_id', '=', 'written.conversation_id')
          .onRef('addressee.user_id', '<>', 'written.author_id')
          .onRef('addressee.read_number', '>=', 'written.number'),
      )
      .select('written.id')
      .where('written.id', '=', messageId),
  )
