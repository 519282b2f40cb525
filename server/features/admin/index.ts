export { adminRoutes } from './handlers.ts'
export { liftSuspension, suspend } from './suspension.ts'
export { metricsRoutes } from './metrics.ts'
