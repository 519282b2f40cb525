export { adminRoutes } from './handlers.ts'
export { liftSuspension, suspend } from './suspension.ts'
