import { localTime } from './local-time.ts'

// Categories of notifications, and their default channels.

/** Categories that a person can configure; safety notifications are always sent. */
export const CHOSEN_CATEGORIES = [
  'feedback',
  'plan',
  'family',
  'connections',
  'messages',
  'calendar',
  'achievements',
] as const
export type ChosenCategory = (typeof CHOSEN_CATEGORIES)[number]

export const NOTIFICATION_CATEGORIES = [...CHOSEN_CATEGORIES, 'safety'] as const
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number]

export const MAIL_RHYTHMS = ['immediately', 'daily', 'weekly', 'never'] as const
export type MailRhythm = (typeof MAIL_RHYTHMS)[number]

export type NotificationChoice = { in_app: boolean; push: boolean; mail: MailRhythm }

/** Feedback on work has its own emails, and a person's own actions need none. */
export const DEFAULT_CHOICES = {
  feedback: { in_app: true, push: false, mail: 'never' },
  plan: { in_app: true, push: false, mail: 'daily' },
  family: { in_app: true, push: false, mail: 'daily' },
  connections: { in_app: true, push: false, mail: 'daily' },
  messages: { in_app: true, push: true, mail: 'daily' },
  calendar: { in_app: true, push: true, mail: 'never' },
  achievements: { in_app: true, push: false, mail: 'never' },
} as const satisfies Record<ChosenCategory, NotificationChoice>

/** Categories with their own emails, whatever is chosen here. */
export const CATEGORIES_WITH_OWN_EMAILS: ReadonlySet<ChosenCategory> = new Set(['feedback'])

/** Sent immediately on all channels, whatever is chosen. */
const SAFETY: NotificationChoice = { in_app: true, push: true, mail: 'immediately' }

export const choiceFor = (
  category: NotificationCategory,
  chosen: NotificationChoice | undefined,
): NotificationChoice => (category === 'safety' ? SAFETY : (chosen ?? DEFAULT_CHOICES[category]))

/** Local hour of daily and weekly digests; the same as that of the weekly email to guardians. */
const DIGEST_HOUR = 17

/**
 * Digests that are due: daily every evening, weekly also on Sunday. After downtime, they are sent later the same evening;
 * anything missed is included the next day.
 * @param timeZone IANA name
 */
export const digestsDue = (
  now: Date,
  timeZone: string,
): { day: string; rhythms: MailRhythm[] } | undefined => {
  const { day, weekday, hour } = localTime(now, timeZone)
  if (hour < DIGEST_HOUR) return undefined
  return { day, rhythms: weekday === 'Sun' ? ['daily', 'weekly'] : ['daily'] }
}

/**
 * Delay before an immediate email. A person on the site is active at least every 15 minutes, the lifetime of an access token, and
 * has then seen the notification.
 */
export const MAIL_AFTER_MINUTES = 16

/** Days after which a notification is deleted, read or not. */
export const NOTIFICATION_DAYS = 90
