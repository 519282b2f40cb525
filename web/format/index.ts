export { ago } from '#rules/text/ago'
export { bytes, number } from '#rules/text/numbers'

export {
  dateOf,
  dayIn,
  dayInWords,
  localDay,
  paperDate,
  plannedFor,
  shortDay,
  utcDay,
} from './dates.ts'
export { dateFormat, numberFormat } from './formats.ts'
export { ownTimeZone } from './time-zone.ts'
export { inReadersUnits } from './units.ts'
