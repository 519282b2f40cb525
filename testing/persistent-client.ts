import { setTimeout as sleep } from 'node:timers/promises'

import type { EndpointTable } from '#contract/endpoint'

import { type Client, createClient } from '../web/api/client.ts'

/** An answer that asking again would not change. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, body: unknown) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
  }
}

/** No answer that means something, and nobody who asks again. */
export class Unanswered extends Error {}

export type Persistent = {
  call: <T extends EndpointTable>(table: T) => Client<T>
  /** The bytes of a file. */
  download: (path: string) => Promise<Buffer>
  /** Sent along from now on. */
  headers: Record<string, string>
}

type Received = { status: number; bytes: Buffer; type: string }

/** Longer than the site lets a request wait for a connection to its database. */
const PATIENCE_MS = 8000
const PAUSE_MS = 50

/**
 * Calls over the network, as a phone makes them: again, with the same Idempotency-Key, until there is an answer that means something.
 * @param heard told the status of every answer
 * @param again asked before each further try
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

/** A stream of an answer that has not come to its end. */
const brokeOff = ({ type, bytes }: Received) =>
  type.includes('event-stream') && !bytes.includes('event: done')

const readable = ({ type, bytes }: Received): unknown =>
  type.includes('json') ? JSON.parse(bytes.toString()) : bytes.toString()
