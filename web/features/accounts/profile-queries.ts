import { queryOptions, useQueryClient } from '@tanstack/react-query'

import { client } from '#web/api'
import { useChange } from '#web/use-change'

import { accounts, useKeepUser } from './auth.ts'

export const profile = client('profile', async () => (await import('#contract/profile')).profile)

export const profileQuery = accounts.getProfile.query()

/** What a change of one's profile does beside: the name and the picture stand on every page. */
export const useProfileKept = () => {
  const onSuccess = useKeepUser()
  return { replaces: () => profileQuery.queryKey, onSuccess }
}

const POLL_MS = 1500

/** The own exports; while one is being made, they are asked for again and again. */
export const exportsQuery = queryOptions({
  ...profile.listExports.query(),
  refetchInterval: (query) =>
    query.state.data?.items.some(({ state }) => state === 'waiting') ? POLL_MS : false,
})

/** Closes the account; the guard then shows the page that takes it back. */
export const useCloseAccount = () => {
  const keepUser = useKeepUser()
  return useChange(profile.closeAccount, {
    onSuccess: (user) => {
      keepUser(user)
      window.scrollTo(0, 0)
    },
  })
}

/** Everything is open again, and read anew. */
export const useRestoreAccount = () => {
  const cache = useQueryClient()
  return useChange(profile.restoreAccount, { onSuccess: () => cache.invalidateQueries() })
}
