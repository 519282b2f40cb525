import { afterAll, beforeAll, expect, test } from 'vitest'

import { eventually } from '#testing/eventually'
import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  // No event loop is that fast: this server is always overloaded.
  app = await startApp({ env: { SHED_AFTER_MS: '1' } })
  await app.http.ready()
  await eventually(async () => expect(await statusOf('/api/quests')).toBe(503))
})
afterAll(() => app.stop())

const statusOf = async (url: string, method: 'GET' | 'POST' = 'GET', payload?: object) =>
  (await app.http.inject({ method, url, ...(payload ? { payload } : {}) })).statusCode

test('a server that is too busy turns calls away, and pages that are made for each visitor', async () => {
  expect(await statusOf('/api/dashboard')).toBe(503)
  expect(await statusOf('/portfolio/ada')).toBe(503)
})

test('it goes on to say how it is, and to give the files of the web app', async () => {
  expect(await statusOf('/api/health')).toBe(200)
  expect(await statusOf('/api/health/live')).toBe(200)
  expect(await statusOf('/api/settings')).toBe(200)
  for (const url of ['/assets/none.js', '/login']) expect(await statusOf(url)).not.toBe(503)
})

test('it goes on to sign people in, in every way', async () => {
  for (const url of [
    '/api/auth/login',
    '/api/auth/refresh',
    '/api/auth/second-factor',
    '/api/auth/second-factor/passkey/options',
    '/api/auth/second-factor/passkey',
    '/api/auth/passkey/options',
    '/api/auth/passkey',
    '/api/auth/school',
  ]) {
    expect([url, await statusOf(url, 'POST', {})]).not.toEqual([url, 503])
  }
  expect(await statusOf('/api/auth/me')).toBe(401)
})
