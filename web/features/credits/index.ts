export { CreditBar } from './CreditBar.tsx'
export { SubjectRows } from './SubjectRows.tsx'
export { credits as inCredits } from './words.ts'
