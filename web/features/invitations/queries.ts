import { client } from '#web/api'

export const invitations = client('invitations')

export const setupLink = (token: string) => ({
  ...invitations.showSetup.query({ params: { token } }),
  staleTime: Infinity,
})

export const invitation = (token: string) => ({
  ...invitations.showInvitation.query({ params: { token } }),
  staleTime: Infinity,
})
