export { consultationRoutes } from './handlers.ts'
export { bookingsIn, feedBookings, storeAvailability } from './queries.ts'
export { startFirstPlan } from './first-plan.ts'
export { uidOf } from './write-appointment.ts'
