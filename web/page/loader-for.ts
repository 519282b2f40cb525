import type { FetchInfiniteQueryOptions, FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import type { ClientLoaderFunctionArgs } from 'react-router'

import type { User } from '#contract/auth'
import { queryClient } from '#web/api'
import { isReady, mayEnter } from '#web/guards'
import { session } from '#web/session'

/** Options of any query; replies are typed where a page reads them. */
type AnyQuery = { queryKey: QueryKey; initialPageParam?: unknown }

type Location = {
  params: Record<string, string | undefined>
  search: URLSearchParams
  /** Of the user. */
  role: User['role']
}

/**
 * A route's `clientLoader`: starts the page's queries while its script loads, without waiting for them. The page reads them with
 * `useSuspenseQuery` under its layout's boundary (PageBoundary).
 * Starts nothing that the guard would refuse.
 */
export const loaderFor =
  (queriesOf: (location: Location) => readonly AnyQuery[]) =>
  ({ params, request }: ClientLoaderFunctionArgs): null => {
    const { pathname, searchParams } = new URL(request.url)
    const user = session.hasSession() ? session.cachedUser() : undefined
    if (!user || !isReady(user) || !mayEnter(pathname, user)) return null
    for (const query of queriesOf({ params, search: searchParams, role: user.role })) {
      if ('initialPageParam' in query)
        void queryClient.prefetchInfiniteQuery(query as FetchInfiniteQueryOptions)
      else void queryClient.prefetchQuery(query as FetchQueryOptions)
    }
    return null
  }
