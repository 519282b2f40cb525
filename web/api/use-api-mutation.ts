import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { session } from '#web/session'

import { type AnyInput, type CallKey, type CallOptions, loadedTables } from './client.ts'

/** One key for every try of one intent: kept while it fails, another one after a success. */
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

/** One's own id is another name for oneself. */
const named = (id: unknown) => (id === session.cachedUser()?.id ? 'self' : String(id))

/** An id, oneself, or, where only a record's id is known, any learner; undefined for a call that is about none. */
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

/** Whether what was read may be another since a call that changed something: same feature, or same learner. */
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
  /** The query whose new data the reply is. */
  replaces?: (input: Input) => QueryKey
  /** The query of what is no more: it is not read again while its page still stands. */
  ends?: (input: Input) => QueryKey
  onSuccess?: (reply: Reply, input: Input) => unknown
  onProgress?: (share: number) => void
}

/**
 * Sends a call that changes something, with an idempotency key. Everything that was read by the same feature or about the same
 * learner, as the endpoint tables say, is read again.
 */
export const useApiMutation = <Input extends AnyInput | undefined, Reply>(
  call: ((input: Input, options?: CallOptions) => Promise<Reply>) & { id: CallId },
  { replaces, ends, onSuccess, onProgress }: Options<Input, Reply> = {},
) => {
  const cache = useQueryClient()
  const withKey = useIdempotencyKey()
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
      const settled = new Set([replaced, ended].flatMap((key) => (key ? [hashKey(key)] : [])))
      await cache.invalidateQueries({
        predicate: ({ queryKey, queryHash }) =>
          !settled.has(queryHash) && isStaleAfter(call.id, input, queryKey),
      })
    },
  })
}
