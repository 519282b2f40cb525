import { addDays } from '#rules/plan'

import { dateFormat } from './formats.ts'

/** Calendar day (YYYY-MM-DD) in words, independent of time zone. */
export const dayInWords = (day: string): string =>
  dateFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Calendar day (YYYY-MM-DD) of an instant in a time zone; en-CA uses this format. */
export const dayIn = (instant: string, timeZone: string): string =>
  dateFormat('en-CA', { timeZone }).format(new Date(instant))

/** Today (YYYY-MM-DD) in local time. */
export const localDay = (): string => dateFormat('en-CA', {}).format(new Date())

/** Today (YYYY-MM-DD) in UTC, by which ages count for everybody (decisions/0035). */
export const utcDay = (): string => new Date().toISOString().slice(0, 10)

/** Short calendar day with weekday: "Fri, 27 Nov". */
export const shortDay = (day: string): string =>
  dateFormat(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

/** Planned day, worded without alarm if it has passed: "was planned for Tuesday". */
export const plannedFor = (day: string, today: string): string => {
  if (day === today) return 'today'
  if (day > today) return shortDay(day)
  const weekday = dateFormat(undefined, { weekday: 'long', timeZone: 'UTC' })
  return `was planned for ${addDays(day, 6) >= today ? weekday.format(new Date(day)) : shortDay(day)}`
}

/** Local day of an instant. */
export const dateOf = (instant: string): string =>
  dateFormat(undefined, { dateStyle: 'long' }).format(new Date(instant))

/**
 * Day in words of an instant on a signed paper. In UTC, as in the PDF file and on the public page of the paper, so that everybody
 * reads the same day.
 */
export const paperDate = (instant: string): string => dayInWords(instant.slice(0, 10))
