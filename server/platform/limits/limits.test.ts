import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { OutgoingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import type { CallLimit } from '#contract/endpoint'
import { files } from '#contract/files'
import { USUAL } from '#contract/limits'
import { messages } from '#contract/messages'
import { portfolio } from '#contract/portfolio'
import { eventually } from '#testing/eventually'
import { ENDPOINTS } from '#testing/every-endpoint'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  // As many database connections as a site has.
  app = await startApp({ poolSize: 10 })
  await app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.stop())

const closing: (() => void)[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) close()
})

test('a limit is told from others by its name', async () => {
  const known = new Map<string, CallLimit>()
  for (const { limit = [] } of ENDPOINTS) {
    for (const each of [limit].flat()) {
      expect(each).toEqual(known.get(each.name) ?? each)
      known.set(each.name, each)
    }
  }
})

test('writes are limited for each caller, at no cost in the database; 429 then says when to come back', async () => {
  const [ada, ben] = [await app.person(), await app.person()]
  const body = { quiet_hours: null }
  await ada.call(messages).setQuietHours({ body })
  const by = { address: '192.0.2.1', userId: ada.id }
  for (let i = 1; i < USUAL.points; i += 1) await app.parts.limits.takeCall(USUAL, by)

  await expect(ada.call(messages).setQuietHours({ body })).rejects.toMatchObject({
    status: 429,
    code: 'too_many',
    message: USUAL.message,
    headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
  })
  await ben.call(messages).setQuietHours({ body })
  const counted = await app.db.selectFrom('rate_limits').select('key').execute()
  expect(counted.filter(({ key }) => key.startsWith(USUAL.name))).toEqual([])
})

test("one person's calls that wait for a lock leave the database to others, and all are answered", async () => {
  const [ada, ben] = [await app.person(), await app.person()]
  const body = { quiet_hours: { from: '21:00', to: '07:00', time_zone: 'UTC' } }
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const locked = Promise.withResolvers<void>()
  const lock = app.db.transaction().execute(async (db) => {
    await db.selectFrom('users').select('id').where('id', '=', ada.id).forUpdate().execute()
    locked.resolve()
    await released
  })
  await locked.promise
  const waiting = Promise.all(
    Array.from({ length: 30 }, () => ada.call(messages).setQuietHours({ body })),
  )
  await ben.call(messages).setQuietHours({ body }).finally(release)
  await Promise.all([lock, waiting])
})

test('public pages, which can be long, are read in turn by network', async () => {
  const from = (address: string) => app.visitor({}, address).call(portfolio)
  const params = { slug: 'nobody' }
  const many = Array.from({ length: 150 }, () => from('192.0.2.7').publicPortfolio({ params }))
  const other = from('192.0.2.8').publicPortfolio({ params })
  const statuses = (await Promise.allSettled([...many, other])).map((each) =>
    each.status === 'rejected' ? (each.reason as { status: number }).status : 200,
  )
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect(statuses.at(-1)).toBe(404)
})

test('of more calls at once than a page ever makes, the last are told to come back', async () => {
  const ada = await app.person()
  const body = { quiet_hours: null }
  const calls = Array.from({ length: 150 }, () => ada.call(messages).setQuietHours({ body }))
  const results = await Promise.allSettled(calls)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const each of refused)
    expect(each).toMatchObject({ reason: { status: 429, headers: { 'retry-after': '1' } } })
})

/** Sends the start of a request, and reads nothing of the reply. */
const begin = (person: Person, line: string, headers: Record<string, string>, body = '') => {
  const { port } = app.http.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1').pause()
  client.on('error', () => undefined)
  closing.push(() => client.destroy())
  const all = Object.entries({ host: 'lodestar.test', ...person.headers, ...headers })
  client.write(
    [`${line} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`)].join('\r\n'),
  )
  client.write(`\r\n\r\n${body}`)
  return client
}

/** As many as one person's calls that run at the same time. */
const AT_ONCE = 4
const TUS = { 'tus-resumable': '1.0.0' }

/** Begins to send a part of a resumable upload, which then stops. */
const beginPart = async (person: Person) => {
  const { headers } = await app.http.inject({
    method: 'POST',
    url: '/api/uploads/resumable',
    headers: { ...person.headers, ...TUS, 'upload-length': '1000' },
  })
  const url = String(headers.location)
  const client = begin(
    person,
    `PATCH ${url}`,
    {
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'content-length': '1000',
      'upload-offset': '0',
    },
    'begun',
  )
  const place = path.join(app.folder, 'uploads', path.basename(url))
  await eventually(async () => expect((await stat(place)).size).toBe('begun'.length))
  return client
}

const connections = () => promisify(app.http.server.getConnections.bind(app.http.server))()

const storeFile = async (person: Person, size: number) => {
  const bytes = Buffer.alloc(size, 7)
  bytes.write('RIFF\0\0\0\0WAVEfmt ', 'latin1')
  const form = new FormData()
  form.append('file', new File([bytes], 'song.wav'))
  return (await person.call(files).uploadFile({ form })).id
}

test('downloads that are read slowly leave the other calls of their reader alone', async () => {
  const ada = await app.person()
  const id = await storeFile(ada, 20 * 2 ** 20)
  for (let i = 0; i < AT_ONCE; i += 1)
    await once(begin(ada, `GET /api/files/${id}`, {}), 'readable')
  await ada.call(messages).setQuietHours({ body: { quiet_hours: null } })
})

test('uploads that arrive slowly leave the other calls of their person alone', async () => {
  const ada = await app.person()
  for (let i = 0; i < AT_ONCE; i += 1) await beginPart(ada)
  await ada.call(messages).setQuietHours({ body: { quiet_hours: null } })
})

test('a file of which no byte moves any more, in either direction, gives up its place', async () => {
  const { setTimeout } = OutgoingMessage.prototype
  vi.spyOn(OutgoingMessage.prototype, 'setTimeout').mockImplementation(function (
    this: OutgoingMessage,
    ms,
    then,
  ) {
    return setTimeout.call(this, ms / 500, then)
  })
  const ada = await app.person()
  const id = await storeFile(ada, 20 * 2 ** 20)
  begin(ada, `GET /api/files/${id}`, {})
  for (let i = 0; i < AT_ONCE; i += 1) await beginPart(ada)
  await storeFile(ada, 1000)
  await eventually(async () => expect(await connections()).toBe(0))
})
