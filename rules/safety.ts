// What a safety report can be about, who is told of it, and who is next when nobody has opened it in time.

/** Those that make a report; profanity alone never does. */
export const REPORT_CATEGORIES = [
  'self_harm',
  'abuse',
  'grooming',
  'sexual',
  'violence',
  'drugs_weapons',
  'hate',
  'personal_data',
  'dependence',
] as const
export type ReportCategory = (typeof REPORT_CATEGORIES)[number]

/** Besides what screening finds, what a person has reported. */
export const SAFETY_CATEGORIES = [...REPORT_CATEGORIES, 'reported'] as const
export type SafetyCategory = (typeof SAFETY_CATEGORIES)[number]

/** Where somebody may be in danger: the page shows whom to call. */
export const CRISES = ['self_harm', 'abuse', 'grooming'] as const
export type Crisis = (typeof CRISES)[number]

export const SEVERITIES = ['low', 'medium', 'high'] as const
export type Severity = (typeof SEVERITIES)[number]

export const REPORT_STATES = ['new', 'seen', 'acted', 'false_positive'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** In this order; the last is never empty, because a site has an admin. */
export const REACHED = ['guardians', 'advisor', 'safeguarding', 'admins'] as const
export type Reached = (typeof REACHED)[number]

/** Whether anybody is there to be told: guardians who oversee the tutor, an advisor at work, staff named for safeguarding. */
export type Present = Record<Exclude<Reached, 'admins'>, boolean>

const first = (levels: readonly Reached[], present: Present): Reached =>
  levels.find((level) => level === 'admins' || present[level]) ?? 'admins'

/** Who hears of a report first. What may be about a guardian goes to safeguarding alone. */
export const firstRecipients = (isHeldBack: boolean, present: Present): Reached =>
  first(isHeldBack ? ['safeguarding'] : REACHED, present)

/** Who hears first of what a person has reported about another: staff, as it is between two families, or within the school. */
export const firstRecipientsOfPersonReport = (isHeldBack: boolean, present: Present): Reached =>
  first(isHeldBack ? ['safeguarding'] : ['advisor', 'safeguarding'], present)

/** Whether a report goes to others than those who were told of it: what was added may be about them. */
export const isEscalated = (reached: Reached, told: Reached | null): boolean =>
  told !== null && REACHED.indexOf(reached) > REACHED.indexOf(told)

/** Who hears of it next; admins again until somebody has opened it, or is named. */
export const nextRecipients = (
  reached: Reached,
  isHeldBack: boolean,
  present: Present,
): Reached => {
  const later = REACHED.slice(REACHED.indexOf(reached) + 1)
  // Once admins have named somebody, that person is who can read it.
  if (reached === 'admins') return first(['safeguarding'], present)
  return first(
    later.filter((level) => !isHeldBack || level === 'safeguarding' || level === 'admins'),
    present,
  )
}

const HOUR_MS = 3_600_000
/** How long a report waits for somebody to open it before others are told. */
const PATIENCE_MS = { low: 24 * HOUR_MS, medium: 24 * HOUR_MS, high: 2 * HOUR_MS } satisfies Record<
  Severity,
  number
>

export const isOverdue = (severity: Severity, since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= PATIENCE_MS[severity]

/** Whether a family wants a letter about it; what is serious is always told, and so is what no guardian sees. */
export const isFamilyNotified = (
  severity: Severity,
  alertLevel: Severity,
  isHeldBack: boolean,
): boolean =>
  isHeldBack ||
  severity === 'high' ||
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(alertLevel)

export const isClosed = (state: ReportState): boolean =>
  state === 'acted' || state === 'false_positive'
