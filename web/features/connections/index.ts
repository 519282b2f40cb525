export { ChildConnections, PersonReports } from './lazy-components.ts'
