export { assignLearner } from './assign.ts'
export { assignUnassigned } from './assignments.ts'
export { advisingRoutes } from './handlers.ts'
