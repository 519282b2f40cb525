import { setTimeout } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { submitTask } from '#features/quests'
import { createBadge } from '#testing/badge-builder'
import { asLearner, createQuest, words } from '#testing/quest-builder'
import { startApp, type TestApp } from '#testing/start-app'

// Two nodes, each with several connections.
let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await startApp({ poolSize: 10 })
  other = await startApp({ beside: app })
})
afterAll(async () => {
  await other.stop()
  await app.stop()
})

test('hand-ins of different quests and pillars at the same moment earn a badge together, once', async () => {
  const pillars = ['creativity', 'communication', 'practical_skills', 'critical_thinking'] as const
  const badge = await createBadge(app.db, {
    all: pillars.map((pillar) => ({ tasks: 1, pillar })),
  })
  for (let round = 0; round < 5; round += 1) {
    const ada = await app.person()
    const made = await Promise.all(
      pillars.map((pillar) =>
        createQuest(app.db, [
          { pillar, xp: 75 },
          { pillar, xp: 75 },
        ]),
      ),
    )
    for (const { id } of made) await asLearner(ada).start(id)
    const answers = await Promise.all(
      made.map(({ tasks }, i) =>
        (i % 2 === 0 ? app : other).http.inject({
          method: 'POST',
          url: `/api/tasks/${tasks[0]}/submit`,
          headers: ada.headers,
          payload: words('At once.'),
        }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    const earned = answers.flatMap(({ body }) => {
      const { badges_earned } = JSON.parse(body) as { badges_earned: { id: string }[] }
      return badges_earned.map(({ id }) => id)
    })
    expect(earned).toEqual([badge])
    const rows = await app.db
      .selectFrom('badge_awards')
      .select('id')
      .where('learner_id', '=', ada.id)
      .execute()
    expect(rows).toHaveLength(1)
  }
})

test('who hands in while another hand-in of theirs is not through yet waits, and then sees what it earned', async () => {
  const badge = await createBadge(app.db, {
    all: [
      { tasks: 1, pillar: 'cultural_literacy' },
      { tasks: 1, pillar: 'creativity' },
    ],
  })
  const ada = await app.person()
  const first = await createQuest(app.db, [{ pillar: 'cultural_literacy', xp: 75 }])
  const second = await createQuest(app.db, [{ pillar: 'creativity', xp: 75 }])
  for (const { id } of [first, second]) await asLearner(ada).start(id)

  let other: ReturnType<ReturnType<typeof asLearner>['submit']> | undefined
  await app.db.transaction().execute(async (db) => {
    const mine = await submitTask(db, ada.id, first.tasks[0]!, words('First.'), app.parts.clock())
    expect(mine.badges_earned).toEqual([])
    other = asLearner(ada).submit(second.tasks[0]!)
    // Enough time to finish if it did not wait for the lock.
    await Promise.race([other, setTimeout(500)])
  })
  expect((await other)?.badges_earned).toMatchObject([{ id: badge }])
})
