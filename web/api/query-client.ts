import { QueryCache, QueryClient } from '@tanstack/react-query'

import { session } from '#web/session'

import { statusOf } from './error.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** How long a person's own user is taken as fresh, and kept, as the client's specification prescribes. */
export const USER_CACHE = { staleTime: 5 * MINUTE, gcTime: 30 * MINUTE }

/** An answer of 4xx will not change by asking again. */
const mayHelp = (error: unknown) => {
  const status = statusOf(error)
  return status === undefined || status === 0 || status >= 500
}

const retries = (times: number) => (failures: number, error: unknown) =>
  failures < times && mayHelp(error)

/** What a learner's pages are made of. Nobody's work, words or reports but one's own stay on a device. */
const KEPT = new Set<unknown>(['progress', 'quests', 'badges', 'plan'])
const isKept = ([feature]: readonly unknown[]) =>
  KEPT.has(feature) && session.cachedUser()?.role === 'student'

const createQueryClient = () => {
  const queryCache = new QueryCache()
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        persister: async (ask, context, { queryKey, queryHash }) => {
          if (!isKept(queryKey)) return ask(context)
          const { withOfflineFallback } = await import('./offline-fallback.ts')
          return withOfflineFallback({ queryCache, isKept }, queryHash, async () => ask(context))
        },
        staleTime: 30 * SECOND,
        gcTime: 5 * MINUTE,
        refetchOnWindowFocus: true,
        // What was seen without a network may be of any age.
        refetchOnReconnect: 'always',
        // Without a network there is what was last seen here, or an honest failure; neither comes while a query waits.
        networkMode: 'always',
        retry: retries(3),
        retryDelay: (failures) => Math.min(SECOND * 2 ** failures, 30 * SECOND),
      },
      mutations: { retry: retries(2), networkMode: 'always' },
    },
  })
}

/** The cache of everything that was read, with the constants that the client's specification prescribes. */
export const queryClient = createQueryClient()
