import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'

import { profile } from '#contract/profile'
import { progress } from '#contract/progress'
import { type QuestQuery, quests } from '#contract/quests'
import { readQuestLibrary, storeLibrary } from '#features/quests'
import { PILLARS } from '#rules/pillars'
import { asLearner, createQuest, words } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await storeLibrary(app.db, await readQuestLibrary())
})
afterAll(() => app.stop())

const learner = async () => {
  const person = await app.person()
  return { ...person, ...asLearner(person) }
}
const creative = { pillar: 'creativity', xp: 60 } as const

describe('the list of quests', () => {
  let ada: Person
  beforeAll(async () => {
    ada = await app.person()
  })
  const find = (query: z.input<typeof QuestQuery>) => ada.call(quests).listQuests({ query })

  test('comes in pages that together hold every quest once', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    let total = 0
    do {
      const page: Awaited<ReturnType<typeof find>> = await find({
        limit: 5,
        ...(cursor ? { cursor } : {}),
      })
      expect(page.items.length).toBeLessThanOrEqual(5)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
      total = page.total
    } while (cursor)
    expect(total).toBeGreaterThanOrEqual(24)
    expect(new Set(seen).size).toBe(total)
    expect(seen).toHaveLength(total)
  })

  test('starts with what suits the learner’s age, and among it with what interests them', async () => {
    const wishes = [
      { age: 8, interests: 'football, kites', first: 'A kite that really flies' },
      { age: 15, interests: 'songs, languages', first: 'Sing your way into a language' },
    ]
    for (const { age, interests, first } of wishes) {
      const reader = await app.person({ dateOfBirth: app.birthdayAt(age) })
      await reader.call(profile).changeProfile({ body: { interests } })
      const { items } = await reader.call(quests).listQuests({ query: { limit: 6 } })
      expect(items[0]!.title).toBe(first)
      expect(items.every((quest) => quest.age_min <= age && age <= quest.age_max)).toBe(true)
    }
  })

  test('a cursor that was made up is refused', async () => {
    await expect(find({ cursor: 'made-up' })).rejects.toMatchObject({ status: 400 })
  })

  test('puts quests whose title has the words before those that only speak of them', async () => {
    const { items } = await find({ search: 'bread' })
    expect(items[0]!.title).toBe('Bread from four corners')
    expect(items.map(({ title }) => title)).toContain('Chemistry of a kitchen')
  })

  test('is found by words of the title, from their beginnings', async () => {
    const [first] = (await find({ limit: 1 })).items
    const start = first!.title
      .split(' ')
      .find((word) => word.length > 4)!
      .slice(0, 4)
    expect((await find({ search: start, limit: 100 })).items.map(({ id }) => id)).toContain(
      first!.id,
    )
    expect(await find({ search: 'xyzzyplugh' })).toMatchObject({
      items: [],
      total: 0,
      next_cursor: null,
    })
    expect((await find({ search: "!!'&|" })).total).toBeGreaterThan(0)
  })

  test('is narrowed by pillar, subject, hours and age, and sorted as asked', async () => {
    for (const pillar of PILLARS) {
      const { items } = await find({ pillar, limit: 100 })
      expect(items.length).toBeGreaterThan(0)
      expect(items.every(({ pillars }) => pillars.includes(pillar))).toBe(true)
    }
    const science = (await find({ subject: 'science', limit: 100 })).items
    expect(science.every(({ subjects }) => subjects.includes('science'))).toBe(true)
    const short = (await find({ max_hours: 3, limit: 100 })).items
    expect(short.length).toBeGreaterThan(0)
    expect(short.every(({ estimated_hours }) => estimated_hours <= 3)).toBe(true)
    const quick = (await find({ max_days: 1, limit: 100 })).items
    const inTwoWeeks = await find({ max_days: 14, limit: 100 })
    expect(inTwoWeeks.total).toBeGreaterThan(quick.length)
    expect(quick.every(({ span_days }) => (span_days ?? 1) === 1)).toBe(true)
    const young = (await find({ age: 8, limit: 100 })).items
    expect(young.every(({ age_min, age_max }) => age_min <= 8 && age_max >= 8)).toBe(true)
    const titles = (await find({ sort: 'title', limit: 100 })).items.map(({ title }) => title)
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'en')))
    const xp = (await find({ sort: 'most_xp', limit: 100 })).items.map(({ total_xp }) => total_xp)
    expect(xp).toEqual(xp.toSorted((a, b) => b - a))
  })

  test('shows how far one is with each, and can show only those', async () => {
    const bob = await learner()
    const { id, tasks } = await createQuest(app.db, [creative, creative])
    await bob.start(id)
    await bob.submit(tasks[0]!)
    const { items } = await bob.call(quests).listQuests({ query: { status: 'active' } })
    expect(items).toMatchObject([{ id, state: 'active', tasks_done: 1, tasks_total: 2 }])
    expect((await bob.call(quests).listQuests({ query: { status: 'completed' } })).items).toEqual(
      [],
    )
    expect((await find({ status: 'active' })).items).toEqual([])
  })

  test('holds no drafts and nothing archived', async () => {
    const draft = await createQuest(app.db, [creative], { status: 'draft' })
    const old = await createQuest(app.db, [creative], { status: 'archived' })
    const { items } = await find({ limit: 100, sort: 'newest' })
    const ids = items.map(({ id }) => id)
    expect(ids).not.toContain(draft.id)
    expect(ids).not.toContain(old.id)
    await expect(asLearner(ada).see(old.id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('taking up a quest', () => {
  test('once, however often one asks; leaving keeps the work and starting again resumes it', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative, creative])
    expect((await ada.see(id)).enrollment).toBeNull()
    const { enrollment } = await ada.start(id)
    expect((await ada.start(id)).enrollment).toEqual(enrollment)
    await ada.submit(tasks[0]!)

    expect((await ada.leave(id)).enrollment).toMatchObject({ state: 'left' })
    await expect(ada.submit(tasks[1]!)).rejects.toMatchObject({ status: 409 })
    const resumed = await ada.start(id)
    expect(resumed.enrollment).toMatchObject({
      state: 'active',
      started_at: enrollment!.started_at,
    })
    expect(resumed.tasks.map(({ done }) => done)).toEqual([true, false])
  })

  test('a completed quest cannot be left, nor one that was never started', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    await expect(ada.leave(id)).rejects.toMatchObject({ status: 409 })
    await ada.start(id)
    await ada.submit(tasks[0]!)
    await expect(ada.leave(id)).rejects.toMatchObject({ status: 409 })
  })

  test('only when the quests it builds on are complete', async () => {
    const ada = await learner()
    const first = await createQuest(app.db, [creative], { title: 'The first steps' })
    const second = await createQuest(app.db, [creative], { after: first.id })
    await expect(ada.start(second.id)).rejects.toMatchObject({
      status: 409,
      message: 'Complete "The first steps" first.',
    })
    await ada.start(first.id)
    await ada.submit(first.tasks[0]!)
    const started = await ada.start(second.id)
    expect(started.prerequisites).toEqual([
      { id: first.id, title: 'The first steps', completed: true },
    ])
    // A started quest stays open when its prerequisite becomes incomplete again.
    await ada.withdraw(first.tasks[0]!)
    await ada.submit(second.tasks[0]!)
  })

  test('is asked for before handing in', async () => {
    const ada = await learner()
    const { tasks } = await createQuest(app.db, [creative])
    await expect(ada.submit(tasks[0]!)).rejects.toMatchObject({
      status: 409,
      message: 'Start the quest first.',
    })
  })
})

describe('handing in', () => {
  test('earns the XP of the task at once, and only once while it stands', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative, { pillar: 'communication', xp: 80 }])
    await ada.start(id)
    const outcome = await ada.submit(tasks[0]!)
    expect(outcome).toMatchObject({
      xp_change: 60,
      bonus_change: 0,
      quest_completed: false,
      attempt: { number: 1, state: 'submitted', submitter: 'self' },
      xp: { total: 60 },
    })
    await expect(ada.submit(tasks[0]!)).rejects.toMatchObject({ status: 409 })
  })

  test('again after taking back makes the next attempt, nets the XP once, and keeps the history', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative, creative])
    await ada.start(id)
    await ada.submit(tasks[0]!, 'First try.')
    expect(await ada.withdraw(tasks[0]!)).toMatchObject({ xp_change: -60, xp: { total: 0 } })
    await expect(ada.withdraw(tasks[0]!)).rejects.toMatchObject({ status: 409 })
    expect(await ada.submit(tasks[0]!, 'Second try.')).toMatchObject({
      xp_change: 60,
      xp: { total: 60 },
    })
    const [task] = (await ada.see(id)).tasks
    expect(task).toMatchObject({ done: true, xp_earned: 60 })
    expect(
      task!.attempts.map(({ number, state, blocks }) => [number, state, blocks[0]?.text]),
    ).toEqual([
      [1, 'withdrawn', 'First try.'],
      [2, 'submitted', 'Second try.'],
    ])
    const kinds = await app.db
      .selectFrom('xp_entries')
      .select(['kind', 'amount'])
      .where('learner_id', '=', ada.id)
      .orderBy('id')
      .execute()
    expect(kinds).toEqual([
      { kind: 'task', amount: 60 },
      { kind: 'reversal', amount: -60 },
      { kind: 'task', amount: 60 },
    ])
  })

  test('after a return makes the next attempt without earning twice', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    await ada.start(id)
    const { attempt } = await ada.submit(tasks[0]!)
    await app.db
      .updateTable('attempts')
      .set({ state: 'returned', comment: 'Show how you got there.' })
      .where('id', '=', attempt.id)
      .execute()
    expect(await ada.submit(tasks[0]!)).toMatchObject({ attempt: { number: 2 }, xp_change: 0 })
  })

  test('the last required task completes the quest: half of its XP, evenly over its pillars, to the point', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [
      { pillar: 'cultural_literacy', xp: 55 },
      { pillar: 'creativity', xp: 50 },
      { pillar: 'communication', xp: 100 },
      { pillar: 'practical_skills', xp: 50, required: false },
    ])
    expect(await ada.start(id)).toMatchObject({ total_xp: 255, bonus_xp: 127 })
    await ada.submit(tasks[0]!)
    await ada.submit(tasks[1]!)
    const last = await ada.submit(tasks[2]!)
    expect(last).toMatchObject({ xp_change: 100, bonus_change: 127, quest_completed: true })
    // 127 over four pillars: 31 each, and one more for each of the first three.
    const xp = Object.fromEntries(last.xp.pillars.map((pillar) => [pillar.pillar, pillar.xp]))
    expect(xp).toEqual({
      creativity: 50 + 32,
      critical_thinking: 0,
      practical_skills: 32,
      communication: 100 + 32,
      cultural_literacy: 55 + 31,
    })
    expect((await ada.see(id)).enrollment).toMatchObject({ state: 'completed', bonus_xp: 127 })

    const optional = await ada.submit(tasks[3]!)
    expect(optional).toMatchObject({ xp_change: 50, bonus_change: 0, quest_completed: false })
    const back = await ada.withdraw(tasks[1]!)
    expect(back).toMatchObject({ xp_change: -50, bonus_change: -127 })
    expect(back.enrollment).toMatchObject({ state: 'active', completed_at: null, bonus_xp: 0 })
    expect(await ada.submit(tasks[1]!)).toMatchObject({ bonus_change: 127, quest_completed: true })
  })

  test('needs evidence, and only what can be followed', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    await ada.start(id)
    const submit = (blocks: unknown[]) =>
      ada.call(quests).submitTask({ params: { id: tasks[0]! }, body: { blocks: blocks as never } })
    for (const blocks of [
      [],
      [{ type: 'text', text: '   ' }],
      [{ type: 'link', url: 'javascript:alert(1)' }],
      [{ type: 'video', url: 'not an address' }],
      [{ type: 'file', file_id: ada.id }],
      [{ type: 'spell', text: 'x' }],
    ])
      await expect(submit(blocks)).rejects.toMatchObject({ status: 400 })
    expect((await ada.see(id)).tasks[0]!.attempts).toEqual([])
  })
})

describe('own tasks', () => {
  test('are seen by their learner alone, and earn nothing before an advisor confirms them', async () => {
    const ada = await learner()
    const bob = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    const body = { title: 'My own', pillar: 'communication', xp: 90 } as const
    await expect(ada.call(quests).addOwnTask({ params: { id }, body })).rejects.toMatchObject({
      status: 409,
    })
    await ada.start(id)
    await bob.start(id)
    const own = await ada.call(quests).addOwnTask({ params: { id }, body })
    expect(own).toMatchObject({ own: true, xp_confirmed: false, required: false })
    expect((await bob.see(id)).tasks.map((task) => task.id)).toEqual(tasks)
    await expect(bob.submit(own.id)).rejects.toMatchObject({ status: 404 })
    expect(await ada.submit(own.id)).toMatchObject({ xp_change: 0, quest_completed: false })
    expect(await ada.submit(tasks[0]!)).toMatchObject({ bonus_change: 30, quest_completed: true })
  })

  test('earn from 50 to 100 XP, and a quest takes twenty', async () => {
    const ada = await learner()
    const { id } = await createQuest(app.db, [creative])
    await ada.start(id)
    const add = (xp: number) =>
      ada.call(quests).addOwnTask({
        params: { id },
        body: { title: 'My own', pillar: 'creativity', xp },
      })
    await expect(add(49)).rejects.toMatchObject({ status: 400 })
    await expect(add(101)).rejects.toMatchObject({ status: 400 })
    for (let i = 0; i < 20; i += 1) await add(50 + i)
    await expect(add(50)).rejects.toMatchObject({ status: 409 })
  })
})

test('a draft that another device has changed meanwhile is not replaced', async () => {
  const { id, tasks } = await createQuest(app.db, [creative])
  const ada = await learner()
  await ada.start(id)
  const params = { id: tasks[0]! }
  const save = (reflection: string, based_on?: string | null) =>
    ada.call(quests).saveDraft({ params, body: { blocks: [], reflection, based_on } })
  const first = await save('On the phone', null)
  await expect(save('On the laptop', null)).rejects.toMatchObject({
    status: 409,
    fields: { based_on: expect.any(String) },
  })
  const second = await save('On the phone, later', first.updated_at)
  await expect(save('On the laptop', first.updated_at)).rejects.toMatchObject({ status: 409 })
  expect((await ada.see(id)).tasks[0]!.draft).toMatchObject({ reflection: 'On the phone, later' })
  await save('Both', second.updated_at)
  await save('Whatever was there')
  expect((await ada.see(id)).tasks[0]!.draft).toMatchObject({ reflection: 'Whatever was there' })
})

test('work is handed in on the draft that it continues, and not over what another device has written since', async () => {
  const { id, tasks } = await createQuest(app.db, [creative, creative])
  const ada = await learner()
  await ada.start(id)
  const params = { id: tasks[0]! }
  const save = (text: string) => ada.call(quests).saveDraft({ params, body: words(text) })
  const submit = (based_on: string | null | undefined, key?: string) =>
    ada
      .call(quests)
      .submitTask({ params, body: { ...words('Done.'), based_on } }, { idempotencyKey: key })
  const first = await save('On the laptop')
  const second = await save('On the phone')
  for (const outdated of [null, first.updated_at]) {
    await expect(submit(outdated)).rejects.toMatchObject({
      status: 409,
      fields: { based_on: expect.any(String) },
    })
  }
  expect((await ada.see(id)).tasks[0]).toMatchObject({
    draft: words('On the phone'),
    attempts: [],
  })
  const { attempt } = await submit(second.updated_at, 'key')
  expect((await ada.see(id)).tasks[0]!.draft).toBeNull()
  // Its response was lost; an older version of the app retries without naming a draft.
  expect(await submit(undefined, 'key')).toMatchObject({ attempt: { id: attempt.id } })
  // Without a draft on the server, nothing can be lost.
  const other = { params: { id: tasks[1]! }, body: { ...words('Done.'), based_on: null } }
  await ada.call(quests).submitTask(other)
})

test('a draft is kept for its learner until the task is handed in', async () => {
  const ada = await learner()
  const bob = await learner()
  const { id, tasks } = await createQuest(app.db, [creative])
  await ada.start(id)
  await bob.start(id)
  const params = { id: tasks[0]! }
  const draft = { blocks: [{ type: 'link' as const, url: 'https://exam' }], reflection: 'So far' }
  await ada.call(quests).saveDraft({ params, body: { blocks: [], reflection: '' } })
  await ada.call(quests).saveDraft({ params, body: draft })
  expect((await ada.see(id)).tasks[0]!.draft).toMatchObject(draft)
  expect((await ada.call(progress).dashboard()).next).toMatchObject({ has_draft: true })
  expect((await bob.see(id)).tasks[0]!.draft).toBeNull()
  await ada.call(quests).submitTask({ params, body: words('Done.') })
  expect((await ada.see(id)).tasks[0]!.draft).toBeNull()
})

describe('what was handed in stays as it was, whoever asks the database', () => {
  test('neither an attempt nor the ledger can be edited or deleted', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    await ada.start(id)
    const { attempt } = await ada.submit(tasks[0]!)
    const attempts = app.db.updateTable('attempts').where('id', '=', attempt.id)
    await expect(attempts.set({ blocks: '[]' }).execute()).rejects.toThrow(/does not change/)
    await expect(attempts.set({ reflection: 'x' }).execute()).rejects.toThrow(/does not change/)
    await expect(attempts.set({ state: 'returned' }).execute()).rejects.toThrow(/check constraint/)
    const entries = app.db.updateTable('xp_entries').where('learner_id', '=', ada.id)
    await expect(entries.set({ amount: 1000 }).execute()).rejects.toThrow(/only ever added/)
    const gone = app.db.deleteFrom('xp_entries').where('learner_id', '=', ada.id)
    await expect(gone.execute()).rejects.toThrow(/only ever added/)
  })
})
