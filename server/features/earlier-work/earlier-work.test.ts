import { createHash } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Archive, earlierWork, MAX_RECORD } from '#contract/earlier-work'
import { files } from '#contract/files'
import { privacy } from '#contract/privacy'
import { progress } from '#contract/progress'
import { quests } from '#contract/quests'
import { assignLearner } from '#features/advising'
import { sweepFiles } from '#features/files'
import { eventually } from '#testing/eventually'
import { recordConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { readZip } from '#testing/read-zip'
import { fileForm, PDF, photoFromBerlin } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

/** Three sites, each with its own database. */
let there: TestApp
let here: TestApp
let later: TestApp
let quest: Awaited<ReturnType<typeof createQuest>>
beforeAll(async () => {
  const site = (PUBLIC_URL: string) => startApp({ work: true, env: { PUBLIC_URL } })
  there = await site('https://there.example')
  here = await site('https://here.example')
  later = await site('https://later.example')
  quest = await createQuest(there.db, [{ pillar: 'creativity', xp: 60 }])
})
afterAll(() => Promise.all([there.stop(), here.stop(), later.stop()]))

type Zip = Map<string, Buffer>

const exported = async (app: TestApp, person: Person): Promise<Zip> => {
  app.moveClock(60_000)
  const { id } = await person.call(privacy).requestExport()
  const url = await eventually(async () => {
    const { items } = await person.call(privacy).listExports()
    const made = items.find((each) => each.id === id)
    expect(made?.state).toBe('ready')
    return made!.url!
  })
  return readZip((await app.http.inject({ url, headers: person.headers })).rawPayload)
}

const archiveIn = (zip: Zip) => JSON.parse(zip.get('record.json')!.toString()) as Archive

const upload = async (person: Person, bytes: Buffer, name: string) =>
  (await person.call(files).uploadFile({ form: fileForm(bytes, name) })).id

/** Uploads an archive the way the page does. */
const uploaded = async (person: Person, zip: Zip, record: unknown = archiveIn(zip)) => ({
  record: await upload(person, Buffer.from(JSON.stringify(record)), 'record.json'),
  files: await Promise.all(
    archiveIn(zip).files.map(async ({ key, path, name }) => ({
      key,
      file_id: await upload(person, zip.get(path)!, name),
    })),
  ),
})

const bring = async (person: Person, zip: Zip, more: { of?: string; replace?: boolean } = {}) => {
  const { of = person.id, ...options } = more
  const body = { ...(await uploaded(person, zip)), ...options }
  return person.call(earlierWork).bringEarlierWork({ params: { id: of }, body })
}

/** Difference between two images of the same size: mean over all channel values, out of 255. */
const distance = async (one: Buffer, other: Buffer): Promise<number> => {
  const composed = sharp(one).composite([{ input: other, blend: 'difference' }])
  const { channels } = await sharp(await composed.toBuffer())
    .removeAlpha()
    .stats()
  return Math.max(...channels.map(({ mean }) => mean))
}

const open = (app: TestApp, id: string, by: Person) =>
  app.http.inject({ url: `/api/files/${id}`, headers: by.headers })

/** Submits a photo, a PDF and hostile text on the first site; a second PDF stays unattached. */
const madeThere = async (name: string) => {
  const ada = await there.person({ firstName: name, lastName: 'Lovelace' })
  await asLearner(ada).start(quest.id)
  const photograph = await upload(ada, await photoFromBerlin(), 'brook.jpg')
  const sketch = await upload(ada, PDF, 'sketch.pdf')
  await upload(ada, Buffer.from('Not for others.'), 'diary.txt')
  await ada.call(quests).submitTask({
    params: { id: quest.tasks[0]! },
    body: {
      blocks: [
        { type: 'text', text: '<script>alert(1)</script> Seen from the bench' },
        { type: 'image', file_id: photograph, caption: 'The brook' },
        { type: 'file', file_id: sketch },
      ],
      reflection: 'Cold feet',
    },
  })
  return ada
}

describe('an export of another site', () => {
  let ada: Person
  let zip: Zip
  beforeAll(async () => {
    ada = await madeThere('Ada')
    zip = await exported(there, ada)
  })

  test('is kept as it was there, pictures encoded once more, and goes on to a third site the same', async () => {
    const brought = await here.person()
    const summary = await bring(brought, zip)
    expect(summary).toMatchObject({
      site: { url: 'https://there.example' },
      person: 'Ada Lovelace',
      quests: 1,
      pieces: 1,
    })
    const again = await exported(here, brought)
    const [own, earlier] = archiveIn(again).records
    expect(own).toMatchObject({ site: { url: 'https://here.example' }, quests: [], xp: 0 })
    expect(earlier).toEqual(archiveIn(zip).records[0])
    const byKey = new Map(archiveIn(again).files.map((file) => [file.key, file]))
    for (const { key, path, sha256 } of archiveIn(zip).files) {
      expect(createHash('sha256').update(zip.get(path)!).digest('hex')).toBe(sha256)
      const kept = again.get(byKey.get(key)!.path)!
      if (path.endsWith('.webp')) expect(await distance(kept, zip.get(path)!)).toBeLessThan(4)
      else expect(kept, path).toEqual(zip.get(path))
    }

    const third = await later.person()
    await bring(third, again)
    const last = archiveIn(await exported(later, third))
    expect(last.records.map(({ site }) => site.url)).toEqual([
      'https://later.example',
      'https://here.example',
      'https://there.example',
    ])
    expect(last.records[2]).toEqual(archiveIn(zip).records[0])
  })

  test('is read by advisor and guardian, files included, and counts for nothing', async () => {
    const learner = await here.person({ dateOfBirth: here.birthdayAt(15) })
    const [advisor, guardian, stranger] = [
      await here.person({ role: 'advisor' }),
      await here.person({ role: 'parent' }),
      await here.person(),
    ]
    const since = here.parts.clock()
    await assignLearner(here.db, { advisorId: advisor.id, learnerId: learner.id, since })
    await recordConsent(here, learner, guardian)
    const { id } = await bring(learner, zip)
    for (const reader of [learner, advisor, guardian]) {
      const listed = await reader.call(earlierWork).listEarlierWork({ params: { id: learner.id } })
      expect(listed.items).toMatchObject([{ id }])
      const { records, may_remove } = await reader
        .call(earlierWork)
        .showEarlierWork({ params: { id } })
      expect(may_remove).toBe(reader === learner)
      const [words, photograph, sketch] = records[0]!.quests[0]!.pieces[0]!.blocks
      expect(words!.text).toContain('<script>')
      for (const { file_id } of [photograph!, sketch!]) {
        expect((await open(here, file_id!, reader)).statusCode).toBe(200)
        expect((await open(here, file_id!, stranger)).statusCode).toBe(404)
      }
    }
    const diary = await here.db
      .selectFrom('files')
      .select('id')
      .where('owner_id', '=', learner.id)
      .where('name', '=', 'diary.txt')
      .executeTakeFirstOrThrow()
    expect((await open(here, diary.id, learner)).statusCode).toBe(200)
    expect((await open(here, diary.id, advisor)).statusCode).toBe(404)
    expect((await learner.call(progress).dashboard()).xp.total).toBe(0)
  })

  test('comes once; a newer one takes its place when that is said, and an older one never', async () => {
    const learner = await here.person()
    const first = await bring(learner, zip)
    expect(await bring(learner, zip)).toEqual(first)
    const newer = await exported(there, ada)
    await expect(bring(learner, newer)).rejects.toMatchObject({ status: 409 })
    const second = await bring(learner, newer, { replace: true })
    await expect(bring(learner, zip, { replace: true })).rejects.toMatchObject({ status: 409 })
    const { items } = await learner
      .call(earlierWork)
      .listEarlierWork({ params: { id: learner.id } })
    expect(items).toEqual([second])
  })

  test('that comes twice at once is there once', async () => {
    const learner = await here.person()
    const [first, second] = await Promise.all([bring(learner, zip), bring(learner, zip)])
    expect(second.id).toBe(first.id)
  })

  test('is one of five at most, each of a site of its own', async () => {
    const learner = await here.person()
    const bringFrom = async (site: number) => {
      const archive = { ...archiveIn(zip), files: [] }
      archive.records[0]!.site.url = `https://site-${site}.example`
      const record = await upload(learner, Buffer.from(JSON.stringify(archive)), 'record.json')
      const body = { record, files: [] }
      return learner.call(earlierWork).bringEarlierWork({ params: { id: learner.id }, body })
    }
    for (let site = 1; site <= 5; site += 1) await bringFrom(site)
    await expect(bringFrom(6)).rejects.toMatchObject({ status: 409 })
  })

  test('goes with its files when its owner removes it', async () => {
    const learner = await here.person()
    const { id } = await bring(learner, zip)
    const { records } = await learner.call(earlierWork).showEarlierWork({ params: { id } })
    const file = records[0]!.quests[0]!.pieces[0]!.blocks[1]!.file_id!
    await expect(
      (await here.person()).call(earlierWork).removeEarlierWork({ params: { id } }),
    ).rejects.toMatchObject({ status: 404 })
    await learner.call(earlierWork).removeEarlierWork({ params: { id } })
    expect((await open(here, file, learner)).statusCode).toBe(404)
    await sweepFiles({ ...here.parts, quota: 0 })
    expect(await here.parts.files.get(file)).toBeUndefined()
  })

  test('is brought for a child by a guardian who consents for them; the files are the child’s', async () => {
    const child = await here.person({ dateOfBirth: here.birthdayAt(10) })
    const guardian = await here.person({ role: 'parent' })
    await recordConsent(here, child, guardian)
    const { id } = await bring(guardian, zip, { of: child.id })
    const { count } = await here.db
      .selectFrom('files')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner_id', '=', child.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(archiveIn(zip).files.length)
    const shown = await guardian.call(earlierWork).showEarlierWork({ params: { id } })
    expect(shown.may_remove).toBe(true)
    await guardian.call(earlierWork).removeEarlierWork({ params: { id } })
    const teenager = await here.person({ dateOfBirth: here.birthdayAt(15) })
    await recordConsent(here, teenager, guardian)
    await expect(bring(guardian, zip, { of: teenager.id })).rejects.toMatchObject({ status: 404 })
  })

  test('brings no file of somebody else, none that is used, and none that it names by id alone', async () => {
    const [learner, other] = [await here.person(), await here.person()]
    const send = (body: Awaited<ReturnType<typeof uploaded>>) =>
      learner.call(earlierWork).bringEarlierWork({ params: { id: learner.id }, body })
    const theirs = await uploaded(other, zip)
    const own = await uploaded(learner, zip)
    await expect(send({ ...own, files: theirs.files })).rejects.toMatchObject({ status: 400 })
    await expect(send({ ...own, record: theirs.record })).rejects.toMatchObject({ status: 400 })
    await expect(send({ ...own, files: own.files.slice(1) })).rejects.toMatchObject({ status: 400 })

    // A forged record that names another person's file.
    const record = { ...archiveIn(zip), files: [] }
    const [stolen] = theirs.files
    record.records[0]!.quests[0]!.pieces[0]!.blocks = [{ type: 'file', file_id: stolen!.file_id }]
    const forged = await uploaded(
      learner,
      new Map([['record.json', Buffer.from(JSON.stringify(record))]]),
    )
    const { id } = await send(forged)
    const { records } = await learner.call(earlierWork).showEarlierWork({ params: { id } })
    expect(records[0]!.quests[0]!.pieces[0]!.blocks).toEqual([
      { type: 'text', text: 'A file: not in the export' },
    ])
    expect((await open(here, stolen!.file_id, learner)).statusCode).toBe(404)
  })

  test.each([
    ['no JSON', '{"version":', 400],
    ['something else', '{"version":1,"records":[]}', 400],
    ['wrong in ten thousand places', `{"version":1,"records":[${'{},'.repeat(10_000)}{}]}`, 400],
    [
      'wrong in half a million places',
      `{"version":1,"records":[{"quests":[${`{"pieces":[{"blocks":[${'{},'.repeat(99)}1]}]},`.repeat(4999)}1]}]}`,
      413,
    ],
    ['nested deeply', '['.repeat(1_000_000), 413],
    ['larger than any', `"${'a'.repeat(MAX_RECORD)}"`, 413],
    ['of a newer program', '{"version":2,"records":"?"}', 422],
    ['with an address that is none', { url: 'javascript:' }, 400],
    ['with text that cannot be stored', { slug: 'a\0b' }, 400],
  ])('is refused when its record is %s', async (_, given, status) => {
    const learner = await here.person()
    const record = archiveIn(zip)
    const changed: { url?: string; slug?: string } = typeof given === 'string' ? {} : given
    const { url = 'https://there.example', slug = 'birds' } = changed
    record.records[0]!.site.url = url
    const practice = { slug, mastered: 1, total: 2 }
    record.records[0]!.quests[0]!.pieces[0]!.blocks = [{ type: 'text', text: 'Done', practice }]
    const text = typeof given === 'string' ? given : JSON.stringify({ ...record, files: [] })
    const body = { record: await upload(learner, Buffer.from(text), 'record.json'), files: [] }
    await expect(
      learner.call(earlierWork).bringEarlierWork({ params: { id: learner.id }, body }),
    ).rejects.toMatchObject({ status })
  })
})
