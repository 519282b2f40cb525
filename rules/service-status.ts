// Judges what the public status page shows.

/** In the order of the page. `site` is every page and signing in. */
export const SERVICES = ['site', 'uploads', 'mail', 'tutor', 'exports'] as const
export type Service = (typeof SERVICES)[number]

export const SERVICE_STATES = ['working', 'delayed', 'down'] as const
export type ServiceState = (typeof SERVICE_STATES)[number]

/** Days for which incidents are shown. They contain no personal data. */
export const STATUS_HISTORY_DAYS = 90

/** Checks run every minute; after this long without one, the site was not working. */
export const GAP_MS = 5 * 60_000
/** Services of background jobs, as the checks are: without those, these wait as well. */
export const BACKGROUND: readonly Service[] = ['mail', 'exports']

/** Results of one check. The database answered it. */
export type ServiceChecks = {
  canStoreFiles: boolean
  mail: { canSend: boolean; oldestDueAt: string | null }
  /** False only if a model is configured and does not answer. */
  canReachTutor: boolean
  exports: { oldestDueAt: string | null }
}

/** Emails are sent within seconds, and exports within a minute or two. */
const LATE_MS = 10 * 60_000

export const serviceStates = (
  { canStoreFiles, mail, canReachTutor, exports }: ServiceChecks,
  now: number,
): Record<Service, ServiceState> => ({
  site: 'working',
  uploads: canStoreFiles ? 'working' : 'down',
  mail: mail.canSend ? waitState(mail.oldestDueAt, now) : 'down',
  // The built-in coach answers instead.
  tutor: canReachTutor ? 'working' : 'delayed',
  exports: waitState(exports.oldestDueAt, now),
})

const waitState = (oldestDueAt: string | null, now: number): ServiceState =>
  oldestDueAt !== null && now - Date.parse(oldestDueAt) > LATE_MS ? 'delayed' : 'working'
