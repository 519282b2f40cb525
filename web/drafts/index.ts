export { listUnsentDrafts, localDraft } from './local.ts'
export { createOutbox, isForLater, useOutbox } from './outbox.ts'
export { useSyncedDraft } from './use-synced-draft.ts'
