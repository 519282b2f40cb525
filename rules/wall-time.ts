// Wall time: the local time that a clock shows, `2026-03-29T02:30:00`. Recurring events store wall time and time zone: a lesson
// at nine stays at nine across clock changes.

/** Adds milliseconds to a wall time, ignoring clock changes. */
export const wallAfter = (wall: string, ms: number): string =>
  new Date(Date.parse(`${wall}Z`) + ms).toISOString().slice(0, 19)

/** Milliseconds between two wall times, ignoring clock changes. */
export const wallBetween = (first: string, second: string): number =>
  Date.parse(`${second}Z`) - Date.parse(`${first}Z`)

/** Midnight at the start of a day. */
export const midnightOf = (day: string): string => `${day}T00:00:00`

/** Day (YYYY-MM-DD) of a wall time. */
export const dayOf = (wall: string): string => wall.slice(0, 10)
