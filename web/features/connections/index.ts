export { ChildConnections } from './ChildConnections.tsx'
export { PersonReports } from './PersonReports.tsx'
