import { useSyncedDraft } from '#web/drafts'

import type { AttachedFile } from './use-outbox.ts'

/** A message that is being written. */
export type Draft = { text: string; files: AttachedFile[] }

const EMPTY: Draft = { text: '', files: [] }

/** The draft of a conversation. It stays in this browser. */
export const useDraft = (conversationId: string) => {
  const { value, change } = useSyncedDraft(`message ${conversationId}`, {
    remote: { value: EMPTY, version: null },
  })
  return {
    draft: value,
    change: (next: (before: Draft) => Partial<Draft>) =>
      change((before) => ({ ...before, ...next(before) })),
    clear: () => change(() => EMPTY),
  }
}
