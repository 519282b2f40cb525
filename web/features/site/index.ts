export { useSettings } from './queries.ts'
