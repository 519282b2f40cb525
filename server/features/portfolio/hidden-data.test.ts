import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { files } from '#contract/files'
import { portfolio } from '#contract/portfolio'
import { quests } from '#contract/quests'
import { cleanStoredFiles, sweepFiles } from '#features/files'
import { inDecodingProcess, MAX_WAITING_FILES } from '#platform/decoding'
import { MAX_UPLOAD } from '#rules/uploads'
import { asLearner, createQuest } from '#testing/quest-builder'
import { fileForm } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const HIDDEN = /48\.8577|Secret/
const madeElsewhere = (name: string) =>
  readFile(path.join(import.meta.dirname, '../../../testing/hidden', name))

const bytesFor = async (id: string, reader?: Person) => {
  const { headers = {} } = reader ?? {}
  const { statusCode, rawPayload } = await app.http.inject({ url: `/api/files/${id}`, headers })
  return statusCode === 200 ? rawPayload.toString('latin1') : statusCode
}

/** A person born in 2011 with a public page that contains one file. */
const withPublished = async (made: string, name = made) => {
  const person = await app.person({ dateOfBirth: '2011-03-04' })
  const form = fileForm(await madeElsewhere(made), name)
  const file = await person.call(files).uploadFile({ form })
  const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(person).start(id)
  const { attempt } = await person.call(quests).submitTask({
    params: { id: tasks[0]! },
    body: {
      blocks: [
        { type: 'file', file_id: file.id },
        { type: 'text', text: 'Words.' },
      ],
    },
  })
  const editor = await person.call(portfolio).changePortfolio({
    body: { published: true, items: [{ attempt_id: attempt.id, audience: 'public' }] },
  })
  const slug = editor.slug!
  const seen = async () => {
    const { quests } = await app.anyone.call(portfolio).publicPortfolio({ params: { slug } })
    return quests[0]!.pieces[0]!.blocks.map(({ type }) => type)
  }
  const keptBack = async () => (await person.call(portfolio).getPortfolio()).items[0]!.kept_back
  return { person, file, slug, seen, keptBack }
}

test('a film on a public page says neither where nor by whom it was made', async () => {
  const { file, seen, keptBack } = await withPublished('film.mp4')
  expect(file).toMatchObject({ publishable: true, content_type: 'video/mp4' })
  expect(await seen()).toEqual(['file', 'text'])
  const bytes = await bytesFor(file.id)
  expect(bytes).toHaveLength(file.size)
  expect(bytes).not.toMatch(HIDDEN)
  expect(await keptBack()).toEqual([])
})

test('a minor’s surname in the name of a file is read by no stranger, and by those who know them', async () => {
  const { person, slug } = await withPublished('film.mp4', 'Ada_LOVELACE-LovelaceFilm.mp4')
  const { quests } = await app.anyone.call(portfolio).publicPortfolio({ params: { slug } })
  const { name, file_id } = quests[0]!.pieces[0]!.blocks[0]!
  expect(name).toBe('Ada_L.-L.Film.mp4')
  const saved = async (by: { headers: Record<string, string> }) =>
    (await app.http.inject({ url: `/api/files/${file_id}`, headers: by.headers })).headers[
      'content-disposition'
    ]
  for (const by of [app.anyone, await app.person()]) expect(await saved(by)).toContain(name)
  expect(await saved(person)).toContain('LovelaceFilm')
})

test('what cannot be cleaned is its owner’s, and nobody’s outside, and the owner is told', async () => {
  const { person, file, seen, keptBack } = await withPublished('old-film.mp4')
  expect(file.publishable).toBe(false)
  expect(await seen()).toEqual(['text'])
  expect(await bytesFor(file.id)).toBe(404)
  expect(await bytesFor(file.id, person)).toMatch(HIDDEN)
  expect(await keptBack()).toEqual(['old-film.mp4'])

  const { url } = await person.call(portfolio).addPortfolioLink({ body: { label: 'x', days: 7 } })
  const key = url.split('/').at(-1)!
  const linked = await app.anyone.call(portfolio).linkedPortfolio({ params: { token: key } })
  expect(JSON.stringify(linked)).not.toContain(file.id)
  expect((await app.http.inject(`/api/files/${file.id}?key=${key}`)).statusCode).toBe(404)
})

test('a film from before files were cleaned is published once it is', async () => {
  const { file, seen, keptBack } = await withPublished('film.mp4')
  const dirty = await madeElsewhere('film.mp4')
  // As stored before sanitizing existed: original bytes, no status.
  const { storage_key } = await app.db
    .updateTable('files')
    .set({ cleaned: null, cleaner: 0, size: dirty.length })
    .where('id', '=', file.id)
    .returning('storage_key')
    .executeTakeFirstOrThrow()
  await app.parts.files.put(storage_key, dirty, dirty.length)
  expect(await seen()).toEqual(['text'])
  expect(await bytesFor(file.id)).toBe(404)
  expect(await keptBack()).toEqual(['film.mp4'])

  await cleanStoredFiles(app.parts, path.join(app.folder, 'uploads'))
  expect(await seen()).toEqual(['file', 'text'])
  expect(await bytesFor(file.id)).not.toMatch(HIDDEN)
  expect(await keptBack()).toEqual([])
  expect(await app.parts.files.get(storage_key)).toBeUndefined()
})

test('a film that an older version has cleaned is cleaned again, and stays public meanwhile', async () => {
  const { file, seen } = await withPublished('film.mp4')
  const dirty = await madeElsewhere('film.mp4')
  const storage_key = `${file.id}-clean`
  await app.parts.files.put(storage_key, dirty, dirty.length)
  await app.db
    .updateTable('files')
    .set({ cleaner: 0, storage_key, size: dirty.length })
    .where('id', '=', file.id)
    .execute()
  expect(await bytesFor(file.id)).toMatch(HIDDEN)

  const clean = () => cleanStoredFiles(app.parts, path.join(app.folder, 'uploads'))
  await clean()
  expect(await seen()).toEqual(['file', 'text'])
  expect(await bytesFor(file.id)).not.toMatch(HIDDEN)
  await clean()
  expect(await bytesFor(file.id)).not.toMatch(HIDDEN)
  expect(await app.parts.files.get(storage_key)).toBeUndefined()
})

test('a film that two runs clean at once is still there', async () => {
  const { file } = await withPublished('film.mp4')
  await app.db.updateTable('files').set({ cleaner: 0 }).where('id', '=', file.id).execute()
  const clean = () => cleanStoredFiles(app.parts, path.join(app.folder, 'uploads'))
  await Promise.all([clean(), clean()])
  expect(await bytesFor(file.id)).toHaveLength(file.size)
})

test('a sound that two runs clean at once is as one of them has cleaned it', async () => {
  const { file } = await withPublished('talk.ogg')
  await app.db.updateTable('files').set({ cleaner: 0 }).where('id', '=', file.id).execute()
  const stock = app.parts.files
  const both = Promise.withResolvers<void>()
  let stored = 0
  const files = {
    ...stock,
    put: async (...given: Parameters<typeof stock.put>) => {
      await stock.put(...given)
      stored += 1
      if (stored === 2) both.resolve()
      await both.promise
    },
  }
  const scratch = path.join(app.folder, 'uploads')
  const clean = () => cleanStoredFiles({ ...app.parts, files }, scratch)
  await Promise.all([clean(), clean()])
  const { storage_key, sha256 } = await app.db
    .selectFrom('files')
    .select(['storage_key', 'sha256'])
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
  const bytes = await buffer((await stock.get(storage_key))!)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  const kept = (await Array.fromAsync(stock.list())).filter((key) => key.startsWith(file.id))
  expect(kept).toEqual([storage_key])
})

test.each(['put', 'remove'] as const)(
  'nothing of a film is left for ever if its cleaning stops at %s',
  async (step) => {
    const { person, file } = await withPublished('film.mp4')
    await app.db.updateTable('files').set({ cleaner: 0 }).where('id', '=', file.id).execute()
    const stock = app.parts.files
    const files: typeof stock = {
      ...stock,
      put: async (...given) => {
        await stock.put(...given)
        if (step === 'put') throw new Error('killed')
      },
      remove: async (key) => {
        if (step === 'remove') throw new Error('killed')
        await stock.remove(key)
      },
    }
    const scratch = path.join(app.folder, 'uploads')
    await expect(cleanStoredFiles({ ...app.parts, files }, scratch)).rejects.toThrow('failed')
    const reserved = app.db.selectFrom('files').select('id').where('purpose', '=', 'copy')
    expect(await reserved.execute()).toHaveLength(1)
    await cleanStoredFiles(app.parts, scratch)
    expect(await bytesFor(file.id)).not.toMatch(HIDDEN)

    const kept = async () =>
      (await Array.fromAsync(stock.list())).filter((key) => key.startsWith(file.id))
    const sweep = (hours: number) =>
      sweepFiles({
        db: app.db,
        files: stock,
        quota: 0,
        clock: () => new Date(Date.now() + hours * 3_600_000),
      })
    await sweep(25)
    expect(await kept()).toHaveLength(1)
    expect(await bytesFor(file.id)).not.toMatch(HIDDEN)
    await app.db.deleteFrom('accounts').where('id', '=', person.id).execute()
    await sweep(0)
    expect(await kept()).toEqual([])
  },
)

test('a film is cleaned again, though the cleaned file of somebody else is larger than an upload may be', async () => {
  const { file } = await withPublished('film.mp4')
  const other = await withPublished('film.mp4')
  const dirty = await madeElsewhere('film.mp4')
  for (const [{ id }, bytes, cleaner] of [
    [file, Buffer.concat([dirty, Buffer.alloc(MAX_UPLOAD)]), 0],
    [other.file, dirty, 1],
  ] as const) {
    await app.parts.files.put(id, bytes, bytes.length)
    await app.db
      .updateTable('files')
      .set({ cleaner, storage_key: id, size: bytes.length })
      .where('id', '=', id)
      .execute()
  }
  await cleanStoredFiles(app.parts, path.join(app.folder, 'uploads'))
  expect(await bytesFor(other.file.id)).not.toMatch(HIDDEN)
})

test('a film that waits while its owner uploads many files is cleaned when there is time', async () => {
  const { person, file, seen } = await withPublished('film.mp4')
  await app.db
    .updateTable('files')
    .set({ cleaned: null, cleaner: 0 })
    .where('id', '=', file.id)
    .execute()
  const wait =
    'data:text/javascript,export const wait = (ms) => new Promise((done) => setTimeout(done, ms))'
  const decode = inDecodingProcess<number, void>(new URL(wait), 'wait', { seconds: 30, mb: 400 })
  const uploads = Array.from({ length: MAX_WAITING_FILES + 1 }, (_, i) =>
    decode(i === 0 ? 1000 : 0, person.id),
  )
  const clean = () => cleanStoredFiles(app.parts, path.join(app.folder, 'uploads'))
  await clean()
  await Promise.all(uploads)
  await clean()
  expect(await seen()).toEqual(['file', 'text'])
})
