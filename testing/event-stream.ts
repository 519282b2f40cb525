import type { AddressInfo } from 'node:net'

import { createParser } from 'eventsource-parser'

import type { Signal } from '#contract/events'
import { eventually } from '#testing/eventually'
import type { Person, TestApp } from '#testing/start-app'

type ReceivedEvent = { event: string; id: string; data: Signal[] | null }

export type FollowedEvents = {
  told: ReceivedEvent[]
  /** Resolves to the first matching event. */
  until: (is: (told: ReceivedEvent) => boolean) => Promise<ReceivedEvent>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  leave: () => void
}

/** Opens a person's event stream at a node, which starts listening on a port of its own. */
export const followEvents = async (
  app: TestApp,
  person: Pick<Person, 'headers'>,
  lastEventId = '',
): Promise<FollowedEvents> => {
  if (!app.http.server.listening) await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.http.server.address() as AddressInfo
  return followEventsAt(`http://127.0.0.1:${port}`, person.headers, lastEventId)
}

/** The same at a site that already listens. */
export const followEventsAt = async (
  url: string,
  headers: Record<string, string>,
  lastEventId = '',
): Promise<FollowedEvents> => {
  const over = new AbortController()
  const response = await fetch(`${url}/api/events`, {
    headers: { ...headers, 'last-event-id': lastEventId },
    signal: over.signal,
  })
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`)
  const told: ReceivedEvent[] = []
  const parser = createParser({
    onEvent: ({ event = '', id = '', data }) =>
      told.push({ event, id, data: JSON.parse(data) as ReceivedEvent['data'] }),
  })
  const stream = response.body.pipeThrough(new TextDecoderStream())
  const read = async () => {
    for await (const text of stream) parser.feed(text)
  }
  const ended = read().catch(() => {})
  const until = (is: (told: ReceivedEvent) => boolean) =>
    eventually(() => {
      const found = told.find(is)
      if (!found) throw new Error(`Only ${JSON.stringify(told)} was told`)
      return found
    })
  // Earlier events do not matter: the browser refetches everything on reset.
  if (lastEventId === '') await until(({ event }) => event === 'reset')
  return { told, until, ended, leave: () => over.abort() }
}
