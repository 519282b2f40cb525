import { type Tier, TIER_RIGHTS } from './tiers.ts'

// Roles and subscription tiers, and what follows from them. No other file has a list of roles: the check
// `scripts/check-roles.ts` sees to that. The predicates take whatever names a role or a tier.

export const ROLES = ['student', 'parent', 'advisor', 'educator', 'admin', 'observer'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_NAMES = {
  student: 'Student',
  parent: 'Parent',
  advisor: 'Advisor',
  educator: 'Educator',
  admin: 'Administrator',
  observer: 'Observer',
} as const satisfies Record<Role, string>

/** Learners are not invited: they say themselves when they were born, which decides who has to agree. */
export const INVITED_ROLES = ['advisor', 'educator', 'parent', 'observer', 'admin'] as const

const ADMITTED = {
  parent: ['parent', 'admin'],
  advisor: ['advisor', 'educator', 'admin'],
  /** Of quests; creators are by their tier. */
  author: ['advisor', 'educator', 'admin'],
  admin: ['admin'],
} satisfies Record<string, Role[]>
export type Guard = keyof typeof ADMITTED

/** Whether somebody passes the guard of an area; admin passes every one. */
export const passesGuard = (guard: Guard, role: string, tier?: string | null): boolean =>
  (ADMITTED[guard] as string[]).includes(role) || (guard === 'author' && isCreator(tier))

/** Staff with an admin's permission flags, for what is shown. The admin area itself asks for the role admin. */
export const isAdmin = (role: string): boolean => role === 'admin' || role === 'educator'

/** Those who look after learners. */
export const isStaff = (role: string): boolean => passesGuard('advisor', role)

const rightsOf = (tier: string | null | undefined) =>
  TIER_RIGHTS[tier && Object.hasOwn(TIER_RIGHTS, tier) ? (tier as Tier) : 'free']

export const isCreator = (tier: string | null | undefined): boolean => rightsOf(tier).writesQuests

/** Of the academy, whose diploma is accredited. */
export const isAcademy = (tier: string | null | undefined): boolean => rightsOf(tier).isAcademy

/** Without a plan that is paid for; so is whoever has none. */
export const isFree = (tier: string | null | undefined): boolean => !rightsOf(tier).isPaid
