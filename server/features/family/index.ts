export { askGuardian } from './ask-guardian.ts'
export { isMinor, listGuardianAddresses } from './guardians.ts'
export { familyRoutes } from './handlers.ts'
