export { decide, reopen, undo } from './decide.ts'
export { reviewRoutes } from './handlers.ts'
export { settle } from './settle.ts'
export { usualWait } from './queue.ts'
