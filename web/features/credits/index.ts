export { CreditBar } from './CreditBar.tsx'
export { SubjectRows } from './SubjectRows.tsx'
export { credits as inCredits } from './labels.ts'
