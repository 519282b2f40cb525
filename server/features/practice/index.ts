export { practiceEvidence } from './evidence.ts'
export { practiceRoutes } from './handlers.ts'
export { hasPracticeSet } from './library.ts'
