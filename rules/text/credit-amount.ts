import { number } from './numbers.ts'

/** An hour of honest work is worth about 50 XP (product.md §5). */
const XP_PER_HOUR = 50

const QUARTERS = ['', '¼', '½', '¾']

/** Whole credits and a fraction: 5 quarters are “1¼”. */
const inQuarters = (quarters: number): string => {
  const whole = Math.floor(quarters / QUARTERS.length)
  return `${whole === 0 && quarters > 0 ? '' : number(whole)}${QUARTERS[quarters % QUARTERS.length]}`
}

/** Progress in a list, rounded down to quarters: “1¼ of 22 credits”. */
export const creditsOfRequired = (earned: number, required: number): string =>
  `${inQuarters(Math.floor(Math.max(0, earned) * QUARTERS.length))} of ${number(required)} credits`

/** Whole hours of honest work behind this XP. */
export const hoursOfXp = (xp: number): number => Math.round(xp / XP_PER_HOUR)

/**
 * Whole hours of honest work behind these credits.
 * @param xpPerCredit the plan's measure, in XP
 */
export const hoursOfCredits = (credits: number, xpPerCredit: number): number =>
  hoursOfXp(credits * xpPerCredit)

/** Weeks of learning in a year, as in most schools' calendars. */
export const WEEKS_PER_YEAR = 36

/**
 * Years until these credits are earned, to half a year.
 * @param xpPerCredit the plan's measure, in XP
 */
export const yearsToEarn = (credits: number, xpPerCredit: number, hoursPerWeek: number): number => {
  const hours = (Math.max(0, credits) * xpPerCredit) / XP_PER_HOUR
  return Math.ceil((2 * hours) / (hoursPerWeek * WEEKS_PER_YEAR)) / 2
}

/**
 * Credits of so many hours, rounded down to hundredths.
 * @param xpPerCredit the plan's measure, in XP
 */
export const creditsFromHours = (hours: number, xpPerCredit: number): number =>
  Math.floor((hours * XP_PER_HOUR * 100) / xpPerCredit) / 100

/**
 * Credits as quarter-credits and hours of work: “1¼ credits and 6 hours”, “10 hours”. Hundredths of a credit mean nothing to a
 * reader; hours do.
 * @param xpPerCredit the plan's measure, in XP
 */
export const creditAmount = (credits: number, xpPerCredit: number): string => {
  if (credits < 0) return `${number(credits)} credits`
  const hours = hoursOfCredits(credits, xpPerCredit)
  const perQuarter = xpPerCredit / XP_PER_HOUR / QUARTERS.length
  const quarters = Math.floor(hours / perQuarter)
  const rest = Math.round(hours - quarters * perQuarter)
  return [
    ...(quarters === 0
      ? []
      : [`${inQuarters(quarters)} ${quarters > QUARTERS.length ? 'credits' : 'credit'}`]),
    ...(rest === 0 && quarters > 0 ? [] : [rest === 1 ? '1 hour' : `${number(rest)} hours`]),
  ].join(' and ')
}
