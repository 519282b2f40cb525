import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import type { LoginReply, User } from '#contract/auth'
import { client, statusOf, USER_CACHE } from '#web/api'
import { useHydrated } from '#web/browser'
import { session } from '#web/session'

// Loaded when it is called: the first page of a visitor needs no schemas.
export const auth = client('auth', async () => (await import('#contract/auth')).auth)

/** The signed-in user. Asked for twice at most, the second time once the server is well; then it is the person's to retry. */
const me = queryOptions({
  queryKey: auth.me.query().queryKey,
  queryFn: async ({ client: cache, queryKey, signal }): Promise<User> => {
    if (cache.getQueryState(queryKey)?.fetchFailureCount) {
      const { untilHealthy } = await import('./until-healthy.ts')
      await untilHealthy(signal)
    }
    const known = session.cachedUser()?.id
    const user = await auth.me({}, { signal }).catch((error: unknown) => {
      // Without a network, the one of the last visit opens what was seen then; the server decides again once it is there.
      const last = statusOf(error) === 0 && !navigator.onLine ? session.cachedUser() : undefined
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
  /** `user` is the one of the last visit: enough to draw the frame, not to decide anything. `again`: not at the first try. */
  | { state: 'loading'; user: User | undefined; again: boolean }
  | { state: 'signedIn'; user: User }
  | { state: 'signedOut'; user: undefined }
  | { state: 'failed'; user: User | undefined; retry: () => void }

/** Who is here. Asks /api/auth/me once per page load, and only where a session may exist. */
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

/** Puts a changed user where the whole app reads it. */
export const useStoreUser = () => {
  const cache = useQueryClient()
  return (user: User) => {
    session.storeUser(user)
    cache.setQueryData(me.queryKey, user)
  }
}

/** Asks the server again who this is, where somebody is signed in. */
export const useRefreshUser = () => {
  const cache = useQueryClient()
  return () => cache.refetchQueries(me)
}

/** Makes the user of a new session the one that the whole app reads. Throws where the answer was not a session. */
export const useStartSession = () => {
  const cache = useQueryClient()
  return (begun: Parameters<typeof session.start>[0]) => {
    session.start(begun)
    cache.setQueryData(me.queryKey, begun.user)
  }
}

/** Goes on as the person whom a reply signs in. */
export const useSignInWith = () => {
  const begin = useStartSession()
  return ({ user, app_access_token, app_refresh_token }: LoginReply): User => {
    begin({ user, tokens: { access: app_access_token, refresh: app_refresh_token } })
    return user
  }
}
