import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { quests } from '#contract/quests'
import { befriend } from '#testing/message-builder'
import { asLearner, createQuest, words } from '#testing/quest-builder'
import { fileForm } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

// Several connections: concurrent requests must be limited like sequential ones.
let app: TestApp
beforeAll(async () => {
  app = await startApp({ poolSize: 10 })
})
afterAll(() => app.stop())

/** Sends `times` equal requests at once; returns the sorted statuses with their counts. */
const flood = async (person: Person, times: number, request: object) => {
  const answers = await Promise.all(
    Array.from({ length: times }, () =>
      app.http.inject({ method: 'POST', headers: person.headers, ...request }),
    ),
  )
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ statusCode }) => statusCode)].map(([status, of]) => [
      status,
      of.length,
    ]),
  )
}

describe('bounds hold however many requests come at once', () => {
  test('30 unfinished uploads', async () => {
    const ada = await app.person()
    const headers = { ...ada.headers, 'tus-resumable': '1.0.0', 'upload-length': '100' }
    const url = '/api/uploads/resumable'
    expect(await flood(ada, 45, { url, headers })).toEqual({ 201: 30, 409: 15 })
  })

  test('30 files at once are all stored', async () => {
    const ada = await app.person()
    const form = new Response(fileForm('A line of work.', 'work.txt'))
    const type = { 'content-type': form.headers.get('content-type')! }
    const request = { url: '/api/uploads', payload: Buffer.from(await form.arrayBuffer()) }
    const headers = { ...ada.headers, ...type }
    expect(await flood(ada, 30, { ...request, headers })).toEqual({ 201: 30 })
  })

  test('100 conversations begun in an hour', async () => {
    const [ada, ben] = [await app.person(), await app.person()]
    await befriend(app, ada, ben)
    const request = { url: '/api/conversations', payload: { participant_ids: [ben.id] } }
    for (let i = 0; i < 5; i += 1) expect(await flood(ada, 20, request)).toEqual({ 201: 20 })
    expect(await flood(ada, 1, request)).toEqual({ 429: 1 })
  })

  test('20 own tasks in a quest', async () => {
    const ada = await app.person()
    const { id } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await asLearner(ada).start(id)
    const payload = { title: 'Mine', instructions: '', pillar: 'creativity', xp: 50 }
    const url = `/api/quests/${id}/tasks`
    expect(await flood(ada, 30, { url, payload })).toEqual({ 201: 20, 409: 10 })
  })

  test('50 open links to a portfolio, and 50 to a transcript', async () => {
    const ada = await app.person()
    const payload = { label: 'Grandma', days: 7 }
    for (const url of ['/api/portfolio/links', '/api/transcript/shares']) {
      expect(await flood(ada, 60, { url, payload })).toEqual({ 201: 50, 409: 10 })
    }
  })
})

describe('work that is handed in and taken back', () => {
  const long = 'A long line of work. '.repeat(900)

  test('is not all on the page of the quest, and can be read one by one', async () => {
    const ada = await app.person()
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    const learner = asLearner(ada)
    await learner.start(id)
    for (const text of ['Short.', long, long, long]) {
      await learner.submit(tasks[0]!, text)
      await learner.withdraw(tasks[0]!)
    }
    const { attempts } = (await learner.see(id)).tasks[0]!
    expect(attempts.map(({ left_out }) => left_out)).toEqual([false, true, true, false])
    expect(attempts.map(({ blocks }) => blocks.length)).toEqual([1, 0, 0, 1])
    const read = (person: Person) =>
      person.call(quests).getAttempt({ params: { id: attempts[1]!.id } })
    expect(await read(ada)).toMatchObject({ number: 2, state: 'withdrawn', ...words(long) })
    await expect(read(await app.person())).rejects.toMatchObject({ status: 404 })
  })

  test('is read one by one where the work of a quest is very long, and its drafts have a limit', async () => {
    const ada = await app.person()
    const { id, tasks } = await createQuest(
      app.db,
      Array.from({ length: 12 }, () => ({ pillar: 'creativity' as const, xp: 60 })),
    )
    const learner = asLearner(ada)
    await learner.start(id)
    const page = { type: 'text' as const, text: '字'.repeat(20_000) }
    const { submitTask, saveDraft } = ada.call(quests)
    for (const task of tasks) {
      const body = { blocks: [page, page, page] }
      await submitTask({ params: { id: task }, body })
    }
    const shown = await learner.see(id)
    const omitted = shown.tasks.flatMap(({ attempts }) => attempts.filter((each) => each.left_out))
    expect(omitted).toMatchObject([{ blocks: [] }])
    const read = await ada.call(quests).getAttempt({ params: { id: omitted[0]!.id } })
    expect(read.blocks).toHaveLength(3)

    const save = (task: string) =>
      saveDraft({ params: { id: task }, body: { blocks: [page, page, page, page] } })
    for (const task of tasks.slice(0, 8)) await save(task)
    await expect(save(tasks[8]!)).rejects.toMatchObject({ status: 400 })
    await save(tasks[7]!)
  })

  test('is sixty thousand characters long at most; a draft may be somewhat longer', async () => {
    const ada = await app.person()
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await asLearner(ada).start(id)
    const page = { type: 'text' as const, text: long.repeat(2).slice(0, 20_000) }
    const { submitTask, saveDraft } = ada.call(quests)
    const task = { params: { id: tasks[0]! } }
    const more = { ...page, text: 'One more.' }
    const tooLong = { status: 400, message: expect.stringContaining('60000 characters') }
    await expect(
      submitTask({ ...task, body: { blocks: [page, page, page, more] } }),
    ).rejects.toMatchObject(tooLong)
    await saveDraft({ ...task, body: { blocks: [page, page, page, page] } })
    await expect(
      saveDraft({ ...task, body: { blocks: [page, page, page, page, more] } }),
    ).rejects.toMatchObject({ status: 400 })
    await submitTask({ ...task, body: { blocks: [page, page, page] } })
  })

  test('can be handed in fifty times, and then says whom to ask', async () => {
    const ada = await app.person()
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    const learner = asLearner(ada)
    await learner.start(id)
    for (let i = 0; i < 50; i += 1) {
      await learner.submit(tasks[0]!)
      await learner.withdraw(tasks[0]!)
    }
    await expect(learner.submit(tasks[0]!)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('handed in 50 times'),
    })
  })
})

test('who asks for many documents at once waits for them, and nobody else does', async () => {
  const [ada, ben] = [await app.person(), await app.person()]
  const get = { method: 'GET', url: '/api/transcript.pdf' } as const
  let made = 0
  const many = Array.from({ length: 30 }, async () => {
    const { statusCode } = await app.http.inject({ ...get, headers: ada.headers })
    made += 1
    return statusCode
  })
  const other = await app.http.inject({ ...get, headers: ben.headers })
  expect(other.statusCode).toBe(200)
  expect(made).toBeLessThan(15)
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
})
