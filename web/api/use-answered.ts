import { type QueryKey, useQueries, type UseQueryOptions } from '@tanstack/react-query'

/**
 * True once each query has data or has failed once. What is below notices waits for their queries, so that it does not move when
 * they appear.
 */
export const useAnswered = (queries: readonly { queryKey: QueryKey }[]): boolean =>
  useQueries({
    queries: queries as readonly UseQueryOptions[],
    combine: (all) => all.every(({ isPending, failureCount }) => !isPending || failureCount > 0),
  })
