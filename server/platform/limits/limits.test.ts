import { afterAll, beforeAll, expect, test } from 'vitest'

import type { CallLimit } from '#contract/endpoint'
import { USUAL } from '#contract/limits'
import { messages } from '#contract/messages'
import { ENDPOINTS } from '#testing/every-endpoint'
import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
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
