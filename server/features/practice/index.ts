export { practiceEvidence } from './evidence.ts'
export { practiceRoutes } from './handlers.ts'
export { practiceLibrary } from './library.ts'
