export { isLinkedToSchool, unlink as unlinkSchoolAccount } from './accounts.ts'
export { schoolSignInRoutes } from './handlers.ts'
