import type { Slot } from '#contract/consultations'
import type { Db } from '#platform/database'
import { decodeCursor } from '#platform/http'
import { CONSULTATION_MINUTES, openSlots } from '#rules/consultations'
import { addDays } from '#rules/plan'

import { listHosts } from './queries.ts'

const DAYS_TO_A_PAGE = 14
const DAY = /^\d{4}-\d\d-\d\d$/

export const endTime = (startsAt: string): string =>
  new Date(Date.parse(startsAt) + CONSULTATION_MINUTES * 60_000).toISOString()

/** Available times, two weeks per page; empty weeks are skipped. */
export const listSlots = async (
  db: Db,
  { cursor, hostId, now }: { cursor: string | undefined; hostId: string | undefined; now: Date },
): Promise<{ items: Slot[]; next_cursor: string | null }> => {
  const hosts = await listHosts(db, now, hostId)
  const today = now.toISOString().slice(0, 10)
  const furthest = addDays(today, Math.max(0, ...hosts.map(({ days_ahead }) => days_ahead)) + 1)
  const given = decodeCursor(cursor, DAY) ?? today
  for (
    let from = given < today ? today : given;
    from <= furthest;
    from = addDays(from, DAYS_TO_A_PAGE)
  ) {
    const end = addDays(from, DAYS_TO_A_PAGE)
    // Teachers' days start and end at other times than the UTC days that bound the page.
    const range = { from: addDays(from, -1), to: end, now }
    const items = hosts
      .flatMap((host) =>
        openSlots(host, startsOf(host.booked), range).map((starts_at) => slotOf(host, starts_at)),
      )
      .filter(({ starts_at }) => from <= starts_at && starts_at < end)
      .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
    const next_cursor = end <= furthest ? Buffer.from(end).toString('base64url') : null
    if (items.length > 0) return { items, next_cursor }
  }
  return { items: [], next_cursor: null }
}

export const startsOf = (booked: readonly { starts_at: string }[]): string[] =>
  booked.map(({ starts_at }) => starts_at)

const slotOf = (
  { id, name, time_zone }: { id: string; name: string; time_zone: string },
  starts_at: string,
): Slot => ({ starts_at, ends_at: endTime(starts_at), host: { id, name, time_zone } })
