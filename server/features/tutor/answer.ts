import { setTimeout as sleep } from 'node:timers/promises'

import type { TutorEvent, TutorMessage } from '#contract/tutor'
import type { Parts } from '#platform/http'
import { plainWords, extractSentences } from '#rules/text/sentences'

import { reminderFor } from './ask.ts'
import type { TutorContent } from './content.ts'
import type { TutorModel } from './model.ts'
import { askCoach, promptFor, type Talk } from './prompt.ts'
import { appendToAnswer, claimAnswer, endAnswer, findMessage } from './queries.ts'
import { mayBeShown } from './screen.ts'

const MAX_ANSWER_LENGTH = 4000
/** Duration and interval of polling for the answer of the original request, by a retried one. */
const FOLLOW_MS = 60_000
const LOOK_EVERY_MS = 250

type Answering = {
  content: TutorContent
  model: TutorModel | undefined
  log: { warn: (about: object, words: string) => void }
}

/**
 * Yields the events of a message and its answer. The first request writes the answer; a repeated request follows what is stored.
 */
export async function* answerEvents(
  parts: Parts,
  answering: Answering,
  { question, answerId }: { question: TutorMessage; answerId: string },
  findTalk: () => Promise<Talk>,
  signal: AbortSignal,
): AsyncGenerator<TutorEvent> {
  const { db, clock } = parts
  yield { event: 'asked', data: question }
  if (!(await claimAnswer(db, answerId, clock()))) {
    yield* follow(parts, answerId, signal)
    return
  }
  const answer = await findMessage(db, answerId)
  yield { event: 'answer', data: answer }
  const end = yield* write(parts, answering, answer, await findTalk(), signal)
  yield { event: 'done', data: await endAnswer(db, answerId, end) }
}

async function* follow(
  { db }: Parts,
  answerId: string,
  signal: AbortSignal,
): AsyncGenerator<TutorEvent> {
  const until = Date.now() + FOLLOW_MS
  let message = await findMessage(db, answerId)
  yield { event: 'answer', data: message }
  let shown = message.text.length
  while (isUnderWay(message) && Date.now() < until && !signal.aborted) {
    await sleep(LOOK_EVERY_MS)
    message = await findMessage(db, answerId)
    const text = message.text.slice(shown)
    if (text !== '') yield { event: 'text', data: { text } }
    shown = message.text.length
  }
  yield { event: 'done', data: message }
}

const isUnderWay = ({ state }: TutorMessage) => state === 'waiting' || state === 'writing'

type End = Pick<TutorMessage, 'state' | 'origin'>

/** Writes an answer with the model, or with the built-in coach if there is none or it fails before its first output. */
async function* write(
  parts: Parts,
  { content, model, log }: Answering,
  { id: answerId, text: saidByHouse }: TutorMessage,
  talk: Talk,
  signal: AbortSignal,
): AsyncGenerator<TutorEvent, End> {
  const { house } = content
  const reminder = reminderFor(content, talk.messages)
  const show = async (text: string): Promise<TutorEvent> => {
    await appendToAnswer(parts.db, answerId, text)
    return { event: 'text', data: { text } }
  }
  let shown = ''
  let gap = gapAfter(saidByHouse)
  if (model && talk.useModel) {
    try {
      for await (const sentence of sentencesOf(model.answer(promptFor(talk), signal))) {
        const text = plainWords(sentence).trimEnd()
        if (!(await mayBeShown(model, { before: shown + gap, sentence: text }, signal))) {
          log.warn({ answer: answerId }, 'an answer of the tutor was withheld')
          yield await show(`${gapAfter(shown)}${house.withheld}`)
          return { state: 'done', origin: 'model' }
        }
        if (text.trim() !== '') yield await show(gap + text)
        shown += gap + text
        gap = sentence.slice(sentence.trimEnd().length)
        if (shown.length > MAX_ANSWER_LENGTH) break
      }
      if (shown.trim() === '') throw new Error('The language model returned nothing')
      if (reminder) yield await show(`${gapAfter(shown)}${reminder}`)
      return { state: 'done', origin: 'model' }
    } catch (error) {
      if (signal.aborted) return { state: 'stopped', origin: 'model' }
      log.warn({ err: error }, 'the language model failed')
      if (shown.trim() !== '') {
        yield await show(`${gapAfter(shown)}${house.broken}`)
        return { state: 'failed', origin: 'model' }
      }
    }
  }
  const said = [model ? house.instead : '', askCoach(content, talk), reminder]
  yield await show(gapAfter(saidByHouse) + said.filter((each) => each !== '').join('\n\n'))
  return { state: 'done', origin: 'coach' }
}

const gapAfter = (shown: string) => (shown.trim() === '' ? '' : '\n\n')

/** Yields whole sentences from a stream of pieces. */
async function* sentencesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const taken = extractSentences(rest + piece)
    rest = taken.rest
    yield* taken.sentences
  }
  if (rest.trim() !== '') yield rest
}
