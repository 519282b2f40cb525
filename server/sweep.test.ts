import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { registration, startApp, type TestApp } from '#testing/start-app'

import { sweepExpired } from './sweep.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const DAY = 24 * 3_600_000

test('what has served its time goes, and a live session stays', async () => {
  const ada = await app.person()
  const grace = await app.person()
  await grace.call(auth).logout()
  await app.anyone.call(auth).register({ body: registration() })
  const tokensLeft = () => app.db.selectFrom('mailed_tokens').selectAll().execute()
  const sessionsLeft = async () => {
    const rows = await app.db.selectFrom('sessions').select('user_id').execute()
    return rows.map(({ user_id }) => user_id)
  }
  await sweepExpired(app.db, new Date())
  expect(new Set(await sessionsLeft())).toEqual(new Set([ada.id, grace.id]))
  expect(await tokensLeft()).toHaveLength(1)
  await sweepExpired(app.db, new Date(Date.now() + 30.5 * DAY))
  expect(await sessionsLeft()).toEqual([ada.id])
  expect(await tokensLeft()).toEqual([])
})

test('an expired code for a guardian goes, and another stays', async () => {
  const [ada, ben] = [await app.person(), await app.person()]
  const now = new Date()
  const code = async (learner: { id: string }, days: number) => {
    const expires_at = new Date(now.getTime() + days * DAY).toISOString()
    const made = { learner_id: learner.id, made_by: learner.id, scopes: ['view'] }
    await app.db
      .insertInto('pairing_codes')
      .values({ ...made, hash: Buffer.from(learner.id), created_at: now.toISOString(), expires_at })
      .execute()
  }
  await code(ada, -1)
  await code(ben, 1)
  await sweepExpired(app.db, now)
  const left = await app.db.selectFrom('pairing_codes').select('made_by').execute()
  expect(left).toEqual([{ made_by: ben.id }])
})
