import { messages } from '#contract/messages'
import { listContacts } from '#features/connections'
import { markTopicRead } from '#features/notifications'
import { requireHarmless, storeOrReport } from '#features/safety'
import { transaction } from '#platform/database'
import {
  type App,
  DomainError,
  decodeCursor,
  notFound,
  pageAfter,
  encodeRowCursor,
  decodeRowCursor,
  serve,
  unavailable,
} from '#platform/http'
import { createQueue } from '#platform/queue'
import { type RecipientLevel, TOLD } from '#rules/safety'

import {
  familyReaderFor,
  openConversation,
  readerFor,
  requireConversation,
  requireMembership,
} from './conversation.ts'
import { notifyUnread, topicOf } from './notices.ts'
import {
  findMessage,
  listConversations,
  listMessages,
  type Reader,
  searchMessages,
} from './queries.ts'
import { findQuietHours, storeQuietHours } from './quiet-hours.ts'
import { removeMessage } from './remove.ts'
import { reportMessage } from './report.ts'
import { markRead, storeMessage } from './send.ts'
import { startConversation, requireContact } from './start.ts'

const NUMBER = /^\d{1,9}$/

/** One by one: each reads all messages of a person, which may take seconds, and must not occupy all database connections. */
const searching = createQueue({
  concurrency: 1,
  maxWaiting: 100,
  full: () => unavailable('A lot of people are searching right now. Please try again in a moment.'),
})

export const messageRoutes = (app: App): void => {
  app.parts.jobs.schedule('tell-of-messages', '* * * * *', () => notifyUnread(app.parts))

  serve(app, messages, {
    listConversationsOfPerson: async ({ db, caller, clock, query }) =>
      pageOfConversations(db, await readerFor({ db, clock }, caller), query),

    beginConversation: async ({ caller, body, once, ...parts }) => {
      const { clock, db } = parts
      // A group's conversation has the name of the group.
      if (body.title && body.group_id === undefined) {
        const { participant_ids, title: text } = body
        const readerIds = await requireContact(db, caller.userId, participant_ids, clock())
        const words = { authorId: caller.userId, readerIds, text, hidesHousehold: true }
        await requireHarmless(parts, words)
      }
      const { id } = await once(async (db) => ({
        id: await startConversation(db, { personId: caller.userId, body, now: clock() }),
      }))
      // Read again, like after sending a message.
      const reader = await readerFor({ db, clock }, caller)
      return openConversation({ db, clock }, reader, await requireConversation(db, reader, id))
    },

    listContacts: async ({ db, caller, clock }) => ({
      contacts: await listContacts(db, caller.userId, clock()),
    }),

    searchMessages: async ({ db, caller, clock, query: { search, cursor, limit } }) => {
      const reader = await readerFor({ db, clock }, caller)
      const before = decodeRowCursor(cursor)
      const range = { words: search, before, limit: limit + 1 }
      const found = await searching(() => searchMessages(db, reader, range), caller.userId)
      const { items, next_cursor } = pageAfter(found, limit, ({ place }) => encodeRowCursor(place))
      return { items: items.map(({ message }) => message), next_cursor }
    },

    getQuietHours: async ({ db, caller }) => ({
      quiet_hours: await findQuietHours(db, caller.userId),
    }),

    setQuietHours: async ({ db, caller, body }) => {
      await storeQuietHours(db, caller.userId, body.quiet_hours)
      return body
    },

    openConversation: async ({ db, caller, clock, params }) => {
      const reader = await readerFor({ db, clock }, caller)
      return openConversation(
        { db, clock },
        reader,
        await requireConversation(db, reader, params.id),
      )
    },

    listMessagesOfConversation: async ({ db, caller, clock, params, query }) => {
      const reader = await readerFor({ db, clock }, caller)
      return pageOfMessages(db, reader, params.id, query)
    },

    sendMessage: async ({ caller, params, body, once, ...parts }) => {
      const { db } = parts
      const reader = await readerFor(parts, caller)
      await requireMembership(db, reader, params.id)
      const sending = { authorId: caller.userId, conversationId: params.id, body }
      const call = { authorId: caller.userId, threadId: params.id, text: body.text }
      const sent = await storeOrReport(parts, call, () =>
        once((db) => storeMessage(parts, db, sending)),
      )
      if ('asks' in sent) throw pleaseCheck()
      if ('refused' in sent) throw notSent(sent.heard)
      // Read again: the stored response for retries contains no text, so that deleting a message deletes it everywhere.
      return (await findMessage(db, reader, sent.id)) ?? gone()
    },

    markRead: async ({ caller, params, body, clock, changeEvents, db }) =>
      transaction(db, async (db) => {
        const reader = await readerFor({ db, clock }, caller)
        const newest = await requireMembership(db, reader, params.id)
        await markTopicRead(db, caller.userId, topicOf(params.id), clock())
        const upTo = Math.min(body?.up_to ?? newest, newest)
        if (await markRead(db, caller.userId, params.id, upTo)) {
          // Syncs the person's other browsers.
          await changeEvents.publish(db, [caller.userId], { kind: 'reading', id: params.id })
        }
      }),

    deleteMessage: async ({ caller, params, ...parts }) =>
      transaction(parts.db, (db) =>
        removeMessage(parts, db, { authorId: caller.userId, id: params.id }),
      ),

    reportMessage: async ({ caller, params, body, once, ...parts }) => {
      const reader = await readerFor(parts, caller)
      const reported = {
        reader,
        messageId: params.id,
        reason: body?.reason ?? 'other',
        note: body?.note || null,
      }
      // The message may be gone with its author's account, and a call for help about it is heard.
      await storeOrReport(parts, { authorId: caller.userId, text: body?.note ?? '' }, () =>
        once((db) => reportMessage(parts, db, reported)),
      )
    },

    listConversationsOfLearner: async ({ db, caller, learner, clock, query }) => {
      const reader = await familyReaderFor({ db, clock }, learner.id, caller.userId)
      return pageOfConversations(db, reader, query)
    },

    listMessagesOfLearner: async ({ db, caller, learner, clock, params, query }) => {
      const reader = await familyReaderFor({ db, clock }, learner.id, caller.userId)
      const conversation = await requireConversation(db, reader, params.conversation_id)
      const page = await pageOfMessages(db, reader, params.conversation_id, query)
      return { ...page, conversation }
    },
  })
}

type PageQuery = { cursor?: string | undefined; limit: number }

const pageOfConversations = async (
  db: App['parts']['db'],
  reader: Reader,
  { cursor, limit }: PageQuery,
) => {
  const rows = await listConversations(db, reader, {
    before: decodeRowCursor(cursor),
    limit: limit + 1,
  })
  const { items, next_cursor } = pageAfter(rows, limit, ({ place }) => encodeRowCursor(place))
  return { items: items.map(({ conversation }) => conversation), next_cursor }
}

const pageOfMessages = async (
  db: App['parts']['db'],
  reader: Reader,
  conversationId: string,
  { cursor, limit, after }: PageQuery & { after?: number | undefined },
) => {
  const key = decodeCursor(cursor, NUMBER)
  const before = key === undefined ? undefined : Number(key)
  const range = after === undefined ? { before } : { after }
  const rows = await listMessages(db, reader, conversationId, { ...range, limit: limit + 1 })
  if (rows.length === 0) await requireMembership(db, reader, conversationId)
  if (after !== undefined) return { items: rows.slice(0, limit), next_cursor: null }
  return pageAfter(rows, limit, ({ number }) => String(number))
}

const gone = () => {
  throw notFound()
}

const pleaseCheck = () =>
  new DomainError(
    409,
    'please_check',
    'This looks like a phone number, an address or something else private. Do you want to send it?',
  )

const notSent = (heard: RecipientLevel | null) =>
  new DomainError(
    422,
    'not_sent',
    [
      'This was not sent, because it may hurt someone.',
      heard ? TOLD[heard] : '',
      'You can try putting it another way.',
    ]
      .filter(Boolean)
      .join(' '),
  )
