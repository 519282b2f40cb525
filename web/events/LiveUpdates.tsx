import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Signal, SignalKind } from '#contract/events'

import { followEvents } from './follow.ts'

/** Queries affected by each kind of event: all of a feature, or one. */
const READ_BY = {
  conversation: ['messages'],
  reading: ['messages', 'listConversationsOfPerson'],
  connection: ['connections'],
  notification: ['notifications'],
  calendar: ['calendar'],
} as const satisfies Record<SignalKind, [feature: string, call?: string]>

type Input = { params?: { id?: string } } | undefined

/** True if a query may be affected: not if its key names a different object of that kind. */
const concerns = (
  [feature, call, input]: readonly unknown[],
  signals: readonly Signal[] | null,
): boolean => {
  const isReadAfter = ([of, only]: readonly string[]) =>
    of === feature && (only === undefined || only === call)
  if (signals === null) return Object.values(READ_BY).some(isReadAfter)
  const id = (input as Input)?.params?.id
  return signals.some((each) => isReadAfter(READ_BY[each.kind]) && (!id || id === each.id))
}

/** Refetches queries when others change their data. Renders nothing. */
export const LiveUpdates = ({ personId }: { personId: string }) => {
  const cache = useQueryClient()
  useEffect(() => {
    let waiting: Signal[] | null = []
    let reading = false
    // One refetch at a time: events that arrive meanwhile are batched into the next.
    const read = async () => {
      if (reading) return
      reading = true
      while (waiting === null || waiting.length > 0) {
        const signals = waiting
        waiting = []
        await cache.invalidateQueries({ predicate: ({ queryKey }) => concerns(queryKey, signals) })
      }
      reading = false
    }
    return followEvents(personId, (signals) => {
      waiting = signals && waiting && [...waiting, ...signals]
      void read()
    })
  }, [cache, personId])
  return null
}
