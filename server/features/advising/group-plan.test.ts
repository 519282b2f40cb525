import { afterAll, beforeAll, expect, test } from 'vitest'

import { groups } from '#contract/groups'
import { notifications } from '#contract/notifications'
import { plan } from '#contract/plan'
import { changeDuring } from '#testing/change-during'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { assignLearner } from './assign.ts'

let app: TestApp
let bread: string
let stars: string
beforeAll(async () => {
  app = await startApp({ poolSize: 3 })
  const quest = async (title: string) =>
    (await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }], { title })).id
  ;[bread, stars] = [await quest('Bread'), await quest('Stars')]
})
afterAll(() => app.stop())

const of = (id: string) => ({ params: { id } })
const learnerOf = async (advisor: Person, firstName: string) => {
  const learner = await app.person({ firstName })
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: learner.id, since })
  return learner
}
const groupOf = async (...names: string[]) => {
  const advisor = await app.person({ role: 'advisor', firstName: 'Samuel' })
  const learners: Person[] = []
  for (const name of names) learners.push(await learnerOf(advisor, name))
  const { id } = await advisor
    .call(groups)
    .createLearnerGroup({ body: { name: 'Bakers', learner_ids: learners.map((each) => each.id) } })
  return { advisor, learners, id }
}
type Entry = { quest_id: string; target_date?: string; note?: string }
const give = (advisor: Person, id: string, entries: Entry[], idempotencyKey?: string) =>
  advisor
    .call(groups)
    .giveToGroup({ ...of(id), body: { entries } }, idempotencyKey ? { idempotencyKey } : {})
const entriesOf = async (learner: Person) =>
  (await learner.call(plan).getPlan(of(learner.id))).entries
const planOf = async (learner: Person) =>
  (await entriesOf(learner)).map(({ title, target_date }) => `${title} ${target_date}`)
const move = (learner: Person, quest_id: string, target_date: string) =>
  learner.call(plan).movePlannedDay({ params: { id: learner.id, quest_id }, body: { target_date } })

test('a week of quests goes into each learner’s plan in one act, and each is told once', async () => {
  const { advisor, learners, id } = await groupOf('Ada', 'Ben')
  const [ada, ben] = learners as [Person, Person]
  const week = [
    { quest_id: bread, target_date: '2027-03-01', note: 'Bring flour' },
    { quest_id: stars, target_date: '2027-03-04' },
  ]
  expect(await give(advisor, id, week)).toEqual({ learner_count: 2, not_given: [] })
  expect(await planOf(ada)).toEqual(['Bread 2027-03-01', 'Stars 2027-03-04'])
  expect((await entriesOf(ben))[0]).toMatchObject({
    note: 'Bring flour',
    added_by: 'Samuel Lovelace',
    movable: true,
  })
  const { items } = await ben.call(notifications).listNotifications({ query: {} })
  expect(items.map(({ title, path }) => `${title} ${path}`)).toEqual([
    'New in your plan: 2 quests /plan',
  ])
})

test('giving again gives nothing twice, and says for whom it was not possible and why', async () => {
  const { advisor, learners, id } = await groupOf('Ada', 'Ben', 'Cleo')
  const [ada, ben, cleo] = learners as [Person, Person, Person]
  const ofAda = { params: { id: ada.id }, body: { entries: [{ quest_id: bread }] } }
  await advisor.call(plan).changePlan(ofAda)
  await asLearner(ben).start(bread)
  await app.db
    .updateTable('enrollments')
    .set({ state: 'completed' })
    .where('learner_id', '=', ben.id)
    .execute()
  const given = await give(advisor, id, [{ quest_id: bread }], 'the-same-act')
  expect(given.learner_count).toBe(1)
  expect(
    given.not_given.map(({ learner, reason }) => [learner.first_name, reason]).toSorted(),
  ).toEqual([
    ['Ada', 'planned'],
    ['Ben', 'completed'],
  ])
  expect(await give(advisor, id, [{ quest_id: bread }], 'the-same-act')).toEqual(given)
  const again = await give(advisor, id, [{ quest_id: bread }])
  expect(again.learner_count).toBe(0)
  expect(await planOf(cleo)).toEqual(['Bread null'])
  expect(await planOf(ada)).toEqual(['Bread null'])
})

test('a full plan takes no more, and two gifts at the same time are both there', async () => {
  const { advisor, learners, id } = await groupOf('Ada')
  const [ada] = learners as [Person]
  const many: string[] = []
  for (let n = 0; n < 99; n += 1) {
    many.push((await createQuest(app.db, [{ pillar: 'creativity', xp: 50 }])).id)
  }
  await advisor.call(plan).changePlan({
    params: { id: ada.id },
    body: { entries: many.map((quest_id) => ({ quest_id })) },
  })
  const results = await Promise.all([
    give(advisor, id, [{ quest_id: bread }]),
    give(advisor, id, [{ quest_id: stars }]),
  ])
  expect(results.map(({ learner_count }) => learner_count).toSorted()).toEqual([0, 1])
  expect(results.flatMap(({ not_given }) => not_given.map(({ reason }) => reason))).toEqual([
    'full',
  ])
  expect(await entriesOf(ada)).toHaveLength(100)
})

test('each learner moves the day of what their group was given, and of nothing else in the plan', async () => {
  const { advisor, learners, id } = await groupOf('Ada', 'Ben')
  const [ada, ben] = learners as [Person, Person]
  await advisor.call(plan).changePlan({
    params: { id: ada.id },
    body: {
      entries: [{ quest_id: stars, target_date: '2027-02-01' }],
      breaks: [{ from: '2027-02-27', to: '2027-03-03', label: 'At the sea' }],
    },
  })
  await give(advisor, id, [{ quest_id: bread, target_date: '2027-03-01' }])
  expect(await planOf(ada)).toEqual(['Stars 2027-02-01', 'Bread 2027-03-04'])
  await move(ada, bread, '2027-03-09')
  expect(await planOf(ada)).toEqual(['Stars 2027-02-01', 'Bread 2027-03-09'])
  expect(await planOf(ben)).toEqual(['Bread 2027-03-01'])
  await expect(move(ada, stars, '2027-03-09')).rejects.toMatchObject({ status: 403 })
  await expect(move(ben, stars, '2027-03-09')).rejects.toMatchObject({ status: 404 })
  // An advisor’s change of the plan keeps the learner's right to move.
  await advisor.call(plan).changePlan({
    params: { id: ben.id },
    body: { entries: [{ quest_id: bread, target_date: '2027-03-20' }] },
  })
  await move(ben, bread, '2027-03-21')
  expect(await planOf(ben)).toEqual(['Bread 2027-03-21'])
  const stranger = await app.person()
  await expect(
    stranger.call(plan).movePlannedDay({
      params: { id: ada.id, quest_id: bread },
      body: { target_date: '2027-03-09' },
    }),
  ).rejects.toMatchObject({ status: 404 })
})

test('a learner who leaves the care while quests are given gets none of them', async () => {
  const { advisor, learners, id } = await groupOf('Ada', 'Ben')
  const [ada, ben] = learners as [Person, Person]
  const next = await app.person({ role: 'advisor' })
  const given = await changeDuring(
    app,
    (db) => {
      const since = app.parts.clock()
      return assignLearner(db, { advisorId: next.id, learnerId: ada.id, since })
    },
    () => give(advisor, id, [{ quest_id: bread }]),
  )
  expect(given).toEqual({ learner_count: 1, not_given: [] })
  expect(await planOf(ada)).toEqual([])
  expect(await planOf(ben)).toEqual(['Bread null'])
})

test('only published quests are given, and a note that a family could not read is refused', async () => {
  const { advisor, learners, id } = await groupOf('Ada')
  const draft = await createQuest(app.db, [{ pillar: 'creativity', xp: 50 }], { status: 'draft' })
  await expect(give(advisor, id, [{ quest_id: draft.id }])).rejects.toMatchObject({
    status: 400,
    fields: { 'entries.0.quest_id': 'This quest is not available to everyone.' },
  })
  const [ada] = learners as [Person]
  await app.db
    .updateTable('users')
    .set({ date_of_birth: app.birthdayAt(14) })
    .where('id', '=', ada.id)
    .execute()
  const note = 'Tell me if your father hits you again'
  await expect(give(advisor, id, [{ quest_id: bread, note }])).rejects.toMatchObject({
    status: 400,
    code: 'not_saved',
  })
  expect(await planOf(ada)).toEqual([])
})
