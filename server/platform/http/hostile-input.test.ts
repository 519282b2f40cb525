import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { profile } from '#contract/profile'
import { quests } from '#contract/quests'
import { readQuestLibrary, storeLibrary } from '#features/quests'
import { ENDPOINTS } from '#testing/every-endpoint'
import { hostilePath, hostileRequest } from '#testing/hostile-input'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let ids: string[]
beforeAll(async () => {
  app = await startApp()
  await storeLibrary(app.db, await readQuestLibrary())
})
afterAll(() => app.stop())

const CALLS = 10_000
const ACTORS = ['anonymous', 'learner', 'admin'] as const

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }

/** Expects no 5xx, no internals, and the standard shape of errors. */
const expectGrace = ({ statusCode, headers, body }: Answer) => {
  expect(statusCode).toBeLessThan(500)
  expect(body).not.toMatch(/node_modules|\.ts:\d|    at /)
  if (statusCode < 400 || body === '' || !String(headers['content-type']).includes('json')) return
  expect(JSON.parse(body)).toEqual({
    error: {
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/\S/),
      ...(body.includes('"fields"') ? { fields: expect.any(Object) } : {}),
    },
  })
}

test(`${CALLS} hostile requests over every endpoint, from strangers, learners and admins, never make a 5xx`, async () => {
  const people: Record<string, Person> = {
    learner: await app.person(),
    admin: await app.person({ role: 'admin' }),
  }
  const started = await startSomething(people.learner!)
  ids = [started.id, ...started.tasks.map(({ id }) => id)]

  const requests = fc.oneof(...ENDPOINTS.map((endpoint) => hostileRequest(endpoint, ids)))
  let calls = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ACTORS), requests, async (actor, request) => {
      calls += 1
      const person = people[actor]
      const answer = await app.http.inject({
        ...request,
        // Does not wait for open streams.
        payloadAsStream: request.url.startsWith('/api/events'),
        headers: { ...request.headers, ...person?.headers },
        // Limits count addresses, so every call has a different one.
        remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
      })
      if (request.url.startsWith('/api/events')) {
        expect(answer.statusCode).toBeLessThan(500)
        return void answer.stream().destroy()
      }
      expectGrace(answer)
      if (person && request.url.includes('/auth/logout') && answer.statusCode < 300) {
        people[actor] = await app.signIn(person.email)
      }
    }),
    { numRuns: CALLS, endOnFailure: true },
  )
  expect(calls).toBe(CALLS)
  for (const person of Object.values(people)) {
    const { role } = await app.db
      .selectFrom('users')
      .select('role')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(role).toBe(person === people.admin ? 'admin' : 'student')
  }
}, 300_000)

const startSomething = async (learner: Person) => {
  const { items } = await learner.call(quests).listQuests()
  return learner.call(quests).startQuest({ params: { id: items[0]!.id } })
}

test('no path outside the tables makes a 5xx either', async () => {
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  await fc.assert(
    fc.asyncProperty(hostilePath, async (path) => {
      const statusCode = await askRaw(app.http.server.address() as AddressInfo, path)
      expect(statusCode).toBeLessThan(500)
    }),
    { numRuns: 500, endOnFailure: true },
  )
})

/** Client libraries normalize such paths; a raw socket does not. Returns the status. */
const askRaw = async ({ port }: AddressInfo, path: string): Promise<number> => {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: lodestar.test\r\nconnection: close\r\n\r\n`)
  const reply = await text(socket)
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(reply)?.[1])
}

test('a letter with more marks than any language has is refused, wherever it stands', async () => {
  const learner = await app.person()
  const last_name = `x${'\u0345\u0334'.repeat(16)}`
  await expect(learner.call(profile).changeProfile({ body: { last_name } })).rejects.toMatchObject({
    status: 400,
  })
})
