export { assignLearner } from './assign.ts'
export { advisingRoutes } from './handlers.ts'
