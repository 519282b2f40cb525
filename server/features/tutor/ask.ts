import { MAX_MESSAGES, type TutorMessage } from '#contract/tutor'
import { listNamesAtHome } from '#features/family'
import { reportFindings } from '#features/safety'
import type { Db } from '#platform/database'
import { conflict, forbidden, notFound, type Parts } from '#platform/http'
import { CRISES, type Crisis, type ReportCategory } from '#rules/safety'
import { householdNameMatcher } from '#rules/text/names-at-home'
import { isUncertain, findTopic } from '#rules/text/screening'
import { closedReason, isReminderDue } from '#rules/tutor'

import type { TutorContent } from './content.ts'
import { findLastNumber, listMessages, listTimes } from './queries.ts'
import { type ProvidersView, screenQuestion } from './screen.ts'
import { findTutorSettings } from './settings.ts'

type Question = {
  conversationId: string
  learnerId: string
  text: string
  view: ProvidersView
}

/** Time after which an unfinished answer no longer blocks another question. */
const UNDER_WAY_MS = 120_000

/**
 * Stores a question with its safety reports, their notifications, and the answer, which is complete for a built-in reply and
 * pending otherwise. `db` is a transaction: no answer is visible before it commits.
 * @throws notFound, forbidden while the tutor is closed, conflict if the conversation is full or an answer is in progress
 */
export const storeQuestion = async (
  parts: Parts,
  db: Db,
  { house }: TutorContent,
  { conversationId, learnerId, text, view }: Question,
): Promise<{ questionId: string; answerId: string; useModel: boolean }> => {
  const now = parts.clock()
  await lockConversation(db, conversationId, learnerId)
  const { settings, timeZone } = await findTutorSettings(db, learnerId)
  const [messages, times] = await Promise.all([
    listMessages(db, conversationId, 'learner'),
    listTimes(db, learnerId, now),
  ])
  refuseAnother(messages, now)

  const before = messages.filter(({ author }) => author === 'learner').map((each) => each.text)
  const isAtHome = householdNameMatcher(await listNamesAtHome(db, [learnerId]))
  const findings = screenQuestion(view, before, text, isAtHome)
  const closed = closedReason(settings, times, now, timeZone)
  // Crises are answered at any time.
  if (closed && !findings.some(({ category }) => isCrisis(category))) {
    throw forbidden(house.closed[closed], `tutor_${closed}`)
  }

  // Retention deletes single messages: numbers are never reused, so that messages after a withheld one stay withheld.
  const last = await findLastNumber(db, conversationId)
  const questionId = await insertMessage(db, {
    conversationId,
    learnerId,
    number: last + 1,
    now,
    message: { author: 'learner', text, origin: null, state: 'done', crisis: null },
  })
  const told = await reportFindings(parts, db, {
    learnerId,
    conversationId,
    messageId: questionId,
    text,
    findings,
    texts: [...before.slice(-3), text],
    questions: messages
      .filter(({ author }) => author === 'tutor')
      .slice(-1)
      .map((each) => each.text),
    isAtHome,
    alertLevel: settings.alert_level,
  })
  const worst = findings[0]
  const isInDoubt = worst !== undefined && isUncertain(worst)
  const topic = findTopic(settings.blocked_topics, text)
  const isBlocked = topic !== undefined && (!worst || isInDoubt)
  const saidByHouse = [
    worst ? house.replies[isInDoubt ? 'doubt' : worst.category].trim() : '',
    told?.reached ? house.told[told.reached] : '',
    told?.isWithheld ? house.not_family : '',
    isBlocked ? house.replies.topic : '',
  ]
    .filter((each) => each !== '')
    .join('\n\n')
  // If the finding is uncertain, the question is also answered after the built-in reply, unless the family's settings exclude it.
  const isAnswered = saidByHouse !== '' && (!isInDoubt || isBlocked || closed !== undefined)
  const answerId = await insertMessage(db, {
    conversationId,
    learnerId,
    number: last + 2,
    now,
    message: {
      author: 'tutor',
      text: saidByHouse,
      origin: isAnswered ? 'house' : null,
      state: isAnswered ? 'done' : 'waiting',
      crisis: worst && !isInDoubt && isCrisis(worst.category) ? worst.category : null,
    },
  })
  return { questionId, answerId, useModel: view.opinion !== 'unknown' }
}

const isCrisis = (category: ReportCategory): category is Crisis =>
  (CRISES as readonly string[]).includes(category)

const lockConversation = async (db: Db, id: string, learnerId: string) => {
  const found = await db
    .selectFrom('tutor_conversations')
    .select('id')
    .where('id', '=', id)
    .where('learner_id', '=', learnerId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound()
}

const refuseAnother = (messages: readonly TutorMessage[], now: Date) => {
  if (messages.length >= MAX_MESSAGES) {
    throw conflict('This conversation is full. Please start another one.')
  }
  const last = messages.at(-1)
  const isUnderWay = last?.state === 'waiting' || last?.state === 'writing'
  if (isUnderWay && now.getTime() - Date.parse(last.created_at) < UNDER_WAY_MS) {
    throw conflict('The tutor is still answering. Please wait for the answer, or stop it.')
  }
}

type NewMessage = {
  conversationId: string
  learnerId: string
  number: number
  now: Date
  message: Pick<TutorMessage, 'author' | 'text' | 'origin' | 'state' | 'crisis'>
}

const insertMessage = async (
  db: Db,
  { conversationId, learnerId, number, now, message }: NewMessage,
): Promise<string> => {
  const created_at = now.toISOString()
  const { id } = await db
    .insertInto('tutor_messages')
    .values({
      ...message,
      conversation_id: conversationId,
      learner_id: learnerId,
      number,
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('tutor_conversations')
    .set({ last_message_at: created_at })
    .where('id', '=', conversationId)
    .execute()
  return id
}

/** Occasionally, an answer ends with the reminder that the tutor is not a person. */
export const reminderFor = (
  { house }: TutorContent,
  messages: readonly { author: string }[],
): string => {
  const questions = messages.filter(({ author }) => author === 'learner').length
  return isReminderDue(questions) ? house.reminder : ''
}
