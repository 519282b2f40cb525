import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { notifications } from '#contract/notifications'
import { weeklyEmails } from '#contract/weekly-emails'
import { PermanentFailure } from '#platform/jobs'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { deleteNoticesAbout, type Notice, notifyPerson } from './notify.ts'
import { isPushAddress, sendPush } from './push.ts'
import { queuePushes, sendDigests, sendImmediateEmails, sweepNotifications } from './send.ts'
import { pushTo } from './subscriptions.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let app: TestApp
let mail: MailSink
beforeAll(async () => {
  mail = await startMailSink()
  app = await startApp(mailingTo(mail))
})
afterAll(async () => {
  await app.stop()
  await mail.stop()
})

const tell = (person: { id: string }, given: Partial<Notice> = {}) =>
  notifyPerson(
    app.db,
    { personId: person.id, category: 'plan', title: 'A plan is proposed', path: '/plan', ...given },
    app.parts.clock(),
  )

const list = (person: Person, query = {}) => person.call(notifications).listNotifications({ query })
const titles = async (person: Person) => (await list(person)).items.map(({ title }) => title)

const moveTo = (moment: string) => app.moveClock(Date.parse(moment) - app.parts.clock().getTime())
/** Noon UTC of the next such weekday (0 is Sunday), so that the clock only moves forward. */
const nextNoon = (weekday: number) => {
  const now = app.parts.clock()
  const ahead = ((weekday - now.getUTCDay() + 7) % 7) + 7
  const day = new Date(now.getTime() + ahead * DAY_MS).toISOString().slice(0, 10)
  moveTo(`${day}T12:00:00Z`)
  return day
}
/** A person who has visited the site before. */
const absentee = async () => {
  const person = await app.person({ role: 'parent' })
  app.moveClock(MINUTE_MS)
  return person
}

describe('the centre', () => {
  test('lists what is one’s own, newest first, page by page, and counts what is unread', async () => {
    const [mia, ben] = [await app.person(), await app.person()]
    for (const title of ['One', 'Two', 'Three']) {
      await tell(mia, { title })
      app.moveClock(1000)
    }
    await tell(ben, { title: 'Another’s' })
    const first = await list(mia, { limit: 2 })
    const second = await list(mia, { limit: 2, cursor: first.next_cursor ?? '' })
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual([
      'Three',
      'Two',
      'One',
    ])
    expect([first.unread_count, second.next_cursor]).toEqual([3, null])

    const read = (ids?: string[]) => mia.call(notifications).readNotifications({ body: { ids } })
    const [bens] = (await list(ben)).items
    expect(await read([first.items[0]!.id, bens!.id])).toEqual({ unread_count: 2 })
    expect((await list(ben)).unread_count).toBe(1)
    expect(await read()).toEqual({ unread_count: 0 })
    app.moveClock(91 * DAY_MS)
    await sweepNotifications(app.parts)
    expect(await titles(await app.signIn(mia.email))).toEqual([])
  })

  test('is about the last person of a topic, and loses it with that person', async () => {
    const [mia, ben, cleo] = [await app.person(), await app.person(), await app.person()]
    const topic = 'added to a task'
    await tell(mia, { topic, title: 'Ben has added something', aboutId: ben.id })
    await tell(mia, { topic, title: 'Cleo has added something', aboutId: cleo.id })
    await deleteNoticesAbout(app.db, mia.id, ben.id)
    expect(await titles(mia)).toEqual(['Cleo has added something'])
    await deleteNoticesAbout(app.db, mia.id, cleo.id)
    expect(await titles(mia)).toEqual([])
  })

  test('has one of a topic that is unread, and what is turned off is in it only when it is about safety', async () => {
    const mia = await app.person()
    await tell(mia, { topic: 'thread', title: 'A message from Ben' })
    await tell(mia, { topic: 'thread', title: '2 messages from Ben' })
    expect(await titles(mia)).toEqual(['2 messages from Ben'])
    await mia.call(notifications).readNotifications({ body: {} })
    await tell(mia, { topic: 'thread', title: 'A message from Ben' })
    expect(await titles(mia)).toHaveLength(2)

    const off = { category: 'plan', in_app: false, push: false, mail: 'never' } as const
    await mia.call(notifications).changeNotificationChoices({ body: { choices: [off] } })
    await tell(mia, { title: 'Not wanted' })
    await tell(mia, { category: 'safety', title: 'Please take a look' })
    expect((await titles(mia)).includes('Not wanted')).toBe(false)
    expect(await titles(mia)).toContain('Please take a look')
  })
})

describe('a digest', () => {
  test('comes once in the evening, to who was away, without what was read', async () => {
    const day = nextNoon(2)
    const [away, back] = [await absentee(), await absentee()]
    await tell(away, { title: 'Still new' })
    await tell(back, { title: 'Seen on the site' })
    await tell(away, { title: 'Read elsewhere', topic: 'read' })
    await tell(away, { title: 'For the week', category: 'connections' })
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    await tell(child, { title: 'For a child' })
    await app.db
      .updateTable('notifications')
      .set({ read_at: app.parts.clock().toISOString() })
      .where('topic', '=', 'read')
      .execute()
    await app.db
      .updateTable('notifications')
      .set({ mail: 'weekly' })
      .where('title', '=', 'For the week')
      .execute()
    app.moveClock(MINUTE_MS)
    await app.signIn(back.email)
    await sendDigests(app.parts)
    moveTo(`${day}T17:00:00Z`)
    await Promise.all([sendDigests(app.parts), sendDigests(app.parts)])
    const letter = await mail.take(away.email, /Still new/)
    expect(letter.text).not.toMatch(/Read elsewhere|For the week/)
    const told = await app.db
      .selectFrom('digests')
      .select('person_id')
      .where('day', '=', day)
      .execute()
    expect(told).toEqual([{ person_id: away.id }])

    const sunday = nextNoon(0)
    moveTo(`${sunday}T17:00:00Z`)
    await sendDigests(app.parts)
    const week = await mail.take(away.email, /For the week/)
    expect(week.text).not.toContain('Still new')
  })

  test('that fails for one person is sent to the others, and in other time zones', async () => {
    const day = nextNoon(3)
    const [broken, near, far] = [await absentee(), await absentee(), await absentee()]
    const lives = app.db.updateTable('users').set({ time_zone: 'Africa/Abidjan' })
    await lives.where('id', '=', far.id).execute()
    for (const person of [broken, near, far]) await tell(person)
    await sql`create function break_digest() returns trigger language plpgsql as $$
      begin raise 'broken'; end $$`.execute(app.db)
    await sql`create trigger break_digest before insert on digests for each row
      when (new.person_id = ${sql.lit(broken.id)}) execute function break_digest()`.execute(app.db)
    moveTo(`${day}T18:00:00Z`)
    await expect(sendDigests(app.parts)).rejects.toThrow('failed')
    await sql`drop trigger break_digest on digests`.execute(app.db)
    for (const person of [near, far]) await mail.take(person.email, /A plan is proposed/)
  })

  test('ends with one click, which nothing but a POST makes', async () => {
    const day = nextNoon(3)
    const person = await absentee()
    await tell(person)
    moveTo(`${day}T18:00:00Z`)
    await sendDigests(app.parts)
    const letter = await mail.take(person.email, /A plan is proposed/)
    const header = (name: string) => letter.headers.find(({ key }) => key === name)?.value ?? ''
    const url = new URL(header('list-unsubscribe').slice(1, -1)).pathname
    const token = tokenIn(linkIn(letter, /\/letters\//))
    const choice = () => app.anyone.call(weeklyEmails).showWeeklyEmailChoice({ params: { token } })
    await app.http.inject(url)
    expect(await choice()).toEqual({ letter: 'notifications', wanted: true })
    await app.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(await choice()).toEqual({ letter: 'notifications', wanted: false })
    expect(
      await (await app.signIn(person.email)).call(notifications).getNotificationChoices(),
    ).toMatchObject({ letters: false })
  })
})

test('emails are offered to nobody without an address', async () => {
  const learner = await app.person({ dateOfBirth: app.birthdayAt(14) })
  const offered = async () => (await learner.call(notifications).getNotificationChoices()).letters
  expect(await offered()).toBe(true)
  await app.db
    .updateTable('users')
    .set({ email: null, email_verified_at: null, sign_in_name: 'mia4821' })
    .where('id', '=', learner.id)
    .execute()
  expect(await offered()).toBeNull()
})

test('what is to be mailed at once is, to who has not been there since, and not beside a letter of its own', async () => {
  const [away, present] = [await absentee(), await absentee()]
  const atOnce = { category: 'plan', in_app: true, push: false, mail: 'immediately' } as const
  for (const person of [away, present]) {
    await person.call(notifications).changeNotificationChoices({ body: { choices: [atOnce] } })
    await tell(person, { title: 'At once' })
    await tell(person, { title: 'Has a letter', hasLetter: true })
  }
  await sendImmediateEmails(app.parts)
  app.moveClock(10 * MINUTE_MS)
  await app.signIn(present.email)
  app.moveClock(10 * MINUTE_MS)
  await sendImmediateEmails(app.parts)
  const letter = await mail.take(away.email, /At once/)
  expect(letter.text).not.toContain('Has a letter')
  const left = await app.db
    .selectFrom('notifications')
    .select('person_id')
    .where('title', '=', 'At once')
    .where('mailed_at', 'is', null)
    .execute()
  expect(left).toEqual([])
})

test('an email about one thing has one link, to the very place to answer; about several, to all of them', async () => {
  const person = await absentee()
  const atOnce = { category: 'messages', in_app: true, push: false, mail: 'immediately' } as const
  await person.call(notifications).changeNotificationChoices({ body: { choices: [atOnce] } })
  const mailed = async (...paths: string[]) => {
    for (const path of paths) await tell(person, { category: 'messages', title: path, path })
    app.moveClock(20 * MINUTE_MS)
    await sendImmediateEmails(app.parts)
    return mail.take(person.email, paths.length > 1 ? /new notifications/ : new RegExp(paths[0]!))
  }
  const id = '0198a4b2-0000-7000-8000-00000000000a'
  const one = await mailed(`/communication/${id}`)
  expect(linkIn(one, /communication/)).toMatch(new RegExp(`/communication/${id}#answer$`))
  const task = await mailed(`/quests/${id}#task-${id}`)
  expect(linkIn(task, /quests/)).toMatch(new RegExp(`/quests/${id}#answer-${id}$`))
  expect(linkIn(await mailed('/plan'), /\/plan/)).toMatch(/\/plan$/)
  expect(linkIn(await mailed('/connections', '/plan'), /notifications/)).toMatch(/\/notifications$/)
})

describe('push', () => {
  /** Creates a push subscription like a browser's. */
  const device = (endpoint: string) => {
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    const keys = {
      p256dh: curve.getPublicKey().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    return { endpoint, keys }
  }
  const ENDPOINT = 'https://push.example.org/device'
  const owners = () =>
    app.db.selectFrom('push_subscriptions').select(['endpoint', 'person_id']).execute()

  test('is for adults, and addresses of no push service are refused', async () => {
    const minor = await app.person({ dateOfBirth: app.birthdayAt(16) })
    const adult = await app.person({ dateOfBirth: app.birthdayAt(30) })
    const subscribe = (person: Person, endpoint: string) =>
      person.call(notifications).subscribeToPush({ body: device(endpoint) })
    await expect(subscribe(minor, ENDPOINT)).rejects.toMatchObject({ status: 403 })
    for (const address of [
      'http://push.example.org/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://[::ffff:10.0.0.1]/x',
      'https://169.254.169.254/latest/meta-data',
      'https://push.example.org:8443/x',
      'https://someone@push.example.org/x',
    ]) {
      await expect(subscribe(adult, address)).rejects.toMatchObject({ status: 400 })
    }
    const body = device(ENDPOINT)
    body.keys.p256dh = `B${'A'.repeat(86)}`
    await expect(adult.call(notifications).subscribeToPush({ body })).rejects.toMatchObject({
      status: 400,
    })
    expect(isPushAddress('https://fcm.googleapis.com/fcm/send/x')).toBe(true)
    const publicUrl = 'https://lodestar.test'
    const site = { secret: app.parts.secret, publicUrl, subject: publicUrl }
    const { keys } = device('')
    await expect(sendPush({ endpoint: 'https://localhost/x', ...keys }, site)).rejects.toThrow(
      'localhost',
    )
  })

  test('reaches the device where somebody is signed in, says nothing, and follows the device’s owner', async () => {
    // A self-signed certificate for localhost, for tests only.
    const read = (file: string) => readFile(`testing/certificate/${file}`)
    const [key, cert] = [await read('localhost.key.pem'), await read('localhost.pem')]
    const received: { headers: Record<string, unknown>; body: Buffer }[] = []
    let status = 201
    const service = createServer({ key, cert }, (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(parts) })
        response.writeHead(status).end('x'.repeat(100_000))
      })
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const { port } = service.address() as AddressInfo

    const [mia, ben] = [await app.person({ role: 'parent' }), await app.person({ role: 'parent' })]
    for (const person of [mia, ben]) {
      await person.call(notifications).subscribeToPush({ body: device(ENDPOINT) })
    }
    expect(await owners()).toEqual([{ endpoint: ENDPOINT, person_id: ben.id }])
    const { id } = await app.db
      .updateTable('push_subscriptions')
      .set({ endpoint: `https://localhost:${port}/device` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const push = () => pushTo(app.parts, id, { ca: cert })
    await push()
    expect(received).toEqual([])

    await tell(ben, { category: 'messages', title: 'A secret message' })
    await queuePushes(app.parts)
    await push()
    expect(received).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: Buffer.of() }] = received
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      authorization: expect.stringMatching(/^vapid t=/),
    })
    expect(body.includes('secret')).toBe(false)

    // Not repeated: a service that never answers would hold up the pushes of others.
    status = 500
    await expect(push()).rejects.toThrow(PermanentFailure)

    status = 410
    await push()
    expect(await owners()).toEqual([])
    status = 201
    await ben.call(notifications).subscribeToPush({ body: device(ENDPOINT) })
    await ben.call(auth).logout()
    const again = await app.db
      .updateTable('push_subscriptions')
      .set({ endpoint: `https://localhost:${port}/device` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await pushTo(app.parts, again.id, { ca: cert })
    expect(received).toHaveLength(3)
    await sweepNotifications(app.parts)
    expect(await owners()).toEqual([])
    service.close()
  })
})
