import { type Tier, TIER_RIGHTS } from './tiers.ts'

// Roles and subscription tiers, and their consequences. No other file may list roles, which `scripts/check-roles.ts` enforces.
// The predicates accept any string as a role or tier.

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

/** Learners are not invited: they register with their date of birth, which determines who must consent. */
export const INVITED_ROLES = ['advisor', 'educator', 'parent', 'observer', 'admin'] as const

const ADMITTED = {
  parent: ['parent', 'admin'],
  advisor: ['advisor', 'educator', 'admin'],
  /** Authors of quests; creators qualify by tier. */
  author: ['advisor', 'educator', 'admin'],
  admin: ['admin'],
} satisfies Record<string, Role[]>
export type Guard = keyof typeof ADMITTED

/** True if someone passes the guard of an area; admins pass every guard. */
export const passesGuard = (guard: Guard, role: string, tier?: string | null): boolean =>
  (ADMITTED[guard] as string[]).includes(role) || (guard === 'author' && isCreator(tier))

/** Staff with an admin's display rights. The admin area itself requires the role admin. */
export const isAdmin = (role: string): boolean => role === 'admin' || role === 'educator'

/** Staff who look after learners. */
export const isStaff = (role: string): boolean => passesGuard('advisor', role)

const rightsOf = (tier: string | null | undefined) =>
  TIER_RIGHTS[tier && Object.hasOwn(TIER_RIGHTS, tier) ? (tier as Tier) : 'free']

export const isCreator = (tier: string | null | undefined): boolean => rightsOf(tier).writesQuests

/** Member of the academy, whose diploma is accredited. */
export const isAcademy = (tier: string | null | undefined): boolean => rightsOf(tier).isAcademy

/** True without a paid plan, including for people without any tier. */
export const isFree = (tier: string | null | undefined): boolean => !rightsOf(tier).isPaid
