import { localTime } from './local-time.ts'

// What people can be told, and by which ways unless they choose otherwise.

/** Those that a person can choose about; what is about safety is always told. */
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

/** Feedback on work has letters of its own, and what somebody does themselves needs none. */
export const DEFAULT_CHOICES = {
  feedback: { in_app: true, push: false, mail: 'never' },
  plan: { in_app: true, push: false, mail: 'daily' },
  family: { in_app: true, push: false, mail: 'daily' },
  connections: { in_app: true, push: false, mail: 'daily' },
  messages: { in_app: true, push: true, mail: 'daily' },
  calendar: { in_app: true, push: true, mail: 'never' },
  achievements: { in_app: true, push: false, mail: 'never' },
} as const satisfies Record<ChosenCategory, NotificationChoice>

/** Those whose letters come by themselves, whatever is chosen here. */
export const WITH_OWN_EMAILS: ReadonlySet<ChosenCategory> = new Set(['feedback'])

/** It reaches everybody at once, whatever they have chosen. */
const SAFETY: NotificationChoice = { in_app: true, push: true, mail: 'immediately' }

export const choiceFor = (
  category: NotificationCategory,
  chosen: NotificationChoice | undefined,
): NotificationChoice => (category === 'safety' ? SAFETY : (chosen ?? DEFAULT_CHOICES[category]))

/** When the letters that gather a day or a week go out, where the person is; as the weekly letter to guardians. */
const DIGEST_HOUR = 17

/**
 * The digests that are due: every evening the daily one, on Sunday the weekly one as well. A site that was down sends them
 * later the same evening; what is left then goes out the next day.
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
 * How long something waits that is to be mailed at once. Whoever is on the site is seen at least every quarter of an hour, as
 * long as an access token lives, and has had it before their eyes.
 */
export const MAIL_AFTER_MINUTES = 16

/** Read or not, a notification is gone after this. */
export const NOTIFICATION_DAYS = 90
