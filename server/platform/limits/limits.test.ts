import { afterAll, beforeAll, expect, test } from 'vitest'

import type { CallLimit } from '#contract/endpoint'
import { USUAL } from '#contract/limits'
import { messages } from '#contract/messages'
import { ENDPOINTS } from '#testing/every-endpoint'
import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  // As many database connections as a site has.
  app = await startApp({ poolSize: 10 })
})
afterAll(() => app.stop())

test('a limit is told from others by its name', async () => {
  const known = new Map<string, CallLimit>()
  for (const { limit = [] } of ENDPOINTS) {
    for (const each of [limit].flat()) {
      expect(each).toEqual(known.get(each.name) ?? each)
      known.set(each.name, each)
    }
  }
})

test('writes are limited for each caller, at no cost in the database; 429 then says when to come back', async () => {
  const [ada, ben] = [await app.person(), await app.person()]
  const body = { quiet_hours: null }
  await ada.call(messages).setQuietHours({ body })
  const by = { address: '192.0.2.1', userId: ada.id }
  for (let i = 1; i < USUAL.points; i += 1) await app.parts.limits.takeCall(USUAL, by)

  await expect(ada.call(messages).setQuietHours({ body })).rejects.toMatchObject({
    status: 429,
    code: 'too_many',
    message: USUAL.message,
    headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
  })
  await ben.call(messages).setQuietHours({ body })
  const counted = await app.db.selectFrom('rate_limits').select('key').execute()
  expect(counted.filter(({ key }) => key.startsWith(USUAL.name))).toEqual([])
})

test("one person's calls that wait for a lock leave the database to others, and all are answered", async () => {
  const [ada, ben] = [await app.person(), await app.person()]
  const body = { quiet_hours: { from: '21:00', to: '07:00', time_zone: 'UTC' } }
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const locked = Promise.withResolvers<void>()
  const lock = app.db.transaction().execute(async (db) => {
    await db.selectFrom('users').select('id').where('id', '=', ada.id).forUpdate().execute()
    locked.resolve()
    await released
  })
  await locked.promise
  const waiting = Promise.all(
    Array.from({ length: 30 }, () => ada.call(messages).setQuietHours({ body })),
  )
  await ben.call(messages).setQuietHours({ body }).finally(release)
  await Promise.all([lock, waiting])
})

test('of more calls at once than a page ever makes, the last are told to come back', async () => {
  const ada = await app.person()
  const body = { quiet_hours: null }
  const calls = Array.from({ length: 150 }, () => ada.call(messages).setQuietHours({ body }))
  const results = await Promise.allSettled(calls)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const each of refused)
    expect(each).toMatchObject({ reason: { status: 429, headers: { 'retry-after': '1' } } })
})
