import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { session } from '#web/session'

import { type AnyInput, type CallKey, type CallOptions, loadedTables } from './client.ts'
import { statusOf } from './error.ts'

/** Idempotency key of one intent: reused until it succeeds, then replaced. */
export const useIdempotencyKey = () => {
  const key = useRef<string>(undefined)
  return async <R>(effect: (idempotencyKey: string) => Promise<R>): Promise<R> => {
    key.current ??= crypto.randomUUID()
    const reply = await effect(key.current)
    key.current = undefined
    return reply
  }
}

type CallId = readonly [feature: string, call: string]

/** The person's own id and 'self' are equivalent. */
const named = (id: unknown) => (id === session.cachedUser()?.id ? 'self' : String(id))

/** An id, 'self', or any learner if only a record's id is known; undefined for calls that are not about a learner. */
const learnerOf = ([feature, call]: CallId, input: AnyInput = {}): string | undefined => {
  const from = loadedTables.get(feature)?.[call]?.learner?.from
  if (from === undefined) return undefined
  if (from === 'caller') return 'self'
  if (from === 'params.id') return named(input.params?.id)
  if (from === 'query.learner_id') return named(input.query?.learner_id ?? 'self')
  if (from === 'body.learner_id')
    return named((input.body as { learner_id: string | undefined }).learner_id)
  return 'any'
}

/** True if cached data may be stale after a write: same feature, or same learner. */
export const isStaleAfter = (
  call: CallId,
  input: AnyInput | undefined,
  read: QueryKey,
): boolean => {
  const [feature, name, of] = read as CallKey
  if (feature === call[0]) return true
  const changed = learnerOf(call, input)
  const shown = learnerOf([feature, name], of)
  if (changed === undefined || shown === undefined) return false
  return changed === shown || changed === 'any' || shown === 'any'
}

type Options<Input, Reply> = {
  /** Query whose data the reply replaces. */
  replaces?: (input: Input) => QueryKey
  /** Query of a deleted object: not refetched while its page is still mounted. */
  ends?: (input: Input) => QueryKey
  onSuccess?: (reply: Reply, input: Input) => unknown
  onProgress?: (share: number) => void
}

/**
 * Runs a write with an idempotency key, then invalidates every query of the same feature or about the same learner, according to
 * the endpoint tables. So does a write to something that is gone.
 */
export const useApiMutation = <Input extends AnyInput | undefined, Reply>(
  call: ((input: Input, options?: CallOptions) => Promise<Reply>) & { id: CallId },
  { replaces, ends, onSuccess, onProgress }: Options<Input, Reply> = {},
) => {
  const cache = useQueryClient()
  const withKey = useIdempotencyKey()
  const readAgain = (input: Input, done: (QueryKey | undefined)[] = []) => {
    const settled = new Set(done.flatMap((key) => (key ? [hashKey(key)] : [])))
    return cache.invalidateQueries({
      predicate: ({ queryKey, queryHash }) =>
        !settled.has(queryHash) && isStaleAfter(call.id, input, queryKey),
    })
  }
  return useMutation({
    mutationFn: (input: Input) =>
      withKey((idempotencyKey) =>
        call(input, { idempotencyKey, ...(onProgress ? { onProgress } : {}) }),
      ),
    onSuccess: async (reply, input) => {
      const replaced = replaces?.(input)
      if (replaced) cache.setQueryData(replaced, reply)
      await onSuccess?.(reply, input)
      const ended = ends?.(input)
      if (ended) await cache.invalidateQueries({ queryKey: ended, refetchType: 'none' })
      await readAgain(input, [replaced, ended])
    },
    onError: (error, input) => {
      // Not awaited: the page may go, and with it what is to be said of the error.
      if (statusOf(error) === 404) void readAgain(input)
    },
  })
}
