import type { InvitedRole } from '#contract/invitations'

/** Completes "You are invited as …". */
export const ROLE_PHRASES = {
  parent: 'a parent',
  advisor: 'an advisor',
  educator: 'an educator',
  admin: 'an admin',
  observer: 'an observer',
} as const satisfies Record<InvitedRole, string>
