import { Temporal } from 'temporal-polyfill'

// Between wall time and instants. Apart from the rest of wall time, because browsers load Temporal for the calendar alone.

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

/** Milliseconds that a zone is ahead of UTC in a week in which no clock there changes; null for the other weeks. */
const offsets = new Map<string, number | null>()
/** Weeks of zones: those of a calendar's year in a dozen zones. */
const MAX_OFFSETS = 20_000

const offsetAt = (ms: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6

/** A list of times is mostly in weeks without a change of clocks: there, an addition does what costs Temporal 30 µs. */
const steadyOffset = (ms: number, timeZone: string): number | null => {
  const week = Math.floor(ms / WEEK_MS)
  const key = `${week} ${timeZone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  // A day more on both sides: a wall time is taken for one of UTC here.
  const before = offsetAt(week * WEEK_MS - DAY_MS, timeZone)
  const after = offsetAt((week + 1) * WEEK_MS + DAY_MS, timeZone)
  const offset = before === after ? before : null
  if (offsets.size >= MAX_OFFSETS) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/** A wall time as if it were one of UTC; null for what Temporal is to judge, such as 30 February. */
const asUtc = (wall: string): number | null => {
  const ms = Date.parse(`${wall}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === wall ? ms : null
}

const MOMENT = /T.*(?:Z|[+-]\d\d:\d\d)$/

/**
 * The instant (ISO 8601 in UTC) at which a clock in a time zone shows a wall time. One that the clocks skip is moved forward
 * by the gap; of one that they show twice, it is the first. So do Google's, Apple's and Microsoft's calendars.
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

/** What a clock in a time zone shows at an instant, to the second. */
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
