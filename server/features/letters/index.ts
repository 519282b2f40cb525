export { letterRoutes } from './handlers.ts'
