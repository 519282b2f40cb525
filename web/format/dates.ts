import { addDays } from '#rules/plan'

/** A calendar day (YYYY-MM-DD) in words. It is the same day in every time zone. */
export const dayInWords = (day: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** Today (YYYY-MM-DD), where the reader is. en-CA writes days so. */
export const localDay = (): string => new Intl.DateTimeFormat('en-CA').format(new Date())

/** A calendar day with its day of the week, short: "Fri, 27 Nov". */
export const shortDay = (day: string): string =>
  new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

/** When something is planned for, without alarm where the day has passed: "was planned for Tuesday". */
export const plannedFor = (day: string, today: string): string => {
  if (day === today) return 'today'
  if (day > today) return shortDay(day)
  const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' })
  return `was planned for ${addDays(day, 6) >= today ? weekday.format(new Date(day)) : shortDay(day)}`
}

/** The day of an instant, in the reader's time zone. */
export const dateOf = (instant: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(instant))

const STEPS = [
  { unit: 'minute', seconds: 60 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'day', seconds: 86_400 },
] as const

/** How long ago an instant was, to the largest of minutes, hours and days: "3 hours ago". `now` in milliseconds. */
export const ago = (instant: string, now: number): string => {
  const seconds = (Date.parse(instant) - now) / 1000
  const step = STEPS.findLast((candidate) => Math.abs(seconds) >= candidate.seconds) ?? STEPS[0]
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(
    Math.trunc(seconds / step.seconds),
    step.unit,
  )
}
