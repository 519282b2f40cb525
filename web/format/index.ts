export { ago, dateOf, dayInWords, localDay, plannedFor, shortDay } from './dates.ts'
export { bytes, number } from './numbers.ts'
export { inReadersUnits } from './units.ts'
