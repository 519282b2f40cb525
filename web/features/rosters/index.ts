export { rosters } from './queries.ts'
