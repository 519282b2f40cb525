import { queryOptions } from '@tanstack/react-query'

import type { LoginReply } from '#contract/auth'
import { client } from '#web/api'

import { useBegin } from './auth.ts'

export const invitations = client(async () => (await import('#contract/invitations')).invitations)

export const setupLink = (token: string) =>
  queryOptions({
    queryKey: ['setup', token],
    queryFn: ({ signal }) => invitations.showSetup({ params: { token } }, { signal }),
    staleTime: Infinity,
  })

export const invitation = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => invitations.showInvitation({ params: { token } }, { signal }),
    staleTime: Infinity,
  })

/** Goes on as the person whom the answer signs in. */
export const useEnter = () => {
  const begin = useBegin()
  return ({ user, app_access_token, app_refresh_token }: LoginReply) =>
    begin({ user, tokens: { access: app_access_token, refresh: app_refresh_token } })
}
