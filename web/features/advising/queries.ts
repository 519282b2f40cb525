import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'

import type { NewCreditEntry } from '#contract/advising'
import type { AskEvidence } from '#views/credits'
import { client } from '#web/api'

const advising = client(async () => (await import('#contract/advising')).advising)

export const caseload = infiniteQueryOptions({
  queryKey: ['caseload'],
  queryFn: ({ pageParam, signal }) =>
    advising.listCaseload({ query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
})

export const learner = (id: string) =>
  queryOptions({
    queryKey: ['advised learner', id],
    queryFn: ({ signal }) => advising.getLearner({ params: { id } }, { signal }),
  })

export const evidenceOf =
  (id: string): AskEvidence =>
  (subject) => ({
    queryKey: ['advised learner', id, 'evidence', subject],
    queryFn: ({ signal }) =>
      advising.getLearnerEvidence({ params: { id }, query: { subject } }, { signal }),
  })

export const badgesOf = (id: string) =>
  queryOptions({
    queryKey: ['advised learner', id, 'badges'],
    queryFn: ({ signal }) => advising.getLearnerBadges({ params: { id } }, { signal }),
  })

const useRefreshed = (id: string) => {
  const cache = useQueryClient()
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['advised learner', id] }),
      cache.invalidateQueries({ queryKey: ['transcript'] }),
      cache.invalidateQueries({ queryKey: ['caseload'] }),
    ])
}

/** Stores, then shows what has changed. */
export const useAddCredit = (id: string) => {
  const refreshed = useRefreshed(id)
  return async (body: z.input<typeof NewCreditEntry>, idempotencyKey: string) => {
    await advising.addCredit({ params: { id }, body }, { idempotencyKey })
    await refreshed()
  }
}

export const useReverseCredit = (learnerId: string) => {
  const refreshed = useRefreshed(learnerId)
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      advising.reverseCredit({ params: { id }, body: { reason } }),
    onSuccess: refreshed,
  })
}

export const useAwardBadge = (learnerId: string) => {
  const refreshed = useRefreshed(learnerId)
  return async (badgeId: string, reason: string, idempotencyKey: string) => {
    const body = { learner_id: learnerId, reason }
    await advising.awardBadge({ params: { id: badgeId }, body }, { idempotencyKey })
    await refreshed()
  }
}
