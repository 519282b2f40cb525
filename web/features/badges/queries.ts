import { keepPreviousData } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import type { BadgeQuery } from '#contract/badges'
import { client, useApiMutation } from '#web/api'

const badges = client('badges')

/** Filters of the list, all of them in the URL. */
export type Filters = Omit<z.input<typeof BadgeQuery>, 'cursor' | 'limit'>

export const badgeList = (filters: Filters) => ({
  ...badges.listBadges.pages({ query: filters }),
  placeholderData: keepPreviousData,
})

export const constellation = badges.constellation.query()

/** The reply is the badge itself. */
const replaces = (input: Parameters<typeof badges.getBadge>[0]) =>
  badges.getBadge.query(input).queryKey

export const usePursue = () => useApiMutation(badges.pursueBadge, { replaces })
export const useStopPursuing = () => useApiMutation(badges.stopPursuingBadge, { replaces })

export const badgeQuery = (id: string) => badges.getBadge.query({ params: { id } })

export const badgeProgress = badges.badgeProgress.query({ query: { limit: 100 } })
