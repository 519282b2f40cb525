import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import type { DiplomaIssue } from '#contract/diploma'
import { client } from '#web/api'

const diploma = client(async () => (await import('#contract/diploma')).diploma)

/** One's own, or a learner's for staff. */
export const diplomasOf = (learnerId?: string) =>
  queryOptions({
    queryKey: ['diploma', learnerId ?? 'own'],
    queryFn: ({ signal }) => diploma.getDiploma({ query: { learner_id: learnerId } }, { signal }),
  })

const useRefreshed = () => {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: ['diploma'] })
}

export const useTakeOut = () => {
  const refreshed = useRefreshed()
  return useMutation({
    // One key for all tries of one click.
    mutationFn: (idempotencyKey: string) => diploma.takeOutCertificate({}, { idempotencyKey }),
    onSuccess: refreshed,
  })
}

/** Stores, then shows what has changed. */
export const useIssueDiploma = () => {
  const refreshed = useRefreshed()
  return async (body: z.input<typeof DiplomaIssue>, idempotencyKey: string) => {
    const issued = await diploma.issueDiploma({ body }, { idempotencyKey })
    await refreshed()
    return issued
  }
}

export const useRescindDiploma = (id: string) => {
  const refreshed = useRefreshed()
  return async (reason: string) => {
    await diploma.rescindDiploma({ params: { id }, body: { reason } })
    await refreshed()
  }
}
