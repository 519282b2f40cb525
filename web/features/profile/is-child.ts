import type { Profile } from '#contract/profile'
import { needsConsent } from '#rules/age'

/** True below the age from which a person decides alone what others see of them. */
export const isChild = ({ date_of_birth }: Profile): boolean =>
  date_of_birth !== null && needsConsent(date_of_birth, new Date().toISOString().slice(0, 10))
