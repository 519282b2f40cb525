export { concernInWords } from './labels.ts'
export { nudge } from './nudge.ts'
export { advising } from './queries.ts'
