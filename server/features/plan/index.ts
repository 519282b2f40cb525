export { changePlan, propose, saveWishes } from './change-plan.ts'
export { giveQuests } from './give.ts'
export { planRoutes } from './handlers.ts'
