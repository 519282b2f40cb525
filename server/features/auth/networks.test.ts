import { afterEach, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { proofOfWork } from '#testing/proof-of-work'
import { PASSWORD, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
afterEach(() => app.stop())

const behindProxy = () => startApp({ env: { TRUST_PROXY: '127.0.0.1' } })

const post = (path: string, from: string, body: object, headers: Record<string, string> = {}) =>
  app.http.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    headers: { 'x-forwarded-for': from, ...headers },
    payload: body,
  })

const wrong = { email: 'ada@example.org', password: 'not the password' }

test('all addresses of one IPv6 network count as one', async () => {
  app = await behindProxy()
  const statuses: number[] = []
  for (let i = 1; i <= 22; i += 1) {
    statuses.push((await post('login', `2001:db8:1:2::${i}`, wrong)).statusCode)
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401))
  expect(statuses.slice(20)).toEqual([429, 429])
  expect((await post('login', '2001:db8:1:3::1', wrong)).statusCode).toBe(401)
})

test('an IPv4 address counts as itself, however it is written', async () => {
  app = await behindProxy()
  for (let i = 1; i <= 20; i += 1) await post('login', '192.0.2.1', wrong)
  expect((await post('login', '::ffff:192.0.2.1', wrong)).statusCode).toBe(429)
  expect((await post('login', '::ffff:192.0.2.2', wrong)).statusCode).toBe(401)
})

test('one network cannot ask for a mail to everyone', async () => {
  app = await behindProxy()
  const ask = (i: number, from: string) =>
    post(i % 2 ? 'forgot-password' : 'verify-email/resend', from, { email: `a${i}@example.org` })
  const statuses: number[] = []
  for (let i = 1; i <= 62; i += 1) statuses.push((await ask(i, '192.0.2.1')).statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  const refused = await ask(63, '192.0.2.1')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(63, '192.0.2.2')).statusCode).toBe(200)
})

test('a whole school signs in from one network: what counts is what failed', async () => {
  app = await behindProxy()
  const people = [await app.person(), await app.person()]
  const [{ points }] = auth.login.limit
  const by = { address: '192.0.2.1', userId: undefined }
  // All but one of the attempts that are allowed.
  for (let i = 1; i < points; i += 1) await app.parts.limits.takeCall(auth.login.limit, by)
  const signIn = async ({ email }: { email: string }, password = PASSWORD) =>
    (await post('login', '192.0.2.1', { email, password })).statusCode
  for (const person of [...people, ...people]) expect(await signIn(person)).toBe(200)
  expect(await signIn(people[0]!, 'not the password')).toBe(401)
  expect(await signIn(people[1]!)).toBe(429)
})

test('whoever uses up the failures of a school’s network slows its sign-ins down, and does not stop them', async () => {
  app = await behindProxy()
  const { email } = await app.person()
  for (let i = 1; i <= 20; i += 1) await post('login', '192.0.2.1', wrong)
  const by = { address: '192.0.2.1', userId: undefined }
  for (const limit of auth.login.limit) {
    for (let i = 20; i < limit.points; i += 1) await app.parts.limits.takeCall(limit, by)
  }
  const signIn = (headers: Record<string, string>) =>
    post('login', '192.0.2.1', { email, password: PASSWORD }, headers)
  const refused = await signIn({})
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ error: { code: 'proof_needed' } })
  const empty = { challenge: { parameters: null, signature: 1 }, solution: { derivedKey: '' } }
  for (const made of ['made up', btoa(JSON.stringify(empty))]) {
    expect((await signIn({ 'proof-of-work': made })).statusCode).toBe(429)
  }
  const proof = await proofOfWork(app)
  expect((await signIn(proof)).statusCode).toBe(200)
  expect((await signIn(proof)).statusCode).toBe(429)
  // Guesses about one account stay limited.
  const guess = await post('login', '192.0.2.1', wrong, await proofOfWork(app))
  expect(guess.json()).toMatchObject({ error: { code: 'too_many' } })
})
