export { changePlan, saveWishes } from './change-plan.ts'
export { planRoutes } from './handlers.ts'
