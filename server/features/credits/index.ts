export { countCredits } from './count.ts'
export type { Counted } from './count.ts'
export { creditsFor, evidenceFor, totalOf } from './credits.ts'
export { addCreditEntry, listCreditEntries, reverseCreditEntry } from './entries.ts'
export { creditRoutes } from './handlers.ts'
export {
  addPlanVersion,
  findPlan,
  listPlans,
  newestPlan,
  planOfLearner,
  schoolYearAt,
  shippedPlan,
  storeDiplomaPlan,
} from './plan.ts'
export type { Plan } from './plan.ts'
export { creditSnapshotColumns } from './queries.ts'
export type { CreditSnapshot } from './queries.ts'
