// Wall time: what a clock on the wall of a place shows, `2026-03-29T02:30:00`. What repeats is kept so, with its time zone:
// a lesson at nine is at nine before and after the clocks change.

/** A wall time some milliseconds later on a clock that is never changed. */
export const wallAfter = (wall: string, ms: number): string =>
  new Date(Date.parse(`${wall}Z`) + ms).toISOString().slice(0, 19)

/** Milliseconds from one wall time to another on a clock that is never changed. */
export const wallBetween = (first: string, second: string): number =>
  Date.parse(`${second}Z`) - Date.parse(`${first}Z`)

/** The midnight with which a day begins. */
export const midnightOf = (day: string): string => `${day}T00:00:00`

/** The day (YYYY-MM-DD) of a wall time. */
export const dayOf = (wall: string): string => wall.slice(0, 10)
