export { DueSoon } from './Lists.tsx'
export { PillarChart } from './PillarChart.tsx'
export { timeZone } from './queries.ts'
export { Week } from './Week.tsx'
