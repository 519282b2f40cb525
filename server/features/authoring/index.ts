export { startDraft, proposeDraft } from './authored.ts'
export { coverFiles } from './covers.ts'
export { authoringRoutes } from './handlers.ts'
export { readShippedQuest } from './markdown.ts'
