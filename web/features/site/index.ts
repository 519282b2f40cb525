export { settings, useSettings } from './queries.ts'
