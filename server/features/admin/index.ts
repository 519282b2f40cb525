export { adminRoutes } from './handlers.ts'
