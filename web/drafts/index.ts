export { localDraft } from './local.ts'
export { createOutbox, useOutbox } from './outbox.ts'
export { useSyncedDraft } from './use-synced-draft.ts'
