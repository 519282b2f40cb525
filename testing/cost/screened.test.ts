import { afterAll, beforeAll, expect, test } from 'vitest'

import { authoring } from '#contract/authoring'
import { startApp, type TestApp } from '#testing/start-app'

import { costOf, exceededLimits } from './measure.ts'
import { createWorld, type World } from './world.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  app = await startApp()
  world = await createWorld(app)
})
afterAll(() => app.stop())

/** Becomes eighteen letters when it is normalized. */
const LIGATURE = 'ﷺ'

test('the longest quest for a child, in one that grows most when it is screened, costs little', async () => {
  const task = {
    title: LIGATURE.repeat(120),
    instructions: LIGATURE.repeat(4000),
    pillar: 'creativity',
    xp: 100,
    subjects: { science: 1 },
  } as const
  const body = {
    title: LIGATURE.repeat(120),
    description: LIGATURE.repeat(10_000),
    estimated_hours: 200,
    tasks: Array.from({ length: 12 }, () => task),
  }
  const params = { id: world.ids.learner }
  const cost = await costOf(() =>
    world.people.advisor.call(authoring).writeQuestFor({ params, body }),
  )
  expect(exceededLimits('a quest for a child', cost)).toEqual([])
})
