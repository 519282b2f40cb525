import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'

import type { User } from '#contract/accounts'
import { client, session, sessionLost, statusOf } from '#web/api'
import { useHydrated } from '#web/hydrated'
import { retries, USER_CACHE } from '#web/query-client'

// Loaded when it is called: the first page of a visitor needs no schemas.
export const accounts = client(async () => (await import('#contract/accounts')).accounts)

/** The signed-in user; null once somebody has signed out. */
const me = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }): Promise<User | null> => {
    const user = await accounts.me({}, { signal })
    session.keepUser(user)
    return user
  },
  ...USER_CACHE,
  retry: retries(1),
})

export type Auth =
  /** `user` is the one of the last visit: enough to draw the frame, not to decide anything. */
  | { state: 'loading'; user: User | undefined }
  | { state: 'signedIn'; user: User }
  | { state: 'signedOut'; user: undefined }
  | { state: 'failed'; user: User | undefined; error: unknown; retry: () => void }

/** Who is here. Asks /api/auth/me once per page load, and only where a session may exist. */
export const useAuth = (options?: { refetchOnWindowFocus: 'always' }): Auth => {
  const hydrated = useHydrated()
  const enabled = hydrated && session.isHeld()
  const query = useQuery({ ...me, ...options, enabled })
  if (query.data) return { state: 'signedIn', user: query.data }
  if (!hydrated) return { state: 'loading', user: undefined }
  if (!enabled || query.data === null || statusOf(query.error) === 401) {
    return { state: 'signedOut', user: undefined }
  }
  const user = session.lastUser()
  if (!query.isError) return { state: 'loading', user }
  return { state: 'failed', user, error: query.error, retry: () => void query.refetch() }
}

/** The signed-in user, for pages behind the guard. */
export const useUser = (): User => {
  const auth = useAuth()
  if (!auth.user) throw new Error('This page needs a signed-in user')
  return auth.user
}

/** Puts a changed user where the whole app reads it. */
export const useKeepUser = () => {
  const cache = useQueryClient()
  return (user: User) => {
    session.keepUser(user)
    cache.setQueryData(me.queryKey, user)
  }
}

/** Asks the server again who this is, where somebody is signed in. */
export const useRefreshUser = () => {
  const cache = useQueryClient()
  return () => cache.refetchQueries(me)
}

/** Makes the user of a new session the one that the whole app reads. */
export const useBegin = () => {
  const keepUser = useKeepUser()
  return ({ user, tokens }: { user: User; tokens: { access: string; refresh: string } }) => {
    session.keepTokens(tokens)
    keepUser(user)
  }
}

/** Signs in, and keeps the session and its user. */
export const useSignIn = () => {
  const begin = useBegin()
  return async (body: { email: string; password: string }): Promise<User> => {
    const { user, app_access_token, app_refresh_token } = await accounts.login({ body })
    begin({ user, tokens: { access: app_access_token, refresh: app_refresh_token } })
    return user
  }
}

const forgetEverything = (cache: QueryClient) => {
  session.clear()
  delete document.documentElement.dataset.session
  cache.removeQueries({
    predicate: ({ queryKey }) => !['me', 'settings'].includes(String(queryKey[0])),
  })
  cache.setQueryData(me.queryKey, null)
}

/** Forgets what was read as soon as the session turns out to be over. Returns how to stop listening. */
export const forgetLostSessions = (cache: QueryClient) => {
  const forget = () => forgetEverything(cache)
  sessionLost.addEventListener('lost', forget)
  return () => sessionLost.removeEventListener('lost', forget)
}

/** Ends the session on the server, then `leave`s for a public page, then forgets everything. */
export const useSignOut = () => {
  const cache = useQueryClient()
  return async (leave: () => unknown) => {
    session.leave()
    // Without an answer the person is signed out here all the same.
    await accounts.logout().catch(() => undefined)
    await leave()
    forgetEverything(cache)
  }
}
