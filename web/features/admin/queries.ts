import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { client } from '#web/api'

export const admin = client(async () => (await import('#contract/invitations')).invitations)

export const openInvitations = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => admin.listInvitations({}, { signal }),
})

/** Shows the list anew. */
export const useRefreshInvitations = () => {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: openInvitations.queryKey })
}

export const useResend = () => {
  const refresh = useRefreshInvitations()
  return useMutation({
    mutationFn: (id: string) => admin.resendInvitation({ params: { id } }),
    onSuccess: refresh,
  })
}

export const useWithdraw = () => {
  const refresh = useRefreshInvitations()
  return useMutation({
    mutationFn: (id: string) => admin.withdrawInvitation({ params: { id } }),
    onSuccess: refresh,
  })
}
