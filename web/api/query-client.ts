import { QueryCache, QueryClient } from '@tanstack/react-query'

import { session } from '#web/session'

import { statusOf } from './error.ts'
import { isKeptOffline } from './kept-offline.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Freshness and lifetime of the cached user, from the client's specification. */
export const USER_CACHE = { staleTime: 5 * MINUTE, gcTime: 30 * MINUTE }

/** Retrying does not change a 4xx response. */
const mayHelp = (error: unknown) => {
  const status = statusOf(error)
  return status === undefined || status === 0 || status >= 500
}

const retries = (times: number) => (failures: number, error: unknown) =>
  failures < times && mayHelp(error)

/** Statuses with which the server says that a caller may not read something (any more). */
const REFUSED = new Set([401, 403, 404])

const isKept = ([feature]: readonly unknown[]) => isKeptOffline(feature, session.cachedUser())

const createQueryClient = () => {
  const queryCache = new QueryCache({
    // A page that stays open shows nothing that its person may not read any more.
    onError: (error, query) => {
      if (REFUSED.has(statusOf(error) ?? 0)) query.setState({ data: undefined })
    },
  })
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
        // Data seen offline may be of any age.
        refetchOnReconnect: 'always',
        // Offline, a query must return saved data or fail; by default it would pause instead.
        networkMode: 'always',
        retry: retries(3),
        retryDelay: (failures) => Math.min(SECOND * 2 ** failures, 30 * SECOND),
      },
      mutations: { retry: retries(2), networkMode: 'always' },
    },
  })
}

/** The query cache, with the constants from the client's specification. */
export const queryClient = createQueryClient()
