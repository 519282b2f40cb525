import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { groups } from '#contract/groups'
import { messages } from '#contract/messages'
import { operations } from '#contract/operations'
import { recordConsent } from '#testing/family-builder'
import { read, startConversation, write } from '#testing/message-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { deliverAnnouncement } from './announcements.ts'
import { assignLearner } from './assign.ts'

let app: TestApp
let advisor: Person
let ada: Person
let ben: Person
let mother: Person
let id: string
beforeAll(async () => {
  app = await startApp({ poolSize: 3 })
})
beforeEach(async () => {
  advisor = await app.person({ role: 'advisor', firstName: 'Samuel', lastName: 'Okafor' })
  ada = await learner('Ada', 12)
  ben = await learner('Ben', 15)
  mother = await app.person({ role: 'parent', firstName: 'Ingrid', lastName: 'Lindqvist' })
  await recordConsent(app, ada, mother)
  ;({ id } = await advisor
    .call(groups)
    .createLearnerGroup({ body: { name: 'Hidden name', learner_ids: [ada.id, ben.id] } }))
})
afterAll(() => app.stop())

const of = (id: string) => ({ params: { id } })
const learner = async (firstName: string, age: number) => {
  const person = await app.person({ firstName, dateOfBirth: app.birthdayAt(age) })
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: person.id, since })
  return person
}
type Body = { text: string; audience?: 'both' | 'learners' | 'families' }
const announce = (body: Body, idempotencyKey?: string) =>
  advisor.call(groups).announce({ ...of(id), body }, idempotencyKey ? { idempotencyKey } : {})
const deliver = (announcementId: string) => deliverAnnouncement(app.parts, { announcementId })
const send = async (body: Body) => {
  const { id: announcementId } = await announce(body)
  await deliver(announcementId)
  return announcementId
}
const conversationsOf = async (person: Person) =>
  (await person.call(messages).listConversationsOfPerson()).items
const show = async (announcement_id: string) => {
  const { people } = await advisor.call(groups).getAnnouncement({ params: { id, announcement_id } })
  return people.map(({ learner, receipt, guardians }) => [
    learner.first_name,
    receipt,
    guardians.map(({ name, receipt: own }) => `${name} ${own}`),
  ])
}

test('each learner and guardian gets the text as a message from the advisor alone, and no word of the group', async () => {
  await send({ text: 'We meet at the observatory.' })
  for (const person of [ada, ben, mother]) {
    const [conversation] = await conversationsOf(person)
    expect(conversation).toMatchObject({
      kind: 'pair',
      unread_count: 1,
      participants: [{ name: 'Samuel Okafor' }],
      last_message: { text: 'We meet at the observatory.' },
    })
    expect(JSON.stringify(await conversationsOf(person))).not.toContain('Hidden name')
  }
})

test('the advisor sees who has read it, and gets an answer alone', async () => {
  const announcement = await send({ text: 'Bring a coat.' })
  expect(await show(announcement)).toEqual([
    ['Ada', 'unread', ['Ingrid Lindqvist unread']],
    ['Ben', 'unread', []],
  ])
  expect(await conversationsOf(advisor)).toEqual([])
  const [conversation] = await conversationsOf(mother)
  await mother.call(messages).markRead({ ...of(conversation!.id), body: undefined })
  await write(mother, conversation!.id, 'She has none.')
  expect(await show(announcement)).toEqual([
    ['Ada', 'unread', ['Ingrid Lindqvist read']],
    ['Ben', 'unread', []],
  ])
  expect(await conversationsOf(advisor)).toMatchObject([
    { participants: [{ name: 'Ingrid Lindqvist' }], last_message: { text: 'She has none.' } },
  ])
  expect((await conversationsOf(ben)).map(({ last_message }) => last_message?.text)).toEqual([
    'Bring a coat.',
  ])
  expect((await advisor.call(groups).listAnnouncements(of(id))).items).toMatchObject([
    { id: announcement, recipient_count: 3, read_count: 1 },
  ])
})

test('learners alone, or families alone, are written to', async () => {
  await send({ text: 'For families', audience: 'families' })
  await send({ text: 'For learners', audience: 'learners' })
  const heard = async (person: Person) =>
    (await conversationsOf(person)).map(({ last_message }) => last_message?.text)
  expect(await heard(mother)).toEqual(['For families'])
  expect(await heard(ada)).toEqual(['For learners'])
})

test('a guardian without the scope to see the child’s work, and one whose link has ended, is not written to', async () => {
  const father = await app.person({ role: 'parent', firstName: 'Otto' })
  await recordConsent(app, ada, father)
  const link = (person: Person) =>
    app.db.updateTable('guardian_links').where('guardian_email', '=', person.email)
  await link(mother)
    .set({ scopes: ['messages', 'tutor'] })
    .execute()
  await link(father).set({ ended_at: app.parts.clock().toISOString() }).execute()
  const announcement = await send({ text: 'Bring a coat.' })
  expect(await conversationsOf(mother)).toEqual([])
  expect(await conversationsOf(father)).toEqual([])
  expect(await show(announcement)).toEqual([
    ['Ada', 'unread', []],
    ['Ben', 'unread', []],
  ])
})

test('a guardian is not written to about a learner who has turned 18', async () => {
  const father = await app.person({ role: 'parent', firstName: 'Otto' })
  await recordConsent(app, ben, father)
  await app.db
    .updateTable('guardian_links')
    .set({ since: '2020-01-01T00:00:00Z' })
    .where('guardian_email', '=', father.email)
    .execute()
  await send({ text: 'At fifteen' })
  await app.db
    .updateTable('users')
    .set({ date_of_birth: app.birthdayAt(18) })
    .where('id', '=', ben.id)
    .execute()
  await send({ text: 'At eighteen' })
  const texts = (person: Person) =>
    app.db
      .selectFrom('messages')
      .innerJoin(
        'conversation_members as member',
        'member.conversation_id',
        'messages.conversation_id',
      )
      .select('text')
      .where('member.user_id', '=', person.id)
      .orderBy('number')
      .execute()
  expect(await texts(father)).toEqual([{ text: 'At fifteen' }])
  expect(await texts(ben)).toEqual([{ text: 'At fifteen' }, { text: 'At eighteen' }])
})

test('whoever leaves between sending and delivery gets nothing, and is shown no more', async () => {
  const next = await app.person({ role: 'advisor' })
  const { id: announcement } = await announce({ text: 'Bring a coat.' })
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: next.id, learnerId: ada.id, since })
  await deliver(announcement)
  expect(await conversationsOf(ada)).toEqual([])
  expect(await conversationsOf(mother)).toEqual([])
  expect(await show(announcement)).toEqual([['Ben', 'unread', []]])
  await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', ben.id).execute()
  expect(await show(announcement)).toEqual([])
  await expect(announce({ text: 'Anybody?' })).rejects.toMatchObject({ status: 400 })
})

test('whoever still waits when an admin removes the job gets nothing, and the advisor reads so', async () => {
  const admin = await app.person({ role: 'admin' })
  const { id: announcement } = await announce({ text: 'Bring a coat.', audience: 'learners' })
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where data @> ${JSON.stringify({ announcementId: announcement })}`.execute(
    app.db,
  )
  await admin.call(operations).cancelJob({ params: { id: rows[0]!.id } })
  const shown = await show(announcement)
  expect(shown.map(([name, receipt]) => [name, receipt])).toEqual([
    ['Ada', 'not_sent'],
    ['Ben', 'not_sent'],
  ])
})

test('a retry of the call or of the job delivers nothing twice', async () => {
  const enqueue = vi.spyOn(app.parts.jobs, 'enqueue')
  const first = await announce({ text: 'Once.' }, 'announce-once')
  const second = await announce({ text: 'Once.' }, 'announce-once')
  expect(second.id).toBe(first.id)
  expect(enqueue.mock.calls.filter(([, name]) => name === 'announce')).toHaveLength(1)
  enqueue.mockRestore()
  await Promise.all([deliver(first.id), deliver(first.id)])
  await deliver(first.id)
  const [conversation] = await conversationsOf(ben)
  expect(await read(ben, conversation!.id)).toEqual(['Once.'])
})

test('it continues a conversation that exists, which the advisor keeps seeing', async () => {
  const conversation = await startConversation(ben, advisor)
  await write(ben, conversation, 'Hello')
  await send({ text: 'Bring a coat.' })
  expect(await read(ben, conversation)).toEqual(['Hello', 'Bring a coat.'])
  expect((await conversationsOf(advisor)).map((each) => each.id)).toEqual([conversation])
})

test('it is screened once for all, and what no child should read is sent to nobody', async () => {
  await expect(announce({ text: 'Tell me if your father hits you again' })).rejects.toMatchObject({
    status: 400,
    code: 'not_saved',
  })
  expect((await advisor.call(groups).listAnnouncements(of(id))).items).toEqual([])
})

test('what goes to families alone is screened too: it is about their children', async () => {
  const text = 'Tell me if your father hits you again'
  await expect(announce({ text, audience: 'families' })).rejects.toMatchObject({
    status: 400,
    code: 'not_saved',
  })
  expect((await advisor.call(groups).listAnnouncements(of(id))).items).toEqual([])
})

test('the reply to a retry names nobody who has left since the announcement', async () => {
  const next = await app.person({ role: 'advisor' })
  const names = async () =>
    (await announce({ text: 'Once.' }, 'announce-again')).people.map(
      ({ learner }) => learner.first_name,
    )
  expect(await names()).toEqual(['Ada', 'Ben'])
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: next.id, learnerId: ada.id, since })
  expect(await names()).toEqual(['Ben'])
})

test('the list counts who has read 50 announcements to the largest group', async () => {
  const { recipients, announcements } = await fillGroup()
  await app.db
    .updateTable('conversation_members')
    .set({ read_number: 2 * recipients })
    .where('user_id', '=', mother.id)
    .execute()
  const { items } = await advisor.call(groups).listAnnouncements(of(id))
  expect(items).toHaveLength(announcements)
  expect(new Set(items.map(({ recipient_count }) => recipient_count))).toEqual(
    new Set([recipients]),
  )
  expect(items.filter(({ read_count }) => read_count === recipients)).toHaveLength(2)
  expect(items.filter(({ read_count }) => read_count === 0)).toHaveLength(announcements - 2)
})

/** Fills the group with 200 learners of six guardians each, to whom everything was announced in one conversation. */
const fillGroup = async () => {
  const now = app.parts.clock().toISOString()
  const createPeople = (count: number, about: { role: string; declared_adult?: boolean }) =>
    app.db
      .insertInto('users')
      .values(
        Array.from({ length: count }, () => ({
          email: `${crypto.randomUUID()}@example.org`,
          email_verified_at: now,
          first_name: 'One',
          last_name: 'Of many',
          status: 'active',
          password_hash: '',
          legal_version: '1',
          created_at: now,
          ...about,
        })),
      )
      .returning(['id', 'email'])
      .execute()
  const learners = await createPeople(198, { role: 'student' })
  const guardians = await createPeople(1200, { role: 'parent', declared_adult: true })
  await app.db
    .insertInto('caseload')
    .values(learners.map((each) => ({ advisor_id: advisor.id, learner_id: each.id, since: now })))
    .execute()
  await app.db
    .insertInto('learner_group_members')
    .values(learners.map((each) => ({ group_id: id, learner_id: each.id, added_at: now })))
    .execute()
  await app.db
    .insertInto('guardian_links')
    .values(
      guardians.map(({ email }, index) => ({
        learner_id: learners[index % learners.length]!.id,
        guardian_email: email!,
        guardian_name: 'One of many',
        scopes: ['view'],
        origin: 'consent',
        since: now,
      })),
    )
    .execute()
  await app.db
    .insertInto('announcements')
    .values(
      Array.from({ length: 50 }, () => ({
        group_id: id,
        author_id: advisor.id,
        audience: 'both',
        text: 'Hello',
        created_at: now,
      })),
    )
    .execute()
  const conversation = await startConversation(advisor, mother)
  const people = [...learners, ...guardians, ada, ben, mother].map((each) => each.id)
  await sql`
    with receipt as (
      select announcements.id as announcement_id, person.id as person_id, row_number() over (order by announcements.id) as number
      from announcements, unnest(${people}::uuid[]) as person (id)
      where group_id = ${id}
    ), message as (
      insert into messages (conversation_id, number, author_id, text, files, created_at)
      select ${conversation}::uuid, number, ${advisor.id}::uuid, '', 0, ${now}::timestamptz from receipt
      returning id, number
    )
    insert into announcement_recipients (announcement_id, person_id, state, message_id)
    select announcement_id, person_id, 'sent', message.id from receipt join message using (number)`.execute(
    app.db,
  )
  return { recipients: people.length, announcements: 50 }
}

test('another advisor can neither announce to the group nor read who has read', async () => {
  const announcement_id = await send({ text: 'Bring a coat.' })
  const other = await app.person({ role: 'advisor' })
  const call = other.call(groups)
  const missing = { status: 404 }
  await expect(call.announce({ ...of(id), body: { text: 'Hello' } })).rejects.toMatchObject(missing)
  await expect(call.listAnnouncements(of(id))).rejects.toMatchObject(missing)
  await expect(call.getAnnouncement({ params: { id, announcement_id } })).rejects.toMatchObject(
    missing,
  )
})
