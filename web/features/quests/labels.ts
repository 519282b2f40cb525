import { numberFormat } from '#web/format'

/** "1 hour", "2.5 hours", in the reader's locale. */
export const hours = (count: number): string =>
  numberFormat(undefined, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(count)

const UNITS = [
  { unit: 'month', days: 30 },
  { unit: 'week', days: 7 },
  { unit: 'day', days: 1 },
]

/** Work and time span: "6 hours over 2 weeks", "3 hours over 10 days", "4 hours". */
export const pace = ({
  estimated_hours,
  span_days,
}: {
  estimated_hours: number
  span_days: number | null
}): string => {
  if (span_days === null || span_days <= 1) return hours(estimated_hours)
  const { unit, days } = UNITS.find((each) => span_days % each.days === 0)!
  const count = numberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' })
  return `${hours(estimated_hours)} over ${count.format(span_days / days)}`
}

/** "1 quest matches", "12 quests match". */
export const matches = (count: number): string =>
  count === 1 ? '1 quest matches' : `${count} quests match`
