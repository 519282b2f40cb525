import { isChild } from './age.ts'

/** Hours for which a card signs in: a school day. */
export const CARD_SESSION_HOURS = 8

/** Cards on one printed list. */
export const MAX_PRINTED = 60

export type CardHolder = {
  role: string
  date_of_birth: string | null
  email: string | null
  hasSecondFactor: boolean
}

/**
 * True for learners under 13 and for learners without an email address, unless they have a second factor: a card would go around
 * it (decisions/0093).
 */
export const mayHaveCard = (
  { role, date_of_birth, email, hasSecondFactor }: CardHolder,
  today: string,
): boolean => {
  return role === 'student' && !hasSecondFactor && (isChild(date_of_birth, today) || email === null)
}
