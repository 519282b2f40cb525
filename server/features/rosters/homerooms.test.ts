import { afterAll, beforeAll, expect, test } from 'vitest'

import { groups } from '#contract/groups'
import { rosters } from '#contract/rosters'
import { assignLearner } from '#features/advising'
import { rosterOf } from '#testing/roster-builder'
import { rosterSite } from '#testing/roster-site'
import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ work: true, poolSize: 3 })
})
afterAll(() => app.stop())

test('an advisor makes a group from the learners of a homeroom who are in their care', async () => {
  const site = rosterSite(app, await app.person({ role: 'admin' }))
  const applied = await site.apply(await site.bringRoster(rosterOf(6)))
  expect(applied.state).toBe('applied')
  const advisor = await app.person({ role: 'advisor' })
  const homerooms = async () => (await advisor.call(rosters).listHomerooms()).items
  expect(await homerooms()).toEqual([])
  const [one, two] = [
    (await site.user('s1@school.example'))!.id,
    (await site.user('s2@school.example'))!.id,
  ]
  for (const learnerId of [one, two]) {
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: advisor.id, learnerId, since })
  }
  const [homeroom] = await homerooms()
  expect(new Set(homeroom?.learner_ids)).toEqual(new Set([one, two]))
  await app.db
    .updateTable('users')
    .set({ status: 'active' })
    .where('id', 'in', [one, two])
    .execute()
  const { learners } = await advisor.call(groups).createLearnerGroup({
    body: { name: homeroom!.name, learner_ids: homeroom!.learner_ids },
  })
  expect(learners).toHaveLength(2)
})
