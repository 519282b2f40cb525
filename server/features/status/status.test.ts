import { afterAll, beforeAll, expect, test } from 'vitest'

import { status } from '#contract/status'
import { readConfig } from '#platform/config'
import type { Files } from '#platform/files'
import { startApp, type TestApp } from '#testing/start-app'

import { checkServices } from './check.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2525' } })
})
afterAll(() => app.stop())

const MINUTE_MS = 60_000
const show = () => app.anyone.call(status).showStatus()
const stateOf = async (service: string) =>
  (await show()).services.find((each) => each.service === service)
/** The next minute's check; visitors see it once their copy has expired. */
const check = async (given: Partial<TestApp['parts']> = {}) => {
  app.moveClock(MINUTE_MS)
  await checkServices({ ...app.parts, ...given })
  return app.parts.clock().toISOString()
}

test('a service that fails is shown since when, and afterwards among the incidents', async () => {
  await check()
  expect((await show()).services.map(({ state }) => state)).toEqual(Array(5).fill('working'))
  const broken: Files = { ...app.parts.files, get: () => Promise.reject(new Error('no bucket')) }
  const began_at = await check({ files: broken })
  await check({ files: broken })
  expect(await stateOf('uploads')).toEqual({ service: 'uploads', state: 'down', since: began_at })
  const ended_at = await check()
  expect(await stateOf('uploads')).toMatchObject({ state: 'working', since: ended_at })
  expect((await show()).incidents).toEqual([
    { service: 'uploads', state: 'down', began_at, ended_at },
  ])
})

test('emails and exports that wait for longer than ten minutes are late', async () => {
  await app.parts.jobs.enqueue(app.db, 'export', { exportId: 'none' })
  await check()
  expect(await stateOf('exports')).toMatchObject({ state: 'working' })
  app.moveClock(4 * MINUTE_MS)
  await checkServices(app.parts)
  app.moveClock(4 * MINUTE_MS)
  await checkServices(app.parts)
  await check()
  await check()
  await check()
  expect(await stateOf('exports')).toMatchObject({ state: 'delayed' })
})

test('a tutor whose model does not answer says so, and a site without a mail server too', async () => {
  const config = readConfig({
    TUTOR_BASE_URL: 'http://127.0.0.1:1/v1',
    TUTOR_MODEL: 'any',
    PUBLIC_URL: 'https://learn.school.example',
  })
  await check({ config })
  expect(await stateOf('tutor')).toMatchObject({ state: 'delayed' })
  expect(await stateOf('mail')).toMatchObject({ state: 'down' })
  await check()
  expect(await stateOf('tutor')).toMatchObject({ state: 'working' })
})

test('while background jobs stand still, and the checks with them, emails are late', async () => {
  const since = await check()
  app.moveClock(6 * MINUTE_MS)
  expect(await stateOf('mail')).toEqual({ service: 'mail', state: 'delayed', since })
  expect(await stateOf('uploads')).toMatchObject({ state: 'working' })
  await check()
  expect(await stateOf('mail')).toMatchObject({ state: 'working' })
})

test('the time for which the site was stopped becomes an incident', async () => {
  const began_at = await check()
  app.moveClock(59 * MINUTE_MS)
  const ended_at = await check()
  expect((await show()).incidents[0]).toEqual({
    service: 'site',
    state: 'down',
    began_at,
    ended_at,
  })
})

test('incidents are forgotten after 90 days', async () => {
  app.moveClock(91 * 24 * 60 * MINUTE_MS)
  await check()
  // The one that has just ended is the time since.
  expect((await show()).incidents.filter(({ ended_at }) => ended_at)).toHaveLength(1)
})

test('the page answers while the database is away, to people with a session as well', async () => {
  const { headers } = await app.person()
  const known = await show()
  app.moveClock(MINUTE_MS)
  await app.db.destroy()
  const response = await app.http.inject({ url: '/api/status', headers })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ incidents: known.incidents })
  expect(response.json().services[0]).toMatchObject({ service: 'site', state: 'down' })
})
