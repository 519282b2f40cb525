import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { calendar } from '#contract/calendar'
import { parents } from '#contract/parents'
import { people } from '#contract/people'
import { assignLearner } from '#features/advising'
import type { Mail } from '#platform/mail'
import { endGuardianship, recordConsent } from '#testing/family-builder'
import { mailingTo, type MailSink, startMailSink } from '#testing/mail-sink'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { sendReminders } from './reminders.ts'

let app: TestApp
let mail: MailSink
beforeAll(async () => {
  mail = await startMailSink()
  app = await startApp({ ...mailingTo(mail), poolSize: 2 })
})
afterAll(async () => {
  await app.stop()
  await mail.stop()
})

const LESSON = {
  title: 'Piano',
  start: '2030-01-07T15:00:00Z',
  end: '2030-01-07T16:00:00Z',
  time_zone: 'Europe/Berlin',
}
const WEEKLY = { every: 'week' } as const

const read = async (person: Person, from: string, to: string, time_zone = 'Europe/Berlin') =>
  (await person.call(calendar).readCalendar({ query: { from, to, time_zone } })).items
/** Starts and titles in January 2030. */
const january = async (person: Person) =>
  (await read(person, '2030-01-01', '2030-01-31')).map(({ start, title }) => `${start} ${title}`)

describe('one’s own event', () => {
  test('is in the calendar as it was put in, is changed, and is gone', async () => {
    const ada = await app.person()
    const event = await ada.call(calendar).addEvent({ body: { ...LESSON, notes: 'With Mr Holm' } })
    expect(event).toMatchObject({
      ...LESSON,
      start: '2030-01-07T15:00:00.000Z',
      end: expect.any(String),
    })
    const [item] = await read(ada, '2030-01-01', '2030-01-31')
    expect(item).toMatchObject({
      id: event.id,
      kind: 'event',
      title: 'Piano',
      all_day: false,
      time_zone: 'Europe/Berlin',
      event: { id: event.id, occurrence: null, may_change: true },
    })
    const params = { id: event.id }
    await ada.call(calendar).changeEvent({ params, body: { title: 'Piano concert' } })
    expect(await january(ada)).toEqual(['2030-01-07T15:00:00.000Z Piano concert'])
    const allDay = { start: '2030-01-09', end: '2030-01-11', all_day: true }
    await ada.call(calendar).changeEvent({ params, body: allDay })
    expect(await read(ada, '2030-01-10', '2030-01-10')).toMatchObject([allDay])
    await ada.call(calendar).removeEvent({ params, query: {} })
    expect(await january(ada)).toEqual([])
    await expect(ada.call(calendar).removeEvent({ params, query: {} })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('has its notes apart, for those who see it in a calendar', async () => {
    const [ada, other] = [await app.person(), await app.person()]
    const body = { ...LESSON, notes: 'With Mr Holm', recurrence: WEEKLY }
    const { id, start, end } = await ada.call(calendar).addEvent({ body })
    const change = { start, end, notes: 'With Mrs Berg', occurrence: start, part: 'this' as const }
    await ada.call(calendar).changeEvent({ params: { id }, body: change })
    const notes = async (by: Person, query: { occurrence?: string; learner_id?: string } = {}) =>
      (await by.call(calendar).readNotes({ params: { id }, query })).notes
    expect(await notes(ada, { occurrence: start })).toBe('With Mrs Berg')
    expect(await notes(ada, { occurrence: '2030-01-14T15:00:00.000Z' })).toBe('With Mr Holm')
    for (const query of [{}, { learner_id: ada.id }]) {
      await expect(notes(other, query)).rejects.toMatchObject({ status: 404 })
    }
    const listed = await read(ada, '2030-01-01', '2030-01-31')
    expect(JSON.stringify(listed)).not.toContain('With M')
  })

  test('is looked for within five years of now', async () => {
    const ada = await app.person()
    await expect(read(ada, '2198-01-01', '2198-12-31')).rejects.toMatchObject({ status: 400 })
  })

  test('sent twice is there once', async () => {
    const ada = await app.person()
    const headers = { 'idempotency-key': 'one-and-the-same' }
    const send = () =>
      app.http.inject({
        method: 'POST',
        url: '/api/calendar/events',
        headers: { ...ada.headers, ...headers },
        payload: LESSON,
      })
    const [first, second] = [await send(), await send()]
    expect(first.statusCode).toBe(201)
    expect(second.json()).toEqual(first.json())
    expect(await january(ada)).toHaveLength(1)
  })

  test.each([
    ['ends before it begins', { end: '2030-01-07T14:00:00Z' }, 'end'],
    ['takes months', { end: '2030-06-07T14:00:00Z' }, 'end'],
    ['is all day at a time', { all_day: true }, 'start'],
    ['has no title', { title: ' ' }, 'title'],
    ['lies in a zone that is none', { time_zone: 'Mars/Olympus' }, 'time_zone'],
    [
      'repeats on other days than its own',
      { recurrence: { ...WEEKLY, weekdays: ['TU'] } },
      'recurrence.weekdays',
    ],
    [
      'ends twice',
      { recurrence: { ...WEEKLY, until: '2030-05-01', count: 3 } },
      'recurrence.count',
    ],
    [
      'repeats without an end of the count',
      { recurrence: { ...WEEKLY, count: 10_000 } },
      'recurrence.count',
    ],
  ])('is refused when it %s', async (_, given, field) => {
    const ada = await app.person()
    const body = { ...LESSON, ...given } as typeof LESSON
    await expect(ada.call(calendar).addEvent({ body })).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    })
  })
})

describe('a series', () => {
  const series = async (given: object = {}) => {
    const ada = await app.person()
    const body = { ...LESSON, recurrence: { ...WEEKLY, count: 4 }, ...given }
    const { id } = await ada.call(calendar).addEvent({ body })
    return { ada, params: { id } }
  }
  const [second, third] = ['2030-01-14T15:00:00.000Z', '2030-01-21T15:00:00.000Z']

  test('is changed and left out one by one, and is still there', async () => {
    const { ada, params } = await series()
    const body = {
      occurrence: second,
      part: 'this',
      start: '2030-01-15T09:00:00Z',
      end: '2030-01-15T10:00:00Z',
    } as const
    await ada.call(calendar).changeEvent({ params, body })
    await ada.call(calendar).removeEvent({ params, query: { occurrence: third, part: 'this' } })
    // Renaming the whole series keeps the moved occurrence on its new day and the removed one excluded.
    await ada.call(calendar).changeEvent({ params, body: { title: 'Violin' } })
    expect(await january(ada)).toEqual([
      '2030-01-07T15:00:00.000Z Violin',
      '2030-01-15T09:00:00.000Z Piano',
      '2030-01-28T15:00:00.000Z Violin',
    ])
    const again = { occurrence: second, part: 'this', title: 'Recital' } as const
    await ada.call(calendar).changeEvent({ params, body: again })
    expect((await january(ada))[1]).toBe('2030-01-15T09:00:00.000Z Recital')
  })

  test('goes another way from one on, with as many as were left', async () => {
    const { ada, params } = await series()
    const body = {
      occurrence: third,
      part: 'following',
      start: '2030-01-22T16:00:00Z',
      end: '2030-01-22T17:00:00Z',
    } as const
    await ada.call(calendar).changeEvent({ params, body })
    expect(await january(ada)).toEqual([
      '2030-01-07T15:00:00.000Z Piano',
      '2030-01-14T15:00:00.000Z Piano',
      '2030-01-22T16:00:00.000Z Piano',
      '2030-01-29T16:00:00.000Z Piano',
    ])
    expect(await read(ada, '2030-02-01', '2030-03-01')).toEqual([])
    await ada
      .call(calendar)
      .removeEvent({ params, query: { occurrence: second, part: 'following' } })
    expect(await january(ada)).toHaveLength(3)
  })

  test('moves as a whole by what one of it moves', async () => {
    const { ada, params } = await series({
      recurrence: { ...WEEKLY, weekdays: ['MO', 'TH'], until: '2030-01-20' },
    })
    const body = {
      occurrence: '2030-01-10T15:00:00Z',
      start: '2030-01-11T14:00:00Z',
      end: '2030-01-11T15:00:00Z',
    }
    await ada.call(calendar).changeEvent({ params, body })
    expect((await january(ada)).map((line) => line.slice(8, 16))).toEqual([
      '08T14:00',
      '11T14:00',
      '15T14:00',
      '18T14:00',
    ])
    // A new recurrence rule, on the first of its days.
    const weekdays = { ...WEEKLY, weekdays: ['SA' as const], until: '2030-01-20' }
    await ada.call(calendar).changeEvent({ params, body: { recurrence: weekdays } })
    expect((await january(ada)).map((line) => line.slice(8, 10))).toEqual(['12', '19'])
    await ada.call(calendar).changeEvent({ params, body: { recurrence: null } })
    expect(await january(ada)).toHaveLength(1)
  })

  test('is not moved into another century by one of it that is far from the others', async () => {
    const { ada, params } = await series()
    const far = { start: '2199-12-30T15:00:00Z', end: '2199-12-30T16:00:00Z' }
    const change = (body: object) => ada.call(calendar).changeEvent({ params, body })
    await change({ occurrence: second, part: 'this', ...far })
    const back = { start: '2000-01-01T15:00:00Z', end: '2000-01-01T16:00:00Z' }
    await expect(change({ occurrence: second, part: 'all', ...back })).rejects.toMatchObject({
      status: 400,
      fields: { start: expect.any(String) },
    })
    expect(await january(ada)).toHaveLength(3)
  })

  test('is at the same time on the wall when the clocks change, and one that they skip can be changed', async () => {
    const { ada, params } = await series({
      start: '2030-03-24T01:30:00Z',
      end: '2030-03-24T02:00:00Z',
      recurrence: WEEKLY,
    })
    const starts = async () =>
      (await read(ada, '2030-03-24', '2030-04-07')).map(({ start }) => start.slice(5, 16))
    expect(await starts()).toEqual(['03-24T01:30', '03-31T01:30', '04-07T00:30'])
    const body = { occurrence: '2030-03-31T01:30:00Z', part: 'this', title: 'Late' } as const
    await ada.call(calendar).changeEvent({ params, body })
    await ada.call(calendar).changeEvent({ params, body: { ...body, part: 'all' } })
    expect(await starts()).toEqual(['03-24T01:30', '03-31T01:30', '04-07T00:30'])
  })

  test('wants to hear which one is meant', async () => {
    const { ada, params } = await series()
    for (const occurrence of [undefined, '2030-01-15T15:00:00Z', '2030-01-14']) {
      const body = { part: 'this', occurrence } as const
      await expect(ada.call(calendar).changeEvent({ params, body })).rejects.toMatchObject({
        status: 400,
        fields: { occurrence: expect.any(String) },
      })
    }
  })

  test('is one of a hundred at most', async () => {
    const { ada } = await series()
    const { rows } = await sql`
      insert into calendar_events (owner_id, uid, title, all_day, starts, ends, time_zone, recurrence, first_on, created_at, changed_at)
      select owner_id, 'copy ' || n, title, all_day, starts, ends, time_zone, recurrence, first_on, created_at, changed_at
      from calendar_events, generate_series(1, 99) n where owner_id = ${ada.id} returning id`.execute(
      app.db,
    )
    expect(rows).toHaveLength(99)
    const body = { ...LESSON, recurrence: WEEKLY }
    await expect(ada.call(calendar).addEvent({ body })).rejects.toMatchObject({ status: 409 })
    await ada.call(calendar).addEvent({ body: LESSON })
  })
})

describe('others', () => {
  test('a minor’s family reads along; an advisor does not, but meets the learner', async () => {
    const noah = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(10) })
    const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    const advisor = await app.person({ role: 'advisor', firstName: 'Elin', lastName: 'Berg' })
    await recordConsent(app, noah, mother)
    const now = app.parts.clock()
    await assignLearner(app.db, { advisorId: advisor.id, learnerId: noah.id, since: now })
    await noah.call(calendar).addEvent({ body: { ...LESSON, reminder: 10 } })
    const params = { id: noah.id }
    const meeting = { ...LESSON, title: 'How the kite goes' }
    const { id } = await advisor.call(calendar).arrangeMeeting({ params, body: meeting })

    const child = async (reader: Person) => {
      const query = { from: '2030-01-01', to: '2030-01-31', time_zone: 'UTC' }
      return (await reader.call(parents).parentCalendar({ params, query })).items
    }
    const toNoah = { kind: 'meeting', event: { with: 'Elin Berg', may_change: false } }
    expect(
      (await read(noah, '2030-01-01', '2030-01-31')).toSorted((a, b) =>
        a.kind.localeCompare(b.kind),
      ),
    ).toMatchObject([{ kind: 'event', event: { may_change: true, reminder: 10 } }, toNoah])
    expect(await child(mother)).toHaveLength(2)
    expect(await child(mother)).toContainEqual(
      expect.objectContaining({
        title: 'Piano',
        event: expect.objectContaining({ may_change: false, reminder: null }),
      }),
    )
    expect(await child(advisor)).toMatchObject([toNoah])
    expect(await read(advisor, '2030-01-01', '2030-01-31')).toMatchObject([
      { kind: 'meeting', event: { with: 'Noah Lovelace', may_change: true } },
    ])
    await advisor.call(calendar).changeEvent({ params: { id }, body: { title: 'How it goes' } })
    const { rows } = await sql`select action from audit_log
      where actor_id = ${advisor.id} and subject_id = ${noah.id} and action like 'meeting%' order by id`.execute(
      app.db,
    )
    expect(rows).toEqual([{ action: 'meeting_arranged' }, { action: 'meeting_changed' }])
    const notices = (id: string) =>
      app.db
        .selectFrom('notifications')
        .select(['title', 'category'])
        .where('person_id', '=', id)
        .where('category', '=', 'calendar')
        .execute()
    expect(await notices(noah.id)).toMatchObject([
      { title: 'Elin Berg has changed a meeting with you' },
    ])
    // Neither the learner nor the mother can change the advisor's event.
    for (const other of [noah, mother]) {
      await expect(
        other.call(calendar).changeEvent({ params: { id }, body: { title: 'No' } }),
      ).rejects.toMatchObject({ status: 404 })
      await expect(
        other.call(calendar).arrangeMeeting({ params, body: meeting }),
      ).rejects.toMatchObject({ status: expect.any(Number) })
    }
    // Moderates an adult's text to a child, and a child's own text, which the family reads.
    for (const notes of [
      'Meet me alone tonight',
      'It is our little secret',
      'Did your dad hit you again?',
    ]) {
      const bad = { ...LESSON, notes }
      await expect(
        advisor.call(calendar).arrangeMeeting({ params, body: bad }),
      ).rejects.toMatchObject({ status: 400, code: 'not_saved' })
      await expect(
        advisor.call(calendar).changeEvent({ params: { id }, body: { notes } }),
      ).rejects.toMatchObject({ status: 400 })
    }
    await expect(
      noah.call(calendar).addEvent({ body: { ...LESSON, title: 'Dad hits me again' } }),
    ).rejects.toMatchObject({ status: 400 })
    const reports = await app.db
      .selectFrom('safety_reports')
      .select(['category', 'held_back'])
      .where('learner_id', '=', noah.id)
      .orderBy('category')
      .execute()
    expect(reports).toEqual([
      { category: 'abuse', held_back: true },
      { category: 'grooming', held_back: true },
    ])
    // The relation ends, and so does access to its events.
    await app.db.deleteFrom('caseload').where('learner_id', '=', noah.id).execute()
    await expect(
      advisor.call(calendar).changeEvent({ params: { id }, body: { title: 'Still mine' } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await january(noah)).toEqual(['2030-01-07T15:00:00.000Z Piano'])
    expect(await child(mother)).toHaveLength(1)
    expect(await january(advisor)).toEqual([])
    await endGuardianship(app, mother)
    await expect(child(mother)).rejects.toMatchObject({ status: 404 })
  })
})

test('a change of a meeting is read together with what stays of it', async () => {
  const noah = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(10) })
  const advisor = await app.person({ role: 'advisor' })
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: noah.id, since })
  const { id } = await advisor.call(calendar).arrangeMeeting({
    params: { id: noah.id },
    body: { ...LESSON, title: 'How you please never tell' },
  })
  const change = (notes: string) =>
    advisor.call(calendar).changeEvent({ params: { id }, body: { notes } })
  await expect(change('your parents what you found')).rejects.toMatchObject({ code: 'not_saved' })
  expect(await change('Bring the kite')).toMatchObject({ notes: 'Bring the kite' })
})

test('so is one of a series, whose title may be its own', async () => {
  const noah = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(10) })
  const advisor = await app.person({ role: 'advisor' })
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: noah.id, since })
  const { id } = await advisor
    .call(calendar)
    .arrangeMeeting({ params: { id: noah.id }, body: { ...LESSON, recurrence: WEEKLY } })
  const one = { occurrence: '2030-01-14T15:00:00Z', part: 'this' as const }
  const change = (body: { title: string } | { notes: string }) =>
    advisor.call(calendar).changeEvent({ params: { id }, body: { ...one, ...body } })
  await change({ title: 'How you please never tell' })
  await expect(change({ notes: 'your parents what you found' })).rejects.toMatchObject({
    code: 'not_saved',
  })
  expect(await change({ notes: 'Bring the kite' })).toMatchObject({ notes: 'Bring the kite' })
})

test('whoever no longer works here changes no meeting, and is in no learner’s calendar', async () => {
  const noah = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(10) })
  const advisor = await app.person({ role: 'advisor', firstName: 'Elin', lastName: 'Berg' })
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: noah.id, since })
  const { id } = await advisor
    .call(calendar)
    .arrangeMeeting({ params: { id: noah.id }, body: LESSON })
  const change = () =>
    advisor.call(calendar).changeEvent({ params: { id }, body: { title: 'At the lake' } })
  await change()
  expect(await january(noah)).toEqual(['2030-01-07T15:00:00.000Z At the lake'])
  const admin = await app.person({ role: 'admin' })
  const params = { id: advisor.id }
  await admin.call(people).changePerson({ params, body: { role: 'parent' } })
  await expect(change()).rejects.toMatchObject({ status: 404 })
  await expect(
    advisor.call(calendar).removeEvent({ params: { id }, query: {} }),
  ).rejects.toMatchObject({ status: 404 })
  expect([await january(noah), await january(advisor)]).toEqual([[], []])
})

describe('a reminder', () => {
  const DAY_MS = 24 * 3_600_000

  test('of a meeting ends with the care for the learner', async () => {
    const noah = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(10) })
    const [former, advisor] = [
      await app.person({ role: 'advisor' }),
      await app.person({ role: 'advisor' }),
    ]
    const at = (hours: number) =>
      new Date(app.parts.clock().getTime() + hours * 3_600_000).toISOString()
    const body = { ...LESSON, title: 'Why Noah is sad', start: at(2), end: at(3), reminder: 60 }
    for (const each of [former, advisor]) {
      const since = app.parts.clock()
      await assignLearner(app.db, { advisorId: each.id, learnerId: noah.id, since })
      await each.call(calendar).arrangeMeeting({ params: { id: noah.id }, body })
    }
    app.moveClock(61 * 60_000)
    await sendReminders(app.parts)
    await mail.take(advisor.email, /^Reminder: Why Noah is sad/)
    const told = (person: Person) =>
      app.db
        .selectFrom('notifications')
        .select('title')
        .where('person_id', '=', person.id)
        .execute()
    expect(await told(advisor)).toEqual([{ title: 'Coming up: Why Noah is sad' }])
    expect(await told(former)).toEqual([])
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: former.id, learnerId: noah.id, since })
    expect(await told(advisor)).toEqual([])
  })

  test('of a calendar full of them comes fifty times a day by mail: one person does not hold up everybody’s', async () => {
    const ada = await app.person()
    const now = app.parts.clock().getTime()
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    const body = { ...LESSON, start: at(30), end: at(60), reminder: 10 }
    for (let made = 0; made < 60; made += 1)
      await ada.call(calendar).addEvent({ body: { ...body, title: `Lesson ${made}` } })
    app.moveClock(25 * 60_000)
    // Counts what is sent, not what waits: emails leave meanwhile.
    const sent: string[] = []
    const send: Mail['send'] = (db, letter) => {
      sent.push(letter.to)
      return app.parts.mail.send(db, letter)
    }
    await sendReminders({ ...app.parts, mail: { ...app.parts.mail, send } })
    const told = await app.db
      .selectFrom('notifications')
      .select('id')
      .where('person_id', '=', ada.id)
      .execute()
    expect(told).toHaveLength(51)
    expect(sent.filter((to) => to === ada.email)).toHaveLength(50)
  })

  test('comes by mail before each one, once, and not for what is over or removed', async () => {
    const ada = await app.person()
    const minute = Math.ceil(app.parts.clock().getTime() / 60_000) * 60_000
    const start = new Date(minute + 3_600_000)
    const at = (ms: number) => new Date(start.getTime() + ms).toISOString()
    const body = {
      ...LESSON,
      title: 'Visit https://evil.example',
      start: at(0),
      end: at(600_000),
      recurrence: { every: 'day', count: 3 },
      reminder: 30,
    } as const
    const { id } = await ada.call(calendar).addEvent({ body })
    await sendReminders(app.parts)
    app.moveClock(31 * 60_000)
    await Promise.all([sendReminders(app.parts), sendReminders(app.parts)])
    const letter = await mail.take(ada.email, /^Reminder/)
    expect(letter.subject).toBe('Reminder: Visit https evil example')
    expect(letter.text).toContain('(Europe/Berlin)')
    const told = app.db.selectFrom('notifications').select('title').where('person_id', '=', ada.id)
    expect(await told.execute()).toMatchObject([{ title: expect.stringMatching(/^Coming up/) }])
    await sendReminders(app.parts)
    // A day without any run: reminders for events that began long ago are dropped.
    app.moveClock(1.5 * DAY_MS)
    await sendReminders(app.parts)
    const { remind_at } = await app.db
      .selectFrom('calendar_events')
      .select('remind_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(remind_at).toBe(at(2 * DAY_MS - 30 * 60_000))
    const again = await app.signIn(ada.email)
    await again.call(calendar).removeEvent({ params: { id }, query: {} })
    app.moveClock(DAY_MS)
    await sendReminders(app.parts)
    const { rows } = await sql`select from pgboss.job where data ->> 'to' = ${ada.email}`.execute(
      app.db,
    )
    const more = mail.letters.filter(({ to }) => to?.[0]?.address === ada.email)
    expect([...rows, ...more.filter(({ subject }) => subject?.startsWith('Reminder'))]).toEqual([])
  })
})
