import { fullYears } from './age.ts'

export const OUTSIDE_KINDS = [
  'job',
  'apprenticeship',
  'volunteering',
  'sport',
  'music',
  'college',
  'other',
] as const
export type OutsideKind = (typeof OUTSIDE_KINDS)[number]

export const OUTSIDE_KIND_NAMES = {
  job: 'Job',
  apprenticeship: 'Apprenticeship',
  volunteering: 'Volunteering',
  sport: 'Sport',
  music: 'Music school',
  college: 'Community college',
  other: 'Other',
} satisfies Record<OutsideKind, string>

export const OUTSIDE_STATES = [
  'proposed',
  'asked',
  'confirmed',
  'denied',
  'silent',
  'declined',
  'credited',
] as const
export type OutsideState = (typeof OUTSIDE_STATES)[number]

/** A witness is asked once: after silence, the learner adds the work again with another witness. */
export const isAskable = (state: OutsideState): boolean => state === 'proposed'

/** A witness can correct the answer until the work is credited. */
export const isAnswerable = (state: OutsideState): boolean =>
  state === 'asked' || state === 'confirmed' || state === 'denied'

/** States in which an advisor can decline the work, with words to the learner. */
export const isDeclinable = (state: OutsideState): boolean =>
  state !== 'declined' && state !== 'credited'

/** High-school credit: younger learners have none, and their names are not sent to outsiders. */
export const OUTSIDE_WORK_AGE = 13

/** @param today YYYY-MM-DD */
export const mayHaveOutsideWork = (birthday: string | null, today: string): boolean =>
  birthday === null || fullYears(birthday, today) >= OUTSIDE_WORK_AGE

/** Hours of one piece of work: four credits at most. */
export const OUTSIDE_HOURS = { min: 2, max: 480 } as const
/** Pieces of a learner that are neither credited nor declined. */
export const MAX_OPEN_OUTSIDE = 20
/** A witness who has not answered by then is no longer asked, and the address is erased. */
export const WITNESS_DAYS = 60

const MAX_HOURS_A_DAY = 16

const DAY_MS = 86_400_000

/**
 * Checks that the hours fit into the days.
 * @param days first and last day, YYYY-MM-DD
 */
export const fitsIntoDays = (
  hours: number,
  { from_day, until_day }: { from_day: string; until_day: string },
): boolean => {
  const days = (Date.parse(until_day) - Date.parse(from_day)) / DAY_MS + 1
  return hours <= days * MAX_HOURS_A_DAY
}
