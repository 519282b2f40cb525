export { questList } from './queries.ts'
