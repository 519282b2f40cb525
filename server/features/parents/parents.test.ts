import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { parents } from '#contract/parents'
import { plan } from '#contract/plan'
import { linkGuardian } from '#features/family'
import { decide } from '#features/reviews'
import { addDays } from '#rules/plan'
import { recordConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let child: Person
let mother: Person
let quest: Awaited<ReturnType<typeof createQuest>>
beforeAll(async () => {
  app = await startApp()
  child = await app.person({ dateOfBirth: app.birthdayAt(10) })
  mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  await recordConsent(app, child, mother)
  quest = await createQuest(app.db, [
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
    active_quests: [
      {
        quest_id: quest.id,
        tasks_done: 1,
        personal: false,
        next_task: { task_id: quest.tasks[1] },
      },
    ],
    evidence: [{ task_id: quest.tasks[0], state: 'submitted', submitter: 'self' }],
    credits: { earned: 0 },
  })
  expect(JSON.stringify(seen)).not.toContain('draft')
})

test('a family in Kolkata opens its page by whatever name the browser has for the zone; it is stored by the present one', async () => {
  const father = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  await recordConsent(app, child, father)
  for (const time_zone of ['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kyiv', 'America/New_York'])
    await father.call(parents).parentDashboard({ ...of(child.id), query: { time_zone } })
  const body = { as_of: app.parts.clock().toISOString(), time_zone: 'Asia/Calcutta' }
  await father.call(parents).markSeen({ ...of(child.id), body })
  const { time_zone } = await app.db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', father.id)
    .executeTakeFirstOrThrow()
  expect(time_zone).toBe('Asia/Kolkata')
})

test('the family’s first screen has the week’s sentence and picture; withheld work only counts', async () => {
  const [kid, parent] = [
    await app.person({ dateOfBirth: app.birthdayAt(10) }),
    await app.person({ role: 'parent', dateOfBirth: '1985-04-02' }),
  ]
  await recordConsent(app, kid, parent)
  const own = await createQuest(app.db, [{ pillar: 'creativity', xp: 100 }], { title: 'Puddles' })
  const week = async () => {
    const { children } = await parent.call(parents).listChildren({})
    return children.find(({ id }) => id === kid.id)!.week
  }
  expect(await week()).toBeNull()
  await asLearner(kid).start(own.id)
  const words = 'The puddle shrank by a third each day, even at night.'
  const { attempt } = await asLearner(kid).submit(own.tasks[0]!, `# Day 1\n\n${words}`)
  expect(await week()).toMatchObject({
    is_current: true,
    tasks: 1,
    sentence: { words, task_title: 'Task 1', quest_title: 'Puddles' },
    picture: null,
  })
  const hold = (held_back: boolean) =>
    app.db.updateTable('attempts').set({ held_back }).where('id', '=', attempt.id).execute()
  await hold(true)
  expect(await week()).toMatchObject({ tasks: 1, sentence: null, picture: null })
})

test('work that the child has taken back says no more when the child was last active', async () => {
  const [kid, parent] = [
    await app.person({ dateOfBirth: app.birthdayAt(10) }),
    await app.person({ role: 'parent', dateOfBirth: '1985-04-02' }),
  ]
  await recordConsent(app, kid, parent)
  const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 100 }])
  await asLearner(kid).start(id)
  await asLearner(kid).submit(tasks[0]!)
  await asLearner(kid).withdraw(tasks[0]!)
  const { children } = await parent.call(parents).listChildren({})
  expect(children).toMatchObject([{ id: kid.id, last_active_at: null }])
})

test('older work is read page by page, each piece once, and nothing withheld', async () => {
  const [kid, parent] = [
    await app.person({ dateOfBirth: app.birthdayAt(10) }),
    await app.person({ role: 'parent', dateOfBirth: '1985-04-02' }),
  ]
  await recordConsent(app, kid, parent)
  const long = await createQuest(
    app.db,
    Array.from({ length: 16 }, () => ({ pillar: 'creativity' as const, xp: 50 })),
  )
  await asLearner(kid).start(long.id)
  for (const task of long.tasks) {
    await asLearner(kid).submit(task)
    app.moveClock(1000)
  }
  await app.db
    .updateTable('attempts')
    .set({ held_back: true })
    .where('learner_id', '=', kid.id)
    .where('task_id', '=', long.tasks[2]!)
    .execute()
  const call = parent.call(parents)
  const { evidence } = await call.parentDashboard(of(kid.id))
  expect(evidence).toHaveLength(12)
  const before = evidence.at(-1)!.submitted_at
  const first = await call.listWork({ ...of(kid.id), query: { before, limit: 2 } })
  const cursor = first.next_cursor!
  const second = await call.listWork({ ...of(kid.id), query: { before, limit: 2, cursor } })
  expect([...first.items, ...second.items].map(({ task_id }) => task_id)).toEqual(
    [3, 1, 0].map((i) => long.tasks[i]),
  )
  expect(second.next_cursor).toBeNull()
  const stranger = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  await expect(stranger.call(parents).listWork({ ...of(kid.id), query: {} })).rejects.toMatchObject(
    { status: 404 },
  )
})

test('a page of older work has two dozen pieces at most, because each may be long', async () => {
  const [kid, parent] = [
    await app.person({ dateOfBirth: app.birthdayAt(10) }),
    await app.person({ role: 'parent', dateOfBirth: '1985-04-02' }),
  ]
  await recordConsent(app, kid, parent)
  const { id: quest_id, tasks } = await createQuest(
    app.db,
    Array.from({ length: 30 }, () => ({ pillar: 'creativity' as const, xp: 50 })),
  )
  await asLearner(kid).start(quest_id)
  const submitted_at = app.parts.clock().toISOString()
  const attempt = { learner_id: kid.id, quest_id, blocks: '[]', number: 1, submitted_at }
  await app.db
    .insertInto('attempts')
    .values(tasks.map((task_id) => ({ ...attempt, id: randomUUID(), task_id, state: 'submitted' })))
    .execute()
  const page = (cursor?: string) =>
    parent
      .call(parents)
      .listWork({ ...of(kid.id), query: { limit: 100, ...(cursor && { cursor }) } })
  const first = await page()
  expect(first.items).toHaveLength(24)
  expect((await page(first.next_cursor!)).items).toHaveLength(6)
})

test('a page of older work ends with the piece that exceeds two megabytes', async () => {
  const [kid, parent] = [
    await app.person({ dateOfBirth: app.birthdayAt(10) }),
    await app.person({ role: 'parent', dateOfBirth: '1985-04-02' }),
  ]
  await recordConsent(app, kid, parent)
  const { id: quest_id, tasks } = await createQuest(
    app.db,
    Array.from({ length: 5 }, () => ({ pillar: 'creativity' as const, xp: 50 })),
  )
  await asLearner(kid).start(quest_id)
  const submitted_at = app.parts.clock().toISOString()
  const blocks = JSON.stringify([{ type: 'text', text: 'a'.repeat(900_000) }])
  const attempt = { learner_id: kid.id, quest_id, blocks, number: 1, submitted_at }
  await app.db
    .insertInto('attempts')
    .values(tasks.map((task_id) => ({ ...attempt, id: randomUUID(), task_id, state: 'submitted' })))
    .execute()
  const page = (cursor?: string) =>
    parent
      .call(parents)
      .listWork({ ...of(kid.id), query: { limit: 100, ...(cursor && { cursor }) } })
  const first = await page()
  expect(first.items).toHaveLength(3)
  const second = await page(first.next_cursor!)
  expect(second.items).toHaveLength(2)
  expect(second.next_cursor).toBeNull()
})

test('a guardian without the scope “view” sees the child in the list, and no figures', async () => {
  const father = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const link = {
    learnerId: child.id,
    email: father.email,
    name: 'X',
    origin: 'invitation',
  } as const
  await linkGuardian(app.db, { ...link, scopes: ['consent'], now: app.parts.clock() })
  const none = { level: null, xp_total: null, active_quests: null, last_active_at: null }
  expect((await father.call(parents).listChildren()).children).toMatchObject([
    { id: child.id, ...none },
  ])
  expect((await mother.call(parents).listChildren()).children).toMatchObject([
    { id: child.id, xp_total: 100, active_quests: 1, last_active_at: expect.any(String) },
  ])
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
  const { evidence: after, feedback } = await mother.call(parents).parentDashboard(of(child.id))
  expect(feedback).toMatchObject([{ comment: 'Show the other side, too.' }])
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
  await recordConsent(app, sister, mother)
  const { children } = await mother.call(parents).listChildren()
  expect(children.map(({ id }) => id).toSorted()).toEqual([child.id, sister.id].toSorted())
  expect(await mother.call(parents).parentInsights(of(sister.id))).toEqual({ insights: [] })

  const stranger = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  expect(await stranger.call(parents).listChildren()).toEqual({
    children: [],
    requests: [],
    waiting: [],
  })
  for (const call of ['parentDashboard', 'parentProgress', 'parentInsights'] as const) {
    await expect(stranger.call(parents)[call](of(child.id))).rejects.toMatchObject({ status: 404 })
  }
})

test('the calendar without days shows the current month', async () => {
  const today = app.parts.clock().toISOString().slice(0, 10)
  const call = mother.call(parents)
  const { items } = await call.parentCalendar(of(child.id))
  const last = new Date(Date.UTC(+today.slice(0, 4), +today.slice(5, 7), 0))
  const query = { from: `${today.slice(0, 7)}-01`, to: last.toISOString().slice(0, 10) }
  expect(items).toEqual((await call.parentCalendar({ ...of(child.id), query })).items)
  expect(items.length).toBeGreaterThan(0)
  await expect(
    call.parentCalendar({ ...of(child.id), query: { from: query.from } }),
  ).rejects.toMatchObject({ status: 400 })
})

describe('what is new', () => {
  const HOUR = 3_600_000
  const news = async (by: Person) => by.call(parents).parentNews(of(child.id))
  const look = async (by: Person) => {
    const seen = await news(by)
    const body = { as_of: seen.as_of, time_zone: 'Europe/Stockholm' }
    await by.call(parents).markSeen({ ...of(child.id), body })
    return seen
  }

  test('is nothing on the first visit, then what came since; another tab does not make it old', async () => {
    const father = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    await recordConsent(app, child, father)
    const nothing = { handed_in: 0, decided: 0, quests_completed: 0, badges_earned: 0 }
    expect(await look(father)).toMatchObject({ since: null, ...nothing })
    const first = app.parts.clock().toISOString()
    app.moveClock(HOUR)
    const later = await app.signIn(father.email)
    const kid = await app.signIn(child.email)
    await asLearner(kid).submit(quest.tasks[1]!)
    for (let tab = 0; tab < 2; tab += 1) {
      expect(await look(later)).toMatchObject({
        since: first,
        ...nothing,
        handed_in: 1,
        quests_completed: 1,
      })
    }
    // The mother has never marked the news as seen.
    expect(await news(await app.signIn(mother.email))).toMatchObject({ since: null })
    app.moveClock(HOUR / 2)
    expect(await news(await app.signIn(father.email))).toMatchObject({ ...nothing })
  })

  test('is not told to be seen before it happened', async () => {
    const aunt = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    await recordConsent(app, child, aunt)
    const body = { as_of: '2199-01-01T00:00:00.000Z' }
    await aunt.call(parents).markSeen({ ...of(child.id), body })
    const { seen_at } = await app.db
      .selectFrom('guardian_visits')
      .select('seen_at')
      .where('guardian_id', '=', aunt.id)
      .executeTakeFirstOrThrow()
    expect(seen_at).toBe(app.parts.clock().toISOString())
  })
})

describe('the calendar', () => {
  const dates = async (from: string, to: string, time_zone = 'UTC') => {
    const reader = await app.signIn(mother.email)
    const query = { from, to, time_zone }
    return (await reader.call(parents).parentCalendar({ ...of(child.id), query })).items
  }

  test('has what is planned, time off, and what was done, on the days where the reader is', async () => {
    const today = app.parts.clock().toISOString().slice(0, 10)
    const kid = await app.signIn(child.email)
    const other = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }], { title: 'A kite' })
    const [planned, off, back] = [addDays(today, 3), addDays(today, 5), addDays(today, 9)]
    await kid.call(plan).changePlan({
      ...of(child.id),
      body: {
        entries: [{ quest_id: other.id, target_date: planned, note: 'With wind' }],
        breaks: [{ from: off, to: back, label: 'Holidays' }],
      },
    })
    const items = await dates(addDays(today, -1), addDays(today, 20))
    expect(items).toContainEqual({
      id: `planned-${other.id}`,
      kind: 'planned',
      title: 'A kite',
      start: planned,
      end: addDays(planned, 1),
      all_day: true,
      time_zone: 'UTC',
      notes: 'With wind',
      href: `/quests/${other.id}`,
      quest_id: other.id,
    })
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'break', start: off, end: addDays(back, 1) }),
    )
    expect(items.filter(({ kind }) => kind === 'handed_in')).toHaveLength(2)
    expect(items.filter(({ kind }) => kind === 'returned')).toHaveLength(1)
    // A break that began before the range is included; anything outside is not.
    expect((await dates(back, addDays(back, 1))).map(({ kind }) => kind)).toEqual(['break'])
    expect(await dates(addDays(today, -900), addDays(today, -600))).toEqual([])
  })

  test('puts an evening’s work on the day that it was for the reader', async () => {
    const today = app.parts.clock().toISOString().slice(0, 10)
    const evening = addDays(today, 12)
    app.moveClock(Date.parse(`${evening}T23:30:00Z`) - app.parts.clock().getTime())
    const late = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    const kid = asLearner(await app.signIn(child.email))
    await kid.start(late.id)
    await kid.submit(late.tasks[0]!)
    expect(await dates(evening, evening)).toHaveLength(1)
    expect(await dates(evening, evening, 'Europe/Berlin')).toHaveLength(0)
    const morning = addDays(evening, 1)
    expect(await dates(morning, morning, 'Europe/Berlin')).toHaveLength(1)
  })

  test('covers 400 days at most', async () => {
    const from = addDays(app.parts.clock().toISOString().slice(0, 10), -100)
    expect(await dates(from, addDays(from, 399))).toEqual(expect.any(Array))
    for (const to of [addDays(from, 400), addDays(from, -1)]) {
      await expect(dates(from, to)).rejects.toMatchObject({
        status: 400,
        fields: { to: expect.any(String) },
      })
    }
  })
})
