import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import type { LoginReply, User } from '#contract/auth'
import { client, statusOf, USER_CACHE } from '#web/api'
import { useHydrated } from '#web/browser'
import { session } from '#web/session'

// Loaded on the first call: a visitor's first page needs no schemas.
export const auth = client('auth')

/** The signed-in user. At most two attempts, the second once the server is healthy; then the person can retry. */
const me = queryOptions({
  queryKey: auth.me.query().queryKey,
  queryFn: async ({ client: cache, queryKey, signal }): Promise<User> => {
    const isAgain = (cache.getQueryState(queryKey)?.fetchFailureCount ?? 0) > 0
    const known = session.cachedUser()?.id
    const ask = async () => {
      if (isAgain) {
        const { waitUntilHealthy } = await import('./until-healthy.ts')
        await waitUntilHealthy(signal)
      }
      return auth.me({}, { signal })
    }
    const user = await ask().catch((error: unknown) => {
      // Without a network, also one of which the browser believes that it works, the user of the last visit opens cached data; the
      // server decides again once reachable.
      const isOffline = statusOf(error) === 0 && (isAgain || !navigator.onLine)
      const last = isOffline ? session.cachedUser() : undefined
      if (!last) throw error
      return last
    })
    session.storeUser(user, known)
    return user
  },
  ...USER_CACHE,
  retry: (failures, error) => failures < 1 && statusOf(error) !== 401,
})

export type Auth =
  /** `user` is the one of the last visit: enough for the layout, not for decisions. `again`: true from the second attempt. */
  | { state: 'loading'; user: User | undefined; again: boolean }
  | { state: 'signedIn'; user: User }
  | { state: 'signedOut'; user: undefined }
  | { state: 'failed'; user: User | undefined; retry: () => void }

/** Current authentication state. Requests /api/auth/me once per page load, and only if a session may exist. */
export const useAuth = (options?: { refetchOnWindowFocus: 'always' }): Auth => {
  const hydrated = useHydrated()
  const enabled = useSyncExternalStore(session.subscribe, session.hasSession, () => false)
  const query = useQuery({ ...me, ...options, enabled })
  if (query.data) return { state: 'signedIn', user: query.data }
  if (!hydrated) return { state: 'loading', user: undefined, again: false }
  if (!enabled || statusOf(query.error) === 401) return { state: 'signedOut', user: undefined }
  const user = session.cachedUser()
  if (!query.isError) return { state: 'loading', user, again: query.failureCount > 0 }
  return { state: 'failed', user, retry: () => void query.refetch() }
}

/** The signed-in user, for pages behind the guard. */
export const useUser = (): User => {
  const auth = useAuth()
  if (!auth.user) throw new Error('This page needs a signed-in user')
  return auth.user
}

/** Updates the user in the cache that the whole app reads. */
export const useStoreUser = () => {
  const cache = useQueryClient()
  return (user: User) => {
    session.storeUser(user)
    cache.setQueryData(me.queryKey, user)
  }
}

/** Refetches the user if someone is signed in. */
export const useRefreshUser = () => {
  const cache = useQueryClient()
  return () => cache.refetchQueries(me)
}

/** Starts a session and caches its user. Throws if the reply contains no session. */
export const useStartSession = () => {
  const cache = useQueryClient()
  return (begun: Parameters<typeof session.start>[0]) => {
    session.start(begun)
    cache.setQueryData(me.queryKey, begun.user)
  }
}

/** Signs in as the person in a reply. */
export const useSignInWith = () => {
  const begin = useStartSession()
  return ({ user, app_access_token, app_refresh_token }: LoginReply): User => {
    begin({ user, tokens: { access: app_access_token, refresh: app_refresh_token } })
    return user
  }
}
