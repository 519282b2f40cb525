export { ChildRequestItem } from './ChildRequestItem.tsx'
export { ChildConnections, PersonReports } from './lazy-components.ts'
