export { holdBackFrom } from './conversation.ts'
export { messageRoutes } from './handlers.ts'
export { messageFiles } from './message-files.ts'
