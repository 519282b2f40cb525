export { daysOf, KINDS } from './words.ts'
