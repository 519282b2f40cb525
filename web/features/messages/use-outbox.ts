import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { ApiError, messageOf } from '#web/api'
import { createOutbox, useOutbox } from '#web/drafts'

import { messages, addSentMessage } from './queries.ts'

/** `isKeptInside`: it could not be cleaned, so only family and advisor open it. */
export type AttachedFile = { id: string; name: string; isKeptInside?: boolean }

/** A message that is unsent or was refused. */
export type WaitingMessage = {
  /** The same for every attempt, so that the message is delivered once. */
  key: string
  text: string
  files: AttachedFile[]
  /** Confirmed despite the site's warning. */
  checked: boolean
  state: 'sending' | 'failed' | 'asks' | 'refused'
  /** Reason, in words for a person. */
  why: string
}

const STATES: Record<string, WaitingMessage['state']> = {
  please_check: 'asks',
  not_sent: 'refused',
}

/** Unsent messages of a conversation. After a reload they are sent again with the same key. */
export const useMessageOutbox = (conversationId: string) => {
  const cache = useQueryClient()
  const name = `outbox ${conversationId}`
  const [outbox] = useState(() => createOutbox<WaitingMessage>(name, ({ key }) => key))
  const waiting = useOutbox(outbox)

  const deliver = async ({ key, text, files, checked }: WaitingMessage) => {
    // Another tab has sent it.
    if (!outbox.has(key)) return
    const body = { text, file_ids: files.map(({ id }) => id), checked }
    try {
      const sent = await messages.sendMessage(
        { params: { id: conversationId }, body },
        { idempotencyKey: key },
      )
      addSentMessage(cache, sent)
      outbox.remove(key)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      const why = messageOf(error, 'The server did not respond. Your message is still here.')
      outbox.patch(key, { state: STATES[code] ?? 'failed', why })
    }
  }
  /** Sequentially, in the order of writing, in one tab at a time. */
  const send = (message: WaitingMessage) => {
    outbox.put({ ...message, state: 'sending', why: '' })
    void navigator.locks.request(name, () => deliver(message))
  }

  const sendAgain = useRef(send)
  useEffect(() => {
    for (const message of outbox.list()) if (message.state === 'sending') sendAgain.current(message)
  }, [outbox])

  return {
    waiting,
    write: (text: string, files: AttachedFile[]) =>
      send({ key: crypto.randomUUID(), text, files, checked: false, state: 'sending', why: '' }),
    retry: send,
    /** Uses a new key: the old key already has a response. */
    sendAnyway: (message: WaitingMessage) => {
      outbox.remove(message.key)
      send({ ...message, key: crypto.randomUUID(), checked: true })
    },
    remove: ({ key }: WaitingMessage) => outbox.remove(key),
  }
}
