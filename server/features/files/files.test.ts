import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import net from 'node:net'
import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  Input,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { files as table } from '#contract/files'
import { quests } from '#contract/quests'
import type { Files } from '#platform/files'
import { MAX_UPLOAD } from '#rules/uploads'
import { asLearner, createQuest } from '#testing/quest-builder'
import { PDF, photoFromBerlin } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { withReservedSpace } from './store-upload.ts'
import { HOLD_FOR_MS, sweepFiles, sweepTakenOut, UNUSED_FOR_MS } from './sweep.ts'

let app: TestApp
let ada: Person
let ben: Person
let port: number
beforeAll(async () => {
  app = await startApp({ env: { FILE_QUOTA_MB: '60' } })
  port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port)
  ada = await app.person()
  ben = await app.person({ firstName: 'Ben' })
})
afterAll(() => app.stop())

const MB = 2 ** 20
const HOUR = 3_600_000
/** A silent audio file of any size. */
const wav = (size: number) => {
  const bytes = Buffer.alloc(size)
  bytes.write('RIFF\0\0\0\0WAVEfmt ', 'latin1')
  return bytes
}

/** The same sound in another container, as MediaRecorder writes it. */
const packedAs = async (sound: Buffer, format: OutputFormat) => {
  const target = new BufferTarget()
  const input = new Input({ source: new BufferSource(sound), formats: ALL_FORMATS })
  const output = new Output({ format, target })
  await (await Conversion.init({ input, output, showWarnings: false })).execute()
  return Buffer.from(target.buffer!)
}

const formOf = (bytes: Buffer, name = 'scan.pdf', field = 'file') => {
  const form = new FormData()
  form.append(field, new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
  return form
}
const upload = (person: Person, bytes: Buffer, name?: string, idempotencyKey?: string) =>
  person
    .call(table)
    .uploadFile({ form: formOf(bytes, name) }, idempotencyKey ? { idempotencyKey } : {})

/** Retries while a busy machine sheds load. */
const uploadPersistently = async (...given: Parameters<typeof upload>) => {
  for (;;) {
    try {
      return await upload(...given)
    } catch (error) {
      if ((error as { status?: number }).status !== 503) throw error
    }
  }
}

const open = (id: string, by: { headers: Record<string, string> }, headers = {}) =>
  app.http.inject({ url: `/api/files/${id}`, headers: { ...by.headers, ...headers } })

const statusOf = async (payload: FormData | string, headers: Record<string, string>) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/uploads',
    headers,
    payload: payload as string,
  })
  return answer.statusCode
}

const sweep = () => sweepFiles({ ...app.parts, quota: 0 })

const rowsOf = async (person: Person) =>
  app.db.selectFrom('files').selectAll().where('owner_id', '=', person.id).execute()

const onDisk = async (folder = app.folder) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((e) => e.isFile())

describe('an upload', () => {
  test('is kept and served to its owner, by what it is and not by what it was called', async () => {
    const uploaded = await upload(ada, PDF, 'holiday.png')
    expect(uploaded).toMatchObject({
      url: `/api/files/${uploaded.id}`,
      content_type: 'application/pdf',
      size: PDF.length,
      name: 'holiday.png.pdf',
    })
    const answer = await open(uploaded.id, ada)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(PDF)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename=holiday.png.pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(await ada.call(table).showUpload({ params: { id: uploaded.id } })).toEqual(uploaded)
  })

  test('that is a photograph comes back without its place', async () => {
    const uploaded = await upload(ada, await photoFromBerlin(), 'Straße ☀.jpg')
    expect(uploaded).toMatchObject({ content_type: 'image/webp', width: 40, height: 60 })
    const answer = await open(uploaded.id, ada)
    expect(answer.rawPayload.includes('Berlin')).toBe(false)
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
    expect(answer.headers['content-disposition']).toBe(
      `inline; filename="Stra?e ?.webp"; filename*=UTF-8''Stra%C3%9Fe%20%E2%98%80.webp`,
    )
  })

  test('of a voice recorded in a browser is sound, though its container is a film’s', async () => {
    const talk = await readFile(new URL('../../../testing/hidden/talk.ogg', import.meta.url))
    for (const [format, contentType] of [
      [new WebMOutputFormat(), 'audio/webm'],
      [new Mp4OutputFormat({ fastStart: 'fragmented' }), 'audio/mp4'],
    ] as const) {
      const uploaded = await upload(ada, await packedAs(talk, format), 'Recording 10.05.webm')
      expect(uploaded).toMatchObject({ content_type: contentType, publishable: true })
      const { headers } = await open(uploaded.id, ada)
      expect(headers['content-type']).toBe(contentType)
      expect(headers['content-disposition']).toMatch(/^inline/)
    }
    const film = await readFile(new URL('../../../testing/hidden/film.webm', import.meta.url))
    expect(await upload(ada, film)).toMatchObject({ content_type: 'video/webm' })
  })

  test('of text is only handed over as a download', async () => {
    const uploaded = await upload(ada, Buffer.from('I <b>think</b> so'), 'essay.html')
    const { headers } = await open(uploaded.id, ada)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename=essay.html.txt')
  })

  test('needs somebody who is signed in, a form and the field', async () => {
    expect(await statusOf(formOf(PDF), {})).toBe(401)
    expect(await statusOf('{}', { ...ada.headers, 'content-type': 'application/json' })).toBe(415)
    expect(await statusOf(formOf(PDF, 'a.pdf', 'other'), ada.headers)).toBe(400)
    expect(await statusOf(new FormData(), ada.headers)).toBe(400)
    const cut = { ...ada.headers, 'content-type': 'multipart/form-data; boundary=x' }
    const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf'
    expect(await statusOf(body, cut)).toBe(400)
    expect(await statusOf('nonsense', cut)).toBe(400)
    expect(await statusOf('', { ...ada.headers, 'content-type': 'multipart/form-data' })).toBe(400)
  })

  test('that is refused leaves no file and no row', async () => {
    const before = { rows: (await rowsOf(ada)).length, disk: (await onDisk()).length }
    const refused: [Buffer, number][] = [
      [Buffer.from('<svg onload=alert(1)>'), 415],
      [Buffer.from('GIF89a<script>alert(1)</script>'), 422],
      [Buffer.alloc(0), 400],
      [wav(MAX_UPLOAD + 1), 413],
      [wav(MAX_UPLOAD + MB), 413],
    ]
    for (const [bytes, status] of refused) {
      await expect(upload(ada, bytes)).rejects.toMatchObject({ status })
    }
    expect(await rowsOf(ada)).toHaveLength(before.rows)
    expect(await onDisk()).toHaveLength(before.disk)
  })

  test('may be exactly 25 MB', async () => {
    const cleo = await app.person()
    expect(await upload(cleo, wav(MAX_UPLOAD), 'song.wav')).toMatchObject({ size: MAX_UPLOAD })
  })

  test('that breaks off leaves no file and no row', async () => {
    const before = (await onDisk()).length
    const socket = net.connect(port, '127.0.0.1')
    socket.write(
      `POST /api/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: ${ben.headers.authorization}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
    )
    await expect.poll(async () => (await onDisk()).length).toBe(before + 1)
    socket.destroy()
    await expect.poll(async () => (await onDisk()).length).toBe(before)
    expect(await rowsOf(ben)).toHaveLength(0)
  })
})

test('files that arrive at once have their room before any of them is written', async () => {
  const person = await app.person()
  const sent = Array.from({ length: 8 }, () => uploadPersistently(person, wav(20 * MB), 'song.wav'))
  const outcomes = await Promise.allSettled(sent)
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  for (const { reason } of refused as PromiseRejectedResult[]) expect(reason.status).toBe(413)
  // 60 MB have room for three, however many are in progress.
  expect(await rowsOf(person)).toHaveLength(8 - refused.length)
  expect(8 - refused.length).toBeLessThanOrEqual(3)
})

test('a name of nothing but dots and blanks becomes a short one', async () => {
  const name = `${'. '.repeat(20_000)}x.txt`
  const uploaded = await upload(ada, Buffer.from('Words.'), name)
  expect(uploaded.name).toMatch(/^.{1,155}$/)
})

test('nobody has more than ten thousand files, however small', async () => {
  const person = await app.person()
  await sql`
    insert into files (owner_id, name, size, storage_key, attached_at)
    select ${person.id}::uuid, 'x', 0, gen_random_uuid()::text, now() from generate_series(1, 10000)
  `.execute(app.db)
  await expect(upload(person, Buffer.from('x'), 'x.txt')).rejects.toMatchObject({ status: 413 })
})

describe('a repeated upload', () => {
  test('with one key has one effect, at the same time or later', async () => {
    const dan = await app.person()
    const key = randomUUID()
    const twice = await Promise.all([
      upload(dan, PDF, 'a.pdf', key),
      upload(dan, PDF, 'a.pdf', key),
    ])
    const again = await upload(dan, PDF, 'a.pdf', key)
    expect(new Set([...twice, again].map(({ id }) => id)).size).toBe(1)
    expect(await rowsOf(dan)).toHaveLength(1)
    expect((await open(again.id, dan)).rawPayload).toEqual(PDF)
  })

  test('with one key has one effect, however many come at the same moment', async () => {
    const site = await startApp({ poolSize: 8 })
    try {
      const person = await site.person()
      for (let round = 0; round < 5; round += 1) {
        const idempotencyKey = randomUUID()
        const sent = Array.from({ length: 6 }, () =>
          person.call(table).uploadFile({ form: formOf(PDF) }, { idempotencyKey }),
        )
        const ids = (await Promise.all(sent)).map(({ id }) => id)
        expect(new Set(ids).size).toBe(1)
      }
    } finally {
      await site.stop()
    }
  })

  test('with one key and other bytes is refused', async () => {
    const key = randomUUID()
    await upload(ada, PDF, 'a.pdf', key)
    const other = Buffer.concat([PDF, Buffer.from('\n')])
    await expect(upload(ada, other, 'a.pdf', key)).rejects.toMatchObject({ status: 422 })
  })

  test('completes what broke when the bytes could not be stored', async () => {
    let isBroken = true
    const stored = new Map<string, Buffer>()
    const flaky: Files = {
      put: async (key, source) => {
        if (isBroken) throw new Error('the disk is full')
        const chunks = Buffer.isBuffer(source) ? [source] : await source.toArray()
        stored.set(key, Buffer.concat(chunks))
      },
      get: async () => undefined,
      remove: async (key) => void stored.delete(key),
      list: async function* () {},
      free: async () => null,
      problem: async () => null,
    }
    const other = await startApp({ files: flaky })
    try {
      const eve = await other.person()
      const key = randomUUID()
      await expect(upload(eve, PDF, 'a.pdf', key)).rejects.toMatchObject({ status: 503 })
      expect(await other.db.selectFrom('files').selectAll().execute()).toEqual([])
      isBroken = false
      const { id } = await upload(eve, PDF, 'a.pdf', key)
      expect([...stored.keys()]).toEqual([id])
      expect(await upload(eve, PDF, 'a.pdf', key)).toMatchObject({ id })
    } finally {
      await other.stop()
    }
  })
})

test('a person’s room is counted exactly, also when many files arrive at once', async () => {
  const flo = await app.person()
  const sent = await Promise.allSettled(
    Array.from({ length: 5 }, (_, i) => uploadPersistently(flo, wav(15 * MB + i), `${i}.wav`)),
  )
  const refused = sent.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(2)
  expect(refused[0]?.reason).toMatchObject({
    status: 413,
    message: expect.stringContaining('storage is full'),
  })
  expect(await rowsOf(flo)).toHaveLength(3)
})

describe('a file', () => {
  let id: string
  const part = (range: string, more = {}) => open(id, ada, { range, ...more })
  beforeAll(async () => {
    id = (await upload(ada, PDF)).id
  })

  test('that is another person’s answers exactly as one that is not there', async () => {
    const missing = await open(randomUUID(), ben)
    for (const answer of [await open(id, ben), await open(id, app.anyone)]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.json().error.message).toBe(missing.json().error.message)
      expect(answer.headers['content-disposition']).toBeUndefined()
    }
    await expect(ben.call(table).showUpload({ params: { id } })).rejects.toMatchObject({
      status: 404,
    })
    expect((await open('not-an-id', ada)).statusCode).toBe(400)
  })

  test('is gone for its owner, too, once they are suspended', async () => {
    const gil = await app.person()
    const own = await upload(gil, PDF)
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', gil.id)
      .execute()
    await expect.poll(async () => (await open(own.id, gil)).statusCode).toBe(404)
  })

  test('is asked for again only when it changed, as part of a page', async () => {
    const embedded = { 'sec-fetch-dest': 'image' }
    const { etag, ...headers } = (await open(id, ada, embedded)).headers
    expect(headers['cache-control']).toBe('private, no-cache')
    const again = await open(id, ada, { ...embedded, 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await open(id, ben, { ...embedded, 'if-none-match': etag })).statusCode).toBe(404)
  })

  test('opened by itself is stored by no browser, which would show it again after its owner has signed out', async () => {
    const page = { 'sec-fetch-dest': 'document' }
    const { etag, ...headers } = (await open(id, ada, page)).headers
    expect(headers['cache-control']).toBe('no-store')
    expect((await open(id, ada, { ...page, 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('can be read in parts, as players do', async () => {
    const first = await part('bytes=0-3')
    expect([first.statusCode, first.body]).toEqual([206, '%PDF'])
    expect(first.headers).toMatchObject({
      'content-range': `bytes 0-3/${PDF.length}`,
      'content-length': '4',
      'accept-ranges': 'bytes',
    })
    expect((await part('bytes=-5')).body).toBe('%%EOF')
    expect((await part(`bytes=${PDF.length - 3}-`)).body).toBe('EOF')
    expect((await part('bytes=0-0,2-3')).statusCode).toBe(200)
    expect((await part('lines=1-2')).statusCode).toBe(200)
    expect((await part('bytes=0-3', { 'if-range': '"old"' })).statusCode).toBe(200)
    const beyond = await part('bytes=9999-')
    expect(beyond.statusCode).toBe(416)
    expect(beyond.headers['content-range']).toBe(`bytes */${PDF.length}`)
  })

  test('says how large it is before it is read', async () => {
    const url = `/api/files/${id}`
    const head = await app.http.inject({ method: 'HEAD', url, headers: ada.headers })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(String(PDF.length))
  })
})

describe('the sweep', () => {
  test('takes what nothing has used for a week, and what the erased have left', async () => {
    const hal = await app.person()
    const [used, unused, ivy] = [await upload(hal, PDF), await upload(hal, PDF), await app.person()]
    await upload(ivy, PDF)
    await app.db
      .updateTable('files')
      .set({ attached_at: new Date().toISOString() })
      .where('id', '=', used.id)
      .execute()
    await sweep()
    expect(await rowsOf(hal)).toHaveLength(2)

    await app.db.deleteFrom('users').where('id', '=', ivy.id).execute()
    const before = (await onDisk()).length
    expect(await sweep()).toBe(1)
    expect(await onDisk()).toHaveLength(before - 1)

    app.moveClock(UNUSED_FOR_MS + HOUR)
    await sweep()
    app.moveClock(-UNUSED_FOR_MS - HOUR)
    expect((await rowsOf(hal)).map((row) => row.id)).toEqual([used.id])
    expect((await open(unused.id, hal)).statusCode).toBe(404)
    expect(await app.db.selectFrom('files').select('id').execute()).toHaveLength(1)
    expect(await onDisk()).toHaveLength(1)
  })

  test('takes what was taken out of a draft a week ago, and nothing that anything names', async () => {
    const kid = await app.person()
    const names =
      'out, back, draft, work, added, avatar, cover, version, proposal, form, scan'.split(', ')
    const ids: Record<string, string> = {}
    for (const name of names) ids[name] = (await upload(kid, PDF, `${name}.pdf`)).id
    const { id: quest, tasks } = await createQuest(app.db, [
      { pillar: 'creativity', xp: 50 },
      { pillar: 'creativity', xp: 50 },
    ])
    await asLearner(kid).start(quest)
    const blocksOf = (...names: string[]) =>
      names.map((name) => ({ type: 'file' as const, file_id: ids[name]! }))
    let based_on: string | null = null
    const save = async (...names: string[]) => {
      const body = { blocks: blocksOf(...names), reflection: '', based_on }
      const saved = await kid.call(quests).saveDraft({ params: { id: tasks[0]! }, body })
      based_on = saved.updated_at
    }
    await save('out', 'back', 'draft')
    await kid
      .call(quests)
      .submitTask({ params: { id: tasks[1]! }, body: { blocks: blocksOf('work') } })
    await sql`
      with used as (update files set attached_at = now() where owner_id = ${kid.id}),
        added as (insert into added_evidence (id, learner_id, task_id, submitter, added_at, blocks)
          values (gen_random_uuid(), ${kid.id}, ${tasks[0]}, 'parent', now(), ${JSON.stringify(blocksOf('added'))})),
        avatar as (update users set avatar_file_id = ${ids['avatar']} where id = ${kid.id}),
        cover as (update quests set cover_file_id = ${ids['cover']} where id = ${quest}),
        version as (insert into quest_versions (quest_id, version, content, task_ids)
          values (${quest}, 9, jsonb_build_object('cover_file_id', ${ids['version']}::text), '{}')),
        proposal as (insert into quest_drafts (quest_id, author_id, content)
          values (${quest}, ${kid.id}, jsonb_build_object('cover_file_id', ${ids['proposal']}::text))),
        form as (insert into consent_forms
            (child_id, guardian_email, guardian_name, scopes, policy_version, code, created_at, file_id)
          values (${kid.id}, 'g@example.org', 'G', '{}', '1', 'CODE', now(), ${ids['form']})),
        text as (insert into agreement_texts (sha256, version, title, text, kept_at)
          values ('s', '1', 'T', 'T', now()) returning sha256),
        agreement as (insert into agreements (learner_id, state, text_sha256, created_at, changed_at)
          select ${kid.id}::uuid, 'draft', sha256, now(), now() from text returning id)
      insert into agreement_scans (agreement_id, file_id, position)
      select id, ${ids['scan']}, 0 from agreement`.execute(app.db)
    await save('draft')
    await sweepTakenOut(app.parts)
    await save('draft', 'back')
    await sweep()
    expect(await rowsOf(kid)).toHaveLength(names.length)
    app.moveClock(UNUSED_FOR_MS + HOUR)
    await sweepTakenOut(app.parts)
    await sweep()
    app.moveClock(-UNUSED_FOR_MS - HOUR)
    const left = (await rowsOf(kid)).map(({ name }) => name.replace('.pdf', ''))
    expect(left.toSorted()).toEqual(names.filter((name) => name !== 'out').toSorted())
  })

  test('gives back the space of an upload whose program was killed, after an hour', async () => {
    const eve = await app.person()
    const storage = { ...app.parts, quota: MB }
    const begin = (size: number) =>
      withReservedSpace(storage, eve.id, size, async () => {
        const [row] = await rowsOf(eve)
        return row!
      })
    // Its reservation, as it was when the program was killed.
    await app.db
      .insertInto('files')
      .values(await begin(MB))
      .execute()
    await expect(begin(1)).rejects.toMatchObject({ status: 413 })
    await sweep()
    await expect(begin(1)).rejects.toMatchObject({ status: 413 })
    app.moveClock(HOLD_FOR_MS + HOUR)
    await sweep()
    app.moveClock(-HOLD_FOR_MS - HOUR)
    expect(await begin(MB)).toMatchObject({ owner_id: eve.id })
    expect(await rowsOf(eve)).toEqual([])
  })

  test('gives back the place of a file whose program was killed while it was stored, after an hour', async () => {
    const eve = await app.person()
    const rows: Awaited<ReturnType<typeof rowsOf>> = []
    const put = vi.spyOn(app.parts.files, 'put').mockImplementationOnce(async () => {
      rows.push(...(await rowsOf(eve)))
      throw new Error('killed')
    })
    await expect(upload(eve, PDF)).rejects.toMatchObject({ status: 503 })
    put.mockRestore()
    await app.db.insertInto('files').values(rows).execute()
    app.moveClock(HOLD_FOR_MS + HOUR)
    await sweep()
    app.moveClock(-HOLD_FOR_MS - HOUR)
    expect(rows).toHaveLength(1)
    expect(await rowsOf(eve)).toEqual([])
  })

  test('deletes the others where the storage refuses one, which the next takes', async () => {
    const eve = await app.person()
    const first = await upload(eve, PDF)
    const second = await upload(eve, PDF)
    await app.db.deleteFrom('users').where('id', '=', eve.id).execute()
    let refused = ''
    const remove = async (key: string) => {
      // The first that is tried, whichever that is.
      refused ||= key
      if (key === refused) throw new Error('AccessDenied')
      return app.parts.files.remove(key)
    }
    const refusing = { ...app.parts, files: { ...app.parts.files, remove }, quota: 0 }
    await expect(sweepFiles(refusing)).rejects.toThrow('1 files failed')
    const left = await app.db.selectFrom('files').select('id').execute()
    expect(left.filter(({ id }) => id === first.id || id === second.id)).toHaveLength(1)
    expect(await sweep()).toBe(1)
  })
})

test('a file that the storage does not give can be asked for again later', async () => {
  const get = () => Promise.reject(new Error('InternalError'))
  const other = await startApp({ files: { ...app.parts.files, get } })
  try {
    const eve = await other.person()
    const { url } = await upload(eve, PDF)
    expect(await other.http.inject({ url, headers: eve.headers })).toMatchObject({
      statusCode: 503,
    })
  } finally {
    await other.stop()
  }
})

test.each(['plain', 'resumable'] as const)(
  '%s uploads that their sender ends while they wait for the database leave nothing, and keep nobody waiting',
  async (kind) => {
    const eve = await app.person()
    await upload(eve, PDF)
    const started = await app.http.inject({
      method: 'POST',
      url: '/api/uploads/resumable',
      headers: { ...eve.headers, 'tus-resumable': '1.0.0', 'upload-length': '5000' },
    })
    const before = await rowsOf(eve)
    const head = {
      plain: 'POST /api/uploads HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x',
      resumable:
        `PATCH ${started.headers.location?.toString()} HTTP/1.1\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n` +
        'Content-Type: application/offset+octet-stream',
    }[kind]
    // More than a person's turns, while the only connection to the database is taken.
    await app.db.transaction().execute(async () => {
      const sockets = Array.from({ length: 6 }, () => {
        const socket = net.connect(port, '127.0.0.1')
        socket.write(
          `${head}\r\nHost: x\r\nAuthorization: ${eve.headers['authorization']}\r\nContent-Length: 5000\r\n\r\n--x\r\n`,
        )
        return socket
      })
      await setTimeout(300)
      for (const socket of sockets) socket.resetAndDestroy()
      await setTimeout(300)
    })
    await expect.poll(() => rowsOf(eve)).toEqual(before)
    expect(await upload(eve, PDF)).toMatchObject({ size: PDF.length })
  },
)
