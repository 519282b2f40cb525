export { invitationRoutes } from './handlers.ts'
export { createAdmin, offerSetup } from './first-admin.ts'
export { deleteOldInvitations, withdrawInvitationsOf } from './queries.ts'
export { inviteParent, withdrawParent } from './invite.ts'
