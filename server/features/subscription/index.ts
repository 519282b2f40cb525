export { subscriptionRoutes } from './handlers.ts'
export { setTier } from './set-tier.ts'
export { isPaying } from './subscriptions.ts'
