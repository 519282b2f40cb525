/** Milliseconds after which looking again is another visit. */
const PAUSE_MS = 30 * 60_000

/** @property since the end of the visit before; null during the first */
export type VisitMark = { since: string | null; seen_at: string }

/**
 * From when on something is new to a visitor; null on the first visit, when everything would be. Reloading the page, or a
 * second tab, is the same visit, and makes nothing old.
 * @param mark what the last look at the page left; undefined before the first
 */
export const newsSince = (mark: VisitMark | undefined, now: Date): string | null => {
  if (!mark) return null
  const isSameVisit = now.getTime() - Date.parse(mark.seen_at) < PAUSE_MS
  return isSameVisit ? mark.since : mark.seen_at
}
