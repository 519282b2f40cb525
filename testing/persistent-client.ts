import { setTimeout as sleep } from 'node:timers/promises'

import type { EndpointTable } from '#contract/endpoint'

import { type Client, createClient } from '../web/api/client.ts'

/** A response that retrying would not change. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, body: unknown) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
  }
}

/** No conclusive response, and retries have ended. */
export class Unanswered extends Error {}

export type Persistent = {
  call: <T extends EndpointTable>(table: T) => Client<T>
  /** The bytes of a file. */
  download: (path: string) => Promise<Buffer>
  /** Sent with all further calls. */
  headers: Record<string, string>
}

type Received = { status: number; bytes: Buffer; type: string }

/** Longer than a request can wait for a database connection. */
const PATIENCE_MS = 8000
const PAUSE_MS = 50

/**
 * Calls over the network, as from a phone: retries with the same Idempotency-Key until there is a conclusive response.
 * @param heard called with the status of every response
 * @param again asked before each retry
 */
export const persistentClient = (
  url: string,
  heard: (status: number) => void,
  again = () => true,
): Persistent => {
  const headers: Record<string, string> = {}

  const once = async (path: string, init: RequestInit): Promise<Received | undefined> => {
    try {
      const response = await fetch(url + path, {
        ...init,
        headers: { connection: 'close', ...headers, ...(init.headers as Record<string, string>) },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      const type = response.headers.get('content-type') ?? ''
      heard(response.status)
      return { status: response.status, bytes, type }
    } catch {
      return undefined
    }
  }

  const insist = async (path: string, init: RequestInit): Promise<Received> => {
    for (;;) {
      const received = await once(path, init)
      if (received && received.status < 500 && !brokeOff(received)) {
        if (received.status < 400) return received
        throw new Refused(received.status, readable(received))
      }
      if (!again()) throw new Unanswered(`${path} is not answered.`)
      await sleep(PAUSE_MS)
    }
  }

  const client = createClient(async ({ method, path, body, headers: own }) => {
    const type: Record<string, string> =
      typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const received = await insist(path, { method, body, headers: { ...type, ...own } })
    return readable(received)
  })
  return {
    headers,
    call: (table) => client('', table),
    download: async (path) => (await insist(path, {})).bytes,
  }
}

/** A stream that ended prematurely. */
const brokeOff = ({ type, bytes }: Received) =>
  type.includes('event-stream') && !bytes.includes('event: done')

const readable = ({ type, bytes }: Received): unknown =>
  type.includes('json') ? JSON.parse(bytes.toString()) : bytes.toString()
