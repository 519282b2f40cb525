import { useSyncedDraft } from '#web/drafts'

import type { AttachedFile } from './use-outbox.ts'

/** An unsent message. */
export type Draft = { text: string; files: AttachedFile[] }

const EMPTY: Draft = { text: '', files: [] }

/** Draft of a conversation, saved only in this browser. */
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
