export { LearnersDay } from './LearnersDay.tsx'
export { DueSoon } from './Lists.tsx'
export { PillarChart } from './PillarChart.tsx'
export { PracticeDue } from './PracticeDue.tsx'
export { dashboard as dashboardQuery } from './queries.ts'
export { Week } from './Week.tsx'

export const loadYoungDay = async () => (await import('./YoungDay.tsx')).YoungDay
