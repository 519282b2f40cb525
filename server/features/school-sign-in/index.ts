export { schoolSignInRoutes } from './handlers.ts'
