export { daysOf, KINDS } from './labels.ts'
