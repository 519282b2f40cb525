export { startDraft, proposeDraft } from './authored.ts'
export { coverFiles } from './covers.ts'
export { authoringRoutes } from './handlers.ts'
export { readQuestFile } from './markdown.ts'
