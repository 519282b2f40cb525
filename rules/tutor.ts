import type { Severity } from './safety.ts'

// Availability of the tutor by the family's settings, and breaks.

/** Defaults until a family changes them. */
export const DEFAULT_TUTOR_SETTINGS = {
  enabled: true,
  hours: { from: '00:00', to: '24:00' },
  daily_minutes: 60,
  blocked_topics: [] as string[],
  alert_level: 'low' as Severity,
  retention_days: 90,
}

export const CLOSED_REASONS = ['off', 'hours', 'minutes', 'pause'] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** A longer gap between two messages counts as absence. */
const GAP_MS = 10 * MINUTE_MS
/** Time at a stretch after which the tutor asks for a break, which ends after a gap. */
const STRETCH_MS = 45 * MINUTE_MS

const minuteOfDay = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns the day (YYYY-MM-DD) and minute of day in a time zone. Creating the formatter is far slower than using it. */
const clockAt = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  return (now: Date) => {
    const [day = '', time = ''] = format.format(now).split(', ')
    return { day, minute: minuteOfDay(time) }
  }
}

/** From the earlier to the later time, possibly over midnight. The end is exclusive. */
export const isWithinHours = (
  { from, to }: { from: string; to: string },
  now: Date,
  timeZone: string,
): boolean => {
  const { minute } = clockAt(timeZone)(now)
  const [begins, ends] = [minuteOfDay(from), minuteOfDay(to)]
  return begins < ends ? begins <= minute && minute < ends : begins <= minute || minute < ends
}

const timeOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

type Hours = { from: string; to: string }

export const isAllDay = ({ from, to }: Hours): boolean => from === '00:00' && to === '24:00'

/** Hours of a day in one time zone as clocks in another show them now. */
export const hoursElsewhere = (
  hours: Hours,
  now: Date,
  { zone, elsewhere }: { zone: string; elsewhere: string },
): Hours => {
  const shift = clockAt(elsewhere)(now).minute - clockAt(zone)(now).minute
  if (shift === 0 || isAllDay(hours)) return hours
  const [from, to] = [hours.from, hours.to].map((time) =>
    timeOf((minuteOfDay(time) + shift + 2 * DAY_MINUTES) % DAY_MINUTES),
  ) as [string, string]
  return { from, to: to === '00:00' ? '24:00' : to }
}

/** Time spent with the tutor, from message times: each message counts for at least a minute. */
const busyMs = (times: readonly Date[]): number =>
  times.reduce((sum, time, i) => {
    const pause = time.getTime() - (times[i - 1]?.getTime() ?? -Infinity)
    return sum + (pause < GAP_MS ? Math.max(pause, 0) : MINUTE_MS)
  }, 0)

/** @param times of the learner's own messages of at least the last day, oldest first */
export const minutesUsed = (times: readonly Date[], now: Date, timeZone: string): number => {
  const clock = clockAt(timeZone)
  const today = clock(now).day
  return Math.ceil(busyMs(times.filter((time) => clock(time).day === today)) / MINUTE_MS)
}

const needsPause = (times: readonly Date[], now: Date): boolean => {
  const last = times.at(-1)
  if (!last || now.getTime() - last.getTime() >= GAP_MS) return false
  let begin = last
  for (const time of times.toReversed()) {
    if (begin.getTime() - time.getTime() >= GAP_MS) break
    begin = time
  }
  return now.getTime() - begin.getTime() >= STRETCH_MS
}

type Settings = {
  enabled: boolean
  hours: { from: string; to: string }
  daily_minutes: number
}

/** Reason why the tutor accepts no message now; undefined if it does. */
export const closedReason = (
  settings: Settings,
  times: readonly Date[],
  now: Date,
  timeZone: string,
): ClosedReason | undefined => {
  if (!settings.enabled) return 'off'
  if (!isWithinHours(settings.hours, now, timeZone)) return 'hours'
  if (minutesUsed(times, now, timeZone) >= settings.daily_minutes) return 'minutes'
  return needsPause(times, now) ? 'pause' : undefined
}

/** Number of questions after which the tutor reminds the learner what it is. */
const REMINDED_EVERY = 10
export const isReminderDue = (questions: number): boolean =>
  questions > 0 && questions % REMINDED_EVERY === 0
