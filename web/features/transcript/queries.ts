import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import type { Issue, NewGrade, NewTranscriptShare } from '#contract/transcript'
import { client } from '#web/api'

const transcript = client(async () => (await import('#contract/transcript')).transcript)

/** One's own, or a learner's for staff. */
export const recordQuery = (learnerId?: string) =>
  queryOptions({
    queryKey: ['transcript', 'record', learnerId ?? 'own'],
    queryFn: ({ signal }) =>
      transcript.getTranscript({ query: { learner_id: learnerId } }, { signal }),
  })

export const issuedQuery = (learnerId?: string) =>
  queryOptions({
    queryKey: ['transcript', 'issued', learnerId ?? 'own'],
    queryFn: ({ signal }) =>
      transcript.listIssued({ query: { learner_id: learnerId, limit: 100 } }, { signal }),
  })

export const sharesQuery = queryOptions({
  queryKey: ['transcript', 'shares'],
  queryFn: ({ signal }) => transcript.listShares({ query: { limit: 100 } }, { signal }),
})

export const sharedQuery = (token: string) =>
  queryOptions({
    queryKey: ['transcript', 'shared', token],
    queryFn: ({ signal }) => transcript.sharedTranscript({ params: { token } }, { signal }),
  })

const counted = new Set<string>()

/** Once per visit of a person: programs that fetch pages for previews do not get here. */
export const countVisit = (token: string): void => {
  if (counted.has(token)) return
  counted.add(token)
  // Nobody waits for this, and nothing depends on it.
  transcript.countShareView({ params: { token } }).catch(() => undefined)
}

const useRefreshed = () => {
  const cache = useQueryClient()
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['transcript'] }),
      cache.invalidateQueries({ queryKey: ['advised learner'] }),
    ])
}

/** @param transcript_id of an official transcript; the unofficial one when left out */
export const useAddShare = (transcript_id: string | undefined) => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: z.input<typeof NewTranscriptShare> & { idempotencyKey: string }) =>
      transcript.addShare({ body: { ...body, transcript_id } }, { idempotencyKey }),
    onSuccess: () => cache.invalidateQueries({ queryKey: sharesQuery.queryKey }),
  })
}

export const useEndShare = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => transcript.endShare({ params: { id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: sharesQuery.queryKey }),
  })
}

/** Stores, then shows what has changed. */
export const useIssue = () => {
  const refreshed = useRefreshed()
  return async (body: z.input<typeof Issue>, idempotencyKey: string) => {
    const issued = await transcript.issueTranscript({ body }, { idempotencyKey })
    await refreshed()
    return issued
  }
}

export const useRescind = (id: string) => {
  const refreshed = useRefreshed()
  return async (reason: string) => {
    await transcript.rescindTranscript({ params: { id }, body: { reason } })
    await refreshed()
  }
}

export const useRecordGrade = (learnerId: string) => {
  const refreshed = useRefreshed()
  return async (body: z.input<typeof NewGrade>) => {
    await transcript.recordGrade({ params: { id: learnerId }, body })
    await refreshed()
  }
}
