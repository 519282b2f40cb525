export { ago } from '#rules/text/ago'
export { bytes, number } from '#rules/text/numbers'

export { dateOf, dayInWords, localDay, plannedFor, shortDay } from './dates.ts'
export { dateFormat, numberFormat } from './formats.ts'
export { inReadersUnits } from './units.ts'
