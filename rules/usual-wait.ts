const DAYS = ['a day', 'two days', 'three days', 'four days', 'five days', 'six days', 'a week']

/** Usual waiting time until work is reviewed, phrased as a promise that holds at least about half of the time. */
export const usualWaitInWords = (medianHours: number): string => {
  const within = DAYS[Math.max(0, Math.ceil(medianHours / 24) - 1)]
  if (within) return `Work is usually read within ${within}.`
  return medianHours <= 14 * 24
    ? 'Work is usually read within two weeks.'
    : 'It often takes more than two weeks for work to be read.'
}
