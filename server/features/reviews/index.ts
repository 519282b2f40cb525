export { decide, reopen, undo } from './decide.ts'
export { reviewRoutes } from './handlers.ts'
export { finalizeDecisions } from './finalize.ts'
export { usualWait } from './queue.ts'
