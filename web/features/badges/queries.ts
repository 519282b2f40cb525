import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'

import type { BadgeQuery } from '#contract/badges'
import { client } from '#web/api'

const badges = client(async () => (await import('#contract/badges')).badges)

// All under one key: whatever a learner does may change each of them.

/** What the list can be narrowed by; all of it stands in the URL. */
export type Filters = Omit<z.input<typeof BadgeQuery>, 'cursor' | 'limit'>

export const badgeList = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['badges', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      badges.listBadges({ query: { ...filters, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: (previous) => previous,
  })

export const badgeDetail = (id: string) =>
  queryOptions({
    queryKey: ['badges', 'one', id],
    queryFn: ({ signal }) => badges.getBadge({ params: { id } }, { signal }),
  })

export const badgesOnTheWay = queryOptions({
  queryKey: ['badges', 'progress'],
  queryFn: ({ signal }) => badges.badgeProgress({ query: { limit: 100 } }, { signal }),
})

export const sky = queryOptions({
  queryKey: ['badges', 'sky'],
  queryFn: ({ signal }) => badges.constellation(undefined, { signal }),
})

/** Sets a badge as a goal, or no longer has it as one. */
export const usePursue = (id: string) => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (wanted: boolean) =>
      wanted
        ? badges.pursueBadge({ params: { id } })
        : badges.stopPursuingBadge({ params: { id } }),
    onSuccess: async (badge) => {
      cache.setQueryData(badgeDetail(id).queryKey, badge)
      await Promise.all([
        cache.invalidateQueries({ queryKey: ['badges', 'list'] }),
        cache.invalidateQueries({ queryKey: ['badges', 'progress'] }),
        cache.invalidateQueries({ queryKey: ['badges', 'sky'] }),
        cache.invalidateQueries({ queryKey: ['dashboard'] }),
      ])
    },
  })
}
