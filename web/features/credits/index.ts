export { type AskEvidence, SubjectRows } from './SubjectRows.tsx'
export { number } from './words.ts'
