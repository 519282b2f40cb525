const DAY_MS = 24 * 60 * 60 * 1000

/** Below this age, a guardian must consent (COPPA). */
export const CONSENT_AGE = 13

const ADULT = 18

/** Below this age, quests are read aloud and the screen is a simple one. */
const READING_AGE = 10

/**
 * Age in full calendar years (YYYY-MM-DD), which determines rights: the birthday counts. Someone born on 29 February turns a year
 * older on 1 March in common years.
 */
export const fullYears = (birthday: string, today: string): number => {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

/** True for children who do not read easily yet. On the tenth birthday it is over. */
export const isYoung = (birthday: string | null, today: string): boolean =>
  birthday !== null && fullYears(birthday, today) < READING_AGE

/** True for children under 13, for whom a guardian decides. False if the age is unknown. */
export const isChild = (birthday: string | null, today: string): boolean =>
  birthday !== null && fullYears(birthday, today) < CONSENT_AGE

/**
 * True if someone born on `birthday` registers with a guardian's consent on `today`. Counts years of 365.25 days, as the
 * specification prescribes for registration alone: it lags the calendar by at most a day.
 */
export const needsConsent = (birthday: string, today: string): boolean =>
  Math.floor((Date.parse(today) - Date.parse(birthday)) / (365.25 * DAY_MS)) < CONSENT_AGE

/**
 * True if the protections for minors apply to an account. The role is irrelevant: without a date of birth, a person is a minor
 * unless declared an adult (decisions/0073).
 */
export const isMinor = (
  person: { date_of_birth: string | null; declared_adult: boolean },
  today: string,
): boolean =>
  person.date_of_birth === null ? !person.declared_adult : !isAdult(person.date_of_birth, today)

/** True for anyone in others' care: learners, and every minor whatever their role. */
export const isLearner = (
  person: { role: string; date_of_birth: string | null; declared_adult: boolean },
  today: string,
): boolean => person.role === 'student' || isMinor(person, today)

/** False if the age is unknown. */
export const isAdult = (birthday: string | null, today: string): boolean =>
  birthday !== null && fullYears(birthday, today) >= ADULT
