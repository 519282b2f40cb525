export { readTutorContent } from './content.ts'
export { deleteOldConversations } from './retention.ts'
export { DISCLOSURE_PROMPT } from './model.ts'
export { tutorRoutes } from './handlers.ts'
