import type { Endpoint } from '#contract/endpoint'
import type { Session } from '#web/session'

import { connection } from './connection.ts'
import { credentialsFor } from './credentials.ts'
import { ApiError, errorFrom, statusOf } from './error.ts'

/** Dependencies of calls, replaceable in tests. */
export type TransportDeps = {
  /** Base URL of the API; '' for same origin. */
  base: string
  session: Session
  /** The CSRF token of the page or of the `csrf_token` cookie. */
  csrfToken: () => string | undefined
  /** Called when the session could not be refreshed and its data was removed, or when it no longer belongs to this page. */
  onSessionOver: () => void
}

export type OutgoingCall = {
  method: Endpoint['method']
  path: string
  body?: string | FormData
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Default: same origin. */
  credentials?: RequestCredentials
}

export type IncomingReply = {
  status: number
  body: unknown
  header: (name: string) => string | null
}

const REFRESH_PATH = '/api/auth/refresh'
const CHALLENGE_PATH = '/api/challenge'
const NO_TOKEN: Record<string, string> = {}

/** Sends a request: `fetch`, or XMLHttpRequest for uploads that report progress. */
export type Fetcher = (url: string, sent: OutgoingCall) => Promise<IncomingReply>

const byFetch: Fetcher = async (url, { method, body, headers, signal, credentials }) => {
  const response = await fetch(url, {
    method,
    credentials: credentials ?? 'same-origin',
    headers,
    body,
    signal,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError({ status: 0 })
  })
  const json = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    body: json ? await response.json().catch(() => undefined) : undefined,
    header: (name) => response.headers.get(name),
  }
}

/** Sends calls according to the client's specification: bearer and CSRF tokens, and on 401 one shared refresh and one retry. */
export const createTransport = (world: TransportDeps) => {
  const { session } = world
  const credentials = credentialsFor(world.base)
  let refreshing: Promise<boolean> | undefined

  const carry = async (sent: OutgoingCall, carrier: Fetcher): Promise<IncomingReply> => {
    // Applies to first attempts, retries and calls that waited for a connection: nothing is sent under another person's session.
    if (!session.isOurs()) {
      world.onSessionOver()
      throw new ApiError({ status: 401, code: 'session_over', message: 'Please sign in again.' })
    }
    const bearer = session.accessToken()
    const csrf = sent.method === 'GET' ? undefined : world.csrfToken()
    const answer = carrier(world.base + sent.path, {
      ...sent,
      credentials,
      headers: {
        accept: 'application/json',
        ...(typeof sent.body === 'string' ? { 'content-type': 'application/json' } : NO_TOKEN),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : NO_TOKEN),
        ...(csrf ? { 'x-csrf-token': csrf } : NO_TOKEN),
        ...sent.headers,
      },
    })
    return answer.then(
      (received) => {
        connection.report('answer')
        return received
      },
      (error: unknown) => {
        if (statusOf(error) === 0) connection.report('nothing')
        throw error
      },
    )
  }

  /** Carries a call; if the server asks for a proof of work, again with one. A browser that cannot solve it has its answer. */
  const carryWithProof = async (sent: OutgoingCall, carrier: Fetcher): Promise<IncomingReply> => {
    const received = await carry(sent, carrier)
    if (received.status !== 429) return received
    const { code } = errorFrom(received.status, received.body, received.header)
    if (code !== 'proof_needed') return received
    const proof = await solve().catch(() => undefined)
    if (!proof) return received
    return carry({ ...sent, headers: { ...sent.headers, 'proof-of-work': proof } }, carrier)
  }

  const solve = async (): Promise<string> => {
    const { body } = await carry({ method: 'GET', path: CHALLENGE_PATH }, byFetch)
    const { solveProof } = await import('./solve-proof.ts')
    return solveProof(body as Parameters<typeof solveProof>[0])
  }

  /** Returns false if the session is over. Throws for any other failure: a short outage signs nobody out. */
  const refresh = async (): Promise<boolean> => {
    const held = session.refreshToken()
    if (!held) return false
    const body = JSON.stringify({ refresh_token: held })
    const {
      status,
      body: reply,
      header,
    } = await carry({ method: 'POST', path: REFRESH_PATH, body }, byFetch)
    if (status === 200) {
      const tokens = (reply ?? {}) as { access_token: string; refresh_token: string }
      session.renew(held, { access: tokens.access_token, refresh: tokens.refresh_token })
      return session.refreshToken() !== null
    }
    if (status === 0 || status === 429 || status >= 500) throw errorFrom(status, reply, header)
    return false
  }

  const refreshOnce = (): Promise<boolean> => {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  return async (sent: OutgoingCall, carrier: Fetcher = byFetch): Promise<unknown> => {
    // Calls of components that mount during sign-out would be refused.
    if (sent.method === 'GET' && session.isSigningOut()) throw new ApiError({ status: 0 })
    const before = session.accessToken()
    let received = await carryWithProof(sent, carrier)
    if (received.status === 401 && sent.path !== REFRESH_PATH) {
      // Another call or tab may have refreshed the session meanwhile.
      const renewed = before !== session.accessToken() && session.accessToken() !== null
      if (renewed || (await refreshOnce())) {
        received = await carry(sent, carrier)
      } else if (!session.isSigningOut()) {
        session.clear()
        world.onSessionOver()
      }
    }
    if (received.status >= 200 && received.status < 300) return received.body
    throw errorFrom(received.status, received.body, received.header)
  }
}
export type Transport = ReturnType<typeof createTransport>
