/** "1 hour", "2.5 hours", in the reader's locale. */
export const hours = (count: number): string =>
  new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(count)

/** "1 quest matches", "12 quests match". */
export const matches = (count: number): string =>
  count === 1 ? '1 quest matches' : `${count} quests match`
