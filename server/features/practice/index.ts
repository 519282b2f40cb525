export { practiceEvidence } from './evidence.ts'
export { practiceRoutes } from './handlers.ts'
