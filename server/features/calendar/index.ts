export { datesOf } from './dates.ts'
