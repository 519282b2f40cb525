// Subjects of safety reports, their recipients, and the escalation of unopened ones.

/** Categories that cause a report; profanity alone never does. */
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

/** Screening categories, plus reports by people. */
export const SAFETY_CATEGORIES = [...REPORT_CATEGORIES, 'reported'] as const
export type SafetyCategory = (typeof SAFETY_CATEGORIES)[number]

/** Someone may be in danger: the page shows crisis contacts. */
export const CRISES = ['self_harm', 'abuse', 'grooming'] as const
export type Crisis = (typeof CRISES)[number]

export const SEVERITIES = ['low', 'medium', 'high'] as const
export type Severity = (typeof SEVERITIES)[number]

export const REPORT_STATES = ['new', 'seen', 'acted', 'false_positive'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** In order of escalation; `admins` is never empty, because every site has an admin. */
export const RECIPIENT_LEVELS = ['guardians', 'advisor', 'safeguarding', 'admins'] as const
export type RecipientLevel = (typeof RECIPIENT_LEVELS)[number]

/** For the author of a refused text. */
export const TOLD: Record<RecipientLevel, string> = {
  guardians: 'Your family has been told.',
  advisor: 'Your advisor has been told.',
  safeguarding: 'The safeguarding team has been told.',
  admins: 'Those who run this site have been told.',
}

/** Available recipients: guardians who oversee the tutor, an active advisor, designated safeguarding staff. */
export type AvailableRecipients = Record<Exclude<RecipientLevel, 'admins'>, boolean>

const first = (levels: readonly RecipientLevel[], present: AvailableRecipients): RecipientLevel =>
  levels.find((level) => level === 'admins' || present[level]) ?? 'admins'

/** First recipients of a report. Reports that may be about a guardian go only to safeguarding. */
export const firstRecipients = (
  isWithheld: boolean,
  present: AvailableRecipients,
): RecipientLevel => first(isWithheld ? ['safeguarding'] : RECIPIENT_LEVELS, present)

/** First recipients of a report about a person: staff, because it concerns two families or the school. */
export const firstRecipientsOfPersonReport = (
  isWithheld: boolean,
  present: AvailableRecipients,
): RecipientLevel => first(isWithheld ? ['safeguarding'] : ['advisor', 'safeguarding'], present)

/** True if a report escalates beyond the recipients already notified: an addition may be about them. */
export const isEscalated = (reached: RecipientLevel, told: RecipientLevel | null): boolean =>
  told !== null && RECIPIENT_LEVELS.indexOf(reached) > RECIPIENT_LEVELS.indexOf(told)

/** Next recipients; admins again until someone opens it, or safeguarding staff are designated. */
export const nextRecipients = (
  reached: RecipientLevel,
  isWithheld: boolean,
  present: AvailableRecipients,
): RecipientLevel => {
  const later = RECIPIENT_LEVELS.slice(RECIPIENT_LEVELS.indexOf(reached) + 1)
  // Once admins have designated safeguarding staff, those can read it.
  if (reached === 'admins') return first(['safeguarding'], present)
  return first(
    later.filter((level) => !isWithheld || level === 'safeguarding' || level === 'admins'),
    present,
  )
}

const HOUR_MS = 3_600_000
/** Time that a report may stay unopened before it escalates. */
const PATIENCE_MS = { low: 24 * HOUR_MS, medium: 24 * HOUR_MS, high: 2 * HOUR_MS } satisfies Record<
  Severity,
  number
>

/** Time since when a report of this severity must be unopened to escalate now. */
export const overdueSince = (severity: Severity, now: Date): Date =>
  new Date(now.getTime() - PATIENCE_MS[severity])

export const isOverdue = (severity: Severity, since: Date, now: Date): boolean =>
  since <= overdueSince(severity, now)

/**
 * True if the family is emailed about it, and others after it while nobody opens it. Serious reports always are, and so are reports
 * withheld from guardians. No family can silence a crisis, unless it is rated low, such as in a story.
 */
export const isFamilyNotified = (
  { category, severity }: { category: SafetyCategory; severity: Severity },
  alertLevel: Severity,
  isWithheld: boolean,
): boolean =>
  isWithheld ||
  severity === 'high' ||
  (severity === 'medium' && (CRISES as readonly string[]).includes(category)) ||
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(alertLevel)

export const isClosed = (state: ReportState): boolean =>
  state === 'acted' || state === 'false_positive'
