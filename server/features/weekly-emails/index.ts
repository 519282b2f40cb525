export { weeklyEmailRoutes } from './handlers.ts'
