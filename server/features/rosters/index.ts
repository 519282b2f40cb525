export { rosterRoutes } from './handlers.ts'
export { UnreadableRoster } from './read-files.ts'
export { importFromDisk } from './start-import.ts'
export { importSummary, isUnderWay } from './summary.ts'
