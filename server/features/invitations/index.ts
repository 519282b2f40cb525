export { invitationRoutes } from './handlers.ts'
export { makeAdmin, offerSetup } from './first-admin.ts'
export { deleteOldInvitations, withdrawInvitationsOf } from './queries.ts'
export { inviteParent } from './invite.ts'
