export { askGuardian } from './ask-guardian.ts'
export { isMinor } from './guardians.ts'
export { familyRoutes } from './handlers.ts'
