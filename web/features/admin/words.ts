import type { InvitedRole } from '#contract/invitations'

/** Who is invited most often comes first. */
export const ROLE_NAMES = {
  advisor: 'Advisor',
  educator: 'Educator',
  parent: 'Parent',
  observer: 'Observer',
  admin: 'Admin',
} as const satisfies Record<InvitedRole, string>
