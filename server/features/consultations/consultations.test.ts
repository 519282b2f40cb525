import { randomUUID } from 'node:crypto'

import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { calendar } from '#contract/calendar'
import { caseload } from '#contract/caseload'
import { type Availability, consultations, type Slot } from '#contract/consultations'
import { invitations } from '#contract/invitations'
import { notifications } from '#contract/notifications'
import { plan } from '#contract/plan'
import { assignLearner } from '#features/advising'
import { storeSetting } from '#features/site'
import { WEEKDAYS } from '#rules/recurrence'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { proofOfWork } from '#testing/proof-of-work'
import { createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp, type Visitor } from '#testing/start-app'

import { sendReminders } from './reminders.ts'
import { cancelWithoutTeacher } from './without-teacher.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const VIDEO = 'https://meet.example.org/ada'

let sink: MailSink
let app: TestApp
beforeAll(async () => {
  sink = await startMailSink()
  const { env, ...options } = mailingTo(sink)
  app = await startApp({ ...options, env: { ...env }, poolSize: 8 })
  await storeSetting(app.db, 'offers', ['consultations'])
})
afterAll(async () => {
  await app.stop()
  await sink.stop()
})

const OFFERED: Availability = {
  open: true,
  time_zone: 'Europe/Berlin',
  video_url: VIDEO,
  weekly: WEEKDAYS.map((weekday) => ({ weekday, from: '09:00', to: '12:00' })),
  exceptions: [],
  buffer_minutes: 0,
  notice_hours: 1,
  days_ahead: 30,
  per_day: 20,
}

const teacher = async (given: Partial<Availability> = {}): Promise<Person> => {
  const person = await app.person({ role: 'advisor', firstName: 'Grace', lastName: 'Hopper' })
  await person.call(consultations).changeAvailability({ body: { ...OFFERED, ...given } })
  return person
}
/** Times still bookable after the clock moves by minutes: the earliest would be too soon. */
const slotsOf = async (host: Person) => {
  const query = { host_id: host.id }
  const { items } = await app.anyone.call(consultations).listSlots({ query })
  return items.filter(({ starts_at }) => Date.parse(starts_at) > Date.now() + 120 * MINUTE)
}

let networks = 0
/** Each visitor has a network of their own. */
const stranger = (): Visitor => app.visitor({}, `192.0.2.${(networks += 1)}`)
const address = () => `${randomUUID()}@example.net`

const bookingOf = (slot: Slot, given: object = {}) => ({
  host_id: slot.host.id,
  starts_at: slot.starts_at,
  name: 'Ines Moreau',
  email: address(),
  time_zone: 'America/Los_Angeles',
  notes: 'He likes bridges.',
  ...given,
})
const book = async (slot: Slot, given: object = {}) => {
  const body = bookingOf(slot, given)
  const visitor = stranger()
  await visitor.call(consultations).book({ body })
  const letter = await sink.take(body.email, /confirm/)
  const token = tokenIn(linkIn(letter, /\/consultation\//))
  return { ...body, token, params: { token }, calls: visitor.call(consultations), letter }
}
const bookAndConfirm = async (slot: Slot, given: object = {}) => {
  const booked = await book(slot, given)
  await booked.calls.confirmConsultation({ params: booked.params })
  return { ...booked, confirmation: await sink.take(booked.email, /booked/) }
}
const idOf = async (host: Person) =>
  (await host.call(consultations).listBookings({ query: { when: 'ahead' } })).items[0]!.id

const icsIn = (letter: {
  attachments: { mimeType: string; content: string | ArrayBuffer | Uint8Array }[]
}) => {
  const file = letter.attachments.find(({ mimeType }) => /calendar|ics/.test(mimeType))!
  const { content } = file
  return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()
}
const eventIn = (ics: string) => {
  const component = new ICAL.Component(ICAL.parse(ics) as never)
  const event = component.getFirstSubcomponent('vevent')!
  return {
    method: component.getFirstPropertyValue('method'),
    uid: event.getFirstPropertyValue('uid'),
    sequence: event.getFirstPropertyValue('sequence'),
    start: String(event.getFirstPropertyValue('dtstart')),
    status: event.getFirstPropertyValue('status'),
    location: event.getFirstPropertyValue('location'),
    names: event.getAllProperties('attendee').map((each) => each.getParameter('cn')),
  }
}

describe('a stranger books', () => {
  test('by choosing a time, and by the link in a letter; then it is in the teacher’s calendar', async () => {
    const host = await teacher()
    const [slot] = await slotsOf(host)
    expect(slot).toMatchObject({ host: { name: 'Grace Hopper', time_zone: 'Europe/Berlin' } })
    expect(Date.parse(slot!.ends_at) - Date.parse(slot!.starts_at)).toBe(30 * MINUTE)

    const { params, calls, email, letter } = await book(slot!)
    expect(letter.text).toContain('America/Los_Angeles')
    // Opening the link, as mail scanners do, confirms nothing.
    const path = `/api/consultations/${params.token}`
    for (const method of ['HEAD', 'GET'] as const) {
      expect((await app.http.inject({ method, url: path })).statusCode).toBe(200)
    }
    expect(await calls.showConsultation({ params })).toMatchObject({
      state: 'held',
      video_url: null,
    })
    expect((await host.call(consultations).listBookings()).items).toEqual([])
    expect((await app.http.inject({ url: `${path}/consultation.ics` })).body).not.toContain(VIDEO)

    const confirmed = await calls.confirmConsultation({ params })
    expect(confirmed).toMatchObject({
      state: 'confirmed',
      video_url: VIDEO,
      notes: 'He likes bridges.',
    })
    const [booking] = (await host.call(consultations).listBookings()).items
    expect(booking).toMatchObject({ name: 'Ines Moreau', email, state: 'confirmed' })

    const day = slot!.starts_at.slice(0, 10)
    const { items } = await host.call(calendar).readCalendar({ query: { from: day, to: day } })
    expect(items).toMatchObject([{ kind: 'consultation', title: 'Consultation with Ines Moreau' }])
    const { url } = await host.call(calendar).makeFeed()
    const feed = (await app.http.inject({ url: new URL(url).pathname })).body
    expect(feed).toContain('SUMMARY:Consultation\r\n')
    expect(feed).not.toContain('Moreau')
    expect(await slotsOf(host)).not.toContainEqual(slot)
  })

  test('and the letters bring it into their calendar, move it there, and take it out', async () => {
    const host = await teacher()
    const [first, second] = await slotsOf(host)
    const { params, calls, email, confirmation } = await bookAndConfirm(first!)
    const made = eventIn(icsIn(confirmation))
    expect(made).toMatchObject({ method: 'REQUEST', status: 'CONFIRMED', location: VIDEO })

    await calls.moveConsultation({ params, body: { starts_at: second!.starts_at } })
    const moved = eventIn(icsIn(await sink.take(email, /new time/)))
    expect(moved.uid).toBe(made.uid)
    expect(moved.start).toBe(second!.starts_at.replace('.000', ''))
    expect(Number(moved.sequence)).toBeGreaterThan(Number(made.sequence))
    expect(await slotsOf(host)).toContainEqual(first)

    const gone = await calls.cancelConsultation({ params })
    expect(gone).toMatchObject({ state: 'cancelled', who_cancelled: 'family', video_url: null })
    const cancelled = eventIn(icsIn(await sink.take(email, /cancelled/)))
    expect(cancelled).toMatchObject({ method: 'CANCEL', uid: made.uid, status: 'CANCELLED' })
    expect(cancelled.location).not.toBe(VIDEO)
    expect(Number(cancelled.sequence)).toBeGreaterThan(Number(moved.sequence))
    expect(await slotsOf(host)).toContainEqual(second)
    await expect(calls.confirmConsultation({ params })).rejects.toMatchObject({ status: 409 })
  })

  test('of twenty at once one has the time, and the others hear so', async () => {
    const host = await teacher()
    const [slot] = await slotsOf(host)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        app
          .visitor({}, '198.51.100.7')
          .call(consultations)
          .book({ body: bookingOf(slot!) }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = results.filter((result) => result.status === 'rejected')
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ status: 409, message: expect.stringContaining('just booked') })
    }
    const { count } = await app.db
      .selectFrom('consultations')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('host_id', '=', host.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
  })

  test('who books very often has to do some work first, and each piece of work counts once', async () => {
    const host = await teacher({ per_day: 6 })
    const slots = await slotsOf(host)
    const send = (headers: Record<string, string> = {}) =>
      app
        .visitor(headers, '198.51.100.9')
        .call(consultations)
        .book({ body: { ...bookingOf(slots.at(-1)!), starts_at: slots[0]!.starts_at } })
    await send()
    for (let i = 0; i < 19; i += 1) await expect(send()).rejects.toMatchObject({ status: 409 })
    const needed = { status: 429, code: 'proof_needed' }
    await expect(send()).rejects.toMatchObject(needed)
    await expect(send({ 'proof-of-work': 'made up' })).rejects.toMatchObject(needed)
    const proof = await proofOfWork(app)
    await expect(send(proof)).rejects.toMatchObject({ status: 409 })
    await expect(send(proof)).rejects.toMatchObject(needed)
  })

  test('one address gets five letters a day at most', async () => {
    const host = await teacher()
    const email = address()
    const slots = await slotsOf(host)
    for (const slot of slots.slice(0, 5)) await book(slot, { email })
    await expect(book(slots[5]!, { email })).rejects.toMatchObject({ status: 429 })
  })

  test('one mailbox has one bound, however its address is spelled', async () => {
    const host = await teacher()
    const name = randomUUID().slice(0, 8)
    const slots = await slotsOf(host)
    const spellings = ['', '+1', '+two', '+3', '+4'].map((tag) => `${name}${tag}@example.net`)
    for (const [i, email] of spellings.entries()) await book(slots[i]!, { email })
    const [first, ...rest] = name
    for (const again of [`${name}+6@example.net`, `${first}.${rest.join('')}@EXAMPLE.net`]) {
      await expect(book(slots[5]!, { email: again })).rejects.toMatchObject({ status: 429 })
    }
  })
})

describe('a time', () => {
  test('is given back when nobody confirms it; late, it is had as long as nobody else has it', async () => {
    const host = await teacher()
    const [slot] = await slotsOf(host)
    const late = await book(slot!)
    expect(await slotsOf(host)).not.toContainEqual(slot)
    app.moveClock(16 * MINUTE)
    expect(await slotsOf(host)).toContainEqual(slot)
    expect(await late.calls.confirmConsultation({ params: late.params })).toMatchObject({
      state: 'confirmed',
    })

    const [, next] = await slotsOf(host)
    const slow = await book(next!)
    app.moveClock(16 * MINUTE)
    const quick = await book(next!)
    const refusal = { status: 409, message: expect.stringContaining('no longer free') }
    await expect(slow.calls.confirmConsultation({ params: slow.params })).rejects.toMatchObject(
      refusal,
    )
    expect(await quick.calls.confirmConsultation({ params: quick.params })).toMatchObject({
      state: 'confirmed',
    })
    // The form's data remains: only another time is needed.
    const [other] = await slotsOf(host)
    const body = { starts_at: other!.starts_at }
    expect(await slow.calls.moveConsultation({ params: slow.params, body })).toMatchObject({
      state: 'confirmed',
    })
  })

  test.each([
    [
      'that is over',
      (slot: Slot) => ({
        starts_at: new Date(Date.parse(slot.starts_at) - 90 * DAY).toISOString(),
      }),
    ],
    [
      'between two',
      (slot: Slot) => ({
        starts_at: new Date(Date.parse(slot.starts_at) + 7 * MINUTE).toISOString(),
      }),
    ],
    ['of nobody', () => ({ host_id: randomUUID() })],
  ])('%s cannot be booked', async (_, change) => {
    const [slot] = await slotsOf(await teacher())
    const calls = stranger().call(consultations)
    await expect(
      calls.book({ body: { ...bookingOf(slot!), ...change(slot!) } }),
    ).rejects.toMatchObject({ status: 409 })
  })

  test.each([
    [
      'does not offer any',
      (host: Person) =>
        host.call(consultations).changeAvailability({ body: { ...OFFERED, open: false } }),
    ],
    [
      'is suspended',
      (host: Person) =>
        app.db
          .updateTable('users')
          .set({ status: 'suspended' })
          .where('id', '=', host.id)
          .execute(),
    ],
  ])('of a teacher who %s (any more) is neither shown nor booked', async (_, stop) => {
    const host = await teacher()
    const [slot] = await slotsOf(host)
    await stop(host)
    expect(await slotsOf(host)).toEqual([])
    await expect(
      stranger()
        .call(consultations)
        .book({ body: bookingOf(slot!) }),
    ).rejects.toMatchObject({ status: 409 })
  })

  test('stays the same instant when the teacher moves to another time zone', async () => {
    const host = await teacher()
    const [slot] = await slotsOf(host)
    const { params, calls } = await bookAndConfirm(slot!)
    await host
      .call(consultations)
      .changeAvailability({ body: { ...OFFERED, time_zone: 'Asia/Tokyo' } })
    expect(await calls.showConsultation({ params })).toMatchObject({
      starts_at: slot!.starts_at,
      host: { time_zone: 'Asia/Tokyo' },
    })
  })

  test('the database itself refuses a second consultation at the same time', async () => {
    const host = await teacher()
    const [slot] = await slotsOf(host)
    await bookAndConfirm(slot!)
    const again = app.db
      .insertInto('consultations')
      .columns([
        'host_id',
        'starts_at',
        'ends_at',
        'state',
        'held_until',
        'name',
        'email',
        'notes',
        'time_zone',
        'created_at',
        'changed_at',
      ])
      .expression((from) =>
        from
          .selectFrom('consultations')
          .select([
            'host_id',
            'starts_at',
            'ends_at',
            'state',
            'held_until',
            'name',
            'email',
            'notes',
            'time_zone',
            'created_at',
            'changed_at',
          ])
          .where('host_id', '=', host.id),
      )
      .execute()
    await expect(again).rejects.toMatchObject({ constraint: 'consultations_do_not_overlap' })
  })
})

describe('the link', () => {
  test('opens nothing when it was guessed, and nothing any more once all is erased', async () => {
    const host = await teacher()
    const [slot] = await slotsOf(host)
    const { params, calls, email } = await bookAndConfirm(slot!)
    const guessed = { params: { token: `${params.token.slice(0, -2)}AA` } }
    for (const call of [
      'showConsultation',
      'confirmConsultation',
      'cancelConsultation',
      'eraseConsultation',
    ] as const) {
      await expect(calls[call](guessed)).rejects.toMatchObject({ status: 404 })
    }
    const told = async () => {
      const { items } = await host.call(notifications).listNotifications()
      return items.map(({ title }) => title).join()
    }
    const { name } = await calls.showConsultation({ params })
    expect(await told()).toContain(name)
    await host.call(notifications).readNotifications({ body: {} })
    await calls.eraseConsultation({ params })
    expect(await told()).toBe('A visitor has cancelled a consultation with you')
    await expect(calls.showConsultation({ params })).rejects.toMatchObject({ status: 404 })
    const left = await app.db
      .selectFrom('consultations')
      .select('id')
      .where('email', '=', email)
      .execute()
    expect(left).toEqual([])
    expect(await slotsOf(host)).toContainEqual(slot)
  })

  test('erases the family’s invitation as well, and a teacher’s unsent email about the booking', async () => {
    let host = await teacher()
    const { params, calls, email } = await bookAndConfirm((await slotsOf(host))[0]!)
    const id = await idOf(host)
    const { items } = await host.call(notifications).listNotifications()
    app.moveClock(2 * DAY)
    host = await app.signIn(host.email)
    await host.call(consultations).settleBooking({ params: { id }, body: { outcome: 'met' } })
    await host.call(consultations).inviteFamily({ params: { id }, body: { quest_ids: [] } })
    const invited = () =>
      app.db.selectFrom('invitations').select('id').where('email', '=', email).execute()
    expect(await invited()).toHaveLength(1)
    // Unsent emails are found by the ids in the paths of their notifications.
    expect(items.map(({ path }) => path)).toEqual([expect.stringContaining(id)])
    await calls.eraseConsultation({ params })
    expect(await invited()).toEqual([])
  })

  test('confirms nothing in a minor’s mailbox, under any spelling: their family books', async () => {
    const host = await teacher()
    const [slot, later] = await slotsOf(host)
    const mia = await app.person({ dateOfBirth: app.birthdayAt(12) })
    const email = mia.email.replace('@', '+me@')
    const { calls, params } = await book(slot!, { email })
    const refused = { status: 403, code: 'minor' }
    await expect(calls.confirmConsultation({ params })).rejects.toMatchObject(refused)
    const { starts_at } = later!
    await expect(calls.moveConsultation({ params, body: { starts_at } })).rejects.toMatchObject(
      refused,
    )
    const { items } = await host.call(consultations).listBookings({ query: { when: 'ahead' } })
    expect(items).toEqual([])
  })

  test('names with markup or quotes are text in letters and files, and line breaks are refused', async () => {
    const [slot] = await slotsOf(await teacher())
    const calls = stranger().call(consultations)
    const broken = bookingOf(slot!, { name: 'Ines\r\nATTENDEE:mailto:x@example.net' })
    await expect(calls.book({ body: broken })).rejects.toMatchObject({ status: 400 })
    const name = 'Ines "x"; <img src=x onerror=alert(1)>, Moreau'
    const { confirmation } = await bookAndConfirm(slot!, { name })
    expect(confirmation.html).not.toContain('<img')
    const ics = icsIn(confirmation)
    expect(eventIn(ics).names).toEqual([name])
    expect(ics.match(/^ATTENDEE/gm)).toHaveLength(1)
  })
})

describe('the teacher', () => {
  test('cancels with words, which the family reads', async () => {
    const host = await teacher()
    const { email, params, calls } = await bookAndConfirm((await slotsOf(host))[0]!)
    const id = await idOf(host)
    await host.call(consultations).cancelBooking({ params: { id }, body: { because: 'I am ill.' } })
    const letter = await sink.take(email, /cancelled/)
    expect(letter.text).toContain('I am ill.')
    expect(eventIn(icsIn(letter)).method).toBe('CANCEL')
    expect(await calls.showConsultation({ params })).toMatchObject({
      who_cancelled: 'host',
      cancelled_because: 'I am ill.',
    })
  })

  test('is moved by the family five times a day at most: each move sends emails', async () => {
    const host = await teacher()
    const [first, second] = await slotsOf(host)
    const { params, calls } = await bookAndConfirm(first!)
    const move = ({ starts_at }: { starts_at: string }) =>
      calls.moveConsultation({ params, body: { starts_at } })
    for (const to of [second!, first!, second!, first!, second!]) await move(to)
    await expect(move(first!)).rejects.toMatchObject({ status: 429 })
  })

  test('sees only their own, an admin all', async () => {
    const [host, other, admin] = [
      await teacher(),
      await teacher(),
      await app.person({ role: 'admin' }),
    ]
    await bookAndConfirm((await slotsOf(host))[0]!)
    const id = await idOf(host)
    expect((await other.call(consultations).listBookings()).items).toEqual([])
    const missing = { status: 404 }
    const calls = other.call(consultations)
    await expect(
      calls.settleBooking({ params: { id }, body: { outcome: 'met' } }),
    ).rejects.toMatchObject(missing)
    await expect(
      calls.cancelBooking({ params: { id }, body: { because: 'x' } }),
    ).rejects.toMatchObject(missing)
    await expect(calls.inviteFamily({ params: { id }, body: {} })).rejects.toMatchObject(missing)
    const all = await admin.call(consultations).listAllBookings({ query: { limit: 100 } })
    expect(all.items.map((each) => each.id)).toContain(id)
  })

  test('has met them: one click invites the family, and their learner begins with what was suggested', async () => {
    let host = await teacher()
    const { email, params, calls } = await bookAndConfirm((await slotsOf(host))[0]!)
    const id = await idOf(host)
    const settle = (outcome: 'met' | 'no_show') =>
      host.call(consultations).settleBooking({ params: { id }, body: { outcome } })
    await expect(settle('met')).rejects.toMatchObject({ status: 409 })
    app.moveClock(2 * DAY)
    host = await app.signIn(host.email)
    await settle('no_show')
    await settle('met')
    const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await host.call(consultations).inviteFamily({ params: { id }, body: { quest_ids: [quest.id] } })
    const token = tokenIn(linkIn(await sink.take(email, /invitation/), /\/invitation\//))
    expect(await app.anyone.call(invitations).showInvitation({ params: { token } })).toMatchObject({
      role: 'parent',
      first_name: 'Ines',
      last_name: 'Moreau',
    })
    expect((await calls.showConsultation({ params })).first_plan).toHaveLength(1)

    const learner = await app.person({ dateOfBirth: app.birthdayAt(15) })
    const since = app.parts.clock()
    await app.db
      .insertInto('guardian_links')
      .values({
        learner_id: learner.id,
        guardian_email: email,
        guardian_name: 'Ines Moreau',
        relation: '',
        scopes: ['view'],
        origin: 'admin',
        since: since.toISOString(),
      })
      .execute()
    await assignLearner(app.db, { learnerId: learner.id, advisorId: host.id, since })
    const { entries } = await learner.call(plan).getPlan({ params: { id: learner.id } })
    expect(entries).toMatchObject([{ quest_id: quest.id }])
  })

  test('has met them: an invitation to the staff is not renewed by inviting the family', async () => {
    let admin = await app.person({ role: 'admin' })
    let host = await teacher()
    const { email } = await bookAndConfirm((await slotsOf(host))[0]!)
    const id = await idOf(host)
    const body = { email, role: 'admin' as const, first_name: 'Ines', last_name: 'Moreau' }
    const invited = async () =>
      (await admin.call(invitations).listInvitations()).items.filter((each) => each.email === email)
    const inviteFamily = () =>
      host.call(consultations).inviteFamily({ params: { id }, body: { quest_ids: [] } })
    app.moveClock(2 * DAY)
    host = await app.signIn(host.email)
    admin = await app.signIn(admin.email)
    await host.call(consultations).settleBooking({ params: { id }, body: { outcome: 'met' } })
    await admin.call(invitations).invite({ body })
    const open = await invited()
    app.moveClock(1 * DAY)
    host = await app.signIn(host.email)
    await inviteFamily()
    admin = await app.signIn(admin.email)
    expect(await invited()).toEqual(open)
    app.moveClock(7 * DAY)
    host = await app.signIn(host.email)
    await inviteFamily()
    admin = await app.signIn(admin.email)
    expect(await invited()).toMatchObject([{ role: 'parent' }])
  })

  test('has met them: a child whom the teacher creates begins with what was suggested as well', async () => {
    let host = await teacher()
    const { email } = await bookAndConfirm((await slotsOf(host))[0]!)
    const id = await idOf(host)
    app.moveClock(2 * DAY)
    host = await app.signIn(host.email)
    await host.call(consultations).settleBooking({ params: { id }, body: { outcome: 'met' } })
    const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await host.call(consultations).inviteFamily({ params: { id }, body: { quest_ids: [quest.id] } })
    const child = await host.call(caseload).createChild({
      body: {
        first_name: 'Louis',
        last_name: 'Moreau',
        date_of_birth: app.birthdayAt(9),
        parent_email: email,
      },
    })
    const planned = await app.db
      .selectFrom('planned_quests')
      .select('quest_id')
      .where('learner_id', '=', child.id)
      .execute()
    expect(planned).toEqual([{ quest_id: quest.id }])
  })

  test.each([
    ['is suspended', { status: 'suspended' }],
    ['no longer works here', { role: 'parent' }],
  ])(
    'who %s meets no family: the booking is cancelled, and its page has no call',
    async (_, change) => {
      const host = await teacher()
      const { email, params, calls } = await bookAndConfirm((await slotsOf(host)).at(-1)!)
      await app.db.updateTable('users').set(change).where('id', '=', host.id).execute()
      expect(await calls.showConsultation({ params })).toMatchObject({
        host: null,
        video_url: null,
      })
      await Promise.all([cancelWithoutTeacher(app.parts), cancelWithoutTeacher(app.parts)])
      const letter = await sink.take(email, /cancelled/)
      expect(eventIn(icsIn(letter)).method).toBe('CANCEL')
      expect(await calls.showConsultation({ params })).toMatchObject({
        state: 'cancelled',
        who_cancelled: 'host',
      })
      expect(sink.letters.filter(({ to }) => to?.some((each) => each.address === email))).toEqual(
        [],
      )
    },
  )

  test('who stops working here while a time is held is no longer booked', async () => {
    const host = await teacher()
    const { params, calls } = await book((await slotsOf(host))[0]!)
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', host.id)
      .execute()
    await expect(calls.confirmConsultation({ params })).rejects.toMatchObject({ status: 409 })
  })

  test('and the family are reminded a day and an hour before, once each', async () => {
    const host = await teacher()
    const slot = (await slotsOf(host)).find(
      ({ starts_at }) => Date.parse(starts_at) - app.parts.clock().getTime() > 2 * DAY,
    )!
    const { email } = await bookAndConfirm(slot)
    const waiting = async () =>
      (
        await app.db
          .selectFrom('consultations')
          .select('remind_at')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      ).remind_at
    app.moveClock(Date.parse(slot.starts_at) - DAY - app.parts.clock().getTime())
    await sendReminders(app.parts)
    await sink.take(email, /Reminder/)
    expect(await waiting()).toBe(new Date(Date.parse(slot.starts_at) - 60 * MINUTE).toISOString())
    app.moveClock(DAY - 60 * MINUTE)
    await Promise.all([sendReminders(app.parts), sendReminders(app.parts)])
    await sink.take(email, /Reminder/)
    expect(await waiting()).toBeNull()
    expect(sink.letters.filter(({ to }) => to?.some((each) => each.address === email))).toEqual([])
  })
})
