const DAY_MS = 24 * 60 * 60 * 1000

/** Below this age a guardian must consent (COPPA). */
export const CONSENT_AGE = 13

const ADULT = 18

/**
 * Full years by the calendar (YYYY-MM-DD), which decide about rights: the birthday counts, and who was born on 29 February
 * is a year older on 1 March of a common year.
 */
export const fullYears = (birthday: string, today: string): number => {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

/** Whole years in years of 365.25 days, by which registration asks for a guardian: at most a day later than the calendar. */
export const ageOn = (birthday: string, today: string): number =>
  Math.floor((Date.parse(today) - Date.parse(birthday)) / (365.25 * DAY_MS))

/** True when someone born on `birthday` needs a guardian's consent on `today`. */
export const needsConsent = (birthday: string, today: string): boolean =>
  ageOn(birthday, today) < CONSENT_AGE

/**
 * Whether protections of minors apply to an account. A role never decides it: without a known date of birth somebody is a minor
 * unless they were declared an adult (decisions/0073).
 */
export const isMinor = (
  person: { date_of_birth: string | null; declared_adult: boolean },
  today: string,
): boolean =>
  person.date_of_birth === null ? !person.declared_adult : !isAdult(person.date_of_birth, today)

/** Whether somebody is one of those whom others look after: learners, and every minor, whatever role the account has. */
export const isLearner = (
  person: { role: string; date_of_birth: string | null; declared_adult: boolean },
  today: string,
): boolean => person.role === 'student' || isMinor(person, today)

/** Whose age is not known is treated as a minor. */
export const isAdult = (birthday: string | null, today: string): boolean =>
  birthday !== null && ageOn(birthday, today) >= ADULT
