import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import {
  fillPath,
  type CallInput,
  type Endpoint,
  type EndpointTable,
  type Reply,
} from '#contract/endpoint'

import type { Fetcher, Transport } from './transport.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** The call takes effect once, however often it is retried with the same key (endpoints marked `idempotent`). */
  idempotencyKey?: string
  /** Uploads only: the share sent so far, 0 to 1. */
  onProgress?: (share: number) => void
  /** For event streams: called for each event as it arrives. */
  onEvent?: (event: { event: string; data: unknown; id: string }) => void
  /** Custom carrier of the call; used again after a session refresh if the answer is 401. */
  carrier?: Fetcher
}

/** Feature, call, input: the cache key of a reply. */
export type CallKey = readonly [feature: string, call: string, input: AnyInput, ...'pages'[]]

/** Options for useQuery, including its key. */
export type Query<R> = ReturnType<typeof queryOf<R>>

type Ask<R> = (options: CallOptions) => Promise<R>
type AskPage<R> = (cursor: string, options: CallOptions) => Promise<R>

const queryOf = <R>(queryKey: CallKey, ask: Ask<R>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => ask({ signal }) })

const pagesOf = <R extends { next_cursor: string | null }>(queryKey: CallKey, ask: AskPage<R>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => ask(pageParam, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })

/** A function whose argument is optional if the endpoint requires no input. */
type WithInput<E extends Endpoint, Rest extends unknown[], R> =
  object extends CallInput<E>
    ? (input?: CallInput<E>, ...rest: Rest) => R
    : (input: CallInput<E>, ...rest: Rest) => R

type Call<E extends Endpoint> = WithInput<E, [options?: CallOptions], Promise<Reply<E>>> & {
  /** Identifies the call for invalidation. */
  id: readonly [feature: string, call: string]
  /** For useQuery. */
  query: WithInput<E, [], Query<Reply<E>>>
} & (Reply<E> extends { next_cursor: string | null }
    ? {
        /** For useInfiniteQuery, by cursor. */
        pages: WithInput<E, [], ReturnType<typeof pagesOf<Reply<E>>>>
      }
    : unknown)

export type Client<T extends EndpointTable> = { [Name in keyof T]: Call<T[Name]> }

export type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
}

/** Endpoint tables loaded so far; includes those of all calls made. */
export const loadedTables = new Map<string, EndpointTable>()

const queryString = (query: Record<string, unknown> = {}): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

/**
 * Typed calls of an endpoint table, which can also be a function that loads it before the first call. Only `method`, `path` and
 * `learner.from` of its endpoints are used: the built web app has no more (scripts/vite-contract.ts).
 */
export const createClient =
  (transport: Transport) =>
  <T extends EndpointTable>(feature: string, table: T | (() => Promise<T>)): Client<T> => {
    const endpointOf = async (name: string) => {
      const loaded = typeof table === 'function' ? await table() : table
      loadedTables.set(feature, loaded)
      const endpoint = loaded[name]
      if (!endpoint) throw new Error(`No endpoint named ${name}`)
      return endpoint
    }
    const send = async (name: string, input: AnyInput, options: CallOptions) => {
      const endpoint = await endpointOf(name)
      const body = input.form ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
      return transport(
        {
          method: endpoint.method,
          path: fillPath(endpoint.path, input.params) + queryString(input.query),
          body,
          signal: options.signal,
          headers: options.idempotencyKey
            ? { 'idempotency-key': options.idempotencyKey }
            : undefined,
        },
        options.carrier ??
          (options.onProgress && (await import('./upload.ts')).byXhr(options.onProgress)) ??
          (options.onEvent && (await import('./event-stream.ts')).byEventStream(options.onEvent)),
      )
    }
    const callNamed = (name: string) =>
      Object.assign(
        (input: AnyInput = {}, options: CallOptions = {}) => send(name, input, options),
        {
          id: [feature, name],
          query: (input: AnyInput = {}) =>
            queryOf([feature, name, input], (options) => send(name, input, options)),
          pages: (input: AnyInput = {}) =>
            pagesOf(
              [feature, name, input, 'pages'],
              (cursor, options) =>
                send(name, { ...input, query: { ...input.query, cursor } }, options) as Promise<{
                  next_cursor: string | null
                }>,
            ),
        },
      )
    return new Proxy({} as Client<T>, {
      // A client is not a promise: async functions must be able to return it.
      get: (_, name: string) => (name === 'then' ? undefined : callNamed(name)),
    })
  }
