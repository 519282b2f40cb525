import { setTimeout as sleep } from 'node:timers/promises'

import type { SiteStatus } from '#contract/status'
import type { Parts } from '#platform/http'
import {
  BACKGROUND,
  GAP_MS,
  type Service,
  SERVICES,
  type ServiceState,
} from '#rules/service-status'

type Deps = Pick<Parts, 'clock' | 'db'>

/** Visitors share one read of the database in this time. */
const FRESH_MS = 30_000
/** A visitor waits at most this long for the database. */
const PATIENCE_MS = 1000

type Known = { at: number } & Pick<SiteStatus, 'checked_at' | 'incidents'>

/**
 * Reads the status through a cache in memory. It answers within a second, whether or not the database does: then it says so, and
 * shows what was known last.
 */
export const createStatusReader = ({ clock, db }: Deps): (() => Promise<SiteStatus>) => {
  let known: Known | undefined
  let reading: Promise<void> | undefined

  const refresh = async () => {
    known = { at: clock().getTime(), ...(await readIncidents(db)) }
  }
  return async () => {
    const isFresh = () => known !== undefined && clock().getTime() - known.at < FRESH_MS
    if (!isFresh()) {
      reading ??= refresh()
        .catch(() => {})
        .finally(() => (reading = undefined))
      const patience = new AbortController()
      const giveUp = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([reading, giveUp])
      patience.abort()
    }
    return toReply(known, { isFresh: isFresh(), now: clock().getTime() })
  }
}

const readIncidents = async (db: Deps['db']): Promise<Omit<Known, 'at'>> => {
  const check = await db.selectFrom('status_checks').select('checked_at').executeTakeFirst()
  const incidents = await db
    .selectFrom('status_incidents')
    .select(['service', 'state', 'began_at', 'ended_at'])
    .orderBy('began_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .$narrowType<{ service: Service; state: ServiceState }>()
    .execute()
  return { checked_at: check?.checked_at ?? null, incidents }
}

const toReply = (
  known: Known | undefined,
  { isFresh, now }: { isFresh: boolean; now: number },
): SiteStatus => {
  const { checked_at = null, incidents = [] } = known ?? {}
  const isUnchecked = checked_at !== null && now - Date.parse(checked_at) > GAP_MS
  const services = SERVICES.map((service) => {
    if (service === 'site' && !isFresh) {
      const since = known ? new Date(known.at).toISOString() : null
      return { service, state: 'down' as const, since }
    }
    const latest = incidents.find((incident) => incident.service === service)
    if (latest && !latest.ended_at) {
      return { service, state: latest.state, since: latest.began_at }
    }
    if (isUnchecked && BACKGROUND.includes(service)) {
      return { service, state: 'delayed' as const, since: checked_at }
    }
    return { service, state: 'working' as const, since: latest?.ended_at ?? null }
  })
  return { checked_at, services, incidents }
}
