import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { authoring } from '#contract/authoring'
import { badges } from '#contract/badges'
import { createBadge } from '#testing/badge-builder'
import { createQuest } from '#testing/quest-builder'
import { startApp, type TestApp } from '#testing/start-app'

import { costOf, exceededLimits } from './measure.ts'

// Cost of badges at a large school.

let app: TestApp
const questIds: string[] = []
beforeAll(async () => {
  app = await startApp()
  while (questIds.length < 82) {
    questIds.push((await createQuest(app.db, [{ pillar: 'creativity', xp: 50 }])).id)
  }
})
afterAll(() => app.stop())

test('the criteria with the most conditions are previewed for two thousand learners within the limit', async () => {
  await sql`
    with learner as (
      insert into users (id, email, first_name, last_name, role, password_hash, status, legal_version)
      select gen_random_uuid(), number || '@example.org', 'A', 'B', 'student', '-', 'active', '1'
      from generate_series(1, 2000) number
      returning id)
    insert into enrollments (learner_id, quest_id, state, version, completed_at)
    select learner.id, quest_id, 'completed', 1, now()
    from learner, unnest(${questIds}::uuid[]) quest_id`.execute(app.db)
  const advisor = await app.person({ role: 'advisor' })
  const criteria = {
    any: [
      { all: [{ quests: questIds }, { quests: questIds }, { tasks: 10_000 }] },
      { all: Array.from({ length: 12 }, () => ({ tasks: 10_000 })) },
      { all: Array.from({ length: 9 }, () => ({ tasks: 10_000 })) },
    ],
  }
  const preview = () => advisor.call(authoring).previewCriteria({ body: { criteria } })
  expect(await preview()).toMatchObject({ learners: 0 })
  expect(exceededLimits('the preview', await costOf(preview))).toEqual([])
}, 120_000)

test('the constellation of sixty badges that share most quests is drawn within the limit', async () => {
  for (let index = 0; index < 60; index += 1) {
    const quests = questIds.filter((_, each) => each !== index)
    await createBadge(app.db, { quests, at_least: 5 }, { name: `Badge ${index}` })
  }
  const learner = await app.person()
  let version = 0
  const draw = async () => {
    // A change of a badge: the sky is drawn anew.
    version += 1
    await createBadge(app.db, { quests: questIds.slice(version) }, { name: `Other ${version}` })
    return learner.call(badges).constellation()
  }
  await draw()
  expect(exceededLimits('the constellation', await costOf(draw))).toEqual([])
}, 120_000)
