export { assignLearner } from './caseload.ts'
export { advisingRoutes } from './handlers.ts'
