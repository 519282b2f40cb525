export { schoolSignInRoutes } from './handlers.ts'
export { matchRoster } from './accounts.ts'
