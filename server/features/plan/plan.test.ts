import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { credits } from '#contract/credits'
import { notifications } from '#contract/notifications'
import { plan } from '#contract/plan'
import { progress } from '#contract/progress'
import { assignLearner } from '#features/advising'
import { endGuardianship, recordConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let bread: string
let birds: string
let stars: string
let advisor: Person
let ada: Person
beforeAll(async () => {
  app = await startApp()
  const quest = async (title: string) =>
    (await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }], { title })).id
  ;[bread, birds, stars] = [await quest('Bread'), await quest('Birds'), await quest('Stars')]
  advisor = await app.person({ role: 'advisor', firstName: 'Samuel', lastName: 'Okafor' })
})
beforeEach(async () => {
  ada = await app.person()
  await assign(advisor, ada)
})
afterAll(() => app.stop())

const assign = (to: Person, learner: Person) =>
  assignLearner(app.db, { advisorId: to.id, learnerId: learner.id, since: app.parts.clock() })
const dayIn = (days: number) =>
  new Date(app.parts.clock().getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10)

const planOf = (of: Person, by = of) => by.call(plan).getPlan({ params: { id: of.id } })
type Body = Parameters<ReturnType<typeof advisor.call<typeof plan>>['changePlan']>[0]['body']
const change = (body: Body, by = advisor, of = ada) =>
  by.call(plan).changePlan({ params: { id: of.id }, body })
const propose = (quest_id: string, by = ada, more: object = {}, idempotencyKey?: string) =>
  by
    .call(plan)
    .propose(
      { params: { id: ada.id }, body: { quest_id, ...more } },
      idempotencyKey ? { idempotencyKey } : {},
    )
const decide = (proposal_id: string, decision: 'accepted' | 'declined', words = '', by = advisor) =>
  by.call(plan).decideProposal({ params: { id: ada.id, proposal_id }, body: { decision, words } })
const titles = ({ entries }: { entries: { title: string }[] }) => entries.map(({ title }) => title)

describe('the plan', () => {
  test('is made by the advisor, and the learner sees it in its order', async () => {
    await change({
      entries: [
        { quest_id: stars, target_date: dayIn(20), note: 'Ask your aunt for the telescope' },
        { quest_id: bread, target_date: null },
      ],
      breaks: [{ from: dayIn(5), to: dayIn(9), label: 'At the sea' }],
    })
    const seen = await planOf(ada)
    expect(seen).toMatchObject({
      may_edit: false,
      entries: [
        {
          title: 'Stars',
          target_date: dayIn(20),
          note: 'Ask your aunt for the telescope',
          added_by: 'Samuel Okafor',
          state: 'new',
        },
        { title: 'Bread', target_date: null },
      ],
      breaks: [{ label: 'At the sea' }],
    })
    expect((await planOf(ada, advisor)).may_edit).toBe(true)
    await asLearner(ada).start(bread)
    expect((await planOf(ada)).entries[1]).toMatchObject({ state: 'active', tasks_total: 1 })
  })

  test('is not overwritten by somebody who has read an older one', async () => {
    const { version } = await planOf(ada)
    const first = await change({ version, entries: [{ quest_id: bread }] })
    await expect(change({ version, entries: [{ quest_id: birds }] })).rejects.toMatchObject({
      status: 409,
    })
    expect(titles(await planOf(ada))).toEqual(['Bread'])
    await change({ version: first.version, entries: [{ quest_id: birds }, { quest_id: bread }] })
    expect(titles(await planOf(ada))).toEqual(['Birds', 'Bread'])
  })

  test('keeps who added what, and what is archived since', async () => {
    const old = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }], { title: 'Old' })
    await change({ entries: [{ quest_id: old.id }] })
    await app.db
      .updateTable('quests')
      .set({ status: 'archived' })
      .where('id', '=', old.id)
      .execute()
    const other = await app.person({ role: 'advisor', firstName: 'Leila', lastName: 'Haddad' })
    await assign(other, ada)
    const after = await change({ entries: [{ quest_id: bread }, { quest_id: old.id }] }, other)
    expect(after.entries.map(({ title, added_by }) => [title, added_by])).toEqual([
      ['Bread', 'Leila Haddad'],
      ['Old', 'Samuel Okafor'],
    ])
  })

  test('takes no quest that is not there, no quest twice, and no break that ends before it begins', async () => {
    const draft = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }], { status: 'draft' })
    for (const quest_id of [draft.id, '7b0e4f0e-0000-4000-8000-000000000000']) {
      await expect(change({ entries: [{ quest_id: bread }, { quest_id }] })).rejects.toMatchObject({
        status: 400,
        fields: { 'entries.1.quest_id': expect.any(String) },
      })
    }
    const refused: Body[] = [
      { entries: [{ quest_id: bread }, { quest_id: bread }] },
      { entries: [{ quest_id: bread, target_date: '2026-02-30' }] },
      { entries: [], breaks: [{ from: dayIn(5), to: dayIn(4), label: 'x' }] },
      { entries: [], breaks: [{ from: dayIn(5), to: dayIn(5000), label: 'x' }] },
    ]
    for (const body of refused) await expect(change(body)).rejects.toMatchObject({ status: 400 })
    expect((await planOf(ada)).entries).toEqual([])
  })

  test('is changed by learners themselves only where they have no advisor at work', async () => {
    const body = { entries: [{ quest_id: bread, target_date: dayIn(3) }] }
    await expect(change(body, ada)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('propose'),
    })
    const gone = await app.person({ role: 'advisor' })
    await assign(gone, ada)
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', gone.id)
      .execute()
    expect((await planOf(ada)).may_edit).toBe(true)
    expect(titles(await change(body, ada))).toEqual(['Bread'])
  })
})

describe('the planner of credits uses the same plan', () => {
  const save = (quest_ids: string[]) =>
    ada.call(credits).tryPlan({ body: { quest_ids, save: true } })

  test('its quests are wishes without a day, which learners take back themselves', async () => {
    expect((await save([bread, birds])).quest_ids).toEqual([bread, birds])
    expect((await planOf(ada)).entries).toMatchObject([
      { title: 'Bread', target_date: null, added_by: 'Ada Lovelace' },
      { title: 'Birds', target_date: null },
    ])
    expect((await save([birds])).quest_ids).toEqual([birds])
  })

  test('what was agreed on with the advisor stays, with its day', async () => {
    await save([bread])
    await change({ entries: [{ quest_id: bread, target_date: dayIn(4) }, { quest_id: stars }] })
    expect((await save([birds])).quest_ids).toEqual([bread, stars, birds])
    expect((await planOf(ada)).entries[0]).toMatchObject({ title: 'Bread', target_date: dayIn(4) })
  })
})

describe('a proposal', () => {
  test('is put in the plan when it is accepted, and answered once', async () => {
    const made = await propose(birds, ada, { target_date: dayIn(8), note: 'The herons are back' })
    expect(made).toMatchObject({ is_own: true, decision: null, proposed_by: 'Ada Lovelace' })
    await expect(propose(birds)).rejects.toMatchObject({ status: 409 })
    expect((await planOf(ada, advisor)).proposals).toMatchObject([
      { title: 'Birds', is_own: false, note: 'The herons are back' },
    ])
    await decide(made.id, 'accepted', 'Gladly.')
    await expect(decide(made.id, 'declined')).rejects.toMatchObject({ status: 409 })
    const after = await planOf(ada)
    expect(after.entries).toMatchObject([
      { title: 'Birds', target_date: dayIn(8), note: 'The herons are back' },
    ])
    expect(after.proposals).toMatchObject([{ decision: 'accepted', words: 'Gladly.' }])
    await expect(propose(birds)).rejects.toMatchObject({ status: 409 })
  })

  test('that is declined leaves the plan as it is, and can come again', async () => {
    const { id } = await propose(stars)
    await decide(id, 'declined', 'In summer, when the nights are warm.')
    expect((await planOf(ada)).entries).toEqual([])
    await propose(stars)
  })

  test('comes a hundred times in ninety days from one person, decided ones included', async () => {
    const proposed_at = app.parts.clock().toISOString()
    const decided = { decision: 'declined', decided_at: proposed_at, proposed_at } as const
    const row = { ...decided, learner_id: ada.id, quest_id: bread, proposed_by: ada.id }
    await app.db
      .insertInto('plan_proposals')
      .values(Array.from({ length: 100 }, () => row))
      .execute()
    await expect(propose(stars)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('many proposals'),
    })
    await propose(stars, advisor)
  })

  test('arrives once, and is taken back by who made it alone', async () => {
    const first = await propose(bread, ada, {}, 'once')
    expect(await propose(bread, ada, {}, 'once')).toEqual(first)
    const withdraw = (by: Person) =>
      by.call(plan).withdrawProposal({ params: { id: ada.id, proposal_id: first.id } })
    await expect(withdraw(advisor)).rejects.toMatchObject({ status: 404 })
    await withdraw(ada)
    await expect(decide(first.id, 'accepted')).rejects.toMatchObject({ status: 404 })
  })

  test('of another learner cannot be answered', async () => {
    const bob = await app.person()
    const { id } = await bob
      .call(plan)
      .propose({ params: { id: bob.id }, body: { quest_id: bread } })
    await expect(decide(id, 'accepted')).rejects.toMatchObject({ status: 404 })
  })

  test('is answered without telling whoever proposed it and may no longer see the plan', async () => {
    const parent = await app.person({ role: 'parent' })
    await recordConsent(app, ada, parent)
    const ofParent = await propose(birds, parent)
    const ofFormer = await propose(stars, advisor)
    const next = await app.person({ role: 'advisor' })
    await assign(next, ada)
    await endGuardianship(app, parent)
    const titlesTo = async (person: Person) => {
      const { items } = await person.call(notifications).listNotifications()
      return items.map(({ title }) => title)
    }
    const before = await titlesTo(advisor)
    await decide(ofParent.id, 'accepted', '', next)
    await decide(ofFormer.id, 'declined', 'In summer.', next)
    expect(await titlesTo(parent)).toEqual([])
    expect(await titlesTo(advisor)).toEqual(before)
    const own = await propose(bread)
    await decide(own.id, 'accepted', '', next)
    expect(await titlesTo(ada)).toContain('Your proposed quest has been added to the plan')
  })

  test('comes from a guardian too, and needs a quest that is there', async () => {
    const parent = await app.person({ role: 'parent', firstName: 'Ingrid' })
    await recordConsent(app, ada, parent)
    expect(await propose(bread, parent)).toMatchObject({ proposed_by: 'Ingrid Lovelace' })
    await expect(propose('7b0e4f0e-0000-4000-8000-000000000000', parent)).rejects.toMatchObject({
      status: 400,
      fields: { quest_id: expect.any(String) },
    })
  })
})

test('planned days stand on the dashboard: soon, this week, and gone by without alarm', async () => {
  const dashboard = () => ada.call(progress).dashboard()
  const { week } = await dashboard()
  await change({
    entries: [
      { quest_id: stars, target_date: dayIn(40) },
      { quest_id: birds, target_date: week.starts_on },
      { quest_id: bread, target_date: dayIn(-9) },
    ],
  })
  const seen = await dashboard()
  expect(seen.due_soon).toMatchObject([
    { quest_title: 'Bread', due_on: dayIn(-9), started: false },
    { quest_title: 'Birds', due_on: week.starts_on },
  ])
  expect(seen.week.planned).toMatchObject([{ quest_title: 'Birds', completed: false }])
  const { tasks } = await asLearner(ada).start(birds)
  await asLearner(ada).submit(tasks[0]!.id)
  const after = await dashboard()
  expect(after.due_soon.map(({ quest_title }) => quest_title)).toEqual(['Bread'])
  expect(after.week.planned).toMatchObject([{ quest_title: 'Birds', completed: true }])
})
