export { assignLearner, isInCaseload, requireLearner } from './caseload.ts'
export { advisingRoutes } from './handlers.ts'
