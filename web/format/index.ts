export { ago, dateOf, dayInWords } from './dates.ts'
export { number } from './numbers.ts'
