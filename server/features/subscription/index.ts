export { deleteOldCheckouts } from './checkouts.ts'
export { subscriptionRoutes } from './handlers.ts'
export { setTier } from './set-tier.ts'
export { deleteOldPaymentEvents, hasRunningPayment, isPaying, listPayers } from './subscriptions.ts'
