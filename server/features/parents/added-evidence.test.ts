import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { files } from '#contract/files'
import { parents } from '#contract/parents'
import { progress } from '#contract/progress'
import { quests } from '#contract/quests'
import { assignLearner } from '#features/advising'
import { linkGuardian } from '#features/family'
import { decide } from '#features/reviews'
import { endGuardianship, recordConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { photoFromBerlin } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let mother: Person
beforeAll(async () => {
  app = await startApp({ env: { FILE_QUOTA_MB: '1' } })
  mother = await app.person({ role: 'parent', firstName: 'Ingrid', dateOfBirth: '1985-04-02' })
})
afterAll(() => app.stop())

let child: Person
let quest: Awaited<ReturnType<typeof createQuest>>
beforeEach(async () => {
  child = await app.person({ dateOfBirth: app.birthdayAt(10) })
  await recordConsent(app, child, mother)
  quest = await createQuest(app.db, [
    { pillar: 'creativity', xp: 100 },
    { pillar: 'communication', xp: 60 },
  ])
  await asLearner(child).start(quest.id)
})

type EvidenceInput = {
  task?: string
  text?: string
  caption?: string
  files?: (readonly [Buffer, string])[]
}

const formOf = ({ task = quest.tasks[0]!, text, caption, files = [] }: EvidenceInput) => {
  const form = new FormData()
  for (const [bytes, name] of files) form.append('file', new File([new Uint8Array(bytes)], name))
  form.set('task_id', task)
  if (caption !== undefined) form.set('caption', caption)
  if (text !== undefined) form.set('text', text)
  return form
}
const add = (sent: EvidenceInput, { by = mother, key }: { by?: Person; key?: string } = {}) =>
  by
    .call(parents)
    .addEvidence(
      { params: { id: child.id }, form: formOf(sent) },
      key === undefined ? {} : { idempotencyKey: key },
    )
const note = 'It flew for a whole minute!'
const firstTask = async () => (await asLearner(child).see(quest.id)).tasks[0]!
const opens = async (id: string, by: Person) =>
  (await app.http.inject({ url: `/api/files/${id}`, headers: by.headers })).statusCode

test('a mother’s photograph and note lie beside the child’s draft, and go in with the child’s work', async () => {
  const heic = await readFile('testing/photographs/berlin.heic')
  const added = await add({
    text: note,
    caption: 'In the park',
    files: [
      [await photoFromBerlin(), 'IMG_1.JPG'],
      [heic, 'IMG_2.jpg'],
    ],
  })
  expect(added).toMatchObject({
    submitter: 'parent',
    name: 'Ingrid',
    blocks: [
      { type: 'text', text: note, submitter: 'parent' },
      { type: 'image', caption: 'In the park', content_type: 'image/webp', name: 'IMG_1.webp' },
      { type: 'image', name: 'IMG_2.webp' },
    ],
  })
  expect((await firstTask()).added).toEqual([added])
  expect((await child.call(progress).dashboard()).added).toMatchObject([
    { id: added.id, task_id: quest.tasks[0], name: 'Ingrid' },
  ])

  const { attempt } = await asLearner(child).submit(quest.tasks[0]!, 'How I built it.')
  expect(attempt).toMatchObject({ submitter: 'self' })
  expect(attempt.blocks).toEqual([{ type: 'text', text: 'How I built it.' }, ...added.blocks])
  expect((await child.call(progress).dashboard()).added).toEqual([])
  expect(await mother.call(parents).listAdded({ params: { id: child.id } })).toEqual({ items: [] })
})

test('a child cannot hand in what a parent has brought alone', async () => {
  await add({ text: note })
  await expect(
    child.call(quests).submitTask({ params: { id: quest.tasks[0]! }, body: { blocks: [] } }),
  ).rejects.toMatchObject({ status: 400 })
})

test('what is returned keeps what was added for the next try, and nothing comes twice', async () => {
  const advisor = await app.person({ role: 'advisor' })
  await add({ text: note })
  const { attempt } = await asLearner(child).submit(quest.tasks[0]!)
  const by = { deciderId: advisor.id, now: app.parts.clock() }
  await decide(app.db, attempt.id, by, { decision: 'returned', comment: 'And the string?' })
  app.moveClock(1000)
  await add({ text: 'The string, too.' })
  const again = await asLearner(child).submit(quest.tasks[0]!, 'With a string.')
  expect(again.attempt.blocks.map(({ text }) => text)).toEqual([
    'With a string.',
    note,
    'The string, too.',
  ])
})

describe('what was added can be removed', () => {
  test('by the child, with its file', async () => {
    const added = await add({ files: [[await photoFromBerlin(), 'a.jpg']] })
    const file = added.blocks[0]!.file_id!
    expect([await opens(file, child), await opens(file, mother)]).toEqual([200, 200])
    await child.call(quests).removeAdded({ params: { id: added.id } })
    expect((await firstTask()).added).toEqual([])
    expect([await opens(file, child), await opens(file, mother)]).toEqual([404, 404])
  })

  test('by whoever added it, and by no other grown-up', async () => {
    const father = await fatherWith(['view', 'upload'])
    const added = await add({ text: note })
    const params = { id: child.id, added_id: added.id }
    await expect(father.call(parents).takeBackAdded({ params })).rejects.toMatchObject({
      status: 404,
    })
    await mother.call(parents).takeBackAdded({ params })
    expect((await firstTask()).added).toEqual([])
  })

  test('without the file that the child has handed in with another task', async () => {
    const added = await add({ files: [[await photoFromBerlin(), 'kite.jpg']] })
    const file_id = added.blocks[0]!.file_id!
    await child.call(quests).submitTask({
      params: { id: quest.tasks[1]! },
      body: { blocks: [{ type: 'image', file_id }] },
    })
    await mother.call(parents).takeBackAdded({ params: { id: child.id, added_id: added.id } })
    expect(await opens(file_id, child)).toBe(200)
  })

  test('without touching what was handed in', async () => {
    const added = await add({ files: [[await photoFromBerlin(), 'a.jpg']] })
    await asLearner(child).submit(quest.tasks[0]!)
    await child.call(quests).removeAdded({ params: { id: added.id } })
    expect(await opens(added.blocks[0]!.file_id!, mother)).toBe(200)
    expect((await firstTask()).attempts[0]!.blocks).toHaveLength(2)
  })
})

const fatherWith = async (scopes: ('view' | 'upload')[]) => {
  const father = await app.person({ role: 'parent', firstName: 'Lars', dateOfBirth: '1984-01-01' })
  await linkGuardian(app.db, {
    learnerId: child.id,
    email: father.email,
    name: 'Lars',
    scopes,
    origin: 'invitation',
    now: app.parts.clock(),
  })
  return father
}

describe('is refused', () => {
  test('without the scope, after the end of the link, and to other families, like a missing child', async () => {
    const father = await fatherWith(['view'])
    const stranger = await app.person({ role: 'parent', dateOfBirth: '1984-01-01' })
    const former = await fatherWith(['view', 'upload'])
    await endGuardianship(app, former)
    for (const by of [father, former, stranger, await app.person({ role: 'admin' })]) {
      await expect(add({ text: note }, { by })).rejects.toMatchObject({ status: 404 })
    }
    expect((await firstTask()).added).toEqual([])
  })

  test('when the link ends while the photograph arrives', async () => {
    const form = new Response(formOf({ text: note, files: [[await photoFromBerlin(), 'a.jpg']] }))
    const type = form.headers.get('content-type')!
    const body = Buffer.from(await form.arrayBuffer())
    const father = await fatherWith(['view', 'upload'])
    const slowly = async function* () {
      yield body.subarray(0, 500)
      await endGuardianship(app, father)
      yield body.subarray(500)
    }
    const answer = await app.http.inject({
      method: 'POST',
      url: `/api/parent/evidence/${child.id}`,
      headers: {
        ...father.headers,
        'content-type': type,
        'content-length': String(body.length),
      },
      payload: Readable.from(slowly()),
    })
    expect(answer.statusCode).toBe(404)
    expect((await firstTask()).added).toEqual([])
  })

  test.each([
    ['for a quest that was not started', /not been started/],
    ['for one that was set aside', /set aside/],
    ['for work that is handed in', /handed in/],
  ])('%s, with a sentence', async (what, message) => {
    const other = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    if (/set aside/.test(what)) await asLearner(child).leave(quest.id)
    if (/handed in/.test(what)) await asLearner(child).submit(quest.tasks[0]!)
    const task = /not started/.test(what) ? other.tasks[0]! : quest.tasks[0]!
    await expect(add({ task, text: note })).rejects.toMatchObject({ status: 409, message })
  })

  test('for a task that is not there, without anything in it, and for files of other kinds', async () => {
    const unknown = '7b0e4f0e-0000-4000-8000-000000000000'
    await expect(add({ task: unknown, text: note })).rejects.toMatchObject({ status: 404 })
    await expect(add({ text: '  ' })).rejects.toMatchObject({ status: 400 })
    await expect(add({ task: 'x', text: note })).rejects.toMatchObject({
      fields: { task_id: 'Please choose a task' },
    })
    const page = Buffer.from('<!doctype html><script>alert(1)</script>\0')
    await expect(add({ files: [[page, 'cat.jpg']] })).rejects.toMatchObject({ status: 415 })
    const many = Array.from({ length: 9 }, () => [Buffer.from('x'), 'x.txt'] as const)
    await expect(add({ files: many })).rejects.toMatchObject({ status: 400, message: /at most 8/ })
    expect((await firstTask()).added).toEqual([])
  })

  test('for 300 MB before they are sent', async () => {
    const response = await app.http.inject({
      method: 'POST',
      url: `/api/parent/evidence/${child.id}`,
      headers: {
        ...mother.headers,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(300 * 2 ** 20),
      },
      payload: '--x',
    })
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({ error: { message: /100 MB/ } })
  })

  test('when the child’s storage is full, and leaves nothing behind', async () => {
    const file = Buffer.alloc(600_000, 'words ')
    await add({ files: [[file, 'a.txt']] })
    await expect(add({ files: [[file, 'b.txt']] })).rejects.toMatchObject({ status: 413 })
    expect((await firstTask()).added).toHaveLength(1)
    await expect(
      mother.call(files).uploadFile({ form: formOf({ files: [[file, 'c.txt']] }) }),
    ).resolves.toMatchObject({ size: file.length })
  })
})

describe('sent again with the same key', () => {
  test('is added once, and answers the same', async () => {
    const sent = { text: note, files: [[await photoFromBerlin(), 'a.jpg'] as const] }
    const [first, second] = [await add(sent, { key: 'k1' }), await add(sent, { key: 'k1' })]
    expect(second).toEqual(first)
    expect((await firstTask()).added).toEqual([first])
  })

  test('with something else in it is refused', async () => {
    await add({ text: note }, { key: 'k2' })
    await expect(add({ text: 'Another' }, { key: 'k2' })).rejects.toMatchObject({ status: 422 })
  })

  test('does not bring back what was removed', async () => {
    const sent = { files: [[await photoFromBerlin(), 'a.jpg'] as const] }
    const added = await add(sent, { key: 'k3' })
    await child.call(quests).removeAdded({ params: { id: added.id } })
    await expect(add(sent, { key: 'k3' })).rejects.toMatchObject({ status: 409 })
    expect((await firstTask()).added).toEqual([])
    const { bytes } = await app.db
      .selectFrom('files')
      .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('size'), lit(0)).as('bytes'))
      .where('owner_id', '=', child.id)
      .executeTakeFirstOrThrow()
    expect(Number(bytes)).toBe(0)
  })
})

test('one parent does not see what the other has added before it is handed in', async () => {
  const father = await fatherWith(['view', 'upload'])
  const added = await add({ text: note, files: [[await photoFromBerlin(), 'a.jpg']] })
  const of = { params: { id: child.id } }
  expect((await mother.call(parents).listAdded(of)).items).toMatchObject([
    { id: added.id, quest_id: quest.id, task_title: 'Task 1' },
  ])
  expect(await father.call(parents).listAdded(of)).toEqual({ items: [] })
  expect(await opens(added.blocks[1]!.file_id!, father)).toBe(404)
  await asLearner(child).submit(quest.tasks[0]!)
  expect(await opens(added.blocks[1]!.file_id!, father)).toBe(200)
})

test('a mother sees the newest two hundred pieces that she has added to open tasks', async () => {
  const { tasks } = await createQuest(
    app.db,
    Array.from({ length: 10 }, () => ({ pillar: 'creativity' as const, xp: 50 })),
  )
  const words = tasks.flatMap((task_id) =>
    Array.from({ length: 20 }, () => ({ task_id, text: 'Look!' })),
  )
  await app.db
    .insertInto('added_evidence')
    .values(
      words.map(({ task_id, text }) => ({
        id: randomUUID(),
        learner_id: child.id,
        task_id,
        added_by: mother.id,
        submitter: 'parent',
        added_at: new Date(app.parts.clock().getTime() - 60_000).toISOString(),
        blocks: JSON.stringify([{ type: 'text', text, submitter: 'parent' }]),
      })),
    )
    .execute()
  const { id } = await add({ text: note })
  const { items } = await mother.call(parents).listAdded({ params: { id: child.id } })
  expect(items).toHaveLength(200)
  expect(items.at(-1)).toMatchObject({ id })
})

test('nothing is added while others have written twenty megabytes into open tasks', async () => {
  const other = await createQuest(app.db, [{ pillar: 'creativity', xp: 50 }])
  const [task_id] = other.tasks
  await app.db
    .insertInto('added_evidence')
    .values({
      id: randomUUID(),
      learner_id: child.id,
      task_id: task_id!,
      added_by: mother.id,
      submitter: 'parent',
      added_at: app.parts.clock().toISOString(),
      blocks: JSON.stringify([{ type: 'text', text: 'a'.repeat(20_000_000), submitter: 'parent' }]),
    })
    .execute()
  await expect(add({ text: note })).rejects.toMatchObject({ status: 409, message: /handed in/ })
  await asLearner(child).start(other.id)
  await asLearner(child).submit(task_id!)
  await add({ text: note })
})

test('a mother who may not add any more sees nothing of it', async () => {
  const aunt = await fatherWith(['view', 'upload'])
  const added = await add({ files: [[await photoFromBerlin(), 'a.jpg']] }, { by: aunt })
  expect(await opens(added.blocks[0]!.file_id!, aunt)).toBe(200)
  await endGuardianship(app, aunt)
  expect(await opens(added.blocks[0]!.file_id!, aunt)).toBe(404)
})

test('an advisor may add as well, and is named as one', async () => {
  const advisor = await app.person({ role: 'advisor', firstName: 'Samuel' })
  const now = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since: now })
  expect(await add({ text: note }, { by: advisor })).toMatchObject({
    submitter: 'advisor',
    name: 'Samuel',
  })
})
