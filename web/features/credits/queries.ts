import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { client } from '#web/api'

import type { AskEvidence } from './SubjectRows.tsx'

const credits = client(async () => (await import('#contract/credits')).credits)

export const ownCredits = queryOptions({
  queryKey: ['credits'],
  queryFn: ({ signal }) => credits.getCredits({}, { signal }),
})

export const ownEvidence: AskEvidence = (subject) => ({
  queryKey: ['credits', 'evidence', subject],
  queryFn: ({ signal }) => credits.getSubject({ params: { subject } }, { signal }),
})

export const planner = queryOptions({
  queryKey: ['credits', 'plan'],
  queryFn: ({ signal }) => credits.getPlan({}, { signal }),
})

/** What a choice would bring; nothing is stored. The last answer stays until the next one comes. */
export const triedPlan = (questIds: readonly string[]) =>
  queryOptions({
    queryKey: ['credits', 'tried', questIds],
    queryFn: ({ signal }) =>
      credits.tryPlan({ body: { quest_ids: [...questIds], save: false } }, { signal }),
    placeholderData: (previous) => previous,
  })

export const useSavePlan = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (questIds: readonly string[]) =>
      credits.tryPlan({ body: { quest_ids: [...questIds], save: true } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['credits'] }),
  })
}
