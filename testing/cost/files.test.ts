import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Endpoint, fillPath } from '#contract/endpoint'
import { files } from '#contract/files'
import { ENDPOINTS, nameOf } from '#testing/every-endpoint'
import { PDF } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { chunkyPng, interlacedPng, longIcs, nestedPdf, taggedDocx } from './hostile-files.ts'
import { costOf, costOfLongWork, exceededLimits } from './measure.ts'
import { createWorld, type World } from './world.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  app = await startApp({ poolSize: 3 })
  world = await createWorld(app)
})
afterAll(() => app.stop())

type Sending = { by: keyof World['people']; fields?: Record<string, string> }

/** Caller and content for every endpoint that accepts files. */
const UPLOADS: Record<string, Sending> = {
  'POST /api/uploads': { by: 'learner' },
  'POST /api/profile/avatar': { by: 'learner' },
  'POST /api/advisor/covers': { by: 'advisor' },
  'POST /api/admin/settings/logo': { by: 'admin' },
  'POST /api/admin/imports': { by: 'admin', fields: { format: 'simple' } },
  'POST /api/calendar/import': { by: 'learner', fields: { time_zone: 'UTC' } },
  'POST /api/parent/evidence/{id}': { by: 'parent' },
  'POST /api/verify': { by: 'learner' },
}

const uploads = ENDPOINTS.filter(({ kind }) => kind === 'upload')

test('every endpoint that takes files is given hostile ones', () => {
  expect(uploads.map(nameOf).toSorted()).toEqual(Object.keys(UPLOADS).toSorted())
})

const send = async (endpoint: Endpoint, bytes: Buffer, name: string, measure = costOf) => {
  const { by, fields = {} } = UPLOADS[nameOf(endpoint)]!
  const form = new FormData()
  const { learner, task } = world.ids
  for (const [field, value] of Object.entries({ ...fields, task_id: task })) form.set(field, value)
  form.set('file', new File([new Uint8Array(bytes)], name))
  const whole = new Response(form)
  const payload = Buffer.from(await whole.arrayBuffer())
  const { headers } = world.people[by]
  const send = () =>
    app.http.inject({
      method: 'POST',
      url: fillPath(endpoint.path, { id: learner }),
      headers: { ...headers, 'content-type': whole.headers.get('content-type')! },
      payload,
    })
  await app.db.deleteFrom('rate_limits').execute()
  return exceededLimits(`${name} to ${nameOf(endpoint)}`, await measure(send))
}

const DOTS = `${'. '.repeat(30_000)}x`

test('no small file costs much, whoever opens it', async () => {
  const excess: string[] = []
  for (const endpoint of uploads) {
    excess.push(...(await send(endpoint, chunkyPng(), 'chunks.png')))
    excess.push(...(await send(endpoint, Buffer.from('Words.'), DOTS)))
    excess.push(...(await send(endpoint, longIcs(), 'calendar.ics')))
  }
  expect(excess.map((each) => each.slice(-200))).toEqual([])
}, 300_000)

test('no file that is decoded costs the server much', async () => {
  const upload = uploads.find((each) => nameOf(each) === 'POST /api/uploads')!
  // Seconds of waiting for the decoding process: background work of these seconds is not the file's cost.
  const excess = [
    ...(await send(upload, nestedPdf(), 'nested.pdf', costOfLongWork)),
    ...(await send(upload, taggedDocx(), 'tags.docx', costOfLongWork)),
    ...(await send(upload, await interlacedPng(), 'interlaced.png', costOfLongWork)),
  ]
  expect(excess).toEqual([])
}, 300_000)

const uploadAs = (person: Person, bytes: Buffer, name: string) => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  return person.call(files).uploadFile({ form })
}

test('one person’s bombs do not keep another’s document from being published', async () => {
  const { learner, friend } = world.people
  const bomb = nestedPdf()
  const bombs = Array.from({ length: 4 }, () => uploadAs(learner, bomb, 'bomb.pdf'))
  const other = await uploadAs(friend, await cleanPdf(), 'letter.pdf')
  expect(other.publishable).toBe(true)
  for (const sent of await Promise.allSettled(bombs)) {
    if (sent.status === 'fulfilled') expect(sent.value.publishable).not.toBe(true)
  }
  expect((await uploadAs(friend, PDF, 'another.pdf')).content_type).toBe('application/pdf')
}, 300_000)

const cleanPdf = async (): Promise<Buffer> => {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create()
  pdf.addPage()
  return Buffer.from(await pdf.save())
}
