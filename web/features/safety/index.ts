export { CrisisHelp } from './CrisisHelp.tsx'
export { SafetyNotice } from './SafetyNotice.tsx'
export { SafetyReports } from './SafetyReports.tsx'
export { safeguards, safetyCount } from './queries.ts'
