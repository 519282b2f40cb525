import * as z from 'zod/mini'

import { MAX_MESSAGE_FILES, MAX_MESSAGE_LENGTH } from '#rules/message-limits'
import { REPORT_REASONS } from '#rules/messages'

import { type CallLimit, del, endpoints, get, post, put } from './endpoint.ts'
import { Id, line, optionalLine, page, pageQuery, text, Timestamp, TimeZone } from './fields.ts'
import { USUAL } from './limits.ts'

/** Maximum participants of a conversation, including its creator. */
export const MAX_PEOPLE = 30

const Person = z.object({ id: Id, name: z.string(), avatar_url: z.nullable(z.string()) })

const MessageFile = z.object({
  id: Id,
  url: z.string(),
  name: z.string(),
  content_type: z.string(),
  /** Bytes. */
  size: z.number(),
})

export const Message = z.object({
  id: Id,
  conversation_id: Id,
  /** Sequence number in the conversation, from 1; may have gaps. */
  number: z.number(),
  author: Person,
  /** Plain text with line breaks. Empty once deleted. */
  text: z.string(),
  files: z.array(MessageFile),
  created_at: Timestamp,
  deleted: z.boolean(),
})
export type Message = z.output<typeof Message>

const CONVERSATION = {
  id: Id,
  kind: z.enum(['pair', 'group', 'quest_group']),
  /** Name of a group; null for a conversation of two. */
  title: z.nullable(z.string()),
  /** Excludes the caller. */
  participants: z.array(Person),
  unread_count: z.number(),
  /** Latest message visible to the caller; its text is truncated. */
  last_message: z.nullable(
    z.object({
      author_id: Id,
      text: z.string(),
      /** Number of attached files. */
      files: z.number(),
      created_at: Timestamp,
      deleted: z.boolean(),
    }),
  ),
}
export const Conversation = z.object(CONVERSATION)
export type Conversation = z.output<typeof Conversation>

export const OpenConversation = z.object({
  ...CONVERSATION,
  /** At least one participant would receive a message now. */
  can_write: z.boolean(),
  /** Number of the last message that the caller has read. */
  read_number: z.number(),
  /** Families that can read this: the first names of other learners, and whether the caller's own family can. */
  families: z.object({ own: z.boolean(), of: z.array(z.string()) }),
  /** Read positions of others; between adults only. */
  read_by: z.array(z.object({ name: z.string(), number: z.number() })),
})
export type OpenConversation = z.output<typeof OpenConversation>

const Contact = z.object({
  ...Person.shape,
  /** Relation of the contact to the caller. */
  tie: z.enum(['advisor', 'learner', 'guardian', 'friend']),
})

/** One other person, several, or a group on the same quest. */
export const BegunConversation = z
  .object({
    participant_ids: z._default(
      z.array(Id).check(z.maxLength(MAX_PEOPLE - 1, 'That is too many people')),
      [],
    ),
    title: optionalLine(80),
    group_id: z.optional(Id),
  })
  .check(
    z.refine(
      ({ participant_ids, group_id }) => (group_id === undefined) === participant_ids.length > 0,
      {
        error: 'Please choose somebody to write to',
        path: ['participant_ids'],
      },
    ),
  )

export const WrittenMessage = z
  .object({
    text: z._default(text(MAX_MESSAGE_LENGTH).check(z.trim()), ''),
    file_ids: z._default(
      z
        .array(Id)
        .check(
          z.maxLength(MAX_MESSAGE_FILES, `At most ${MAX_MESSAGE_FILES} files go with a message`),
        ),
      [],
    ),
    /** Sent despite the site's warning (`please_check`). */
    checked: z._default(z.boolean(), false),
  })
  .check(
    z.refine((message) => message.text !== '' || message.file_ids.length > 0, {
      error: 'Please write something',
      path: ['text'],
    }),
  )

export const MessageReport = z.object({
  reason: z._default(z.enum(REPORT_REASONS), 'other'),
  note: optionalLine(1000),
})

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const TimeOfDay = z.string().check(z.regex(TIME_OF_DAY, 'Please write a time such as 21:30'))

/** No notifications of messages in these hours; may span midnight. */
export const QuietHours = z.object({
  from: TimeOfDay,
  to: TimeOfDay,
  time_zone: TimeZone,
})

const messagePage = page(Message)
const messageQuery = {
  ...pageQuery,
  /** Alternative to a cursor: messages with a higher number, oldest first. */
  after: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))),
}
const ofLearner = { from: 'params.id', may: 'readMessages' } as const

const MESSAGES = {
  name: 'messages',
  points: 60,
  seconds: 60,
  message: 'That was quick. Please take a moment before you write again.',
  per: 'caller',
} satisfies CallLimit
/** Conversations are permanent, with one row per participant. */
const BEGINNINGS = {
  name: 'conversations-begun',
  points: 100,
  seconds: 3600,
  message: 'That is a lot of conversations. Please wait a little before you begin another.',
  per: 'caller',
} satisfies CallLimit
const REPORTS = {
  name: 'message-reports',
  points: 30,
  seconds: 3600,
  message: 'That is a lot of reports. Please wait a little before the next one.',
  per: 'caller',
} satisfies CallLimit
/** Each searches all messages that the person ever sent or received. */
const SEARCHES = {
  name: 'message-searches',
  points: 60,
  seconds: 60,
  message: 'That is a lot of searches. Please wait a moment before the next one.',
  per: 'caller',
} satisfies CallLimit

export const messages = endpoints({
  listConversationsOfPerson: get('/api/conversations', {
    summary: 'The caller’s conversations; the one last written in comes first',
    access: 'signedIn',
    query: z.object(pageQuery),
    reply: page(Conversation),
  }),
  beginConversation: post('/api/conversations', {
    summary: 'Begin a conversation with people whom the caller may write to. Two people have one',
    access: 'signedIn',
    limit: BEGINNINGS,
    idempotent: true,
    body: BegunConversation,
    reply: OpenConversation,
    status: 201,
  }),
  listContacts: get('/api/conversations/contacts', {
    summary: 'Whom the caller may write to',
    access: 'signedIn',
    reply: z.object({ contacts: z.array(Contact) }),
  }),
  searchMessages: get('/api/conversations/search', {
    summary: 'Messages of the caller’s conversations with these words in them, newest first',
    access: 'signedIn',
    limit: SEARCHES,
    query: z.object({ search: line(100, 'Please write what to look for'), ...pageQuery }),
    reply: messagePage,
  }),
  getQuietHours: get('/api/conversations/quiet-hours', {
    summary: 'When the caller does not want to be told of messages',
    access: 'signedIn',
    reply: z.object({ quiet_hours: z.nullable(QuietHours) }),
  }),
  setQuietHours: put('/api/conversations/quiet-hours', {
    summary: 'Say when one does not want to be told of messages; null for never',
    access: 'signedIn',
    limit: USUAL,
    body: z.object({ quiet_hours: z.nullable(QuietHours) }),
    reply: z.object({ quiet_hours: z.nullable(QuietHours) }),
  }),
  openConversation: get('/api/conversations/{id}', {
    summary:
      'A conversation of the caller: who takes part, who can read it, whether it can continue',
    access: 'signedIn',
    reply: OpenConversation,
  }),
  listMessagesOfConversation: get('/api/conversations/{id}/messages', {
    summary: 'The newest messages, and by cursor those before; or those `after` a number',
    access: 'signedIn',
    query: z.object(messageQuery),
    reply: messagePage,
  }),
  sendMessage: post('/api/conversations/{id}/messages', {
    summary:
      'Write a message. 409 with `please_check` asks whether it is meant to be sent, and `checked` says so; 422 with `not_sent` says why it was not',
    access: 'signedIn',
    limit: MESSAGES,
    idempotent: true,
    body: WrittenMessage,
    reply: Message,
    status: 201,
  }),
  markRead: post('/api/conversations/{id}/read', {
    summary: 'Say that the caller has read, up to a number or all',
    access: 'signedIn',
    limit: USUAL,
    body: z.optional(z.object({ up_to: z.optional(z.number().check(z.int(), z.minimum(0))) })),
  }),
  deleteMessage: del('/api/messages/{id}', {
    summary: 'Delete an own message; it still shows that there was one',
    access: 'signedIn',
    limit: USUAL,
  }),
  reportMessage: post('/api/messages/{id}/report', {
    summary: 'Report a message, with what was written around it, to staff',
    access: 'signedIn',
    limit: REPORTS,
    idempotent: true,
    body: z.optional(MessageReport),
  }),
  listConversationsOfLearner: get('/api/learners/{id}/conversations', {
    summary: 'A learner’s conversations with others, for those who look after the learner',
    access: 'signedIn',
    learner: ofLearner,
    query: z.object(pageQuery),
    reply: page(Conversation),
  }),
  listMessagesOfLearner: get('/api/learners/{id}/conversations/{conversation_id}/messages', {
    summary: 'What was written in a conversation of a learner, newest first',
    access: 'signedIn',
    learner: ofLearner,
    query: z.object(pageQuery),
    reply: z.extend(messagePage, { conversation: Conversation }),
  }),
})
