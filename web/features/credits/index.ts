export { CreditBar } from './CreditBar.tsx'
export { SubjectRows } from './SubjectRows.tsx'
export { CreditsLater } from './CreditsLater.tsx'
