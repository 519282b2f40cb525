/** A calendar day (YYYY-MM-DD) in words. It is the same day in every time zone. */
export const dayInWords = (day: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

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
