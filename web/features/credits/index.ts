export { CreditBar } from './CreditBar.tsx'
export { type AskEvidence, SubjectRows } from './SubjectRows.tsx'
export { credits as inCredits } from './words.ts'
