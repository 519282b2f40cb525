export {
  startAddition,
  findPendingAddition,
  finishAddition,
  isFileAddedBy,
  listAddedBy,
  removeAdded,
} from './added.ts'
export { saveDraft } from './draft.ts'
export { contentOf } from './content-of.ts'
export { leaveQuest, startQuest } from './enroll.ts'
export { questRoutes } from './handlers.ts'
export { submitTask, withdrawTask } from './hand-in.ts'
export { QuestFile, readQuestLibrary } from './library.ts'
export type { LibraryQuest } from './library.ts'
export { repeatQuest } from './repeat-quest.ts'
export { screenEarlierQuests } from './screen-earlier.ts'
export { storeLibrary } from './store-library.ts'
export { requireQuest } from './require-quest.ts'
export { storeOwnQuest } from './store-own-quest.ts'
export { retireQuest, storeQuest } from './store-quest.ts'
export { workFiles } from './work-files.ts'
