import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { ApiError, messageOf } from '#web/api'
import { createOutbox, useOutbox } from '#web/drafts'

import { messages, addSentMessage } from './queries.ts'

export type AttachedFile = { id: string; name: string }

/** A message that has not arrived yet, or was not let through. */
export type WaitingMessage = {
  /** The same for every try: the message arrives once. */
  key: string
  text: string
  files: AttachedFile[]
  /** Meant to be sent in spite of what the site asked. */
  checked: boolean
  state: 'sending' | 'failed' | 'asks' | 'refused'
  /** Why it waits, in words for a person. */
  why: string
}

const STATES: Record<string, WaitingMessage['state']> = {
  please_check: 'asks',
  not_sent: 'refused',
}

/** The messages of a conversation that are on their way. Those that were at a reload are sent again, under the same key. */
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
      const why = messageOf(error, 'There was no answer. Your message is still here.')
      outbox.patch(key, { state: STATES[code] ?? 'failed', why })
    }
  }
  /** One after the other, in the order in which they were written, one tab at a time. */
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
    /** Under another key: what was asked about has an answer already. */
    sendAnyway: (message: WaitingMessage) => {
      outbox.remove(message.key)
      send({ ...message, key: crypto.randomUUID(), checked: true })
    },
    remove: ({ key }: WaitingMessage) => outbox.remove(key),
  }
}
