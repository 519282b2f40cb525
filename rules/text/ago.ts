const STEPS = [
  { unit: 'minute', seconds: 60 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'day', seconds: 86_400 },
] as const

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

/** Relative time in minutes, hours or days: "3 hours ago". `now` in milliseconds. */
export const ago = (instant: string, now: number): string => {
  const seconds = (Date.parse(instant) - now) / 1000
  const step = STEPS.findLast((candidate) => Math.abs(seconds) >= candidate.seconds) ?? STEPS[0]
  return relative.format(Math.trunc(seconds / step.seconds), step.unit)
}
