export { decideAttempt } from './decide-attempt.ts'
export { questRoutes } from './handlers.ts'
export { submitTask, withdrawTask } from './hand-in.ts'
export { readQuestLibrary } from './library.ts'
export type { LibraryQuest } from './library.ts'
export {
  leaveEnrollment as leaveQuest,
  upsertDraft as saveDraft,
  upsertEnrollment as startQuest,
} from './queries.ts'
export { storeLibrary } from './store-library.ts'
