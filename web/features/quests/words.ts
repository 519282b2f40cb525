/** "1 hour", "2.5 hours", in the reader's locale. */
export const hours = (count: number): string =>
  new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(count)

/** "over 2 weeks", "over 10 days". */
export const span = (days: number): string => {
  const [count, unit] = days % 7 === 0 ? [days / 7, 'week'] : [days, 'day']
  return `over ${new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' }).format(count)}`
}

/** "1 quest matches", "12 quests match". */
export const matches = (count: number): string =>
  count === 1 ? '1 quest matches' : `${count} quests match`
