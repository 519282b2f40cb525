export { signInCardRoutes } from './handlers.ts'
