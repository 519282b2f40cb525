export { findDashboard } from './dashboard.ts'
export { addXp, findTotals, rebuildTotals } from './ledger.ts'
export { levelTitle } from './level-titles.ts'
export { progressRoutes } from './handlers.ts'
