import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { DISCLOSURE_PROMPT } from '#features/tutor'

/** Behavior of the next answers. */
export type Behavior =
  | { answers: readonly string[]; pauseMs?: number }
  /** Closes the connection after these chunks. */
  | { breaksAfter: readonly string[] }
  | { status: number; body?: string }
  | 'silent'
  /** After a first sentence. */
  | { silentAfter: string }

type Moderation = 'absent' | 'failing' | 'silent' | ((text: string) => string[])

type RecordedRequest = { model: string; messages: { role: string; content: string }[] }

export type TutorServer = {
  /** For TUTOR_BASE_URL. */
  url: string
  behaviour: Behavior
  moderation: Moderation
  /** Received requests for answers, oldest first. */
  asked: RecordedRequest[]
  moderated: string[]
  /** Classifies a message as possible disclosure of harm; queries are recorded in `doubted`. */
  doubts: (text: string) => boolean
  doubted: string[]
  /** Number of open requests for answers. */
  open: () => number
  stop: () => Promise<void>
}

/** A real HTTP server that implements OpenAI's protocol: correctly, slowly, wrongly or not at all. */
export const startTutorServer = async (): Promise<TutorServer> => {
  let open = 0
  const server = createServer((request, response) => {
    response.on('error', () => {})
    void handle(request, response).catch(() => response.destroy())
  })

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await json(request)
    if (request.url?.endsWith('/moderations')) return moderate(body as { input: string }, response)
    const { messages } = body as RecordedRequest
    if (messages[0]?.content === DISCLOSURE_PROMPT) {
      const text = messages[1]!.content
      self.doubted.push(text)
      return give(response, { answers: [self.doubts(text) ? 'Yes.' : 'No.'] })
    }
    self.asked.push(body as RecordedRequest)
    open += 1
    response.once('close', () => (open -= 1))
    await give(response, self.behaviour)
  }

  const moderate = ({ input }: { input: string }, response: ServerResponse) => {
    const { moderation } = self
    if (moderation === 'silent') return
    if (typeof moderation === 'string') {
      response.writeHead(moderation === 'absent' ? 404 : 500).end('{}')
      return
    }
    self.moderated.push(input)
    const names = moderation(input)
    const categories = Object.fromEntries(names.map((name) => [name, true]))
    const results = [{ flagged: names.length > 0, categories }]
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 'x', model: 'x', results }))
  }

  const give = async (response: ServerResponse, behaviour: Behavior) => {
    if (behaviour === 'silent') return
    if ('status' in behaviour) {
      response.writeHead(behaviour.status, { 'content-type': 'application/json' })
      response.end(behaviour.body ?? '{"error":{"message":"Out of order"}}')
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const say = (content: string) => {
      const chunk = { choices: [{ index: 0, delta: { content }, finish_reason: null }] }
      response.write(`data: ${JSON.stringify({ id: 'x', model: 'x', created: 0, ...chunk })}\n\n`)
    }
    if ('silentAfter' in behaviour) {
      say(behaviour.silentAfter)
      return
    }
    if ('breaksAfter' in behaviour) {
      for (const piece of behaviour.breaksAfter) say(piece)
      await sleep(20)
      response.destroy()
      return
    }
    for (const piece of behaviour.answers) {
      say(piece)
      if (behaviour.pauseMs) await sleep(behaviour.pauseMs)
    }
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
    response.write(`data: ${JSON.stringify({ id: 'x', model: 'x', created: 0, ...end })}\n\n`)
    response.end('data: [DONE]\n\n')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const self: TutorServer = {
    url: `http://127.0.0.1:${port}/v1`,
    behaviour: { answers: ['What have you tried? '] },
    moderation: 'absent',
    asked: [],
    moderated: [],
    doubts: () => false,
    doubted: [],
    open: () => open,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return self
}
