export { askGuardian } from './ask-guardian.ts'
export { isGuardianAccount } from './guardians.ts'
export { familyRoutes } from './handlers.ts'
export { linkGuardian } from './links.ts'
