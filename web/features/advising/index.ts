export { advising } from './queries.ts'
