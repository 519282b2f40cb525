export { parents } from './queries.ts'
