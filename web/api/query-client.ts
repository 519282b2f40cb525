import { QueryClient } from '@tanstack/react-query'

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

/** The cache of everything that was read, with the constants that the client's specification prescribes. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30 * SECOND,
        gcTime: 5 * MINUTE,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        retry: retries(3),
        retryDelay: (failures) => Math.min(SECOND * 2 ** failures, 30 * SECOND),
      },
      mutations: { retry: retries(2) },
    },
  })
