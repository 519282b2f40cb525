import { afterAll, beforeAll, expect, test } from 'vitest'

import { operations } from '#contract/operations'
import { quests } from '#contract/quests'
import { recordBackup } from '#features/backup'
import { startApp, type TestApp } from '#testing/start-app'

const TOKEN = 'only the tests use this token'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { METRICS_TOKEN: TOKEN } })
})
afterAll(() => app.stop())

const read = (authorization?: string) =>
  app.http.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })

test('metrics are for whoever has the token, and there is no such page on a site without one', async () => {
  expect((await read()).statusCode).toBe(401)
  expect((await read('Bearer another')).statusCode).toBe(401)
  expect((await read(`Bearer ${TOKEN}`)).statusCode).toBe(200)
  const without = await startApp({ beside: app })
  expect((await without.http.inject({ url: '/metrics' })).statusCode).toBe(404)
  await without.stop()
})

test('metrics count answers and their statements by route, and name no person', async () => {
  const ada = await app.person()
  await ada.call(quests).listQuests({ query: {} })
  const { body } = await read(`Bearer ${TOKEN}`)
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/quests",status="200"} 1',
  )
  expect(body).toMatch(/lodestar_statements_total\{method="GET",route="\/api\/quests"\} [1-9]/)
  expect(body).toMatch(/^lodestar_database_up 1$/m)
  expect(body).not.toContain(ada.id)
  expect(body).not.toContain(ada.email)
})

test('an admin and the metrics know of the newest backup', async () => {
  const grace = await app.person({ role: 'admin' })
  const overview = () => grace.call(operations).showOverview()
  const metric = async () =>
    /^lodestar_newest_backup_timestamp_seconds (\d+)/m.exec(
      (await read(`Bearer ${TOKEN}`)).body,
    )?.[1]
  expect([(await overview()).backup, await metric()]).toEqual([null, undefined])
  const earlier = { made_at: '2026-11-21T03:00:00.000Z', bytes: 7, is_encrypted: false, lacks: 2 }
  const newest = { made_at: '2026-11-22T03:00:00.000Z', bytes: 8, is_encrypted: true, lacks: 0 }
  for (const backup of [earlier, newest]) await recordBackup(app.db, backup)
  expect((await overview()).backup).toEqual(newest)
  expect(await metric()).toBe(String(Date.parse(newest.made_at) / 1000))
})
