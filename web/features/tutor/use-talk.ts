import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { TutorEvent, TutorMessage } from '#contract/tutor'

import { talkMessages, tutor, tutorStatus } from './queries.ts'

/** A message being sent, with the answer so far. */
export type Exchange = {
  text: string
  /** The same for every attempt, so that the message is delivered once. */
  key: string
  asked?: TutorMessage
  answer?: TutorMessage
  pieces: readonly string[]
  /** Error of the message or its answer. */
  error?: unknown
}

const after = (exchange: Exchange, { event, data }: TutorEvent): Exchange => {
  if (event === 'asked') return { ...exchange, asked: data }
  // A retried request starts with the existing text.
  if (event === 'answer') {
    return { ...exchange, answer: data, pieces: data.text === '' ? [] : [data.text] }
  }
  if (event === 'text') return { ...exchange, pieces: [...exchange.pieces, data.text] }
  return { ...exchange, answer: data }
}

/** State of the current exchange, with actions to send, stop and retry. */
export const useTalk = (id: string) => {
  const cache = useQueryClient()
  const [exchange, setExchange] = useState<Exchange>()
  const running = useRef<AbortController>(undefined)
  // Leaving the page aborts the request.
  useEffect(() => () => running.current?.abort(), [])

  const cacheExchange = async (
    { asked, answer, pieces }: Exchange,
    state: TutorMessage['state'],
  ) => {
    const exchanged = [
      ...(asked ? [asked] : []),
      ...(answer ? [{ ...answer, text: pieces.join(''), state }] : []),
    ]
    cache.setQueryData(
      talkMessages(id).queryKey,
      (talk) => talk && { ...talk, items: [...talk.items, ...exchanged] },
    )
    setExchange(undefined)
    // The audience of the conversation may have changed too.
    await cache.invalidateQueries({ queryKey: talkMessages(id).queryKey })
    await cache.invalidateQueries({ queryKey: ['tutor', 'listConversations'] })
    await cache.invalidateQueries({ queryKey: tutorStatus().queryKey })
  }

  const run = async (begun: Exchange) => {
    const { error: _, ...fresh } = begun
    let now: Exchange = fresh
    setExchange(now)
    const over = new AbortController()
    running.current = over
    const onEvent = (event: { event: string; data: unknown }) => {
      now = after(now, event as TutorEvent)
      setExchange(now)
    }
    try {
      await tutor.askTutor(
        { params: { id }, body: { text: now.text } },
        { idempotencyKey: now.key, signal: over.signal, onEvent },
      )
      await cacheExchange({ ...now, pieces: [now.answer?.text ?? ''] }, now.answer?.state ?? 'done')
    } catch (error) {
      if (over.signal.aborted) {
        if (now.asked) await cacheExchange(now, 'stopped')
        else setExchange(undefined)
        return
      }
      setExchange({ ...now, error })
    }
  }

  return {
    exchange,
    isWriting: exchange !== undefined && exchange.error === undefined,
    send: (text: string) => run({ text, key: crypto.randomUUID(), pieces: [] }),
    retry: () => exchange && void run(exchange),
    stop: () => running.current?.abort(),
    /** Restores the text of a message that was not delivered. */
    takeBack: () => {
      setExchange(undefined)
      return exchange?.text ?? ''
    },
  }
}
