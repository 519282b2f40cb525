import * as z from 'zod/mini'

import { MAX_MESSAGE_FILES, MAX_MESSAGE_LENGTH } from '#rules/message-limits'
import { REPORT_REASONS } from '#rules/messages'
import { withoutReversal } from '#rules/text/linked-text'

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
  /** A learner's file that may say where it was made: it opens only for their family and advisor (decisions/0018). */
  kept_inside: z.optional(z.boolean()),
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
  /** Families that can read this: the first names of learners whom the caller may message, and whether the caller's own family can. */
  families: z.object({ own: z.boolean(), of: z.array(z.string()) }),
  /** Read positions of others whom the caller may message; between adults only. */
  read_by: z.array(z.object({ name: z.string(), number: z.number() })),
})
export type OpenConversation = z.output<typeof OpenConversation>

const Contact = z.object({
  ...Person.shape,
  /** Relation of the contact to the caller. */
  tie: z.enum(['advisor', 'learner', 'guardian', 'friend']),
})

/** One other person, several, or a group on the same quest. */
export const ConversationInput = z
  .object({
    participant_ids: z._default(
      z.array(Id).check(z.maxLength(MAX_PEOPLE - 1, 'That’s too many people')),
      [],
    ),
    title: optionalLine(80),
    group_id: z.optional(Id),
  })
  .check(
    z.refine(
      ({ participant_ids, group_id }) => (group_id === undefined) === participant_ids.length > 0,
      {
        error: 'Please choose someone to write to',
        path: ['participant_ids'],
      },
    ),
  )

export const MessageInput = z
  .object({
    text: z._default(text(MAX_MESSAGE_LENGTH).check(z.overwrite(withoutReversal), z.trim()), ''),
    file_ids: z._default(
      z
        .array(Id)
        .check(
          z.maxLength(MAX_MESSAGE_FILES, `A message can have up to ${MAX_MESSAGE_FILES} files`),
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
const TimeOfDay = z.string().check(z.regex(TIME_OF_DAY, 'Please enter a time such as 21:30'))

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
  message: 'You’ve started a lot of conversations. Please wait a little before starting another.',
  per: 'caller',
} satisfies CallLimit
const REPORTS = {
  name: 'message-reports',
  points: 30,
  seconds: 3600,
  message: 'You’ve sent a lot of reports. Please wait a little before the next one.',
  per: 'caller',
} satisfies CallLimit
/** Each searches all messages that the person ever sent or received. */
const SEARCHES = {
  name: 'message-searches',
  points: 60,
  seconds: 60,
  message: 'You’ve done a lot of searches. Please wait a moment before the next one.',
  per: 'caller',
} satisfies CallLimit

export const messages = endpoints({
  listConversationsOfPerson: get('/api/conversations', {
    summary: 'The caller’s conversations, most recently active first',
    access: 'signedIn',
    query: z.object(pageQuery),
    reply: page(Conversation),
  }),
  beginConversation: post('/api/conversations', {
    summary:
      'Start a conversation with people the caller may message; each pair of people has only one',
    access: 'signedIn',
    limit: BEGINNINGS,
    idempotent: true,
    body: ConversationInput,
    reply: OpenConversation,
    status: 201,
  }),
  listContacts: get('/api/conversations/contacts', {
    summary: 'People the caller may message',
    access: 'signedIn',
    reply: z.object({ contacts: z.array(Contact) }),
  }),
  searchMessages: get('/api/conversations/search', {
    summary: 'Search messages in the caller’s conversations, newest first',
    access: 'signedIn',
    limit: SEARCHES,
    query: z.object({ search: line(100, 'Please enter something to search for'), ...pageQuery }),
    reply: messagePage,
  }),
  getQuietHours: get('/api/conversations/quiet-hours', {
    summary: 'The caller’s quiet hours for message notifications',
    access: 'signedIn',
    reply: z.object({ quiet_hours: z.nullable(QuietHours) }),
  }),
  setQuietHours: put('/api/conversations/quiet-hours', {
    summary: 'Set the caller’s quiet hours for message notifications; null for none',
    access: 'signedIn',
    limit: USUAL,
    body: z.object({ quiet_hours: z.nullable(QuietHours) }),
    reply: z.object({ quiet_hours: z.nullable(QuietHours) }),
  }),
  openConversation: get('/api/conversations/{id}', {
    summary:
      'One of the caller’s conversations: its members, who can read it and whether it can continue',
    access: 'signedIn',
    reply: OpenConversation,
  }),
  listMessagesOfConversation: get('/api/conversations/{id}/messages', {
    summary: 'The newest messages, older ones by cursor, or those `after` a number',
    access: 'signedIn',
    query: z.object(messageQuery),
    reply: messagePage,
  }),
  sendMessage: post('/api/conversations/{id}/messages', {
    summary:
      'Send a message. 409 with `please_check` asks for confirmation, given with `checked`; 422 with `not_sent` gives the reason it was blocked',
    access: 'signedIn',
    limit: MESSAGES,
    idempotent: true,
    body: MessageInput,
    reply: Message,
    status: 201,
  }),
  markRead: post('/api/conversations/{id}/read', {
    summary: 'Mark messages as read, all or up to a number',
    access: 'signedIn',
    limit: USUAL,
    body: z.optional(z.object({ up_to: z.optional(z.number().check(z.int(), z.minimum(0))) })),
  }),
  deleteMessage: del('/api/messages/{id}', {
    summary: 'Delete one of the caller’s messages, leaving a placeholder',
    access: 'signedIn',
    limit: USUAL,
  }),
  reportMessage: post('/api/messages/{id}/report', {
    summary: 'Report a message to staff, with the messages around it',
    access: 'signedIn',
    limit: REPORTS,
    idempotent: true,
    body: z.optional(MessageReport),
  }),
  listConversationsOfLearner: get('/api/learners/{id}/conversations', {
    summary: 'A learner’s conversations with others, for their guardians and staff',
    access: 'signedIn',
    learner: ofLearner,
    query: z.object(pageQuery),
    reply: page(Conversation),
  }),
  listMessagesOfLearner: get('/api/learners/{id}/conversations/{conversation_id}/messages', {
    summary: 'The messages in a learner’s conversation, newest first',
    access: 'signedIn',
    learner: ofLearner,
    query: z.object(pageQuery),
    reply: z.extend(messagePage, { conversation: Conversation }),
  }),
})
