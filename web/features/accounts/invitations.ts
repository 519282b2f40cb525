import type { LoginReply } from '#contract/auth'
import { client } from '#web/api'

import { useBegin } from './auth.ts'

export const invitations = client(
  'invitations',
  async () => (await import('#contract/invitations')).invitations,
)

export const setupLink = (token: string) => ({
  ...invitations.showSetup.query({ params: { token } }),
  staleTime: Infinity,
})

export const invitation = (token: string) => ({
  ...invitations.showInvitation.query({ params: { token } }),
  staleTime: Infinity,
})

/** Goes on as the person whom the answer signs in. */
export const useEnter = () => {
  const begin = useBegin()
  return ({ user, app_access_token, app_refresh_token }: LoginReply) =>
    begin({ user, tokens: { access: app_access_token, refresh: app_refresh_token } })
}
