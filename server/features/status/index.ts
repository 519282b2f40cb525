export { statusRoutes } from './handlers.ts'
