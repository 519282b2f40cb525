import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { accounts, useKeepUser } from './auth.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => accounts.getProfile({}, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: ({ signal }) => accounts.listSessions({}, { signal }),
})

type Change = Parameters<typeof accounts.changeProfile>[0]['body']

/** Saves a change of the own profile, and shows it wherever the name stands. */
export const useChangeProfile = () => {
  const cache = useQueryClient()
  const keepUser = useKeepUser()
  return async (body: Change) => {
    const profile = await accounts.changeProfile({ body })
    cache.setQueryData(profileQuery.queryKey, profile)
    keepUser(profile)
  }
}

/** Signs out one of the own sessions. */
export const useEndSession = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => accounts.endSession({ params: { id } }),
    onSettled: () => cache.invalidateQueries(sessionsQuery),
  })
}
