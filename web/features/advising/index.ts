export { concernInWords } from './labels.ts'
export { nudge } from './nudge.ts'
export { caseload } from './queries.ts'
