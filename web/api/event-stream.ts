import { createParser } from 'eventsource-parser'

import { connection } from './connection.ts'
import { ApiError } from './error.ts'
import type { Fetcher } from './transport.ts'

const MAX_SILENCE_MS = 60_000
const ENDED = { done: true, value: undefined } as const

/** Carries a call whose reply is an event stream, passing on each event as it arrives. Any other reply is handled as usual. */
export const byEventStream =
  (onEvent: (event: { event: string; data: unknown; id: string }) => void): Fetcher =>
  async (url, { method, body, headers, signal, credentials }) => {
    const failed = (error: unknown) => {
      throw signal?.aborted ? error : new ApiError({ status: 0 })
    }
    const response = await fetch(url, {
      method,
      credentials: credentials ?? 'same-origin',
      headers,
      body,
      signal,
    }).catch(failed)
    const type = response.headers.get('content-type') ?? ''
    if (type.includes('event-stream') && response.body) {
      connection.report('answer')
      // A subscription reconnects; a broken answer is an error, because someone waits for the rest.
      const brokenOff = method === 'GET' ? () => ENDED : failed
      const parser = createParser({
        onEvent: ({ event = 'message', id = '', data }) =>
          onEvent({ event, id, data: JSON.parse(data) as unknown }),
      })
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        // No data, not even a heartbeat: the connection was lost silently.
        const silence = setTimeout(() => void reader.cancel(), MAX_SILENCE_MS)
        const { done, value } = await reader.read().catch(brokenOff)
        clearTimeout(silence)
        if (done) break
        parser.feed(value)
      }
    }
    return {
      status: response.status,
      body: type.includes('json') ? await response.json().catch(() => undefined) : undefined,
      header: (name) => response.headers.get(name),
    }
  }
