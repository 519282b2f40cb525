export { PlanView } from './PlanView.tsx'
export { plan } from './queries.ts'
