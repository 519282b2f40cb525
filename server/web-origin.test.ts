import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig } from '#platform/config'
import { startApp, type TestApp } from '#testing/start-app'

const WEB = 'https://app.school.example'

let api: TestApp
let alone: TestApp
beforeAll(async () => {
  api = await startApp({ env: { WEB_ORIGIN: WEB } })
  alone = await startApp()
})
afterAll(async () => {
  await api.stop()
  await alone.stop()
})

const preflight = (app: TestApp, origin: string) =>
  app.http.inject({
    method: 'OPTIONS',
    url: '/api/profile',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    },
  })

describe('a web app at another origin', () => {
  test('may call the API, with its cookies and tokens', async () => {
    const { headers } = await preflight(api, WEB)
    expect(headers).toMatchObject({
      'access-control-allow-origin': WEB,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization,content-type',
    })
    expect(headers['access-control-allow-methods']).toContain('PATCH')
    const { headers: answered } = await api.http.inject({
      url: '/api/auth/me',
      headers: { origin: WEB },
    })
    expect(answered).toMatchObject({
      'access-control-allow-origin': WEB,
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(answered['access-control-expose-headers']).toContain('x-request-id')
  })

  test('needs no CSRF token, which it could not read; nobody else is spared it', async () => {
    const { headers } = await api.person()
    const cookie = `session=${headers.authorization?.slice('Bearer '.length)}`
    const change = (origin: string) =>
      api.http.inject({
        method: 'PATCH',
        url: '/api/profile',
        headers: { cookie, origin },
        payload: { first_name: 'Augusta' },
      })
    expect((await change(WEB)).statusCode).toBe(200)
    for (const origin of [`${WEB}.evil.example`, 'https://evil.example', 'null']) {
      expect((await change(origin)).statusCode).toBe(403)
    }
  })

  test('is the only one: other origins read nothing, and none does where none is named', async () => {
    for (const [app, origin] of [
      [api, 'https://evil.example'],
      [alone, WEB],
    ] as const) {
      const { headers } = await app.http.inject({ url: '/api/settings', headers: { origin } })
      expect(headers['access-control-allow-origin']).not.toBe(origin)
      expect(headers['access-control-allow-origin']).not.toBe('*')
    }
  })
})

test('pages whose API is elsewhere may ask it, and show its pictures', async () => {
  const app = await startApp({ env: { VITE_API_BASE: 'https://api.school.example/' } })
  const { headers } = await app.http.inject('/')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' https://api.school.example;")
  expect(policy).toMatch(/img-src [^;]*https:\/\/api\.school\.example;/)
  expect(policy).toMatch(/media-src [^;]*https:\/\/api\.school\.example;/)
  await app.stop()
})

test.each(['https://app.school.example/', 'app.school.example', '*'])(
  '%s is no origin: the configuration says so',
  (WEB_ORIGIN) => {
    expect(() => readConfig({ WEB_ORIGIN })).toThrow(/WEB_ORIGIN: must be/)
  },
)
