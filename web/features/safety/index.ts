import { lazyPart } from '#ui'

export { CrisisHelp } from './CrisisHelp.tsx'
export { HelpFromAPerson } from './HelpFromAPerson.tsx'
export { SafetyNotice } from './SafetyNotice.tsx'
export { safeguards, safetyCount } from './queries.ts'

export const SafetyReports = lazyPart(() => import('./SafetyReports.tsx'), 'SafetyReports', 'h-64')
