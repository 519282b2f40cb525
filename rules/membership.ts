/** What follows from a person's role and subscription tier (specification §6). Each takes whatever names them. */

export const ROLE_NAMES = {
  student: 'Student',
  parent: 'Parent',
  advisor: 'Advisor',
  educator: 'Educator',
  admin: 'Administrator',
  observer: 'Observer',
} as const

/** Staff with an admin's permission flags, for what is shown. The admin area itself asks for the role admin. */
export const isAdmin = (role: string): boolean => role === 'admin' || role === 'educator'

/** Those who look after learners. */
export const isStaff = (role: string): boolean => isAdmin(role) || role === 'advisor'

export const isCreator = (tier: string | null | undefined): boolean =>
  tier === 'creator' || tier === 'enterprise'

/** Of the academy, whose diploma is accredited. */
export const isAcademy = (tier: string | null | undefined): boolean => tier === 'enterprise'

/** Without a plan that is paid for; so is whoever has none. */
export const isFree = (tier: string | null | undefined): boolean =>
  !tier || tier === 'free' || tier === 'explorer'
