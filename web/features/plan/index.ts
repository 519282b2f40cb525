export { ChooseQuest } from './ChooseQuest.tsx'
export { PlanView } from './PlanView.tsx'
export { getPlan, plan } from './queries.ts'
