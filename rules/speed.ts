import { number } from '#rules/text/numbers'

/** Requests of the current and the previous hour; times in seconds, null above the highest bound of the histogram. */
export type Speed = {
  answers: number
  /** Median. */
  half_within: number | null
  /** 95th percentile. */
  most_within: number | null
  failed: number
  /** Refused because of overload or a missing database. */
  unavailable: number
  slow_statements: number
}

/** `within 250 ms`, `within 2.5 s`, `in more than 10 s`. */
const withinTime = (seconds: number | null): string => {
  if (seconds === null) return 'in more than 10 s'
  const [value, unit] =
    seconds < 1 ? ([seconds * 1000, 'millisecond'] as const) : ([seconds, 'second'] as const)
  return `within ${new Intl.NumberFormat(undefined, { style: 'unit', unit }).format(value)}`
}

/** `Half were answered within 25 ms, 95 of 100 within 250 ms.` */
export const timesInWords = ({ half_within, most_within }: Speed): string =>
  `Half were answered ${withinTime(half_within)}, 95% ${withinTime(most_within)}.`

/** Problems as sentences; empty if none. */
export const problemsInWords = ({ failed, unavailable, slow_statements }: Speed): string[] => [
  ...(failed > 0 ? [`${number(failed)} failed.`] : []),
  ...(unavailable > 0 ? [`${number(unavailable)} were turned away.`] : []),
  ...(slow_statements > 0
    ? [`${number(slow_statements)} slow ${slow_statements === 1 ? 'query' : 'queries'}.`]
    : []),
]
