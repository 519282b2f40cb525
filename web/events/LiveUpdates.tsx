import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Signal, SignalKind } from '#contract/events'

import { followEvents } from './follow.ts'

/** Which calls read what has changed: those of a feature, or one of them. */
const READ_BY = {
  conversation: ['messages'],
  reading: ['messages', 'listConversationsOfPerson'],
  connection: ['connections'],
  notification: ['notifications'],
  calendar: ['calendar'],
} as const satisfies Record<SignalKind, [feature: string, call?: string]>

type Input = { params?: { id?: string } } | undefined

/** Whether what was read under a key may be another: what names another thing of the kind is not. */
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

/** Reads again what a page shows as soon as somebody has changed it. Nothing is drawn. */
export const LiveUpdates = ({ personId }: { personId: string }) => {
  const cache = useQueryClient()
  useEffect(() => {
    let waiting: Signal[] | null = []
    let reading = false
    // One reading at a time: what is told meanwhile is read together afterwards.
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
