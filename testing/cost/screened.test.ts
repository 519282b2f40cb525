import { afterAll, beforeAll, expect, test } from 'vitest'

import { authoring } from '#contract/authoring'
import { linkedParts } from '#rules/text/linked-text'
import { startConversation, write } from '#testing/message-builder'
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

test.each(['advisor', 'learner'] as const)(
  'the longest message by the %s, of letters that screening joins into one word, costs little',
  async (author) => {
    const { advisor, learner } = world.people
    const id = await startConversation(advisor, learner)
    const cost = await costOf(() => write(world.people[author], id, 'm a '.repeat(5000)))
    expect(exceededLimits('a message', cost)).toEqual([])
  },
)

test('a page of messages with addresses that never end is read at once', async () => {
  const text = `https://a.example/${'.'.repeat(19_980)}x`
  const cost = await costOf(async () => {
    for (let i = 0; i < 30; i += 1) linkedParts(text)
  })
  expect(exceededLimits('thirty messages', cost)).toEqual([])
})
