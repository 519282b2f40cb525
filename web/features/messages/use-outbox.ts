import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { ApiError, messageOf } from '#web/api'
import { session } from '#web/session'

import { messages, showSent } from './queries.ts'

export type AttachedFile = { id: string; name: string }

/** A message that has not arrived yet, or was not let through. */
export type Waiting = {
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

const STATES: Record<string, Waiting['state']> = { please_check: 'asks', not_sent: 'refused' }

const nameOf = (conversationId: string) => `outbox ${conversationId}`

const readOutbox = (conversationId: string): Waiting[] => {
  try {
    return (JSON.parse(session.kept(nameOf(conversationId)) ?? '[]') as Waiting[] | null) ?? []
  } catch {
    return []
  }
}

/**
 * What has been written in a conversation and is on its way. It is kept in the browser before it is sent, so that neither a reload
 * nor a lost connection loses it, and what was on its way at a reload is sent again under the same key.
 */
export const useOutbox = (conversationId: string) => {
  const cache = useQueryClient()
  const [waiting, setWaiting] = useState(() => readOutbox(conversationId))
  const queue = useRef(Promise.resolve())

  // Other tabs write here as well: what is kept is read anew before each change.
  const change = (next: (all: Waiting[]) => Waiting[]) => {
    const after = next(readOutbox(conversationId))
    session.keep(nameOf(conversationId), after.length > 0 ? JSON.stringify(after) : undefined)
    setWaiting(after)
  }
  const drop = (key: string) => change((all) => all.filter((each) => each.key !== key))
  const put = (message: Waiting) =>
    change((all) =>
      all.some(({ key }) => key === message.key)
        ? all.map((each) => (each.key === message.key ? message : each))
        : [...all, message],
    )

  const deliver = async (message: Waiting) => {
    const { key, text, files, checked } = message
    const body = { text, file_ids: files.map(({ id }) => id), checked }
    try {
      const sent = await messages.sendMessage(
        { params: { id: conversationId }, body },
        { idempotencyKey: key },
      )
      showSent(cache, sent)
      drop(key)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      const why = messageOf(error, 'There was no answer. Your message is still here.')
      put({ ...message, state: STATES[code] ?? 'failed', why })
    }
  }
  /** One after the other, in the order in which they were written. */
  const send = (message: Waiting) => {
    put({ ...message, state: 'sending', why: '' })
    queue.current = queue.current.then(() => deliver(message))
  }

  const sendAll = useRef(send)
  useEffect(() => {
    for (const message of readOutbox(conversationId))
      if (message.state === 'sending') sendAll.current(message)
  }, [conversationId])

  return {
    waiting,
    write: (text: string, files: AttachedFile[]) =>
      send({
        key: crypto.randomUUID(),
        text,
        files,
        checked: false,
        state: 'sending',
        why: '',
      }),
    retry: send,
    /** Under another key: what was asked about has an answer already. */
    sendAnyway: (message: Waiting) => {
      drop(message.key)
      send({ ...message, key: crypto.randomUUID(), checked: true })
    },
    remove: ({ key }: Waiting) => drop(key),
  }
}
