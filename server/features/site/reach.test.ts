import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { site } from '#contract/site'
import { startMailSink } from '#testing/mail-sink'
import { registration, startApp, type TestApp } from '#testing/start-app'

const at = (app: TestApp, url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url, headers })

describe('a site for this machine alone', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ env: { PUBLIC_URL: 'http://localhost:3000' } })
  })
  afterAll(() => app.stop())

  test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST'])(
    'answers to %s, the mailbox included',
    async (host) => {
      expect((await at(app, '/api/mailbox', { host })).statusCode).toBe(200)
    },
  )

  test.each([
    ['another name, as after DNS rebinding', { host: 'attacker.example:3000' }],
    ['a name that begins like a local one', { host: 'localhost.attacker.example' }],
    ['an address that begins like a local one', { host: '127.0.0.1.attacker.example' }],
    ['a proxy that keeps the local name', { host: 'localhost', 'x-forwarded-for': '192.0.2.1' }],
    ['a proxy that says so', { host: 'localhost', via: '1.1 front' }],
  ])('refuses %s', async (_, headers) => {
    for (const url of ['/api/mailbox', '/api/settings', '/api/health', '/']) {
      const response = await at(app, url, headers)
      expect([url, response.statusCode]).toEqual([url, 421])
      expect(response.json()).toMatchObject({ error: { code: 'misdirected' } })
    }
  })
})

test('a made-up header gives a guesser of passwords no further guesses, and the right one opens nothing', async () => {
  const app = await startApp({ env: { PUBLIC_URL: 'http://localhost:3000' } })
  const { email } = await app.person()
  const guess = (password: string, i: number) =>
    app.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { host: 'localhost', 'x-forwarded-for': `192.0.2.${i}` },
      payload: { email, password },
    })
  expect((await guess(registration().password, 0)).statusCode).toBe(421)
  const answers = []
  for (let i = 1; i <= 25; i += 1) answers.push((await guess('not the one', i)).statusCode)
  expect(new Set(answers)).toEqual(new Set([401, 429]))
  expect(answers.at(-1)).toBe(429)
  await app.stop()
})

describe('a site that others can reach', () => {
  let app: TestApp
  beforeAll(async () => {
    const env = { PUBLIC_URL: 'https://school.example', TRUST_PROXY: '127.0.0.1' }
    app = await startApp({ env, work: true, poolSize: 3 })
  })
  afterAll(() => app.stop())

  test('answers to every name that its proxy lets through, and has no mailbox', async () => {
    const headers = { host: 'school.example', 'x-forwarded-for': '192.0.2.1' }
    expect((await at(app, '/api/settings', headers)).json()).toMatchObject({ mailbox_url: null })
    expect((await at(app, '/api/mailbox', headers)).statusCode).toBe(404)
    expect((await at(app, '/api/mailbox', { host: 'localhost' })).statusCode).toBe(404)
    await expect(app.anyone.call(site).mailbox()).rejects.toMatchObject({ status: 404 })
  })

  test('keeps letters waiting until it has a mail server', async () => {
    const sink = await startMailSink()
    const body = registration()
    await app.anyone.call(auth).register({ body })
    const { email } = body
    const later = await startApp({ beside: app, work: true, env: { SMTP_URL: sink.url } })
    await sink.take(email)
    expect(await app.db.selectFrom('mailbox').selectAll().execute()).toEqual([])
    await later.stop()
    await sink.stop()
  })
})
