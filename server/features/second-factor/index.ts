export { secondFactorRoutes } from './handlers.ts'
