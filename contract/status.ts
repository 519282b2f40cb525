import * as z from 'zod/mini'

import { SERVICE_STATES, SERVICES } from '#rules/service-status'

import { endpoints, get } from './endpoint.ts'
import { Timestamp } from './fields.ts'

const service = z.enum(SERVICES)
const state = z.enum(SERVICE_STATES)

const Incident = z.object({
  service,
  state,
  began_at: Timestamp,
  /** Null while it lasts. */
  ended_at: z.nullable(Timestamp),
})

export const SiteStatus = z.object({
  /** Latest check; null if there was none, or if the database does not answer. */
  checked_at: z.nullable(Timestamp),
  services: z.array(
    z.object({
      service,
      state,
      /** Since when; null if nothing else is known of the last 90 days. */
      since: z.nullable(Timestamp),
    }),
  ),
  /** Of the last 90 days, most recent first. */
  incidents: z.array(Incident),
})
export type SiteStatus = z.output<typeof SiteStatus>

export const status = endpoints({
  showStatus: get('/api/status', {
    summary: 'Which services work, since when, and the incidents of the last 90 days',
    access: 'public',
    whileBusy: true,
    anonymous: true,
    reply: SiteStatus,
  }),
})
