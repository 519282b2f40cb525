import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { authoring } from '#contract/authoring'
import { badges } from '#contract/badges'
import { createBadge } from '#testing/badge-builder'
import { createQuest } from '#testing/quest-builder'
import { startApp, type TestApp } from '#testing/start-app'

import { costOf, exceededLimits, MAX_RUNS } from './measure.ts'

// Cost of badges at a large school.

/** Two hundred that staff may write, and those of the library. */
const MAX_BADGES = 240

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

test('the constellation of the most badges, which share most quests, is drawn within the limit', async () => {
  const more = await Promise.all(
    Array.from({ length: 160 }, () => createQuest(app.db, [{ pillar: 'creativity', xp: 50 }])),
  )
  const listed = [...questIds, ...more.map(({ id }) => id)]
  await sql`
    with badge as (
      insert into badges (id, slug, status, version)
      select gen_random_uuid(), 'badge-' || number, 'published', 1
      from generate_series(1, ${MAX_BADGES - MAX_RUNS - 1}::integer) number
      returning id)
    insert into badge_versions (badge_id, version, name, description, criteria, criteria_text, pillars, shape)
    select id, 1, id, repeat('a', 500),
      jsonb_build_object('at_least', 100, 'quests', (
        select jsonb_agg(listed) from (
          select listed from unnest(${listed}::uuid[]) listed
          order by md5(listed::text || badge.id::text) limit 200) listed)),
      repeat('a', 20000), array['creativity'], 'roundel'
    from badge`.execute(app.db)
  const learner = await app.person()
  let version = 0
  const draw = async () => {
    // A change of a badge: the sky is drawn anew.
    version += 1
    await createBadge(app.db, { quests: listed.slice(version) }, { name: `Other ${version}` })
    return learner.call(badges).constellation()
  }
  await draw()
  expect(exceededLimits('the constellation', await costOf(draw))).toEqual([])
}, 120_000)
