import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import {
  fillPath,
  type CallInput,
  type Endpoint,
  type EndpointTable,
  type Reply,
} from '#contract/endpoint'

import type { Carrier, Transport } from './transport.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** One effect however often the call is repeated with the same key (endpoints marked `idempotent`). */
  idempotencyKey?: string
  /** Uploads only: the share that has left, 0 to 1. */
  onProgress?: (share: number) => void
  /** Calls whose reply is a stream of events: each, as it comes. */
  onEvent?: (event: { event: string; data: unknown; id: string }) => void
  /** Sends the call in its own way; it is asked again with a renewed session when the answer is 401. */
  carrier?: Carrier
}

/** Feature, call, input: the key under which the reply of a call is cached. */
export type CallKey = readonly [feature: string, call: string, input: AnyInput, ...'pages'[]]

/** Options for useQuery, with its key. */
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

/** A function of one argument that may be left out where an endpoint takes nothing. */
type WithInput<E extends Endpoint, Rest extends unknown[], R> =
  object extends CallInput<E>
    ? (input?: CallInput<E>, ...rest: Rest) => R
    : (input: CallInput<E>, ...rest: Rest) => R

type Call<E extends Endpoint> = WithInput<E, [options?: CallOptions], Promise<Reply<E>>> & {
  /** Which call it is, for what is done after it. */
  id: readonly [feature: string, call: string]
  /** For useQuery. */
  query: WithInput<E, [], Query<Reply<E>>>
} & (Reply<E> extends { next_cursor: string | null }
    ? {
        /** For useInfiniteQuery: page after page, by cursor. */
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

/** The tables that have been loaded: every call that was made is in one of them. */
export const loadedTables = new Map<string, EndpointTable>()

const queryString = (query: Record<string, unknown> = {}): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

/**
 * The typed calls of a feature's endpoint table: `client('auth', auth).login({ body })`. A table can also be given as a
 * function that loads it; its schemas then stay out of the first page's script until a call is made.
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
      // A client is no promise, and may be returned from a function that makes one.
      get: (_, name: string) => (name === 'then' ? undefined : callNamed(name)),
    })
  }
