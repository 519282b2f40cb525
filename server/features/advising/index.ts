export { assignLearner } from './assign.ts'
export { deleteOldGroups } from './groups.ts'
export { advisingRoutes } from './handlers.ts'
export { currentAssignments, isGuardiansAddress, moveLearners } from './move-learners.ts'
