import { afterAll, beforeAll, expect, test } from 'vitest'

import { parents } from '#contract/parents'
import { decide } from '#features/reviews'
import { giveConsent } from '#testing/family-builder'
import { asLearner, makeQuest } from '#testing/quest-builder'
import { startApp } from '#testing/start-app'
import type { Person, TestApp } from '#testing/start-app'

let app: TestApp
let child: Person
let mother: Person
let quest: Awaited<ReturnType<typeof makeQuest>>
beforeAll(async () => {
  app = await startApp()
  child = await app.person({ dateOfBirth: app.birthdayAt(10) })
  mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  await giveConsent(app, child, mother)
  quest = await makeQuest(app.db, [
    { pillar: 'creativity', xp: 100 },
    { pillar: 'communication', xp: 60 },
  ])
  await asLearner(child).start(quest.id)
  await asLearner(child).submit(quest.tasks[0]!)
})
afterAll(() => app.stop())

const of = (id: string) => ({ params: { id } })

test('a mother sees the week, the next task, the work and the credits of her child in one call', async () => {
  const seen = await mother.call(parents).parentDashboard(of(child.id))
  expect(seen).toMatchObject({
    child: { id: child.id },
    xp: { total: 100, level: 2 },
    week: { tasks: 1, xp: 100 },
    active_quests: [{ quest_id: quest.id, tasks_done: 1, next_task: { task_id: quest.tasks[1] } }],
    evidence: [{ task_id: quest.tasks[0], state: 'submitted', submitter: 'self' }],
    credits: { earned: 0 },
  })
  expect(JSON.stringify(seen)).not.toContain('draft')
})

test('what a teacher says stands with the work, and in what stands out', async () => {
  const advisor = await app.person({ role: 'advisor' })
  const { evidence } = await mother.call(parents).parentDashboard(of(child.id))
  await decide(
    app.db,
    evidence[0]!.id,
    { deciderId: advisor.id, now: app.parts.clock() },
    { decision: 'returned', comment: 'Show the other side, too.' },
  )
  const { evidence: after } = await mother.call(parents).parentDashboard(of(child.id))
  expect(after[0]).toMatchObject({ state: 'returned', comment: 'Show the other side, too.' })
  const { insights } = await mother.call(parents).parentInsights(of(child.id))
  expect(insights).toMatchObject([{ kind: 'returned', figures: [{ value: 1 }] }])
})

test('progress tells every week, also those without work, where the reader is', async () => {
  const { weeks } = await mother
    .call(parents)
    .parentProgress({ ...of(child.id), query: { weeks: 4, time_zone: 'Pacific/Auckland' } })
  expect(weeks).toHaveLength(4)
  expect(weeks.map(({ tasks }) => tasks)).toEqual([0, 0, 0, 1])
  expect(weeks.at(-1)!.pillars).toContainEqual({ pillar: 'creativity', xp: 100 })
  for (const { starts_on } of weeks) expect(new Date(starts_on).getUTCDay()).toBe(1)
})

test('a second child changes nothing about the first, and another family sees neither', async () => {
  const sister = await app.person({ dateOfBirth: app.birthdayAt(14) })
  await giveConsent(app, sister, mother)
  const { children } = await mother.call(parents).listChildren()
  expect(children.map(({ id }) => id).toSorted()).toEqual([child.id, sister.id].toSorted())
  expect(await mother.call(parents).parentInsights(of(sister.id))).toEqual({ insights: [] })

  const stranger = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  expect(await stranger.call(parents).listChildren()).toEqual({ children: [] })
  for (const call of ['parentDashboard', 'parentProgress', 'parentInsights'] as const) {
    await expect(stranger.call(parents)[call](of(child.id))).rejects.toMatchObject({ status: 404 })
  }
})
