import { Temporal } from 'temporal-polyfill'

// Conversion between wall time and instants. Separate from wall-time.ts, because browsers load Temporal only for the calendar.

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

/** UTC offset of a zone in milliseconds for weeks without a clock change; null for other weeks. */
const offsets = new Map<string, number | null>()
/** Maximum cached weeks across all zones. A calendar year in a dozen zones needs about 600. */
const MAX_OFFSETS = 20_000

const offsetAt = (ms: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6

/** Most weeks have no clock change: an addition then replaces a Temporal call of 30 µs. */
const steadyOffset = (ms: number, timeZone: string): number | null => {
  const week = Math.floor(ms / WEEK_MS)
  const key = `${week} ${timeZone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  // One day more on both sides, because a wall time is treated as UTC here.
  const before = offsetAt(week * WEEK_MS - DAY_MS, timeZone)
  const after = offsetAt((week + 1) * WEEK_MS + DAY_MS, timeZone)
  const offset = before === after ? before : null
  if (offsets.size >= MAX_OFFSETS) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/** Interprets a wall time as UTC; null for values that Temporal must judge, such as 30 February. */
const asUtc = (wall: string): number | null => {
  const ms = Date.parse(`${wall}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === wall ? ms : null
}

const MOMENT = /T.*(?:Z|[+-]\d\d:\d\d)$/

/**
 * Instant (ISO 8601 in UTC) of a wall time in a time zone. A skipped time moves forward by the gap; of a repeated time, the first
 * is used. Google's, Apple's and Microsoft's calendars do the same.
 */
export const instantOf = (wall: string, timeZone: string): string => {
  const ms = asUtc(wall)
  const offset = ms === null ? null : steadyOffset(ms, timeZone)
  return new Date(
    ms === null || offset === null
      ? Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds
      : ms - offset,
  ).toISOString()
}

/** Wall time in a time zone at an instant, to the second. */
export const wallAt = (instant: string, timeZone: string): string => {
  const ms = MOMENT.test(instant) ? Date.parse(instant) : NaN
  const offset = Number.isNaN(ms) ? null : steadyOffset(ms, timeZone)
  return offset === null
    ? Temporal.Instant.from(instant)
        .toZonedDateTimeISO(timeZone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'second' })
    : new Date(ms + offset).toISOString().slice(0, 19)
}
