export { deleteOldCheckouts } from './checkouts.ts'
export { subscriptionRoutes } from './handlers.ts'
export { setTier } from './set-tier.ts'
export { deleteOldPaymentEvents, isPaying } from './subscriptions.ts'
