import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { guardians } from '#contract/guardians'
import { parents } from '#contract/parents'
import { weeklyEmails } from '#contract/weekly-emails'
import { linkGuardian } from '#features/family'
import { eraseAccount } from '#features/privacy'
import { decide } from '#features/reviews'
import { endGuardianship, recordConsent } from '#testing/family-builder'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { sendWeeklyEmails } from './send.ts'

const DAY_MS = 24 * 3_600_000

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

const moveTo = (moment: string) => app.moveClock(Date.parse(moment) - app.parts.clock().getTime())
/** Midnight UTC of a future Sunday, so that the clock only moves forward. */
let sunday: number
const nextSunday = () => {
  const now = app.parts.clock()
  const ahead = 7 - now.getUTCDay()
  sunday = Date.parse(now.toISOString().slice(0, 10)) + ahead * DAY_MS
  return sunday
}
const onSundayAt = (hours: number) => moveTo(new Date(sunday + hours * 3_600_000).toISOString())

type Family = { mother: Person; children: Person[]; quest: { id: string; tasks: string[] } }

const familyIn = async (timeZone?: string): Promise<Family> => {
  const mother = await app.person({
    role: 'parent',
    firstName: 'Ingrid',
    dateOfBirth: '1985-04-02',
  })
  const children = [
    await app.person({ firstName: 'Maya', dateOfBirth: app.birthdayAt(15) }),
    await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(10) }),
  ]
  for (const child of children) await recordConsent(app, child, mother)
  if (timeZone) {
    await app.db
      .updateTable('users')
      .set({ time_zone: timeZone })
      .where('id', '=', mother.id)
      .execute()
  }
  const plans = [60, 70, 80].map((xp) => ({ pillar: 'creativity', xp }) as const)
  return {
    mother,
    children,
    quest: await createQuest(app.db, plans, { title: 'A kite that flies' }),
  }
}

/** Submits a task of the family's quest at the app's time. */
const work = async ({ quest }: Family, child: Person, task = 0) => {
  const now = await app.signIn(child.email)
  await asLearner(now).start(quest.id)
  return (await asLearner(now).submit(quest.tasks[task]!, 'The secret of my kite')).attempt
}
const send = () => sendWeeklyEmails(app.parts)
/** Emails sent to a person or queued. */
const told = async ({ id }: Person) =>
  app.db
    .selectFrom('weekly_letters')
    .select(['week', 'sent'])
    .where('guardian_id', '=', id)
    .execute()

const expectNoMore = async ({ email }: Person) => {
  const { rows } = await sql`select from pgboss.job where data ->> 'to' = ${email}`.execute(app.db)
  expect(rows).toEqual([])
  const more = mail.letters.filter(
    ({ to, subject }) => to?.[0]?.address === email && /week/.test(subject ?? ''),
  )
  expect(more).toEqual([])
}

test('on Sunday at five a mother reads the week of her children, side by side, once', async () => {
  nextSunday()
  onSundayAt(0)
  const family = await familyIn()
  const [maya] = family.children
  const advisor = await app.person({ role: 'advisor' })
  const attempt = await work(family, maya!)
  const by = { deciderId: advisor.id, now: app.parts.clock() }
  const comment = 'Please never quote this.'
  await decide(app.db, attempt.id, by, { decision: 'returned', comment })

  onSundayAt(16.9)
  await send()
  expect(await told(family.mother)).toEqual([])
  onSundayAt(17)
  await Promise.all([send(), send()])
  await send()

  const letter = await mail.take(family.mother.email, /week/)
  expect(letter.subject).toBe('The week of Maya and Noah')
  expect(letter.text).toContain('Handed in: “Task 1” (A kite that flies).')
  expect(letter.text).toContain('Read by the teacher: one piece returned')
  expect(letter.text).toContain('Noah\nA quiet week')
  expect(`${letter.text}${letter.html}`).not.toMatch(/never quote|secret of my kite/)
  expect(letter.html).not.toMatch(/<img|\/api\/files/)
  expect(await told(family.mother)).toHaveLength(1)
  await expectNoMore(family.mother)
})

test('work that is held back from guardians is in no letter, and counts in none', async () => {
  nextSunday()
  onSundayAt(0)
  const family = await familyIn()
  const [maya] = family.children
  const advisor = await app.person({ role: 'advisor' })
  const attempt = await work(family, maya!)
  await work(family, maya!, 1)
  const by = { deciderId: advisor.id, now: app.parts.clock() }
  await decide(app.db, attempt.id, by, { decision: 'returned', comment: 'Please come and see me.' })
  await app.db
    .updateTable('attempts')
    .set({ held_back: true })
    .where('id', '=', attempt.id)
    .execute()
  onSundayAt(17)
  await send()
  const { text } = await mail.take(family.mother.email, /week/)
  expect(text).toContain('Handed in: “Task 2” (A kite that flies).')
  expect(text).not.toMatch(/Task 1|returned/)
})

test('a letter quotes no title that the child has written', async () => {
  nextSunday()
  onSundayAt(0)
  const family = await familyIn()
  const [maya] = family.children
  await work(family, maya!)
  await app.db
    .updateTable('tasks')
    .set({ owner_id: maya!.id, title: 'My diary about us' })
    .where('id', '=', family.quest.tasks[0]!)
    .execute()
  onSundayAt(17)
  await send()
  const { text } = await mail.take(family.mother.email, /week/)
  expect(text).toContain('Handed in: a task of their own (A kite that flies).')
  expect(text).not.toContain('diary')
})

test('a week without news brings no letter, and the next one tells only what is new', async () => {
  nextSunday()
  onSundayAt(0)
  const family = await familyIn()
  onSundayAt(18)
  await send()
  expect(await told(family.mother)).toMatchObject([{ sent: false }])
  await work(family, family.children[1]!)
  nextSunday()
  onSundayAt(17)
  await send()
  const { text } = await mail.take(family.mother.email, /week/)
  expect(text).toContain('Noah\nHanded in')
  expect(await told(family.mother)).toHaveLength(2)
})

test('five o’clock is that of the guardian, whatever the clocks do; the week is as long as it was', async () => {
  const family = await familyIn('Europe/Berlin')
  // Daylight saving ends in the night to Sunday, 28 October 2035.
  moveTo('2035-10-21T14:59:00Z')
  await work(family, family.children[0]!, 0)
  moveTo('2035-10-21T15:01:00Z')
  await work(family, family.children[0]!, 1)
  moveTo('2035-10-28T15:59:00Z')
  await work(family, family.children[0]!, 2)
  await send()
  expect(await told(family.mother)).toEqual([])
  moveTo('2035-10-28T16:00:00Z')
  await send()
  const { text } = await mail.take(family.mother.email, /week/)
  expect(text).toContain('“Task 2”')
  expect(text).toContain('“Task 3”')
  expect(text).not.toContain('“Task 1”')
})

test('the page tells where a guardian is', async () => {
  const family = await familyIn()
  const mother = await app.signIn(family.mother.email)
  const params = { id: family.children[0]!.id }
  const { as_of } = await mother.call(parents).parentNews({ params })
  const markSeen = (time_zone: string) =>
    mother.call(parents).markSeen({ params, body: { as_of, time_zone } })
  await markSeen('America/Denver')
  await expect(markSeen('Moon/Tycho')).rejects.toMatchObject({ status: 400 })
  const { time_zone } = await app.db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', mother.id)
    .executeTakeFirstOrThrow()
  expect(time_zone).toBe('America/Denver')
})

test('only those are told who may read the work, now', async () => {
  nextSunday()
  onSundayAt(0)
  const family = await familyIn()
  const [maya] = family.children
  const uncle = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const aunt = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const link = {
    learnerId: maya!.id,
    name: 'X',
    origin: 'invitation',
    now: app.parts.clock(),
  } as const
  await linkGuardian(app.db, { ...link, email: uncle.email, scopes: ['upload'] })
  await linkGuardian(app.db, { ...link, email: aunt.email })
  await endGuardianship(app, aunt)
  await work(family, maya!)
  onSundayAt(17)
  await send()
  await mail.take(family.mother.email, /week/)
  expect([...(await told(uncle)), ...(await told(aunt))]).toEqual([])
})

test('nothing is told of somebody whose eighteenth birthday has ended the link', async () => {
  nextSunday()
  const family = await familyIn()
  for (const child of family.children) await work(family, child)
  await app.db
    .updateTable('users')
    .set({ date_of_birth: '2000-01-01' })
    .where('id', '=', family.children[0]!.id)
    .execute()
  await app.db
    .updateTable('guardian_links')
    .set({ since: '2015-01-01' })
    .where('learner_id', '=', family.children[0]!.id)
    .execute()
  await onSundayAt(17)
  await send()
  const letter = await mail.take(family.mother.email, /week/)
  expect(letter.text).toContain('Noah')
  expect(letter.text).not.toContain('Maya')
})

test('one click ends it, and the link can bring it back', async () => {
  nextSunday()
  onSundayAt(0)
  const family = await familyIn()
  await work(family, family.children[0]!)
  onSundayAt(17)
  await send()
  const letter = await mail.take(family.mother.email, /week/)
  const header = (name: string) => letter.headers.find(({ key }) => key === name)?.value ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const url = new URL(header('list-unsubscribe').slice(1, -1)).pathname
  const token = tokenIn(linkIn(letter, /\/letters\//))

  // A GET request, such as a link scanner's, does not unsubscribe.
  const looked = await app.http.inject(url)
  expect(looked.headers.location).toBe(linkIn(letter, /\/letters\//))
  const choice = () => app.anyone.call(weeklyEmails).showWeeklyEmailChoice({ params: { token } })
  expect(await choice()).toEqual({ letter: 'weekly', wanted: true })

  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const { statusCode } = await app.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type },
      payload: type.startsWith('multipart') ? '--x--\r\n' : 'List-Unsubscribe=One-Click',
    })
    expect(statusCode).toBe(204)
  }
  expect(await choice()).toEqual({ letter: 'weekly', wanted: false })

  nextSunday()
  onSundayAt(0)
  await work(family, family.children[0]!, 1)
  onSundayAt(17)
  await send()
  expect(await told(family.mother)).toHaveLength(1)
  await app.anyone
    .call(weeklyEmails)
    .chooseWeeklyEmails({ params: { token }, body: { wanted: true } })
  await send()
  await mail.take(family.mother.email, /week/)
})

test('a link that was not mailed opens nothing', async () => {
  const token = Buffer.alloc(32, 7).toString('base64url')
  for (const tried of [token, 'x', `${token}${token}`]) {
    await expect(
      app.anyone.call(weeklyEmails).showWeeklyEmailChoice({ params: { token: tried } }),
    ).rejects.toMatchObject({ status: 404 })
  }
})

/** Runs with the mother's weekly email waiting in the queue; `waiting` lists the ids of her emails about learners. */
const withWaitingLetter = async (
  then: (family: Awaited<ReturnType<typeof familyIn>>, waiting: () => Promise<string[]>) => unknown,
) => {
  const sending = app
  // No worker runs on its queue.
  app = await startApp({ env: { SMTP_URL: mail.url } })
  try {
    nextSunday()
    onSundayAt(0)
    const family = await familyIn()
    await work(family, family.children[0]!)
    onSundayAt(17)
    await send()
    await then(family, async () => {
      const { rows } = await sql<{ id: string }>`
        select id from pgboss.job where data ->> 'to' = ${family.mother.email} and data ? 'about'`.execute(
        app.db,
      )
      return rows.map(({ id }) => id)
    })
  } finally {
    await app.stop()
    app = sending
  }
}

test('a letter that waits goes with a child who is erased', () =>
  withWaitingLetter(async (family, waiting) => {
    expect(await waiting()).toHaveLength(1)
    await eraseAccount(app.db, family.children[1]!.id)
    expect(await waiting()).toEqual([])
  }))

test('a letter that waits goes with the link of the guardian to whom it was written', () =>
  withWaitingLetter(async (family, waiting) => {
    const [letter] = await waiting()
    const { id } = family.children[0]!
    const link = await app.db
      .selectFrom('guardian_links')
      .select('id')
      .where('learner_id', '=', id)
      .where('guardian_email', '=', family.mother.email)
      .executeTakeFirstOrThrow()
    const admin = await app.person({ role: 'admin' })
    await admin.call(guardians).overrideGuardian({
      params: { id, guardian_id: link.id },
      body: { scopes: [], reason: 'An order of the court.' },
    })
    // Only the email about the end of the link.
    expect(await waiting()).toEqual([expect.not.stringContaining(letter!)])
  }))
