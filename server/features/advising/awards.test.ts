import { afterAll, beforeAll, expect, test } from 'vitest'

import { advising } from '#contract/advising'
import { badges } from '#contract/badges'
import { credentials } from '#contract/credentials'
import { assignLearner } from '#features/advising'
import { createBadge } from '#testing/badge-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let advisor: Person
let ada: Person
let courage: string
beforeAll(async () => {
  app = await startApp()
  advisor = await app.person({ role: 'advisor' })
  ada = await app.person()
  await assignLearner(app.db, {
    advisorId: advisor.id,
    learnerId: ada.id,
    since: app.parts.clock(),
  })
  courage = await createBadge(app.db, { award: 'advisor' }, { name: 'Quiet courage' })
})
afterAll(() => app.stop())

const reason = 'For starting over in front of everyone.'
const award = (badge: string, by = advisor, to = ada, idempotencyKey?: string) =>
  by
    .call(advising)
    .awardBadge(
      { params: { id: badge }, body: { learner_id: to.id, reason } },
      idempotencyKey ? { idempotencyKey } : {},
    )
const seen = (by = advisor, of = ada) =>
  by.call(advising).getLearnerBadges({ params: { id: of.id } })

const linesOf = async (action: string) => {
  const log = await app.db
    .selectFrom('audit_log')
    .select(['actor_id', 'detail'])
    .where('subject_id', '=', ada.id)
    .where('action', '=', action)
    .execute()
  return log
}

test('an advisor sees which badges wait for an award, and what is to be done before', async () => {
  const both = await createBadge(
    app.db,
    { all: [{ tasks: 1 }, { award: 'advisor' }] },
    { name: 'Work and a word' },
  )
  await createBadge(app.db, { tasks: 9 }, { name: 'Work alone' })
  const { awaiting } = await seen()
  expect(awaiting).toHaveLength(2)
  expect(awaiting).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: courage, to_do: null }),
      expect.objectContaining({ id: both, to_do: expect.stringContaining('1 more task') }),
    ]),
  )
  await expect(award(both)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('1 more task'),
  })
  const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(ada).start(id)
  await asLearner(ada).submit(tasks[0]!)
  expect((await seen()).awaiting.map(({ to_do }) => to_do)).toEqual([null, null])
})

test('an award arrives once, with its reason, a credential, and a line in the log', async () => {
  const first = await award(courage, advisor, ada, 'once')
  expect(await award(courage, advisor, ada, 'once')).toEqual(first)
  await expect(award(courage)).rejects.toMatchObject({ status: 409 })

  const badge = await ada.call(badges).getBadge({ params: { id: courage } })
  expect(badge).toMatchObject({ state: 'earned', award: { reason, code: first.code } })
  const { verdict } = await app.anyone
    .call(credentials)
    .verifyCode({ params: { code: first.code! } })
  expect(verdict).toBe('valid')

  const { earned, awaiting } = await seen()
  expect(earned[0]).toMatchObject({ id: courage, name: 'Quiet courage', reason })
  expect(awaiting.some(({ id }) => id === courage)).toBe(false)
  expect(await linesOf('badge_awarded')).toEqual([
    { actor_id: advisor.id, detail: { badge: courage } },
  ])
})

test('it says why', async () => {
  const body = { learner_id: ada.id, reason: '  ' }
  await expect(
    advisor.call(advising).awardBadge({ params: { id: courage }, body }),
  ).rejects.toMatchObject({ status: 400, fields: { reason: expect.any(String) } })
})

test('others’ learners, unknown people and unknown badges answer alike; admins may award to everyone', async () => {
  const other = await app.person()
  const nobody = { ...other, id: '7b0e4f0e-0000-4000-8000-000000000000' }
  const refusals = await Promise.all(
    [award(courage, advisor, other), award(courage, advisor, nobody), award(nobody.id)].map(
      (promise) =>
        promise.catch(({ status, message }: Error & { status: number }) => ({ status, message })),
    ),
  )
  const alike = { status: 404, message: 'Not found.' }
  expect(refusals).toEqual([alike, alike, alike])
  for (const to of [other, nobody]) {
    await expect(seen(advisor, to)).rejects.toMatchObject({ status: 404 })
  }
  await expect(award(courage, other, other)).rejects.toMatchObject({ status: 403 })

  const admin = await app.person({ role: 'admin' })
  await expect(award(courage, admin, advisor)).rejects.toMatchObject({ status: 404 })
  expect(await award(courage, admin, other)).toMatchObject({ name: 'Quiet courage' })
})
