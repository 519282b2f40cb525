export { askGuardian } from './ask-guardian.ts'
export { isGuardianAccount, listGuardianAddresses } from './guardians.ts'
export { familyRoutes } from './handlers.ts'
export { linkGuardian } from './links.ts'
