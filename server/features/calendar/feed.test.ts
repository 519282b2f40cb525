import { randomBytes } from 'node:crypto'

import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { calendar } from '#contract/calendar'
import { guardians } from '#contract/guardians'
import { plan } from '#contract/plan'
import { assignLearner } from '#features/advising'
import { endGuardianship, recordConsent, withdrawConsent } from '#testing/family-builder'
import { createQuest } from '#testing/quest-builder'
import { fileForm } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const make = async (person: Person) => {
  const { url } = await person.call(calendar).makeFeed()
  return new URL(url).pathname
}
const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers })
const textOf = async (url: string) => (await get(url)).body

const add = async (person: Person, given: object) => {
  const body = { title: 'Practice', ...given } as Parameters<
    ReturnType<typeof calendarOf>['addEvent']
  >[0]['body']
  return (await calendarOf(person).addEvent({ body })).id
}
const calendarOf = (person: Person) => person.call(calendar)

/** First starts of the series with a UID, as read by ical.js. */
const startsByIcalJs = (text: string, uid: string, count: number): string[] => {
  const component = new ICAL.Component(ICAL.parse(text) as never)
  for (const zone of component.getAllSubcomponents('vtimezone')) {
    ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  }
  const all = component.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
  const main = all.find((each) => each.uid === uid && !each.isRecurrenceException())!
  for (const each of all) if (each.uid === uid && each !== main) main.relateException(each)
  const walk = main.iterator()
  const starts: string[] = []
  for (let next = walk.next(); next && starts.length < count; next = walk.next()) {
    starts.push(main.getOccurrenceDetails(next).startDate.toJSDate().toISOString())
  }
  return starts
}

/** The same by node-ical, which has its own time zone data. */
const startsByNodeIcal = (text: string, uid: string, from: string, to: string): string[] => {
  const found = Object.values(nodeIcal.sync.parseICS(text)).find(
    (each) => each?.type === 'VEVENT' && each.uid === uid,
  ) as VEvent
  return nodeIcal
    .expandRecurringEvent(found, { from: new Date(from), to: new Date(to) })
    .map(({ start }) => start.toISOString())
    .toSorted()
}

describe('two other programs read the right times', () => {
  test.each([
    ['Europe/Berlin', '2030-03-22', '2030-10-18', 8],
    ['America/New_York', '2030-03-01', '2030-10-25', 8],
    ['Australia/Lord_Howe', '2030-03-29', '2030-09-28', 8],
  ])('of %s over both changes of the clocks', async (time_zone, spring, autumn) => {
    const ada = await app.person()
    const feed = await make(ada)
    for (const first of [spring, autumn]) {
      const id = await add(ada, {
        // 11 p.m. in UTC is another hour elsewhere: the wall time matters.
        start: `${first}T23:15:00Z`,
        end: `${first}T23:45:00Z`,
        time_zone,
        recurrence: { every: 'week', count: 4 },
      })
      const query = { from: first, to: `${first.slice(0, 4)}-12-31`, time_zone: 'UTC' }
      const ours = (await calendarOf(ada).readCalendar({ query })).items
        .filter(({ event }) => event?.id === id)
        .map(({ start }) => start)
      expect(new Set(ours.map((start) => start.slice(11))).size).toBe(2)
      const text = await textOf(feed)
      expect(startsByIcalJs(text, `${id}@lodestar`, 9)).toEqual(ours)
      expect(startsByNodeIcal(text, `${id}@lodestar`, first, '2031-01-01')).toEqual(ours)
    }
  })

  test('of a series of which some are otherwise, until a day', async () => {
    const ada = await app.person()
    const feed = await make(ada)
    const id = await add(ada, {
      start: '2030-01-07T08:00:00Z',
      end: '2030-01-07T09:00:00Z',
      time_zone: 'Europe/Berlin',
      recurrence: { every: 'week', weekdays: ['MO', 'WE'], until: '2030-01-23' },
    })
    const params = { id }
    const body = {
      part: 'this',
      occurrence: '2030-01-14T08:00:00Z',
      start: '2030-01-15T10:00:00Z',
      end: '2030-01-15T11:00:00Z',
    } as const
    await calendarOf(ada).changeEvent({ params, body })
    const query = { part: 'this', occurrence: '2030-01-16T08:00:00Z' } as const
    await calendarOf(ada).removeEvent({ params, query })
    const text = await textOf(feed)
    const days = ['07T08', '09T08', '15T10', '21T08', '23T08'].map(
      (day) => `2030-01-${day}:00:00.000Z`,
    )
    expect(startsByIcalJs(text, `${id}@lodestar`, 9)).toEqual(days)
    expect(startsByNodeIcal(text, `${id}@lodestar`, '2030-01-01', '2030-03-01')).toEqual(days)
    expect(text).toMatch(/RRULE:.*UNTIL=20300123T225959Z/)
    expect(text).toContain('EXDATE;TZID=Europe/Berlin:20300116T090000')
  })
})

test('a feed says what programs want to know, and folds what is long', async () => {
  const ada = await app.person()
  const feed = await make(ada)
  const title = `Kräuter; Öl, "Salz" \\ und ${'🌿'.repeat(40)}`
  const id = await add(ada, {
    title,
    notes: 'Nobody else’s business',
    start: '2030-05-01',
    end: '2030-05-03',
    all_day: true,
    time_zone: 'Pacific/Auckland',
  })
  const before = await textOf(feed)
  expect(before).toMatch(/^BEGIN:VCALENDAR\r\n/)
  for (const line of [
    'VERSION:2.0',
    'METHOD:PUBLISH',
    'PRODID:-//Lodestar//Calendar//EN',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'DTSTART;VALUE=DATE:20300501',
    'DTEND;VALUE=DATE:20300503',
    `UID:${id}@lodestar`,
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
  ]) {
    expect(before.split('\r\n')).toContain(line)
  }
  expect(before.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(before).not.toContain('business')
  const event = new ICAL.Event(
    new ICAL.Component(ICAL.parse(before) as never).getFirstSubcomponent('vevent')!,
  )
  expect(event.summary).toBe(title)

  app.moveClock(60_000)
  const now = await app.signIn(ada.email)
  await calendarOf(now).changeEvent({ params: { id }, body: { title: 'Herbs' } })
  const changed = await textOf(feed)
  expect(changed).toContain('SEQUENCE:1')
  expect(/LAST-MODIFIED:\S+/.exec(changed)?.[0]).not.toBe(/LAST-MODIFIED:\S+/.exec(before)?.[0])
  await calendarOf(now).removeEvent({ params: { id }, query: {} })
  const removed = await textOf(feed)
  expect(removed).toMatch(/SEQUENCE:2[\s\S]*STATUS:CANCELLED/)
  // A guardian's feed has it too, and may be newer than the event.
  expect(removed).not.toContain('Herbs')
})

describe('a link', () => {
  test('opens without cookies, says when nothing is new, and ends with the next one', async () => {
    const ada = await app.person()
    const first = await make(ada)
    const answer = await get(first)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': expect.stringContaining('private'),
      'x-robots-tag': 'noindex',
      etag: expect.any(String),
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const etag = String(answer.headers.etag)
    expect((await get(first, { 'if-none-match': etag })).statusCode).toBe(304)
    const head = await app.http.inject({ method: 'HEAD', url: first })
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag])
    expect((await calendarOf(ada).listFeeds()).items).toMatchObject([
      { learner_id: null, last_read_at: expect.any(String) },
    ])
    const second = await make(ada)
    expect((await get(first)).statusCode).toBe(404)
    expect((await get(second)).statusCode).toBe(200)
    const { secret_hash } = await app.db
      .selectFrom('calendar_feeds')
      .select('secret_hash')
      .where('owner_id', '=', ada.id)
      .executeTakeFirstOrThrow()
    expect(second).not.toContain(secret_hash.toString('base64url'))
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', ada.id)
      .execute()
    expect((await get(second)).statusCode).toBe(404)
    await app.db.updateTable('users').set({ status: 'active' }).where('id', '=', ada.id).execute()
    await calendarOf(ada).endFeed()
    expect((await get(second)).body).toBe((await get('/calendar/feed/nonsense.ics')).body)
  })

  test('of a child under 13 takes a consent to publish, and ends with it', async () => {
    const noah = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    await expect(make(noah)).rejects.toMatchObject({ status: 403, code: 'guardian_permission' })
    await recordConsent(app, noah, mother, ['use', 'publishing'])
    const feed = await make(noah)
    expect((await get(feed)).statusCode).toBe(200)
    await withdrawConsent(app, noah, mother, ['publishing'])
    await recordConsent(app, noah, mother, ['use', 'publishing'])
    expect((await get(feed)).statusCode).toBe(404)
  })

  test('is read sixty times an hour at most, and guessed a hundred times', async () => {
    const ada = await app.person()
    const feed = await make(ada)
    const statuses = async (url: string, times: number) => {
      let last = 0
      for (let i = 0; i < times; i += 1) last = (await get(url)).statusCode
      return last
    }
    expect(await statuses(feed, 60)).toBe(200)
    expect(await statuses(feed, 1)).toBe(429)
    expect(await statuses('/calendar/feed/guessed.ics', 101)).toBe(429)
  })

  test('to a child’s calendar lasts as long as the guardian may see it', async () => {
    const noah = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(10) })
    const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    const stranger = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    await recordConsent(app, noah, mother)
    const params = { id: noah.id }
    await expect(calendarOf(stranger).makeChildFeed({ params })).rejects.toMatchObject({
      status: 404,
    })
    const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }], { title: 'A kite' })
    const entries = [
      { quest_id: quest.id, target_date: app.parts.clock().toISOString().slice(0, 10) },
    ]
    const breaks = [{ from: '2030-02-01', to: '2030-02-05', label: 'Skiing' }]
    await noah.call(plan).changePlan({ params, body: { entries, breaks } })
    await add(noah, {
      title: 'Swimming',
      start: '2030-05-01',
      end: '2030-05-02',
      all_day: true,
      time_zone: 'UTC',
    })
    const feed = new URL((await calendarOf(mother).makeChildFeed({ params })).url).pathname
    const text = await textOf(feed)
    expect(text).toContain('X-WR-CALNAME:Lodestar: Noah\r\n')
    expect(text).not.toContain('Lovelace')
    for (const title of ['A kite', 'Skiing', 'Swimming'])
      expect(text).toContain(`SUMMARY:${title}\r\n`)
    expect(text).toContain('DTEND;VALUE=DATE:20300206')
    const admin = await app.person({ role: 'admin' })
    const told = await admin.call(guardians).listDisclosures({ params })
    expect(told.items).toMatchObject([{ relation: 'guardian', what: 'the calendar' }])
    await endGuardianship(app, mother)
    expect((await get(feed)).statusCode).toBe(404)
  })
})

describe('a file of another program', () => {
  test('changes no meeting, which is screened and of which the learner is told', async () => {
    const noah = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const advisor = await app.person({ role: 'advisor' })
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: advisor.id, learnerId: noah.id, since })
    const { id } = await calendarOf(advisor).arrangeMeeting({
      params: { id: noah.id },
      body: {
        title: 'The kite',
        start: '2030-03-04T15:00:00Z',
        end: '2030-03-04T16:00:00Z',
        time_zone: 'UTC',
      },
    })
    const other = [
      `UID:${id}@lodestar`,
      'SUMMARY:Our little secret',
      'DTSTART:20300304T150000Z',
      'DTEND:20300304T160000Z',
    ]
    expect((await bring(advisor, file(other))).events).toMatchObject([{ outcome: 'same' }])
    expect((await items(noah)).map(({ title }) => title)).toEqual(['The kite'])
  })

  const bring = (person: Person, lines: string | Buffer, given: Record<string, string> = {}) => {
    const form = fileForm(lines, 'calendar.ics')
    for (const [name, value] of Object.entries({ time_zone: 'Europe/Berlin', ...given })) {
      form.set(name, value)
    }
    return calendarOf(person).importEvents({ form })
  }
  const file = (...events: string[][]) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
      'END:VCALENDAR',
      '',
    ].join('\r\n')
  const items = async (person: Person, time_zone = 'UTC') => {
    const query = { from: '2030-01-01', to: '2030-12-31', time_zone }
    return (await calendarOf(person).readCalendar({ query })).items
  }

  const LESSON = [
    'UID:lesson@school',
    'SUMMARY:Lesson',
    'LOCATION:Room 4',
    'DESCRIPTION:<b>Bring</b> your book<br>and a pen',
    'ATTENDEE:mailto:someone@example.org',
    'ATTACH:https://example.org/a.pdf',
    'DTSTART;TZID=W. Europe Standard Time:20300107T090000',
    'DTEND;TZID=W. Europe Standard Time:20300107T100000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20300123T230000Z',
    'EXDATE;TZID=W. Europe Standard Time:20300109T090000',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15M',
    'END:VALARM',
  ]
  const MOVED = [
    'UID:lesson@school',
    'SUMMARY:Lesson elsewhere',
    'RECURRENCE-ID;TZID=W. Europe Standard Time:20300114T090000',
    'DTSTART;TZID=W. Europe Standard Time:20300115T110000',
    'DTEND;TZID=W. Europe Standard Time:20300115T120000',
  ]

  test('is looked at, brought in, and brought in again without any change', async () => {
    const ada = await app.person()
    const lines = file(LESSON, MOVED)
    const outcomes = async (given?: Record<string, string>) =>
      (await bring(ada, lines, given)).events.map(({ outcome }) => outcome)
    expect(await outcomes({ preview: 'true' })).toEqual(['new'])
    expect(await items(ada)).toEqual([])
    expect(await outcomes()).toEqual(['new'])
    const brought = await items(ada)
    expect(brought.map(({ start, title }) => `${start.slice(5, 16)} ${title}`)).toEqual([
      '01-07T08:00 Lesson',
      '01-15T10:00 Lesson elsewhere',
      '01-16T08:00 Lesson',
      '01-21T08:00 Lesson',
      '01-23T08:00 Lesson',
    ])
    expect(brought[0]).toMatchObject({
      time_zone: 'Europe/Berlin',
      event: { reminder: null },
    })
    const params = { id: brought[0]!.event!.id }
    expect(await ada.call(calendar).readNotes({ params, query: {} })).toEqual({
      notes: 'Room 4\nBring your book\nand a pen',
    })
    expect(await outcomes()).toEqual(['same'])
    expect(await items(ada)).toEqual(brought)
    const changed = lines.replace('SUMMARY:Lesson\r', 'SUMMARY:Class\r')
    expect((await bring(ada, changed)).events).toMatchObject([{ outcome: 'changed' }])
    expect((await items(ada))[0]?.title).toBe('Class')
    // A removed event is imported again as new; the same file in another person’s calendar is independent.
    await calendarOf(ada).removeEvent({ params: { id: brought[0]!.event!.id }, query: {} })
    expect(await outcomes()).toEqual(['new'])
    expect((await bring(await app.person(), lines)).events).toMatchObject([{ outcome: 'new' }])
  })

  test('says what it leaves out, and which time zones it does not know', async () => {
    const ada = await app.person()
    const at = (uid: string, ...more: string[]) => [
      `UID:${uid}`,
      `SUMMARY:${uid}`,
      ...(more.some((line) => line.startsWith('DTSTART')) ? [] : ['DTSTART:20300301T090000Z']),
      ...more,
    ]
    const { events, unknown_zones } = await bring(
      ada,
      file(
        at('bomb', 'RRULE:FREQ=SECONDLY'),
        at(
          'second bomb',
          `RRULE:FREQ=YEARLY;BYSECOND=${Array.from({ length: 60 }, (_, i) => i).join(',')}`,
        ),
        at('dates', 'RDATE:20300401T090000Z,20300501T090000Z'),
        at('over', 'STATUS:CANCELLED'),
        at('backwards', 'DTEND:20300228T090000Z'),
        at('long ago', 'DTSTART:19700101T000000Z'),
        at('nowhere', 'DTSTART;TZID=Customized Time Zone:20300302T090000'),
        at(
          'anywhere',
          'DTSTART:20300303T090000',
          'DURATION:PT90M',
          `DESCRIPTION:${'<a'.repeat(200_000)}`,
        ),
        at('orphan', 'RECURRENCE-ID:20300301T090000Z'),
        ['SUMMARY:no uid', 'DTSTART;VALUE=DATE:20300304'],
        ['UID:no start', 'SUMMARY:no start'],
        at('30 February', 'DTSTART;VALUE=DATE:20300230'),
        at('zone', `DTSTART;TZID=${'Aa'.repeat(100_000)}:20300302T090000`),
        at('planned-x@lodestar'),
      ),
    )
    expect(Object.fromEntries(events.map(({ title, outcome }) => [title, outcome]))).toEqual({
      bomb: 'skipped',
      'second bomb': 'skipped',
      dates: 'skipped',
      over: 'skipped',
      backwards: 'skipped',
      'long ago': 'skipped',
      nowhere: 'new',
      anywhere: 'new',
      orphan: 'new',
      'no uid': 'new',
      'no start': 'skipped',
      '30 February': 'skipped',
      zone: 'skipped',
      'planned-x@lodestar': 'skipped',
    })
    expect(
      events.every(({ outcome, reason }) => (outcome === 'skipped') === (reason !== null)),
    ).toBe(true)
    expect(unknown_zones).toEqual(['Customized Time Zone'])
    expect(
      (await items(ada)).map(({ start, end }) => [start.slice(5, 16), end.slice(5, 16)]),
    ).toEqual([
      ['03-01T09:00', '03-01T09:00'],
      ['03-02T08:00', '03-02T08:00'],
      ['03-03T08:00', '03-03T09:30'],
      ['03-04', '03-05'],
    ])
  })

  test('with an occurrence of another series is brought in, whatever names it', async () => {
    const ada = await app.person()
    const name = randomBytes(6000).toString('base64')
    const event = ['UID:x', `RECURRENCE-ID;VALUE=TEXT:${name}`, 'DTSTART:20300301T090000Z']
    expect((await bring(ada, file(event))).events).toMatchObject([{ outcome: 'new' }])
    expect((await bring(ada, file(event))).events).toMatchObject([{ outcome: 'same' }])
  })

  test('that is none, or too large, is refused', async () => {
    const ada = await app.person()
    for (const nonsense of ['Dear diary', '\0\x01', '', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT']) {
      await expect(bring(ada, nonsense)).rejects.toMatchObject({ status: 400 })
    }
    const many = Array.from({ length: 1001 }, (_, i) => [`UID:${i}`, 'DTSTART:20300301T090000Z'])
    await expect(bring(ada, file(...many))).rejects.toMatchObject({ status: 400 })
    await expect(bring(ada, Buffer.alloc(10_000_000, 'x'))).rejects.toMatchObject({ status: 413 })
    expect(await items(ada)).toEqual([])
  })

  test('that this site wrote brings back what was in it', async () => {
    const ada = await app.person()
    await bring(ada, file(LESSON, MOVED))
    await add(ada, { start: '2030-05-01', end: '2030-05-03', all_day: true, time_zone: 'UTC' })
    const { events } = await bring(ada, await textOf(await make(ada)))
    expect(events.map(({ outcome }) => outcome)).toEqual(['same', 'same'])
    const other = await app.person()
    await bring(other, await textOf(await make(ada)))
    const plain = (all: Awaited<ReturnType<typeof items>>) =>
      all.map(({ title, start, end }) => [title, start, end])
    expect(plain(await items(other))).toEqual(plain(await items(ada)))
  })
})
