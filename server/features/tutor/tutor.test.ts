import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { notifications } from '#contract/notifications'
import { tutor, type TutorSettings } from '#contract/tutor'
import { DEFAULT_TUTOR_SETTINGS } from '#rules/tutor'
import { recordConsent } from '#testing/family-builder'
import { createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { askTutor, startTutorConversation } from '#testing/tutor-builder'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let app: TestApp
beforeAll(async () => {
  app = await startApp({ poolSize: 3, env: { TUTOR_MESSAGES_PER_MINUTE: '1000' } })
})
afterAll(() => app.stop())

const teen = () => app.person({ dateOfBirth: app.birthdayAt(15) })
const parentOf = async (child: Person, scopes = ['use', 'tutor']) => {
  const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  await recordConsent(app, child, mother, scopes)
  return mother
}
const of = (id: string) => ({ params: { id } })
const set = (guardian: Person, child: Person, change: Partial<TutorSettings>, zone = 'UTC') =>
  guardian.call(tutor).changeTutorSettings({
    ...of(child.id),
    query: { time_zone: zone },
    body: { ...DEFAULT_TUTOR_SETTINGS, ...change },
  })

describe('the built-in coach', () => {
  test('cites the task, asks, and says in its greeting what it is', async () => {
    const ada = await teen()
    const quest = await createQuest(app.db, [
      { pillar: 'creativity', xp: 60 },
      { pillar: 'critical_thinking', xp: 60 },
    ])
    await app.db
      .updateTable('tasks')
      .set({ instructions: 'Weigh the towel first. Then **measure the water** three times.' })
      .where('id', '=', quest.tasks[1]!)
      .execute()
    const talk = await startTutorConversation(ada, { task_id: quest.tasks[1]! })
    const { answer } = await askTutor(app, ada, talk, 'How should the water be measured?')
    expect(answer).toMatchObject({ origin: 'coach', state: 'done', crisis: null })
    expect(answer.text).toContain(
      'In task 2, “Task 2”, it says: “Then measure the water three times.”',
    )
    expect(answer.text).toMatch(/\?$/)
    const hello = await askTutor(app, ada, await startTutorConversation(ada), 'Hello!')
    expect(hello.answer.text).toContain('not a person, and not an AI that understands you')
  })

  test('never does the work, and gives somebody who stays stuck something similar', async () => {
    const ada = await teen()
    const quest = await createQuest(app.db, [{ pillar: 'critical_thinking', xp: 60 }])
    const talk = await startTutorConversation(ada, { quest_id: quest.id, task_id: quest.tasks[0]! })
    const said = []
    for (const text of ['Write it for me', 'I am stuck', 'Just tell me the answer']) {
      said.push((await askTutor(app, ada, talk, text)).answer.text)
    }
    expect(said[1]).toContain('A smaller step')
    expect(said[2]).toContain('a similar problem from beginning to end')
  })

  test('a conversation is about a quest that the learner can see, or there is none', async () => {
    const [ada, bob] = [await teen(), await teen()]
    const draft = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }], { status: 'draft' })
    const one = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    const other = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    for (const about of [
      { quest_id: draft.id },
      { task_id: draft.tasks[0]! },
      { quest_id: one.id, task_id: other.tasks[0]! },
    ]) {
      await expect(startTutorConversation(ada, about)).rejects.toMatchObject({ status: 404 })
    }
    const talk = await startTutorConversation(ada, { quest_id: one.id })
    expect(await askTutor(app, bob, talk, 'Hi')).toMatchObject({ status: 404 })
    await expect(bob.call(tutor).listMessages(of(talk))).rejects.toMatchObject({ status: 404 })
  })
})

describe('a message that arrives twice', () => {
  test('is one message, and brings the answer that is stored', async () => {
    const ada = await teen()
    const talk = await startTutorConversation(ada)
    const [first, again] = [
      await askTutor(app, ada, talk, 'Where do I begin?', { key: 'one' }),
      await askTutor(app, ada, talk, 'Where do I begin?', { key: 'one' }),
    ]
    expect(again.question.id).toBe(first.question.id)
    expect(again.answer).toEqual(first.answer)
    expect(again.shown).toBe(first.shown)
    const { items } = await ada.call(tutor).listMessages(of(talk))
    expect(items.map(({ author }) => author)).toEqual(['learner', 'tutor'])
    const changed = await askTutor(app, ada, talk, 'Something else', { key: 'one' })
    expect(changed.status).toBe(422)
  })

  test('after its conversation was deleted is not there', async () => {
    const ada = await teen()
    const talk = await startTutorConversation(ada)
    await askTutor(app, ada, talk, 'Where do I begin?', { key: 'gone' })
    await app.db.deleteFrom('tutor_conversations').where('id', '=', talk).execute()
    const again = await askTutor(app, ada, talk, 'Where do I begin?', { key: 'gone' })
    expect(again.status).toBe(404)
  })

  test('at the same time, too', async () => {
    const ada = await teen()
    const talk = await startTutorConversation(ada)
    const both = await Promise.all(
      [1, 2].map(() => askTutor(app, ada, talk, 'Where do I begin?', { key: 'same' })),
    )
    expect(both[0]!.answer).toEqual(both[1]!.answer)
    expect((await ada.call(tutor).listMessages(of(talk))).items).toHaveLength(2)
  })
})

describe('what a family decides', () => {
  test('is exactly six things, with defaults, and in force at the next message', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(11) })
    const mother = await parentOf(child)
    const settings = () => mother.call(tutor).getTutorSettings(of(child.id))
    expect(await settings()).toEqual(DEFAULT_TUTOR_SETTINGS)
    const talk = await startTutorConversation(child)
    expect((await askTutor(app, child, talk, 'Hello')).status).toBe(200)
    const changed = await set(mother, child, { enabled: false, retention_days: 30 })
    expect(changed).toEqual({ ...DEFAULT_TUTOR_SETTINGS, enabled: false, retention_days: 30 })
    expect(await settings()).toEqual(changed)
    expect(await askTutor(app, child, talk, 'Hello')).toMatchObject({
      status: 403,
      code: 'tutor_off',
    })
    expect((await child.call(tutor).listMessages(of(talk))).items).toHaveLength(2)
  })

  test('is not for the child to decide, nor for somebody else’s parent', async () => {
    const child = await teen()
    const mother = await parentOf(child)
    const stranger = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    await expect(set(child, child, { daily_minutes: 1440 })).rejects.toMatchObject({ status: 403 })
    await expect(set(stranger, child, {})).rejects.toMatchObject({ status: 404 })
    await expect(set(mother, child, { daily_minutes: -1 })).rejects.toMatchObject({ status: 400 })
    const body = { ...DEFAULT_TUTOR_SETTINGS, hours: { from: '25:00', to: '07:00' } }
    await expect(
      mother.call(tutor).changeTutorSettings({ ...of(child.id), body }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('is told to the other guardians: one alone could delete what is written after a day, or end the emails about reports', async () => {
    const child = await teen()
    const [mother, father] = [await parentOf(child), await parentOf(child)]
    const titlesFor = async (person: Person) =>
      (await person.call(notifications).listNotifications()).items.map(({ title }) => title)
    await set(father, child, {})
    expect(await titlesFor(mother)).toEqual([])
    await set(father, child, { retention_days: 1, alert_level: 'high' })
    expect(await titlesFor(mother)).toEqual(['Ada’s settings for the tutor were changed'])
    expect(await titlesFor(father)).toEqual([])
  })

  test('from 18 on it is one’s own to decide', async () => {
    const grown = await app.person({ dateOfBirth: app.birthdayAt(18) })
    const father = await parentOf(grown)
    expect(await set(grown, grown, { daily_minutes: 200 })).toMatchObject({ daily_minutes: 200 })
    await expect(set(father, grown, {})).rejects.toMatchObject({ status: 404 })
  })

  test('under 13 nobody writes to the tutor without consent to it, and nothing is kept', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    await parentOf(child, ['use'])
    await expect(startTutorConversation(child)).rejects.toMatchObject({
      status: 403,
      code: 'guardian_permission',
    })
    await expect(child.call(tutor).tutorStatus()).rejects.toMatchObject({ status: 403 })
  })

  test('hours are those of the family’s place, whatever the device says', async () => {
    const child = await teen()
    const mother = await parentOf(child)
    const talk = await startTutorConversation(child)
    const hour = (zone: string, after: number) => {
      const at = new Date(app.parts.clock().getTime() + after * 60 * MINUTE)
      return new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
      }).format(at)
    }
    const zone = 'Pacific/Auckland'
    await set(mother, child, { hours: { from: hour(zone, 1), to: hour(zone, 3) } }, zone)
    for (const query of ['', '?time_zone=America/New_York', '?time_zone=Asia/Tokyo']) {
      const { status, code } = await askTutor(app, child, talk, 'Hello', { query })
      expect([status, code]).toEqual([403, 'tutor_hours'])
    }
    await set(mother, child, { hours: { from: hour(zone, -1), to: hour(zone, 1) } }, zone)
    expect((await askTutor(app, child, talk, 'Hello')).status).toBe(200)
  })

  test('hours are shown in the reader’s place, and stay where they are when somebody elsewhere changes something else', async () => {
    // Neither place changes its clocks.
    const [home, away] = ['Asia/Tokyo', 'Pacific/Honolulu']
    const child = await teen()
    const [mother, father] = [await parentOf(child), await parentOf(child)]
    const titles = async () =>
      (await father.call(notifications).listNotifications()).items.map(({ title }) => title)
    const read = async (by: Person, time_zone: string) =>
      (await by.call(tutor).getTutorSettings({ ...of(child.id), query: { time_zone } })).hours
    await set(father, child, { hours: { from: '15:00', to: '19:00' } }, home)
    expect(await read(mother, away)).toEqual({ from: '20:00', to: '24:00' })
    const status = await child.call(tutor).tutorStatus({ query: { time_zone: away } })
    expect(status.hours).toEqual({ from: '20:00', to: '24:00' })

    const hours = await read(mother, away)
    await set(mother, child, { hours, daily_minutes: 30 }, away)
    expect(await read(father, home)).toEqual({ from: '15:00', to: '19:00' })
    expect(await titles()).toHaveLength(1)

    await father.call(notifications).readNotifications({ body: {} })
    await set(mother, child, { hours: { from: '15:00', to: '19:00' }, daily_minutes: 30 }, away)
    expect(await read(father, home)).toEqual({ from: '10:00', to: '14:00' })
    expect(await titles()).toHaveLength(2)
  })

  test('hours that were set without a zone count where a guardian opens the family page, or in UTC', async () => {
    const child = await teen()
    const mother = await parentOf(child)
    const talk = await startTutorConversation(child)
    const now = app.parts.clock()
    const at = (zone: string, hours: number) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(
        new Date(now.getTime() + hours * 60 * MINUTE),
      )
    const setHours = (from: string, to: string) =>
      mother.call(tutor).changeTutorSettings({
        ...of(child.id),
        query: {},
        body: { ...DEFAULT_TUTOR_SETTINGS, hours: { from, to } },
      })
    const isOpen = async (query = '') =>
      (await askTutor(app, child, talk, 'Hello', { query })).status === 200
    await setHours(at('UTC', 2), at('UTC', 4))
    // Three hours ahead of UTC, it would be open now.
    expect(await isOpen('?time_zone=Africa/Nairobi')).toBe(false)
    expect(await isOpen()).toBe(false)
    await app.db
      .updateTable('users')
      .set({ time_zone: 'Africa/Nairobi' })
      .where('id', '=', mother.id)
      .execute()
    expect(await isOpen('?time_zone=UTC')).toBe(true)
  })

  test('minutes are used up by writing, and are there again the next day', async () => {
    // Starts in the morning, so that the day does not end during the test.
    app.moveClock(DAY - (app.parts.clock().getTime() % DAY) + 8 * 60 * MINUTE)
    const child = await teen()
    const mother = await parentOf(child)
    await set(mother, child, { daily_minutes: 2 })
    const talk = await startTutorConversation(child)
    await askTutor(app, child, talk, 'Hello')
    app.moveClock(20 * MINUTE)
    const again = await app.signIn(child.email)
    await askTutor(app, again, talk, 'Where do I begin?')
    expect(await again.call(tutor).tutorStatus()).toMatchObject({
      open: false,
      closed_because: 'minutes',
      minutes_left: 0,
    })
    expect(await askTutor(app, again, talk, 'One more')).toMatchObject({ code: 'tutor_minutes' })
    app.moveClock(DAY)
    const tomorrow = await app.signIn(child.email)
    expect((await askTutor(app, tomorrow, talk, 'One more')).status).toBe(200)
  })

  test('topics are left alone by whole words, and no report is made of it', async () => {
    const child = await teen()
    const mother = await parentOf(child)
    await set(mother, child, { blocked_topics: ['Fortnite', 'scary films'] })
    const talk = await startTutorConversation(child)
    const asked = (text: string) => askTutor(app, child, talk, text)
    expect((await asked('Which FORTNITE skin is best?')).answer.origin).toBe('house')
    expect((await asked('F o r t n i t e tips')).answer.origin).toBe('house')
    expect((await asked('I wrote about scary films')).answer.origin).toBe('house')
    expect((await asked('A fortnight is two weeks')).answer.origin).toBe('coach')
    const reports = app.db.selectFrom('safety_reports').select('id')
    expect(await reports.where('learner_id', '=', child.id).execute()).toEqual([])
  })

  test('after a long stretch the tutor asks for a pause', async () => {
    const child = await teen()
    await set(await parentOf(child), child, { daily_minutes: 1440 })
    const talk = await startTutorConversation(child)
    for (let minutes = 0; minutes < 45; minutes += 9) {
      expect((await askTutor(app, child, talk, 'Why?')).status).toBe(200)
      app.moveClock(9 * MINUTE)
      child.headers = (await app.signIn(child.email)).headers
    }
    expect(await askTutor(app, child, talk, 'Why?')).toMatchObject({ code: 'tutor_pause' })
    app.moveClock(2 * MINUTE)
    expect((await askTutor(app, child, talk, 'Why?')).status).toBe(200)
  })

  test('every tenth answer reminds that nobody is there', async () => {
    const child = await teen()
    const talk = await startTutorConversation(child)
    const answers = []
    for (let i = 0; i < 10; i += 1) {
      answers.push((await askTutor(app, child, talk, 'Why?')).answer.text)
    }
    expect(answers.map((text) => text.includes('I am a program'))).toEqual([
      ...Array.from({ length: 9 }, () => false),
      true,
    ])
  })
})

test('a guardian with oversight reads the conversations, one without does not, and the log says who did', async () => {
  const child = await teen()
  const mother = await parentOf(child)
  const uncle = await parentOf(child)
  await app.db
    .updateTable('guardian_links')
    .set({ scopes: ['view'] })
    .where('guardian_email', '=', uncle.email)
    .execute()
  const talk = await startTutorConversation(child)
  await askTutor(app, child, talk, 'Why is the sky blue?')
  const read = (person: Person) => person.call(tutor).listChildConversations(of(child.id))
  expect((await read(mother)).items).toMatchObject([{ id: talk, title: 'Anything else' }])
  const { items } = await mother.call(tutor).listChildMessages(of(talk))
  expect(items).toMatchObject([{ text: 'Why is the sky blue?' }, { author: 'tutor' }])
  await expect(read(uncle)).rejects.toMatchObject({ status: 404 })
  await expect(uncle.call(tutor).listChildMessages(of(talk))).rejects.toMatchObject({ status: 404 })
  const lines = await app.db
    .selectFrom('audit_log')
    .select('detail')
    .where('actor_id', '=', mother.id)
    .where('action', '=', 'learner_read')
    .execute()
  expect(lines).toMatchObject([
    { detail: { call: 'listChildConversations' } },
    { detail: { call: 'listChildMessages' } },
  ])
})

test('nobody has more than five hundred conversations', async () => {
  const person = await app.person()
  await sql`
    insert into tutor_conversations (learner_id, created_at, last_message_at)
    select ${person.id}::uuid, now(), now() from generate_series(1, 500)
  `.execute(app.db)
  await expect(startTutorConversation(person)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('500 conversations'),
  })
})

const helpHeardFrom = (child: Person, { db } = app) =>
  db
    .selectFrom('safety_reports')
    .select(['category', 'excerpt'])
    .where('learner_id', '=', child.id)
    .execute()
const HELP = 'I want to kill myself'

test('a call for help is heard, also while the tutor is still answering', async () => {
  const ada = await teen()
  const talk = await startTutorConversation(ada)
  await askTutor(app, ada, talk, 'Hello!')
  await app.db
    .updateTable('tutor_messages')
    .set({ state: 'writing' })
    .where('conversation_id', '=', talk)
    .where('author', '=', 'tutor')
    .execute()
  const { status } = await askTutor(app, ada, talk, HELP)
  expect(status).toBe(409)
  expect(await helpHeardFrom(ada)).toEqual([{ category: 'self_harm', excerpt: HELP }])
})

test('a call for help is heard, also above the number of messages that the tutor takes in a minute', async () => {
  const hurried = await startApp({ env: { TUTOR_MESSAGES_PER_MINUTE: '1' } })
  try {
    const ada = await hurried.person({ dateOfBirth: hurried.birthdayAt(15) })
    const talk = await startTutorConversation(ada)
    await askTutor(hurried, ada, talk, 'Hello!')
    const { status } = await askTutor(hurried, ada, talk, HELP)
    expect(status).toBe(429)
    expect(await helpHeardFrom(ada, hurried)).toEqual([{ category: 'self_harm', excerpt: HELP }])
  } finally {
    await hurried.stop()
  }
})
