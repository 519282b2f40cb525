export { subscriptionRoutes } from './handlers.ts'
export { setTier } from './set-tier.ts'
export { forgetPaymentEvents, isPaying } from './subscriptions.ts'
