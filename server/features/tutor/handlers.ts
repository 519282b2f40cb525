import { tutor } from '#contract/tutor'
import { requireQuest } from '#features/quests'
import { storeOrReport } from '#features/safety'
import { transaction } from '#platform/database'
import { sendEvents } from '#platform/event-stream'
import { type App, notFound, decodeOffset, pageAtOffset, type Parts, serve } from '#platform/http'
import type { Limit } from '#platform/limits'
import { fullYears } from '#rules/age'
import { closedReason, minutesUsed } from '#rules/tutor'

import { answerEvents } from './answer.ts'
import { storeQuestion } from './ask.ts'
import type { TutorContent } from './content.ts'
import { createTutorModel } from './model.ts'
import type { Talk } from './prompt.ts'
import {
  findConversation,
  findLearner,
  findMessage,
  isReadByFamily,
  listConversations,
  listMessages,
  listNames,
  listTimes,
} from './queries.ts'
import { deleteOldConversations } from './retention.ts'
import { askProvider } from './screen.ts'
import { findTutorSettings, notifyOfSettings, settingsIn, storeTutorSettings } from './settings.ts'
import { startConversation } from './start.ts'

export const tutorRoutes = (app: App, content: TutorContent): void => {
  const { config, jobs } = app.parts
  const model = createTutorModel(config)
  const MESSAGES: Limit = {
    name: 'tutor-messages',
    points: config.TUTOR_MESSAGES_PER_MINUTE,
    seconds: 60,
    message: 'That was quick. Please take a moment before you write again.',
  }
  const stopping = new AbortController()
  app.http.addHook('preClose', async () => stopping.abort())
  jobs.schedule('forget-tutor-talks', '47 2 * * *', () => deleteOldConversations(app.parts), {
    isLong: true,
  })

  serve(app, tutor, {
    tutorStatus: async ({ db, learner, query, clock }) => {
      const now = clock()
      const [stored, times] = await Promise.all([
        findTutorSettings(db, learner.id),
        listTimes(db, learner.id, now),
      ])
      const { settings, timeZone } = stored
      const closed = closedReason(settings, times, now, timeZone)
      return {
        open: closed === undefined,
        closed_because: closed ?? null,
        hours: settingsIn(stored, query.time_zone, now).hours,
        minutes_left: Math.max(0, settings.daily_minutes - minutesUsed(times, now, timeZone)),
        answered_by: model ? ('model' as const) : ('coach' as const),
        retention_days: settings.retention_days,
      }
    },

    startConversation: ({ learner, body, once, clock }) =>
      once((db) => startConversation(db, learner.id, body, clock())),

    listConversations: async ({ db, learner, query }) =>
      pageOfTalks(db, learner.id, 'learner', query),

    listMessages: ({ db, learner, params }) =>
      talkOf(db, { id: params.id, learnerId: learner.id }, 'learner'),

    askTutor: async ({ learner, params, body, once, request, reply, ...parts }) => {
      const { text } = body
      // Also if it came too quickly, while the tutor is still answering, or if the conversation is full.
      const stored = await storeOrReport(parts, { authorId: learner.id, text }, async () => {
        await parts.limits.take(MESSAGES, learner.id)
        const names = model ? await listNames(parts.db, learner.id) : []
        const view = await askProvider(model, text, names)
        const question = { conversationId: params.id, learnerId: learner.id, text, view }
        return once((db) => storeQuestion(parts, db, content, question))
      })
      const { answerId } = stored
      const asked = await findMessage(parts.db, stored.questionId)
      const findTalk = () => talkFor(parts, params.id, learner.id, stored.useModel)
      const answering = { content, model, log: request.log }
      return sendEvents(reply, (gone) =>
        answerEvents(
          parts,
          answering,
          { question: asked, answerId },
          findTalk,
          AbortSignal.any([gone, stopping.signal]),
        ),
      )
    },

    listChildConversations: async ({ db, learner, query }) =>
      pageOfTalks(db, learner.id, readerOf(learner), query),

    listChildMessages: ({ db, learner, params }) =>
      talkOf(db, { id: params.id, learnerId: learner.id }, readerOf(learner)),

    getTutorSettings: async ({ db, learner, query, clock }) =>
      settingsIn(await findTutorSettings(db, learner.id), query.time_zone, clock()),

    changeTutorSettings: ({ db, learner, caller, query, body, clock, audit }) =>
      transaction(db, async (db) => {
        const now = clock()
        const by = { userId: caller.userId, timeZone: query.time_zone, now }
        const change = await storeTutorSettings(db, learner.id, body, by)
        await audit(db, 'tutor_set')
        if (learner.relation === 'guardian') {
          const who = { learnerId: learner.id, guardianId: caller.userId }
          await notifyOfSettings(db, who, change, now)
        }
        return settingsIn(change.after, query.time_zone, now)
      }),
  })
}

/** Learners see their own conversations completely. */
const readerOf = ({ relation }: { relation: string }) =>
  relation === 'self' ? 'learner' : 'guardian'

type Reader = Parameters<typeof listConversations>[2]

const pageOfTalks = async (
  db: Parts['db'],
  learnerId: string,
  reader: Reader,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) => {
  const offset = decodeOffset(cursor)
  const rows = await listConversations(db, learnerId, reader, { offset, limit: limit + 1 })
  return pageAtOffset(offset, { items: rows.slice(0, limit), total: offset + rows.length })
}

const talkOf = async (db: Parts['db'], name: { id: string; learnerId: string }, reader: Reader) => {
  const conversation = await findConversation(db, name, reader)
  if (!conversation) throw notFound()
  const [items, family_reads] = await Promise.all([
    listMessages(db, name.id, reader),
    reader === 'guardian' || isReadByFamily(db, name),
  ])
  return { conversation, items, family_reads, next_cursor: null }
}

/** Loads the inputs of an answer. */
const talkFor = async (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  conversationId: string,
  learnerId: string,
  useModel: boolean,
): Promise<Talk> => {
  const [learner, names, conversation, messages] = await Promise.all([
    findLearner(db, learnerId),
    listNames(db, learnerId),
    findConversation(db, { id: conversationId, learnerId }, 'learner'),
    listMessages(db, conversationId, 'learner'),
  ])
  const today = clock().toISOString().slice(0, 10)
  return {
    messages,
    // Undefined if the quest is no longer available.
    quest: conversation?.quest_id
      ? await requireQuest(db, learnerId, conversation.quest_id).catch(() => undefined)
      : undefined,
    taskId: conversation?.task_id ?? null,
    age: learner.date_of_birth === null ? null : fullYears(learner.date_of_birth, today),
    names,
    useModel,
  }
}
