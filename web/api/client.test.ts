import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { auth, type User } from '#contract/auth'
import { endpoints } from '#contract/endpoint'
import { USUAL } from '#contract/limits'
import { createSession, memoryStorage } from '#web/session'

import { createClient } from './client.ts'
import { ApiError } from './error.ts'
import { createTransport } from './transport.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type Answer = { status: number; body?: unknown; headers?: Record<string, string>; type?: string }

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

test('a client can be awaited: it is no promise, and nothing is called', async () => {
  const sent: unknown[] = []
  const calls = createClient(async (request) => sent.push(request))('things', things)
  expect(await calls).toBe(calls)
  expect(sent).toEqual([])
})

const things = endpoints({
  read: {
    method: 'GET',
    path: '/api/things/{id}',
    summary: 'Read',
    access: 'signedIn',
    params: z.object({ id: z.string() }),
    query: z.object({ search: z.optional(z.string()), limit: z.optional(z.number()) }),
    reply: z.object({ ok: z.boolean() }),
  },
  write: {
    method: 'PUT',
    path: '/api/things',
    summary: 'Write',
    access: 'signedIn',
    limit: USUAL,
    idempotent: true,
    body: z.object({ name: z.string() }),
    reply: z.object({ ok: z.boolean() }),
  },
})

const person = (id: string) =>
  ({ id, first_name: id, last_name: '', email: `${id}@example.org`, role: 'student' }) as User

/** A session and client against a server that responds with `answer`. */
const world = async (answer: (seen: Seen) => Answer | Promise<Answer>) => {
  const seen: Seen[] = []
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const call = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body,
    }
    seen.push(call)
    const { status, body: reply, headers, type = 'application/json' } = await answer(call)
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(typeof reply === 'string' ? reply : JSON.stringify(reply ?? {}))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closing.push(() => server.close())
  const kept = memoryStorage()
  const session = createSession(() => kept)
  const signIn = (access: string, refresh: string, id = 'ada') =>
    session.start({ user: person(id), tokens: { access, refresh } })
  let over = 0
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const transport = createTransport({
    base,
    session,
    csrfToken: () => 'csrf-of-the-page',
    onSessionOver: () => {
      over += 1
    },
  })
  return { seen, kept, session, signIn, client: createClient(transport), over: () => over, server }
}

const renewing = (seen: Seen): Answer => {
  if (seen.url === '/api/auth/refresh') {
    return { status: 200, body: { access_token: 'new', refresh_token: 'next' } }
  }
  return seen.headers.authorization === 'Bearer new'
    ? { status: 200, body: { ok: true } }
    : { status: 401, body: { error: { code: 'signed_out', message: 'Please sign in.' } } }
}

test('a call carries the bearer token, the filled path and only the query that was given', async () => {
  const { client, signIn, seen } = await world(() => ({ status: 200, body: { ok: true } }))
  signIn('mine', 'later')

  expect(
    await client('things', things).read({ params: { id: 'a/b' }, query: { search: '' } }),
  ).toEqual({
    ok: true,
  })
  await client('things', things).read({
    params: { id: 'c' },
    query: { search: 'oak & ash', limit: 5 },
  })

  expect(seen[0]?.url).toBe('/api/things/a%2Fb')
  expect(seen[0]?.headers.authorization).toBe('Bearer mine')
  expect(seen[1]?.url).toBe('/api/things/c?search=oak+%26+ash&limit=5')
})

test('a call that needs a proof of work is sent once more, with the solution of a challenge', async () => {
  const hmacSignatureSecret = 'of the server'
  const { client, seen } = await world(async ({ url, headers }) => {
    if (url === '/api/challenge') {
      const parameters = { algorithm: 'PBKDF2/SHA-256', cost: 10, keyPrefix: '0', deriveKey }
      return { status: 200, body: await createChallenge({ ...parameters, hmacSignatureSecret }) }
    }
    const proof = headers['proof-of-work']
    if (!proof) return { status: 429, body: { error: { code: 'proof_needed', message: 'Wait.' } } }
    const payload = JSON.parse(atob(String(proof))) as Payload
    const { verified } = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret })
    return { status: 200, body: { ok: verified } }
  })
  const write = { body: { name: 'oak' } }
  expect(await client('things', things).write(write, { idempotencyKey: 'k-1' })).toEqual({
    ok: true,
  })
  expect(seen.map(({ url }) => url)).toEqual(['/api/things', '/api/challenge', '/api/things'])
  expect(seen[2]).toMatchObject({ body: '{"name":"oak"}', headers: { 'idempotency-key': 'k-1' } })
})

test('a challenge that cannot be had leaves the message of the limit', async () => {
  const { client } = await world(({ url }) =>
    url === '/api/challenge'
      ? { status: 503 }
      : { status: 429, body: { error: { code: 'proof_needed', message: 'Please wait.' } } },
  )
  await expect(client('things', things).write({ body: { name: 'oak' } })).rejects.toMatchObject({
    status: 429,
    message: 'Please wait.',
  })
})

test('without a token no authorization is sent', async () => {
  const { client, seen } = await world(() => ({ status: 200, body: { ok: true } }))
  await client('things', things).read({ params: { id: 'a' } })
  expect(seen[0]?.headers.authorization).toBeUndefined()
})

test('the CSRF token goes with calls that change something, never with reading', async () => {
  const { client, seen } = await world(() => ({ status: 200, body: { ok: true } }))
  await client('things', things).read({ params: { id: 'a' } })
  await client('things', things).write({ body: { name: 'oak' } }, { idempotencyKey: 'k-1' })
  expect(seen.map((call) => call.headers['x-csrf-token'])).toEqual([undefined, 'csrf-of-the-page'])
  expect(seen[1]?.headers['idempotency-key']).toBe('k-1')
  expect(seen[1]?.body).toBe('{"name":"oak"}')
})

test('calls that fail together share one refresh and are each tried once more', async () => {
  const { client, signIn, seen, kept } = await world(renewing)
  signIn('old', 'r-1')

  const read = client('things', things).read
  const answers = await Promise.all(['a', 'b', 'c'].map((id) => read({ params: { id } })))

  expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }])
  const refreshes = seen.filter((call) => call.url === '/api/auth/refresh')
  expect(refreshes.map((call) => call.body)).toEqual(['{"refresh_token":"r-1"}'])
  expect(kept.getItem('app_access_token')).toBe('new')
  expect(kept.getItem('app_refresh_token')).toBe('next')
})

test('a token that another tab renewed meanwhile is used without a further refresh', async () => {
  const { client, signIn, seen } = await world((call) => {
    if (call.headers.authorization !== 'Bearer new') {
      signIn('new', 'next')
    }
    return renewing(call)
  })
  signIn('old', 'r-1')
  expect(await client('things', things).read({ params: { id: 'a' } })).toEqual({ ok: true })
  expect(seen.some((call) => call.url === '/api/auth/refresh')).toBe(false)
})

test('when the refresh is refused, everything kept is cleared and the session is reported over once per call', async () => {
  const { client, signIn, session, kept, over, seen } = await world(() => ({
    status: 401,
    body: { error: { code: 'signed_out', message: 'Please sign in.' } },
  }))
  signIn('old', 'r-1')
  session.saveUnsent('draft 7', 'mine')
  kept.setItem('theme', 'dark')

  await expect(client('things', things).read({ params: { id: 'a' } })).rejects.toMatchObject({
    status: 401,
    code: 'signed_out',
    message: 'Please sign in.',
  })
  expect([kept.length, kept.key(0)]).toEqual([1, 'theme'])
  expect(over()).toBe(1)
  expect(seen.map((call) => call.url)).toEqual(['/api/things/a', '/api/auth/refresh'])
})

test('a refresh that meets an outage signs nobody out', async () => {
  const { client, signIn, kept, over } = await world((call) =>
    call.url === '/api/auth/refresh' ? { status: 503 } : { status: 401 },
  )
  signIn('old', 'r-1')
  await expect(client('things', things).read({ params: { id: 'a' } })).rejects.toMatchObject({
    status: 503,
  })
  expect(kept.getItem('app_refresh_token')).toBe('r-1')
  expect(over()).toBe(0)
})

test('the refresh call itself is never answered with another refresh', async () => {
  const { client, signIn, seen } = await world(() => ({ status: 401 }))
  signIn('old', 'r-1')
  const call = client('auth', auth).refresh({ body: { refresh_token: 'r-1' } })
  await expect(call).rejects.toMatchObject({ status: 401 })
  expect(seen).toHaveLength(1)
})

test('an error keeps its code, message, fields, wait and request id', async () => {
  const { client } = await world(() => ({
    status: 429,
    headers: { 'retry-after': '12', 'x-request-id': 'req-7' },
    body: { error: { code: 'too_many', message: 'Slow down.', fields: { name: 'Too often' } } },
  }))
  const failure: unknown = await client('things', things)
    .write({ body: { name: 'x' } })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({
    status: 429,
    code: 'too_many',
    message: 'Slow down.',
    fields: { name: 'Too often' },
    retryAfter: 12,
    requestId: 'req-7',
  })
})

test.each([
  { body: { error: 'Bare words.' }, said: 'Bare words.' },
  { body: { message: 'Words beside.' }, said: 'Words beside.' },
  { body: { error: null }, said: '' },
])('$body says "$said"', async ({ body, said }) => {
  const { client } = await world(() => ({ status: 400, body }))
  await expect(client('things', things).write({ body: { name: 'x' } })).rejects.toMatchObject({
    status: 400,
    message: said,
  })
})

test('a proxy page instead of JSON leaves the words to the screen', async () => {
  const { client } = await world(() => ({
    status: 502,
    body: '<h1>Bad gateway</h1>',
    type: 'text/html',
  }))
  const call = client('things', things).read({ params: { id: 'a' } })
  await expect(call).rejects.toMatchObject({ status: 502, message: '' })
})

test('no answer is status 0, and a cancelled call is no error of the server', async () => {
  const { client, server } = await world(() => ({ status: 200 }))
  const cancelled = AbortSignal.abort()
  await expect(
    client('things', things).read({ params: { id: 'a' } }, { signal: cancelled }),
  ).rejects.toMatchObject({ name: 'AbortError' })
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
  const call = client('things', things).read({ params: { id: 'a' } })
  await expect(call).rejects.toMatchObject({ status: 0, code: 'no_response' })
})

test('a table that is loaded on demand is called like any other', async () => {
  const { client, seen } = await world(() => ({ status: 200, body: { ok: true } }))
  await client('things', async () => things).read({ params: { id: 'late' } })
  expect(seen[0]?.url).toBe('/api/things/late')
})

test('storage that refuses does not stop anyone: the session lasts as long as the page', () => {
  const session = createSession(() => {
    throw new DOMException('Denied', 'SecurityError')
  })
  session.start({ user: person('ada'), tokens: { access: 'a', refresh: 'b' } })
  expect(session.accessToken()).toBe('a')
  session.clear()
  expect(session.accessToken()).toBeNull()
  expect(session.cachedUser()).toBeUndefined()
})

test('nothing of one person is sent once another has signed in, be it a first try or a further one', async () => {
  const { client, signIn, kept, seen, over } = await world(() => ({ status: 503 }))
  signIn('of-ada', 'r-1', 'ada')
  const write = () => client('things', things).write({ body: { name: 'of ada' } })
  await expect(write()).rejects.toMatchObject({ status: 503 })

  // In another tab.
  const other = createSession(() => kept)
  other.start({ user: person('bo'), tokens: { access: 'of-bo', refresh: 'r-2' } })

  await expect(write()).rejects.toMatchObject({ status: 401, code: 'session_over' })
  expect(seen.map((call) => call.headers.authorization)).toEqual(['Bearer of-ada'])
  expect(over()).toBe(1)
})

test('nothing more is read while its person signs out', async () => {
  const { client, signIn, session, seen } = await world(() => ({ status: 200, body: { ok: true } }))
  signIn('of-ada', 'r-1')
  const read = () => client('things', things).read({ params: { id: 'a' } })
  session.beginSignOut()
  await expect(read()).rejects.toMatchObject({ status: 0 })
  expect(seen).toHaveLength(0)
  // The server did not end the session.
  session.cancelSignOut()
  expect(await read()).toEqual({ ok: true })
})

test('nothing more is sent after another tab has signed out, while the network was away', async () => {
  const { client, signIn, kept, seen } = await world(() => ({ status: 200, body: { ok: true } }))
  signIn('of-ada', 'r-1')
  createSession(() => kept).clear()
  await expect(client('things', things).read({ params: { id: 'a' } })).rejects.toMatchObject({
    status: 401,
  })
  expect(seen).toHaveLength(0)
})

test('a refresh that comes back to another person, or to nobody, keeps nothing and sends nothing more', async () => {
  const { client, signIn, kept, seen } = await world((call) => {
    if (call.url === '/api/auth/refresh') {
      const other = createSession(() => kept)
      other.start({ user: person('bo'), tokens: { access: 'of-bo', refresh: 'r-2' } })
    }
    return renewing(call)
  })
  signIn('old', 'r-1')
  await expect(client('things', things).write({ body: { name: 'of ada' } })).rejects.toMatchObject({
    status: 401,
  })
  expect(seen.map((call) => call.url)).toEqual(['/api/things', '/api/auth/refresh'])
  expect(kept.getItem('app_refresh_token')).toBe('r-2')
})

test('a refresh answered without tokens stores none', async () => {
  const { client, signIn, kept } = await world((call) => ({
    status: call.url === '/api/auth/refresh' ? 200 : 401,
    body: {},
  }))
  signIn('old', 'r-1')
  await expect(client('things', things).read({ params: { id: 'a' } })).rejects.toThrow()
  expect(kept.getItem('app_access_token')).toBe('old')
  expect(kept.getItem('app_refresh_token')).toBe('r-1')
})
