import { Temporal } from 'temporal-polyfill'

// Between wall time and instants. Apart from the rest of wall time, because browsers load Temporal for the calendar alone.

/**
 * The instant (ISO 8601 in UTC) at which a clock in a time zone shows a wall time. One that the clocks skip is moved forward
 * by the gap; of one that they show twice, it is the first. So do Google's, Apple's and Microsoft's calendars.
 */
export const instantOf = (wall: string, timeZone: string): string =>
  new Date(
    Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds,
  ).toISOString()

/** What a clock in a time zone shows at an instant, to the second. */
export const wallAt = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
