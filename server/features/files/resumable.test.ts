import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { files as table } from '#contract/files'
import { inDecodingProcess, MAX_WAITING_FILES } from '#platform/decoding'
import { type Files, openFiles } from '#platform/files'
import { MAX_UPLOAD } from '#rules/uploads'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { reserveExport } from './queries.ts'
import { RESUMABLE_FOR_MS } from './resumable.ts'
import { sweepFiles, sweepScratch } from './sweep.ts'

const MB = 2 ** 20
const song = (size: number) => {
  const bytes = Buffer.alloc(size, 7)
  bytes.write('RIFF\0\0\0\0WAVEfmt ', 'latin1')
  return bytes
}

/** A module that occupies the decoding process until a file exists. */
const WAIT_FOR_FILE = `data:text/javascript,${encodeURIComponent(`
  import { existsSync } from 'node:fs'
  import { setTimeout } from 'node:timers/promises'
  export const wait = async (file) => { while (!existsSync(file)) await setTimeout(5) }`)}`

let app: TestApp
let address: string
let ada: Person
let isStorageBroken = false
let storedCount = 0
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'resumable-test-'))
  const real = await openFiles({ S3_REGION: '' }, directory)
  const files: Files = {
    ...real,
    put: (...given) => {
      storedCount += 1
      return isStorageBroken ? Promise.reject(new Error('the disk is full')) : real.put(...given)
    },
  }
  app = await startApp({ env: { FILE_QUOTA_MB: '40' }, files })
  address = await app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.stop()
  await rm(directory, { recursive: true })
})
beforeEach(async () => {
  isStorageBroken = false
  ada = await app.person()
})

type Options = ConstructorParameters<typeof Upload>[1]
/** Uploads with the standard client of the protocol; returns the id, or rejects like the client. */
const send = (person: Person, bytes: Buffer, options: Options = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${address}/api/uploads/resumable`,
      headers: person.headers,
      metadata: { filename: 'lied für Oma.wav' },
      retryDelays: null,
      chunkSize: 5 * MB,
      onError: reject,
      onSuccess: () => resolve(idOf(upload.url)),
      ...options,
    })
    upload.start()
  })
const idOf = (url: string | null) => (url ?? '').split('/').at(-1) ?? ''

const call = (
  person: Person,
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
  more: {
    id?: string
    headers?: Record<string, string>
    payload?: Buffer
  },
) =>
  app.http.inject({
    method,
    url: `/api/uploads/resumable${more.id ? `/${more.id}` : ''}`,
    headers: { 'tus-resumable': '1.0.0', ...person.headers, ...more.headers },
    payload: more.payload,
  })
const announce = async (person: Person, size: number) => {
  const answer = await call(person, 'POST', { headers: { 'upload-length': String(size) } })
  return { status: answer.statusCode, id: idOf(answer.headers.location?.toString() ?? null) }
}
const next = (person: Person, id: string, offset: number, payload: Buffer) =>
  call(person, 'PATCH', {
    id,
    payload,
    headers: {
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
  })

const rowsOf = (person: Person) =>
  app.db.selectFrom('files').selectAll().where('owner_id', '=', person.id).execute()
const scratch = () => path.join(app.folder, 'uploads')

test('a large file arrives in parts and becomes a file like any other', async () => {
  const bytes = song(12 * MB)
  const id = await send(ada, bytes)
  expect(await ada.call(table).showUpload({ params: { id } })).toEqual({
    id,
    url: `/api/files/${id}`,
    content_type: 'audio/wav',
    size: bytes.length,
    name: 'lied für Oma.wav',
    width: null,
    height: null,
    publishable: false,
  })
  const answer = await app.http.inject({ url: `/api/files/${id}`, headers: ada.headers })
  expect(answer.rawPayload.equals(bytes)).toBe(true)
  expect(await readdir(scratch())).toEqual([])
})

test('an upload that broke off goes on where it stopped', async () => {
  const bytes = song(12 * MB)
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${address}/api/uploads/resumable`,
      headers: ada.headers,
      chunkSize: 5 * MB,
      retryDelays: null,
      onError: reject,
      onChunkComplete: () => {
        void upload.abort()
        resolve(upload.url ?? '')
      },
    })
    upload.start()
  })
  const head = await call(ada, 'HEAD', { id: idOf(url) })
  expect(head.headers).toMatchObject({
    'upload-offset': String(5 * MB),
    'upload-length': String(bytes.length),
  })
  const sent: number[] = []
  const id = await send(ada, bytes, {
    uploadUrl: url,
    onChunkComplete: (_size, accepted) => sent.push(accepted),
  })
  expect(sent).toEqual([10 * MB, 12 * MB])
  const answer = await app.http.inject({ url: `/api/files/${id}`, headers: ada.headers })
  expect(answer.rawPayload.equals(bytes)).toBe(true)
})

test('whoever lost the last answer still learns that all went well', async () => {
  const id = await send(ada, song(MB))
  const uploadUrl = `${address}/api/uploads/resumable/${id}`
  expect(await send(ada, song(MB), { uploadUrl })).toBe(id)
  expect(await rowsOf(ada)).toHaveLength(1)
})

test('storage that was away is made good when asked for the result', async () => {
  const { id } = await announce(ada, MB)
  isStorageBroken = true
  expect((await next(ada, id, 0, song(MB))).statusCode).toBe(503)
  const asking = ada.call(table).showUpload({ params: { id } })
  await expect(asking).rejects.toMatchObject({ status: 503 })
  isStorageBroken = false
  expect(await ada.call(table).showUpload({ params: { id } })).toMatchObject({ id, size: MB })
})

test('asking many times at once for the result reads the file once', async () => {
  const words = Buffer.from('A line of work.')
  const { id } = await announce(ada, words.length)
  // The server stopped after the last part, before it could examine the file.
  await appendFile(path.join(scratch(), id), words)
  const puts = storedCount
  const asked = Array.from({ length: 60 }, () => ada.call(table).showUpload({ params: { id } }))
  expect(new Set((await Promise.all(asked)).map((file) => file.size))).toEqual(new Set([15]))
  expect(storedCount - puts).toBe(1)
})

test('an upload that finds too many files waiting is kept for another try', async () => {
  const words = Buffer.from('A line of work.')
  const { id } = await announce(ada, words.length)
  const gate = path.join(app.folder, 'gate')
  const waitForGate = inDecodingProcess<string, void>(new URL(WAIT_FOR_FILE), 'wait', {
    seconds: 60,
    mb: 400,
  })
  const others = Array.from({ length: MAX_WAITING_FILES + 1 }, () => waitForGate(gate, ada.id))
  expect((await next(ada, id, 0, words)).statusCode).toBe(429)
  await writeFile(gate, '')
  await Promise.all(others)
  expect(await ada.call(table).showUpload({ params: { id } })).toMatchObject({ id, size: 15 })
})

test('an upload that is cancelled while it is examined does not come back', async () => {
  const bytes = song(1000)
  const { id } = await announce(ada, bytes.length)
  const gate = path.join(directory, 'gate-of-cancelled')
  const waitForGate = inDecodingProcess<string, void>(new URL(WAIT_FOR_FILE), 'wait', {
    seconds: 60,
    mb: 400,
  })
  const before = waitForGate(gate, ada.id)
  const last = next(ada, id, 0, bytes)
  await expect
    .poll(async () => (await readdir(scratch())).some((name) => name.endsWith('.incoming')))
    .toBe(true)
  expect((await call(ada, 'DELETE', { id })).statusCode).toBe(204)
  await writeFile(gate, '')
  await before
  expect((await last).statusCode).toBe(404)
  expect(await rowsOf(ada)).toEqual([])
})

test('the content decides here, too, and a refused upload leaves nothing', async () => {
  const page = Buffer.from('<html><script>alert(1)</script>')
  const { id } = await announce(ada, page.length)
  const answer = await next(ada, id, 0, page)
  expect(answer.statusCode).toBe(415)
  expect(answer.json().error.message).toMatch(/^This file type is not supported/)
  expect(await rowsOf(ada)).toEqual([])
  expect(await readdir(scratch())).toEqual([])
})

describe('what is announced', () => {
  test('must fit, and holds its room until it is given up', async () => {
    expect((await announce(ada, MAX_UPLOAD + 1)).status).toBe(413)
    expect((await announce(ada, 0)).status).toBe(400)
    expect((await call(ada, 'POST', {})).statusCode).toBe(400)
    const both = await Promise.all([announce(ada, 25 * MB), announce(ada, 25 * MB)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 413])
    const held = both.find(({ status }) => status === 201)
    expect((await call(ada, 'DELETE', { id: held?.id ?? '' })).statusCode).toBe(204)
    expect(await rowsOf(ada)).toEqual([])
    expect(await readdir(scratch())).toEqual([])
    expect((await announce(ada, 25 * MB)).status).toBe(201)
  })

  test('cannot grow on the way', async () => {
    const { id } = await announce(ada, 100)
    expect((await next(ada, id, 0, song(200))).statusCode).toBe(413)
    expect((await next(ada, id, 50, song(50))).statusCode).toBe(409)
  })

  test('is nobody else’s business', async () => {
    const { id } = await announce(ada, 100)
    const ben = await app.person()
    expect((await call(ben, 'HEAD', { id })).statusCode).toBe(404)
    expect((await next(ben, id, 0, song(100))).statusCode).toBe(404)
    expect((await call(ben, 'DELETE', { id })).statusCode).toBe(404)
    const nobody = { ...ada, headers: {} }
    expect((await next(nobody, id, 0, song(100))).statusCode).toBe(401)
    expect((await next(ada, id, 0, song(100))).statusCode).toBe(204)
  })

  test('is named by the path alone, whatever the query or another header says', async () => {
    const { id: theirs } = await announce(await app.person(), 100)
    const { id: mine } = await announce(ada, 50)
    for (const suffix of [`?x=/${theirs}`, `?x=/${theirs}.json`, `?/${theirs}`]) {
      const head = await call(ada, 'HEAD', { id: mine + suffix })
      expect([head.statusCode, head.headers['upload-length']]).toEqual([200, '50'])
    }
    expect((await next(ada, `${mine}?x=/${theirs}`, 0, song(20))).headers['upload-offset']).toBe(
      '20',
    )
    const override = { 'x-http-method-override': 'DELETE' }
    expect((await call(ada, 'HEAD', { id: mine, headers: override })).statusCode).toBe(200)
    expect((await call(ada, 'DELETE', { id: `${mine}?x=/${theirs}` })).statusCode).toBe(204)
    const files = await readdir(scratch())
    expect(files.filter((name) => name.startsWith(theirs)).length).toBeGreaterThan(0)
    expect(files.filter((name) => name.startsWith(mine))).toEqual([])
  })

  test('is forgotten after a day', async () => {
    const { id } = await announce(ada, 100)
    await next(ada, id, 0, song(50))
    // Of a program that stopped while it read a school's roster.
    await mkdir(path.join(scratch(), 'pull-x'))
    await writeFile(path.join(scratch(), 'pull-x', 'users.csv'), 'Ada')
    const later = RESUMABLE_FOR_MS + 60_000
    const yesterday = new Date(Date.now() - later)
    for (const file of await readdir(scratch())) {
      await utimes(path.join(scratch(), file), yesterday, yesterday)
    }
    app.moveClock(later)
    await sweepFiles({ ...app.parts, quota: 0 })
    app.moveClock(-later)
    await sweepScratch(scratch(), new Date())
    expect(await rowsOf(ada)).toEqual([])
    expect(await readdir(scratch())).toEqual([])
    expect((await next(ada, id, 50, song(50))).statusCode).toBe(404)
  })
})

test('strange requests are refused, not answered with an error of the server', async () => {
  const { id } = await announce(ada, 100)
  const statuses = [
    await call(ada, 'POST', {
      headers: { 'upload-length': '10', 'upload-metadata': 'filename !!' },
    }),
    await call(ada, 'POST', { headers: { 'upload-length': '-1' } }),
    await call(ada, 'POST', { headers: { 'upload-length': '10', 'tus-resumable': '0.1' } }),
    await call(ada, 'PATCH', { id, headers: { 'upload-offset': 'x' } }),
    await call(ada, 'PATCH', { id }),
    await call(ada, 'HEAD', { id: 'no-id' }),
  ].map(({ statusCode }) => statusCode)
  expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true)
})

test('an upload in several parts at once is refused, and leaves no reservation', async () => {
  for (const kind of ['partial', 'final;/a /b']) {
    const { statusCode } = await app.http.inject({
      method: 'POST',
      url: '/api/uploads/resumable',
      headers: {
        ...ada.headers,
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-concat': kind,
      },
    })
    expect(statusCode).toBe(400)
  }
  const rows = await app.db.selectFrom('files').selectAll().where('owner_id', '=', ada.id).execute()
  expect(rows).toEqual([])
})

test('an upload whose parts are gone, or on another node, can be cancelled', async () => {
  const { id } = await announce(ada, MB)
  await rm(path.join(scratch(), id))
  await rm(path.join(scratch(), `${id}.json`))
  expect((await call(ada, 'DELETE', { id })).statusCode).toBe(204)
  expect(await rowsOf(ada)).toEqual([])
})

test('each node deletes the old temporary files of its own folder', async () => {
  const other = await startApp({ beside: app })
  try {
    const folder = path.join(other.folder, 'uploads')
    const [old, recent] = [path.join(folder, 'old.incoming'), path.join(folder, 'new.incoming')]
    for (const file of [old, recent]) await writeFile(file, 'half')
    const yesterday = new Date(app.parts.clock().getTime() - RESUMABLE_FOR_MS - 60_000)
    await utimes(old, yesterday, yesterday)
    await other.http.listen({ host: '127.0.0.1', port: 0 })
    await expect.poll(() => readdir(folder)).toEqual([path.basename(recent)])
  } finally {
    await other.stop()
  }
})

test('an export that is being made is no upload that its owner can cancel', async () => {
  const id = randomUUID()
  await reserveExport(app.db, { id, ownerId: ada.id, name: 'export.zip' }, app.parts.clock())
  for (const method of ['HEAD', 'DELETE'] as const)
    expect((await call(ada, method, { id })).statusCode).toBe(404)
  expect(await rowsOf(ada)).toHaveLength(1)
})
