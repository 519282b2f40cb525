import { randomBytes } from 'node:crypto'

import type autocannon from 'autocannon'
import sharp from 'sharp'

import { MAX_IMPORTED_EVENTS } from '#contract/calendar'
import { fileForm } from '#testing/sample-files'

import { emailOf, PASSWORD } from './create-learners.ts'
import type { Target } from './targets.ts'

export type Flood = { name: string; next: () => autocannon.Request }

/** @param targets what other people request meanwhile; the floods use their sessions */
export const floodsOf = async (targets: Target[], learners: number): Promise<Flood[]> => {
  const loadOf = (name: string) => targets.find((each) => each.name === name)!.load
  const readers = loadOf('GET /api/transcript, warm').requests!
  const newcomer = loadOf('GET /api/transcript, cold').next!
  const photograph = await photographs()
  const calendar = fileForm(calendarFile(), 'timetable.ics')
  calendar.set('time_zone', 'Europe/Berlin')
  calendar.set('preview', 'true')
  const timetable = await encode(calendar)
  let sent = 0
  const byReader = (path: string, { headers, body }: Form): autocannon.Request => {
    const reader = readers[sent++ % readers.length]!
    return { method: 'POST', path, headers: { ...reader.headers, ...headers }, body }
  }
  return [
    { name: 'sign-ins', next: () => signIn(1 + Math.floor(Math.random() * learners)) },
    {
      name: 'PDFs of transcripts',
      next: () => ({ ...newcomer(), path: '/api/transcript.pdf' }),
    },
    { name: 'photographs of 12 megapixels', next: () => byReader('/api/uploads', photograph()) },
    {
      name: `calendars of ${MAX_IMPORTED_EVENTS} events`,
      next: () => byReader('/api/calendar/import', timetable),
    },
  ]
}

export const signIn = (learner: number): autocannon.Request => ({
  method: 'POST',
  path: '/api/auth/login',
  headers: { 'content-type': 'application/json', 'x-forwarded-for': anyAddress() },
  body: JSON.stringify({ email: emailOf(learner), password: PASSWORD }),
})

const anyAddress = () => `10.${randomBytes(3).join('.')}`

type Form = { headers: Record<string, string>; body: Buffer }

const encode = async (form: FormData): Promise<Form> => {
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}

const MARK = 'sixteen letters.'

/** A photograph that says something else in each request, as the same file again would be recognized. */
const photographs = async () => {
  const photo = await sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .withExif({ IFD0: { ImageDescription: MARK } })
    .jpeg()
    .toBuffer()
  const form = await encode(fileForm(photo, 'photo.jpg'))
  const place = form.body.indexOf(MARK)
  return (): Form => {
    const body = Buffer.from(form.body)
    body.write(randomBytes(8).toString('hex'), place)
    return { ...form, body }
  }
}

const calendarFile = () => {
  const events = Array.from({ length: MAX_IMPORTED_EVENTS }, (_, i) => [
    'BEGIN:VEVENT',
    `UID:lesson-${i}`,
    'DTSTAMP:20260901T080000Z',
    `DTSTART:20260901T${String(8 + (i % 8)).padStart(2, '0')}0000Z`,
    `RRULE:FREQ=WEEKLY;COUNT=${1 + (i % 40)}`,
    `SUMMARY:Lesson ${i}`,
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:bench',
    ...events.flat(),
    'END:VCALENDAR',
  ]
  return `${lines.join('\r\n')}\r\n`
}
