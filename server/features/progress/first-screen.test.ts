import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { progress } from '#contract/progress'
import { reviews } from '#contract/reviews'
import { assignLearner } from '#features/advising'
import { readBadgeLibrary, storeBadges } from '#features/badges'
import { readQuestLibrary, storeLibrary } from '#features/quests'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let samuel: Person
beforeAll(async () => {
  app = await startApp()
  const library = await readQuestLibrary()
  await storeLibrary(app.db, library)
  await storeBadges(app.db, await readBadgeLibrary(library))
  samuel = await app.person({ role: 'advisor' })
})
afterAll(() => app.stop())

const creative = { pillar: 'creativity', xp: 60 } as const

const learner = async (age = 15) => {
  const person = await app.person({ dateOfBirth: app.birthdayAt(age) })
  await assignLearner(app.db, { advisorId: samuel.id, learnerId: person.id, since: new Date() })
  return { ...person, ...asLearner(person), dashboard: () => person.call(progress).dashboard({}) }
}

const giveBack = (id: string, comment: string) =>
  samuel.call(reviews).decide({ params: { id }, body: { decision: 'returned', comment } })

describe('returned work', () => {
  test('is on the learner’s dashboard until it is handed in again, and is not the next task', async () => {
    const maya = await learner()
    const quest = await createQuest(app.db, [creative, creative], { title: 'Two drawings' })
    await maya.start(quest.id)
    const { attempt } = await maya.submit(quest.tasks[0]!)
    expect((await maya.dashboard()).returned).toEqual([])
    await giveBack(attempt.id, 'Please label the axes.')
    expect(await maya.dashboard()).toMatchObject({
      returned: [
        {
          attempt_id: attempt.id,
          quest_title: 'Two drawings',
          task_title: 'Task 1',
          comment: 'Please label the axes.',
        },
      ],
      next: { task_id: quest.tasks[1] },
    })
    await maya.submit(quest.tasks[0]!)
    expect((await maya.dashboard()).returned).toEqual([])
  })

  test('is still there when every task of its quest has been handed in', async () => {
    const maya = await learner()
    const quest = await createQuest(app.db, [creative])
    await maya.start(quest.id)
    const { attempt } = await maya.submit(quest.tasks[0]!)
    await giveBack(attempt.id, 'Once more, with the dates.')
    expect(await maya.dashboard()).toMatchObject({
      returned: [{ attempt_id: attempt.id }],
      next: null,
    })
  })

  test('of a quest set aside does not ask for anything', async () => {
    const maya = await learner()
    const quest = await createQuest(app.db, [creative, creative])
    await maya.start(quest.id)
    const { attempt } = await maya.submit(quest.tasks[0]!)
    await giveBack(attempt.id, 'Please label the axes.')
    await maya.leave(quest.id)
    expect((await maya.dashboard()).returned).toEqual([])
  })
})

test('a newcomer is shown three short quests for her age, and nobody else is', async () => {
  for (const age of [8, 15]) {
    const ada = await learner(age)
    const { suggested } = await ada.dashboard()
    expect(suggested).toHaveLength(3)
    for (const { quest_id, estimated_hours } of suggested) {
      const quest = await ada.see(quest_id)
      expect(quest.age_min).toBeLessThanOrEqual(age)
      expect(quest.age_max).toBeGreaterThanOrEqual(age)
      expect(quest.prerequisites).toEqual([])
      expect(estimated_hours).toBeLessThan(10)
    }
    await ada.start(suggested[0]!.quest_id)
    expect((await ada.dashboard()).suggested).toEqual([])
  }
})

describe('after a submission', () => {
  test('the nearest badge says how far it moved', async () => {
    const maya = await learner()
    const quest = await createQuest(app.db, [creative, creative])
    await maya.start(quest.id)
    const { nearest_badge } = await maya.submit(quest.tasks[0]!)
    expect(nearest_badge!.progress.fraction).toBeGreaterThan(nearest_badge!.fraction_before)
    expect(nearest_badge!.progress.fraction).toBeLessThan(1)
    const [near] = (await maya.dashboard()).badges_near_completion
    expect(nearest_badge!.progress.fraction).toBe(near!.progress.fraction)
  })

  test('no badge moves if the work was counted before', async () => {
    const maya = await learner()
    const quest = await createQuest(app.db, [creative])
    await maya.start(quest.id)
    const { attempt } = await maya.submit(quest.tasks[0]!)
    await giveBack(attempt.id, 'Please label the axes.')
    expect((await maya.submit(quest.tasks[0]!)).nearest_badge).toBeNull()
  })
})
