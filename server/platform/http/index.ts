export type { Caller, Callers } from './access.ts'
export { refusedByCard } from './access.ts'
export { incompleteUpload, rejectAborted } from './aborted.ts'
export * from './errors.ts'
export { deleteOldReplies, deleteRepliesOf } from './idempotency.ts'
export type { RunOnce } from './idempotency.ts'
export type { Learner, LearnerAccess, LearnerRef, Learners } from './learner.ts'
export {
  decodeCursor,
  decodeOffset,
  pageAfter,
  pageAtOffset,
  pageInMemory,
  encodeRowCursor,
  decodeRowCursor,
} from './paging.ts'
export type { RowCursor } from './paging.ts'
export type { Parts } from './parts.ts'
export { rejectProxied } from './local-site.ts'
export { onReplica } from './replica.ts'
export { serve } from './serve.ts'
export type { App, Audit } from './serve.ts'
export { createHttp, devicePolicy } from './server.ts'
export { isStorable } from './text-guard.ts'
export { paramsOf, parseInput } from './validation.ts'
