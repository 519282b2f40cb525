import { useState } from 'react'

import { session } from '#web/session'

import type { AttachedFile } from './use-outbox.ts'

/** What is being written and was not sent. */
export type Draft = { text: string; files: AttachedFile[] }

const EMPTY: Draft = { text: '', files: [] }

const nameOf = (conversationId: string) => `message ${conversationId}`

const readDraft = (conversationId: string): Draft => {
  try {
    return (JSON.parse(session.kept(nameOf(conversationId)) ?? 'null') as Draft | null) ?? EMPTY
  } catch {
    return EMPTY
  }
}

/** The draft of a conversation, kept in this browser for as long as the person is signed in. */
export const useDraft = (conversationId: string) => {
  const [draft, setDraft] = useState(() => readDraft(conversationId))
  const change = (part: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) =>
    setDraft((before) => {
      const after = { ...before, ...(typeof part === 'function' ? part(before) : part) }
      const isEmpty = after.text === '' && after.files.length === 0
      session.keep(nameOf(conversationId), isEmpty ? undefined : JSON.stringify(after))
      return after
    })
  return { draft, change, clear: () => change(EMPTY) }
}
