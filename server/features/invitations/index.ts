export { invitationRoutes } from './handlers.ts'
export { makeAdmin, offerSetup } from './first-admin.ts'
export { forgetOldInvitations, withdrawInvitationsOf } from './queries.ts'
export { inviteParent } from './invite.ts'
