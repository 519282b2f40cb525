import { createParser } from 'eventsource-parser'

import { fillPath } from '#contract/endpoint'
import { tutor, type TutorEvent, type TutorMessage } from '#contract/tutor'

import type { Person, TestApp } from './start-app.ts'

/** Parses server-sent events. */
const eventsIn = (body: string): TutorEvent[] => {
  const events: TutorEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data }) =>
      events.push({ event, data: JSON.parse(data) as unknown } as TutorEvent),
  })
  parser.feed(body)
  return events
}

type TutorExchange = {
  status: number
  /** Error code of a refusal. */
  code: string
  /** The raw response. */
  body: string
  events: TutorEvent[]
  question: TutorMessage
  /** Stored answer. */
  answer: TutorMessage
  /** Displayed text, assembled from the stream. */
  shown: string
}

/** Sends a message to the tutor and waits for the complete answer. */
export const askTutor = async (
  app: TestApp,
  person: Person,
  conversationId: string,
  text: string,
  { key, query = '' }: { key?: string; query?: string } = {},
): Promise<TutorExchange> => {
  const { statusCode, body } = await app.http.inject({
    method: 'POST',
    url: fillPath(tutor.askTutor.path, { id: conversationId }) + query,
    headers: { ...person.headers, ...(key ? { 'idempotency-key': key } : {}) },
    payload: { text },
  })
  const events = statusCode === 200 ? eventsIn(body) : []
  const first = events.find(({ event }) => event === 'asked')
  const done = events.find(({ event }) => event === 'done')
  return {
    status: statusCode,
    code: statusCode === 200 ? '' : (JSON.parse(body) as { error: { code: string } }).error.code,
    body,
    events,
    question: first?.data as TutorMessage,
    answer: done?.data as TutorMessage,
    shown: events
      .map(({ event, data }) => (event === 'text' || event === 'answer' ? data.text : ''))
      .join(''),
  }
}

export const startTutorConversation = async (
  person: Person,
  about: { quest_id?: string; task_id?: string } = {},
): Promise<string> => (await person.call(tutor).startConversation({ body: about })).id
