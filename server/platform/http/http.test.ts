import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { fileForm } from '#testing/sample-files'
import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const SIGN_IN = '/api/auth/login'
const post = (payload: string, type = 'application/json') =>
  app.http.inject({
    method: 'POST',
    url: SIGN_IN,
    headers: type ? { 'content-type': type } : {},
    payload,
  })

describe('every refusal says what is wrong in one shape, in words for a person', () => {
  const inShape = (code: string, fields?: Record<string, string>) => ({
    error: {
      code,
      message: expect.stringMatching(/^[A-Z].+\.$|^[A-Z].+$/),
      ...(fields ? { fields } : {}),
    },
  })

  test('what is missing is named field by field', async () => {
    const response = await post('{}')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual(
      inShape('invalid', { email: 'Email is required', password: 'Password is required' }),
    )
  })

  test.each([
    ['a body that is no JSON', '{"email":', 400, 'invalid'],
    ['no body', '', 400, 'invalid'],
    ['a body of more than a megabyte', `"${'x'.repeat(1024 * 1024)}"`, 413, 'too_large'],
    ['NUL in a text', '{"email":"a\\u0000@example.org","password":"long enough"}', 400, 'invalid'],
    [
      'half a character',
      '{"email":"\\ud800@example.org","password":"long enough"}',
      400,
      'invalid',
    ],
    ['a body that would change every object', '{"__proto__":{"a":1}}', 400, 'invalid'],
    ['nesting without end', `${'['.repeat(5000)}${']'.repeat(5000)}`, 400, 'invalid'],
  ])('%s', async (_, payload, status, code) => {
    const response = await post(payload)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ error: { code } })
  })

  test('what a rule has no words of its own for is still said without names of types', async () => {
    const refused = await app.http.inject({ method: 'POST', url: '/api/auth/refresh', payload: {} })
    expect(refused.json()).toEqual(inShape('invalid', { refresh_token: 'This is missing' }))
    for (const payload of ['[1]', '"x"', '{"email":[],"password":7}', '{"email":null}']) {
      const { error } = (await post(payload)).json()
      const words = [error.message, ...Object.values(error.fields)].join('\n')
      expect(words).not.toMatch(/expected|received|invalid input|undefined|NaN|array|object/i)
    }
  })

  test('wrong in half a million places', async () => {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/consent/unknown',
      payload: { guardian_name: 'Ada', scopes: Array.from({ length: 500_000 }, () => 1) },
    })
    expect(response.statusCode).toBe(400)
    expect(response.body.length).toBeLessThan(1000)
  })

  test('bytes that are no text', async () => {
    const broken = Buffer.concat([
      Buffer.from('{"email":"'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('@example.org","password":"long enough"}'),
    ])
    const response = await app.http.inject({
      method: 'POST',
      url: SIGN_IN,
      headers: { 'content-type': 'application/json' },
      payload: broken,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      error: { message: 'The request contains characters that cannot be stored.' },
    })
  })

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('a body of the type %s', async (type) => {
    const response = await post('x', type)
    expect(response.statusCode).toBe(415)
    expect(response.json()).toEqual(inShape('unsupported_type'))
  })

  test('an address that nothing answers to, and one that cannot be read', async () => {
    const unknown = await app.http.inject('/api/nothing-here')
    expect(unknown.statusCode).toBe(404)
    expect(unknown.json()).toEqual(inShape('not_found'))
    const unreadable = await app.http.inject('/api/quests/%ff')
    expect(unreadable.statusCode).toBe(400)
    expect(unreadable.json()).toEqual(inShape('invalid'))
  })

  test('in a browser’s window, as a page', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' }
    const page = await app.http.inject({ url: '/verify/%ff', headers })
    expect(page.statusCode).toBe(400)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('<p>The request could not be read.</p>')
  })

  test('a parameter that comes twice', async () => {
    const { headers } = await app.person()
    const response = await app.http.inject({ url: '/api/quests?limit=1&limit=2', headers })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: { fields: { limit: expect.any(String) } } })
  })
})

test('nothing of the API is stored on the way or shown inside another site', async () => {
  const { headers } = await app.http.inject('/api/settings')
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'permissions-policy': expect.stringContaining('camera=()'),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
})

test('only a quest’s page may use a camera and a microphone, and none may ask where one is', async () => {
  const policyOf = async (url: string) =>
    String((await app.http.inject(url)).headers['permissions-policy'])
  expect(await policyOf('/quests/9b2f')).toMatch(
    /camera=\(self\), microphone=\(self\), geolocation=\(\)/,
  )
  for (const url of ['/', '/quests', '/quests/9b2f/print', '/dashboard', '/api/quests/9b2f'])
    expect(await policyOf(url), url).toMatch(/camera=\(\), microphone=\(\), geolocation=\(\)/)
})

describe('limits count the address that the socket has', () => {
  const askFor = (node: TestApp, email: string, forwardedFor: string) =>
    node.http.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { 'x-forwarded-for': forwardedFor },
      payload: { email },
    })

  const askOften = async (node: TestApp, email: string) => {
    for (let i = 0; i < 100; i += 1) {
      const response = await askFor(node, email, `203.0.113.${i}`)
      if (response.statusCode !== 200) return response
    }
    return undefined
  }

  test('whatever a visitor says about it; 429 then says when to come back', async () => {
    const refused = await askOften(app, 'someone@example.org')
    expect(refused?.statusCode).toBe(429)
    expect(refused?.json()).toMatchObject({ error: { code: 'too_many' } })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await askFor(app, 'another@example.org', '203.0.113.1')).statusCode).toBe(200)
  })

  test('unless a proxy that the site trusts says it', async () => {
    const behindProxy = await startApp({ env: { TRUST_PROXY: '127.0.0.1' } })
    expect(await askOften(behindProxy, 'someone@example.org')).toBeUndefined()
    await behindProxy.stop()
  })
})

test('a field that a reply does not name never leaves the server', async () => {
  const ada = await app.person()
  const me = await ada.call(auth).me()
  expect(Object.keys(me)).not.toContain('password_hash')
  const response = await app.http.inject({ url: '/api/profile', headers: ada.headers })
  expect(response.body).not.toMatch(/argon2|parent_email|legal_version/)
})

describe('a request that arrives slowly is refused if its caller is suspended meanwhile', () => {
  const send = async (
    url: `/api/${string}`,
    method: 'PATCH' | 'POST',
    { type, body }: { type: string; body: Buffer },
  ) => {
    const person = await app.person()
    const slowly = async function* () {
      yield body.subarray(0, 10)
      await app.db
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('id', '=', person.id)
        .execute()
      await setTimeout(1100)
      yield body.subarray(10)
    }
    const answer = await app.http.inject({
      method,
      url,
      headers: {
        ...person.headers,
        'content-type': type,
        'content-length': String(body.length),
      },
      payload: Readable.from(slowly()),
    })
    return answer.statusCode
  }

  test('as JSON', async () => {
    const body = Buffer.from('{"first_name":"Changed"}')
    expect(await send('/api/profile', 'PATCH', { type: 'application/json', body })).toBe(403)
    expect(app.http.server.requestTimeout).toBeGreaterThan(0)
  })

  test('as a form with a file', async () => {
    const form = new Response(fileForm('Words', 'words.txt'))
    const body = Buffer.from(await form.arrayBuffer())
    const type = form.headers.get('content-type')!
    expect(await send('/api/uploads', 'POST', { type, body })).toBe(403)
  })
})
