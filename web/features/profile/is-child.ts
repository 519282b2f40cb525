import type { Profile } from '#contract/profile'
import { isChild as isUnder13 } from '#rules/age'
import { utcDay } from '#web/format'

/** True below the age from which a person decides alone what others see of them. */
export const isChild = ({ date_of_birth }: Profile): boolean => isUnder13(date_of_birth, utcDay())
