/** Milliseconds without activity after which the next look is a new visit. */
const PAUSE_MS = 30 * 60_000

/** @property since end of the previous visit; null during the first */
export type VisitMark = { since: string | null; seen_at: string }

/**
 * Time from which events are new to a visitor; null on the first visit, when everything would be. Reloading the page or opening a
 * second tab continues the visit.
 * @param mark of the previous look; undefined before the first
 */
export const newsSince = (mark: VisitMark | undefined, now: Date): string | null => {
  if (!mark) return null
  const isSameVisit = now.getTime() - Date.parse(mark.seen_at) < PAUSE_MS
  return isSameVisit ? mark.since : mark.seen_at
}
