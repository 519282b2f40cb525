export { rosterRoutes } from './handlers.ts'
