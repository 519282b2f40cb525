export { authoringRoutes } from './handlers.ts'
