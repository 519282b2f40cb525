export { invitationRoutes } from './handlers.ts'
export { makeAdmin, offerSetup } from './first-admin.ts'
export { inviteParent } from './invite.ts'
