export { beginDraft, proposeDraft } from './authored.ts'
export { authoringRoutes } from './handlers.ts'
export { readQuestFile } from './markdown.ts'
