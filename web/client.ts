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
  /** Sends the call in its own way; it is asked again with a renewed session when the answer is 401. */
  carrier?: Carrier
}

type Call<E extends Endpoint> =
  // An endpoint that takes nothing is called with nothing.
  object extends CallInput<E>
    ? (input?: CallInput<E>, options?: CallOptions) => Promise<Reply<E>>
    : (input: CallInput<E>, options?: CallOptions) => Promise<Reply<E>>

export type Client<T extends EndpointTable> = { [Name in keyof T]: Call<T[Name]> }

type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
}

const queryString = (query: Record<string, unknown> = {}): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

/**
 * The typed calls of an endpoint table: `client(accounts).login({ body })`. A table can also be given as a function that loads
 * it; its schemas then stay out of the first page's script until a call is made.
 */
export const createClient =
  (transport: Transport) =>
  <T extends EndpointTable>(table: T | (() => Promise<T>)): Client<T> =>
    new Proxy({} as Client<T>, {
      get: (_, name: string) => {
        // A client is no promise: awaiting one, or returning it from an async function, calls nothing.
        if (name === 'then') return undefined
        const call = async (input: AnyInput = {}, options: CallOptions = {}) => {
          const endpoint = (typeof table === 'function' ? await table() : table)[name]
          if (!endpoint) throw new Error(`No endpoint named ${name}`)
          const body =
            input.form ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
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
              (options.onProgress && (await import('./upload.ts')).byXhr(options.onProgress)),
          )
        }
        return call
      },
    })
