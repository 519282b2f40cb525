const DAY_MS = 24 * 60 * 60 * 1000

/** Below this age a guardian must consent (COPPA). */
export const CONSENT_AGE = 13

const ADULT = 18

/** Whole years between two calendar days (YYYY-MM-DD), in years of 365.25 days. */
export const ageOn = (birthday: string, today: string): number =>
  Math.floor((Date.parse(today) - Date.parse(birthday)) / (365.25 * DAY_MS))

/** True when someone born on `birthday` needs a guardian's consent on `today`. */
export const needsConsent = (birthday: string, today: string): boolean =>
  ageOn(birthday, today) < CONSENT_AGE

/** Whose age is not known is treated as a minor. */
export const isAdult = (birthday: string | null, today: string): boolean =>
  birthday !== null && ageOn(birthday, today) >= ADULT
