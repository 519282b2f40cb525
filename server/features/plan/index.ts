export { changePlan, propose, saveWishes } from './change-plan.ts'
export { planRoutes } from './handlers.ts'
