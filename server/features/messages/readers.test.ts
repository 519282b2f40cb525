import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { connections } from '#contract/connections'
import { files } from '#contract/files'
import { messages } from '#contract/messages'
import { people } from '#contract/people'
import { safety } from '#contract/safety'
import { assignLearner } from '#features/advising'
import { sweepFiles } from '#features/files'
import { eraseAccount } from '#features/privacy'
import { withoutWithheld } from '#features/safety'
import { deleteOldConversations } from '#features/tutor'
import { transaction } from '#platform/database'
import { followEvents } from '#testing/event-stream'
import { eventually } from '#testing/eventually'
import { recordConsent } from '#testing/family-builder'
import { befriend, startConversation, read, write } from '#testing/message-builder'
import type { Refused } from '#testing/persistent-client'
import { fileForm } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { lockConversation } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ poolSize: 4 })
})
afterAll(() => app.stop())

const of = (id: string) => ({ params: { id } })
const teen = (firstName: string, age = 15) =>
  app.person({ firstName, dateOfBirth: app.birthdayAt(age) })
const befriendAll = async (...group: Person[]) => {
  for (const [i, one] of group.entries())
    for (const other of group.slice(i + 1)) await befriend(app, one, other)
}
const assign = (advisor: Person, learner: Person) =>
  assignLearner(app.db, { advisorId: advisor.id, learnerId: learner.id, since: app.parts.clock() })
const familiesFor = async (person: Person, conversation: string) =>
  (await person.call(messages).openConversation(of(conversation))).families
const block = (blocker: Person, blocked: Person) =>
  blocker.call(connections).block({ params: { user_id: blocked.id } })
const reportOf = async (conversation: string) =>
  app.db
    .selectFrom('safety_reports')
    .select(['excerpt', 'quoted'])
    .where('thread_id', '=', conversation)
    .executeTakeFirstOrThrow()

test('a guardian who takes part in a conversation does not notice that it is held back from families', async () => {
  const [maya, ben] = [await teen('Maya'), await teen('Ben')]
  const mother = await app.person({ role: 'parent', firstName: 'Ines' })
  await recordConsent(app, maya, mother)
  await befriendAll(maya, ben, mother)
  const id = await startConversation(maya, ben, mother)
  const { id: message } = await write(maya, id, 'I am not well')
  const before = await familiesFor(mother, id)
  expect(before).toEqual({ own: false, of: ['Maya'] })
  const seenByMaya = await familiesFor(maya, id)
  await ben.call(messages).reportMessage({ ...of(message), body: { reason: 'unsafe' } })
  expect(await familiesFor(mother, id)).toEqual(before)
  expect(await familiesFor(ben, id)).toEqual({ own: false, of: [] })
  // The author of the reported message does not notice it either.
  expect(await familiesFor(maya, id)).toEqual(seenByMaya)
})

test.each([
  ['deleted after its time', 'closed'],
  ['erased with its maker', 'erased'],
])('nor does its author, once the report is %s; who made it is told as before', async (_, end) => {
  const [maya, ben] = [await teen('Maya'), await teen('Ben')]
  await recordConsent(app, maya, await app.person({ role: 'parent' }))
  await befriendAll(maya, ben)
  const id = await startConversation(maya, ben)
  const { id: message } = await write(maya, id, 'Hello')
  await ben.call(messages).reportMessage({ ...of(message), body: { reason: 'unsafe' } })
  const [seenByMaya, seenByBen] = [await familiesFor(maya, id), await familiesFor(ben, id)]
  expect([seenByMaya.own, seenByBen.of]).toEqual([true, []])
  if (end === 'erased') await eraseAccount(app.db, ben.id)
  else {
    await app.db
      .updateTable('safety_reports')
      .set({ state: 'acted', closed_at: '2020-01-01T00:00:00Z' })
      .where('thread_id', '=', id)
      .execute()
    await deleteOldConversations(app.parts)
    expect(await familiesFor(ben, id)).toEqual(seenByBen)
  }
  expect(await familiesFor(maya, id)).toEqual(seenByMaya)
  const shown = await withoutWithheld(app.db, maya.id)
  expect(shown('messages', { conversation_id: id, number: 1 })).toBeDefined()
})

test('a person’s report that was a false alarm leaves the conversation to the families, and the report to safeguarding', async () => {
  const [maya, ben] = [await teen('Maya'), await teen('Ben')]
  const [mother, father] = [
    await app.person({ role: 'parent' }),
    await app.person({ role: 'parent' }),
  ]
  await recordConsent(app, maya, mother)
  await recordConsent(app, ben, father)
  const lead = await app.person({ role: 'advisor' })
  await app.db.updateTable('users').set({ safeguarding: true }).where('id', '=', lead.id).execute()
  await befriendAll(maya, ben)
  const id = await startConversation(maya, ben)
  const { id: message } = await write(maya, id, 'Hello')
  await ben.call(messages).reportMessage({ ...of(message), body: { reason: 'unsafe' } })
  const readBy = async (guardian: Person, child: Person) =>
    (await guardian.call(messages).listConversationsOfLearner(of(child.id))).items.length
  expect([await readBy(mother, maya), await readBy(father, ben)]).toEqual([0, 0])
  const { items } = await lead.call(safety).listSafetyCases()
  const found = items.find(({ learner }) => learner.id === ben.id)
  const mark = (state: 'acted' | 'false_positive') =>
    lead.call(safety).changeSafetyReport({ ...of(found!.id), body: { state } })
  await mark('acted')
  expect([await readBy(mother, maya), await readBy(father, ben)]).toEqual([0, 0])
  await mark('false_positive')
  expect([await readBy(mother, maya), await readBy(father, ben)]).toEqual([1, 1])
  await app.db
    .updateTable('safety_reports')
    .set({ closed_at: '2020-01-01T00:00:00Z' })
    .where('thread_id', '=', id)
    .execute()
  expect((await father.call(safety).listSafetyReports(of(ben.id))).items).toEqual([])
  await deleteOldConversations(app.parts)
  expect([await readBy(mother, maya), await readBy(father, ben)]).toEqual([1, 1])
})

test('a grown-up’s sentence about the own childhood ends nothing that a family reads once it was a false alarm', async () => {
  const maya = await teen('Maya')
  const mother = await app.person({ role: 'parent' })
  await recordConsent(app, maya, mother)
  const tom = await app.person({ dateOfBirth: '1985-04-02' })
  const lead = await app.person({ role: 'advisor' })
  await app.db.updateTable('users').set({ safeguarding: true }).where('id', '=', lead.id).execute()
  await befriendAll(maya, tom)
  const id = await startConversation(tom, maya)
  await write(tom, id, 'My dad hit me when I was a kid, so I know how it feels')
  await write(tom, id, 'The bridge holds')
  const seen = async () =>
    (await mother.call(messages).listConversationsOfLearner(of(maya.id))).items.length
  expect(await seen()).toBe(0)
  const { items } = await lead.call(safety).listSafetyCases({ query: { limit: 100 } })
  const found = of(items.find(({ learner }) => learner.id === maya.id)!.id)
  expect(await lead.call(safety).openSafetyReport(found)).toMatchObject({ reopens: 'families' })
  await lead.call(safety).changeSafetyReport({ ...found, body: { state: 'false_positive' } })
  expect(await seen()).toBe(1)
  await app.db
    .updateTable('safety_reports')
    .set({ closed_at: '2020-01-01T00:00:00Z' })
    .where('thread_id', '=', id)
    .execute()
  expect((await mother.call(safety).listSafetyReports(of(maya.id))).items).toEqual([])
  await deleteOldConversations(app.parts)
  expect(await seen()).toBe(1)
})

test('a false alarm about what one child wrote gives the conversation back to the other’s family, and the own waits for a release', async () => {
  const [maya, ben, zoe] = [await teen('Maya'), await teen('Ben'), await teen('Zoe')]
  const [mother, father] = [
    await app.person({ role: 'parent' }),
    await app.person({ role: 'parent' }),
  ]
  await recordConsent(app, maya, mother)
  // Ben and Zoe are brother and sister.
  for (const child of [ben, zoe]) await recordConsent(app, child, father)
  const lead = await app.person({ role: 'advisor' })
  await app.db.updateTable('users').set({ safeguarding: true }).where('id', '=', lead.id).execute()
  await befriendAll(maya, ben, zoe)
  const id = await startConversation(maya, ben, zoe)
  await write(ben, id, 'Hello')
  await write(ben, id, 'My mum hits me')
  await write(maya, id, 'The bridge holds')
  const readBy = async (guardian: Person, child: Person) => {
    const params = { id: child.id, conversation_id: id }
    const { items } = await guardian.call(messages).listMessagesOfLearner({ params, query: {} })
    return items.length
  }
  const exported = async (child: Person, guardian: Person) => {
    const shown = await withoutWithheld(app.db, child.id, { guardianId: guardian.id })
    return [1, 2, 3].filter((number) => shown('messages', { conversation_id: id, number })).length
  }
  const seen = async () => [
    await readBy(mother, maya),
    await exported(maya, mother),
    await readBy(father, ben),
    await exported(ben, father),
    await readBy(father, zoe),
  ]
  expect(await seen()).toEqual([1, 1, 1, 1, 1])
  const { items } = await lead.call(safety).listSafetyCases({ query: { limit: 100 } })
  const found = of(items.find(({ learner }) => learner.id === ben.id)!.id)
  const mark = (state: 'acted' | 'false_positive') =>
    lead.call(safety).changeSafetyReport({ ...found, body: { state } })
  await mark('acted')
  expect(await seen()).toEqual([1, 1, 1, 1, 1])
  await mark('false_positive')
  expect(await seen()).toEqual([3, 3, 1, 1, 1])
  // Ben was told that his family does not see it.
  const families = { ben: { own: false, of: ['Maya'] }, maya: { own: true, of: ['Ben', 'Zoe'] } }
  expect(await familiesFor(ben, id)).toEqual(families.ben)
  expect(await familiesFor(maya, id)).toEqual(families.maya)
  expect(await lead.call(safety).openSafetyReport(found)).toMatchObject({
    reopens: 'other_families',
  })
  await app.db
    .updateTable('safety_reports')
    .set({ closed_at: '2020-01-01T00:00:00Z' })
    .where('thread_id', '=', id)
    .execute()
  await deleteOldConversations(app.parts)
  expect(await seen()).toEqual([3, 3, 1, 1, 1])
  expect(await familiesFor(ben, id)).toEqual(families.ben)
  // A later finding about the same child that is not about home ends nothing for the others.
  await expect(write(ben, id, 'I hate all gays')).rejects.toMatchObject({ status: 422 })
  await write(maya, id, 'The bridge still holds')
  expect(await readBy(mother, maya)).toBe(4)
})

test.each([
  ['English', 'Did your dad hit you again?'],
  ['German', 'Hat dein Vater dich wieder geschlagen?'],
  ['Spanish', '¿Te volvió a pegar tu papá?'],
  ['French', 'Ton père te tape encore ?'],
  ['Portuguese', 'Seu pai ainda te bate?'],
  ['Polish', 'Czy tata cię bije?'],
])(
  'a family does not read that a grown-up asks in %s whether somebody at home hits',
  async (_, text) => {
    const maya = await teen('Maya')
    const father = await app.person({ role: 'parent' })
    await recordConsent(app, maya, father)
    const advisor = await app.person({ role: 'advisor' })
    await assign(advisor, maya)
    const id = await startConversation(advisor, maya)
    await write(advisor, id, text)
    expect(await read(maya, id)).toEqual([text])
    const { items } = await father.call(messages).listConversationsOfLearner(of(maya.id))
    expect(items).toEqual([])
  },
)

test('a family reads what its child wrote, and not which grown-up reported it', async () => {
  const maya = await teen('Maya')
  const mother = await app.person({ role: 'parent' })
  await recordConsent(app, maya, mother)
  const otto = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  await befriendAll(maya, otto)
  const id = await startConversation(maya, otto)
  const { id: message } = await write(maya, id, 'The bridge is ugly')
  await otto.call(messages).reportMessage({ ...of(message), body: { reason: 'bullying' } })
  const [found] = (await mother.call(safety).listSafetyReports(of(maya.id))).items
  const seen = await mother.call(safety).openSafetyReport(of(found!.id))
  expect(seen.quoted).toMatchObject({ by: null, messages: [{ text: 'The bridge is ugly' }] })
})

test('a refused message says who has been told of it', async () => {
  const [maya, ben] = [await teen('Maya'), await teen('Ben')]
  const { id: lead } = await app.person({ role: 'advisor' })
  await app.db.updateTable('users').set({ safeguarding: true }).where('id', '=', lead).execute()
  await befriendAll(maya, ben)
  const id = await startConversation(maya, ben)
  const refused = (text: string) => write(maya, id, text).catch((error: Error) => error.message)
  const mother = await app.person({ role: 'parent' })
  await recordConsent(app, maya, mother)
  // The own guardian does not close what may be done to another family's child.
  expect(await refused('send nudes')).toContain('The safeguarding team has been told.')
  expect((await mother.call(safety).listSafetyReports(of(maya.id))).items).toEqual([])
  expect(await refused('you are so ugly kill yourself')).toContain('Your family has been told.')
})

test('nor in what they oversee: their own conversation with the child looks there as it does to them', async () => {
  const [maya, ben] = [await teen('Maya'), await teen('Ben')]
  const [mother, father] = [
    await app.person({ role: 'parent', firstName: 'Ines' }),
    await app.person({ role: 'parent', firstName: 'Ole' }),
  ]
  for (const guardian of [mother, father]) await recordConsent(app, maya, guardian)
  await befriendAll(maya, ben, mother)
  const overseenBy = async (guardian: Person, id: string) => {
    const list = await guardian.call(messages).listConversationsOfLearner(of(maya.id))
    const opened = await guardian
      .call(messages)
      .listMessagesOfLearner({ params: { id: maya.id, conversation_id: id } })
      .catch(({ status }: { status: number }) => status)
    return { list, opened }
  }
  const pair = await startConversation(maya, mother)
  const group = await startConversation(maya, ben, mother)
  for (const id of [pair, group]) {
    await write(maya, id, 'Hello')
    const { id: message } = await write(mother, id, 'Wait until you are home')
    const before = await overseenBy(mother, id)
    await maya.call(messages).reportMessage({ ...of(message), body: { reason: 'unsafe' } })
    expect(await overseenBy(mother, id)).toEqual(before)
    // The other guardian takes no part in it.
    const { opened } = await overseenBy(father, id)
    expect(opened).toMatchObject({ items: [{ text: 'Hello' }] })
    await write(maya, id, 'I am scared')
    const exportedFor = async (guardian: Person) => {
      const shown = await withoutWithheld(app.db, maya.id, { guardianId: guardian.id })
      const row = { conversation_id: id, number: 3 }
      return shown('messages', row)
    }
    expect(await exportedFor(mother)).toBeDefined()
    expect(await exportedFor(father)).toBeUndefined()
  }
  // Of what they are not sent, they see no more than any guardian.
  await block(ben, mother)
  await write(ben, group, 'What has she done?')
  expect((await overseenBy(mother, group)).opened).toMatchObject({ items: { length: 3 } })
})

test('a former friend, or one who is blocked, is not told whether a family reads, nor who has read', async () => {
  const [maya, ben] = [await teen('Maya'), await teen('Ben')]
  const mother = await app.person({ role: 'parent' })
  await recordConsent(app, maya, mother)
  await befriend(app, maya, ben)
  const id = await startConversation(maya, ben)
  await write(maya, id, 'Hello')
  expect(await familiesFor(ben, id)).toEqual({ own: false, of: ['Maya'] })
  await maya.call(connections).removeFriend({ params: { user_id: ben.id } })
  expect(await familiesFor(ben, id)).toEqual({ own: false, of: [] })
  expect(await familiesFor(maya, id)).toEqual({ own: true, of: [] })

  const [ada, eve] = [await teen('Ada', 18), await teen('Eve', 18)]
  await befriend(app, ada, eve)
  const among = await startConversation(ada, eve)
  await write(eve, among, 'Hello')
  const opened = () => eve.call(messages).openConversation(of(among))
  expect((await opened()).read_by).toMatchObject([{ number: 0 }])
  await block(ada, eve)
  await ada.call(messages).markRead({ ...of(among), body: {} })
  expect((await opened()).read_by).toEqual([])
})

test('what a grown-up friend says of a child’s home is read by no family, and heard by safeguarding', async () => {
  const [maya, tom] = [await teen('Maya'), await teen('Tom', 18)]
  const mother = await app.person({ role: 'parent', firstName: 'Ines' })
  await recordConsent(app, maya, mother)
  await befriend(app, maya, tom)
  const id = await startConversation(tom, maya)
  await write(tom, id, 'Did you finish the homework?')
  await write(tom, id, 'Did your mum hit you again?')
  const { items } = await mother.call(messages).listMessagesOfLearner({
    params: { id: maya.id, conversation_id: id },
    query: {},
  })
  expect(items.map(({ text }) => text)).toEqual(['Did you finish the homework?'])
  expect(await read(maya, id)).toHaveLength(2)
  expect(await reportOf(id)).toMatchObject({ excerpt: 'Did your mum hit you again?' })
})

test('a learner whose message an advisor reports does not notice that there is a report', async () => {
  const [maya, ben] = [await teen('Maya'), await teen('Ben')]
  const [mother, father, advisor] = [
    await app.person({ role: 'parent' }),
    await app.person({ role: 'parent' }),
    await app.person({ role: 'advisor' }),
  ]
  await recordConsent(app, maya, mother)
  await recordConsent(app, ben, father)
  for (const learner of [maya, ben]) await assign(advisor, learner)
  await befriend(app, maya, ben)
  const id = await startConversation(advisor, maya, ben)
  const { id: message } = await write(ben, id, 'You know what comes next, Maya')
  const before = await familiesFor(ben, id)
  expect(before.own).toBe(true)
  await advisor.call(messages).reportMessage({
    ...of(message),
    body: { reason: 'bullying', note: 'He has frightened her before' },
  })
  expect(await familiesFor(ben, id)).toEqual(before)
})

test('nor once whoever reported it has left; and the family does not close it then', async () => {
  const [ben, tom, eve] = [await teen('Ben'), await teen('Tom', 18), await teen('Eve', 18)]
  const father = await app.person({ role: 'parent' })
  await recordConsent(app, ben, father)
  for (const adult of [tom, eve]) {
    await app.db
      .updateTable('users')
      .set({ role: 'parent', declared_adult: true })
      .where('id', '=', adult.id)
      .execute()
    await befriend(app, ben, adult)
  }
  const reportBy = async (adult: Person, reason: 'unsafe' | 'bullying') => {
    const id = await startConversation(ben, adult)
    const { id: message } = await write(ben, id, 'You are so stupid')
    const before = await familiesFor(ben, id)
    await adult.call(messages).reportMessage({ ...of(message), body: { reason } })
    await eraseAccount(app.db, adult.id)
    return { before, after: await familiesFor(ben, id) }
  }
  const { before, after } = await reportBy(tom, 'unsafe')
  expect(before.own).toBe(true)
  expect(after.own).toBe(true)
  await reportBy(eve, 'bullying')
  const [report] = (await father.call(safety).listSafetyReports(of(ben.id))).items
  await expect(
    father.call(safety).changeSafetyReport({ ...of(report!.id), body: { state: 'acted' } }),
  ).rejects.toMatchObject({ status: 403 })
})

test('nor does one whose message a friend reports, in an export', async () => {
  const [maya, ben] = [await teen('Maya'), await teen('Ben')]
  await befriend(app, maya, ben)
  const id = await startConversation(maya, ben)
  await write(ben, id, 'Hello')
  const { id: message } = await write(ben, id, 'You know what comes next')
  const exportedFor = async (person: Person, options = {}) => {
    const shown = await withoutWithheld(app.db, person.id, options)
    const rows = await app.db
      .selectFrom('messages')
      .selectAll()
      .where('conversation_id', '=', id)
      .where('author_id', '=', person.id)
      .execute()
    return rows.flatMap((row) => shown('messages', row)?.['text'] ?? [])
  }
  const before = await exportedFor(ben)
  await maya.call(messages).reportMessage({ ...of(message), body: { reason: 'unsafe' } })
  await write(maya, id, 'Stop it')
  expect(await exportedFor(ben)).toEqual(before)
  // Families read nothing of it, and Maya knows that.
  const guardianId = (await app.person({ role: 'parent' })).id
  expect(await exportedFor(ben, { guardianId })).toEqual(['Hello'])
  expect(await exportedFor(maya)).toEqual([])
})

test.each(['parent', 'educator'] as const)(
  'a guardian whose role is %s reads the short names of their child’s friends',
  async (role) => {
    const maya = await teen('Maya')
    const ben = await app.person({
      firstName: 'Ben',
      lastName: 'Hughes',
      dateOfBirth: app.birthdayAt(15),
    })
    const mother = await app.person({ role, dateOfBirth: '1985-04-02' })
    await recordConsent(app, maya, mother)
    await befriend(app, maya, ben)
    const id = await startConversation(maya, ben)
    await write(ben, id, 'Hello')
    const { items } = await mother.call(messages).listConversationsOfLearner(of(maya.id))
    expect(items[0]?.participants).toMatchObject([{ name: 'Ben H.' }])
    const read = await mother
      .call(messages)
      .listMessagesOfLearner({ params: { id: maya.id, conversation_id: id } })
    expect(read.items).toMatchObject([{ author: { name: 'Ben H.' } }])
  },
)

test('where a guardian’s link goes on after 18, friends are still told that the family reads', async () => {
  const [maya, ben] = [await teen('Maya', 18), await teen('Ben', 17)]
  const mother = await app.person({ role: 'parent' })
  await recordConsent(app, maya, mother)
  await befriend(app, maya, ben)
  const id = await startConversation(maya, ben)
  await write(ben, id, 'Hello')
  const { items } = await mother.call(messages).listConversationsOfLearner(of(maya.id))
  expect(items).toHaveLength(1)
  expect(await familiesFor(ben, id)).toEqual({ own: false, of: ['Maya'] })
  expect(await familiesFor(maya, id)).toEqual({ own: true, of: [] })
})

test('an advisor who is made a learner reads nothing of their learners any more', async () => {
  const maya = await teen('Maya')
  const admin = await app.person({ role: 'admin' })
  const [advisor, next] = [
    await app.person({ role: 'advisor' }),
    await app.person({ role: 'advisor' }),
  ]
  await assign(advisor, maya)
  const id = await startConversation(maya, advisor)
  await write(maya, id, 'Only for you')
  await admin.call(people).changePerson({ ...of(advisor.id), body: { role: 'student' } })
  const former = await app.signIn(advisor.email)
  const expectNothing = async () => {
    await expect(read(former, id)).rejects.toMatchObject({ status: 404 })
    expect((await former.call(messages).listConversationsOfPerson()).items).toEqual([])
    const found = await former.call(messages).searchMessages({ query: { search: 'only' } })
    expect(found.items).toEqual([])
  }
  await expectNothing()
  await assign(next, maya)
  await expectNothing()
  expect(await read(maya, id)).toEqual(['Only for you'])
})

test('an advisor who is made a learner reads no parent any more, and still their own friends', async () => {
  const maya = await teen('Maya')
  const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  await recordConsent(app, maya, mother)
  const [admin, friend] = [await app.person({ role: 'admin' }), await app.person()]
  const advisor = await app.person({ role: 'advisor' })
  await assign(advisor, maya)
  await befriend(app, advisor, friend)
  const id = await startConversation(mother, advisor)
  await write(mother, id, 'Maya has been ill for weeks')
  const among = await startConversation(friend, advisor)
  await write(friend, among, 'A lot of weeks')
  await admin.call(people).changePerson({ ...of(advisor.id), body: { role: 'student' } })
  const former = await app.signIn(advisor.email)
  await expect(read(former, id)).rejects.toMatchObject({ status: 404 })
  expect(await read(former, among)).toEqual(['A lot of weeks'])
  const found = await former.call(messages).searchMessages({ query: { search: 'weeks' } })
  expect(found.items.map(({ text }) => text)).toEqual(['A lot of weeks'])
})

test('a former advisor reads nothing of their former learner in a group, and is not told what becomes of it', async () => {
  const [maya, ben] = [await teen('Maya'), await teen('Ben')]
  const advisor = await app.person({ role: 'advisor' })
  await befriend(app, maya, ben)
  for (const learner of [maya, ben]) await assign(advisor, learner)
  const id = await startConversation(advisor, maya, ben)
  await write(ben, id, 'From Ben')
  const { id: message } = await write(maya, id, 'From Maya')
  expect(await read(advisor, id)).toEqual(['From Ben', 'From Maya'])
  await app.db.deleteFrom('caseload').where('learner_id', '=', maya.id).execute()
  expect(await read(advisor, id)).toEqual(['From Ben'])
  expect((await advisor.call(messages).listConversationsOfPerson()).items).toMatchObject([
    {
      unread_count: 1,
      last_message: { text: 'From Ben' },
      participants: [{ id: ben.id }],
    },
  ])

  const [toAdvisor, toBen] = [await followEvents(app, advisor), await followEvents(app, ben)]
  await maya.call(messages).deleteMessage(of(message))
  await toBen.until(({ event }) => event === 'signals')
  // A later event has arrived, so the earlier one would be here.
  await write(ben, id, 'Another')
  await toAdvisor.until(({ event }) => event === 'signals')
  const heard = toAdvisor.told.filter(({ event }) => event === 'signals')
  expect(heard).toHaveLength(1)
  toAdvisor.leave()
  toBen.leave()
})

test('a call for help in a report is heard, also when the message is gone', async () => {
  const maya = await teen('Maya')
  const note = 'He said that he will kill me'
  const report = { ...of(randomUUID()), body: { reason: 'unsafe' as const, note } }
  await expect(maya.call(messages).reportMessage(report)).rejects.toMatchObject({ status: 404 })
  const heard = app.db.selectFrom('safety_reports').select('excerpt')
  expect(await heard.where('learner_id', '=', maya.id).execute()).toEqual([{ excerpt: note }])
})

test('a message that is deleted while it is reported stays in the report, with its files', async () => {
  const [maya, ben] = [await teen('Maya'), await teen('Ben')]
  await befriend(app, maya, ben)
  const id = await startConversation(maya, ben)
  const upload = await ben.call(files).uploadFile({ form: fileForm('You smell', 'poem.txt') })
  const { id: message } = await write(ben, id, 'Read this', [upload.id])
  const waiting = async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
    return rows.length
  }
  let both: Promise<unknown> = Promise.resolve()
  await transaction(app.db, async (db) => {
    await lockConversation(db, id)
    const reported = maya.call(messages).reportMessage({ ...of(message), body: {} })
    await eventually(async () => expect(await waiting()).toBe(1))
    both = Promise.all([reported, ben.call(messages).deleteMessage(of(message))])
    await eventually(async () => expect(await waiting()).toBe(2))
  })
  await both
  expect(await reportOf(id)).toMatchObject({
    excerpt: 'Read this',
    quoted: { messages: [{ text: 'Read this', files: [{ name: 'poem.txt' }] }] },
  })
  const kept = await app.db
    .selectFrom('files')
    .select('name')
    .where('id', '=', upload.id)
    .where('owner_id', '=', ben.id)
    .execute()
  expect(kept).toHaveLength(1)
})

test('whoever deletes a message cannot tell by its file whether it was reported, by sending or by uploading it again', async () => {
  const answers = async (isReported: boolean) => {
    const [maya, ben] = [await teen('Maya'), await teen('Ben')]
    await befriend(app, maya, ben)
    const id = await startConversation(maya, ben)
    const call = ben.call(files)
    const key = randomUUID()
    const upload = () =>
      call.uploadFile(
        { form: fileForm('Hm', 'my number is 555-123-4567.txt') },
        { idempotencyKey: key },
      )
    const { id: file } = await upload()
    const send = (checked: boolean) =>
      ben.call(messages).sendMessage({ ...of(id), body: { text: 'Hi', file_ids: [file], checked } })
    const { id: message } = await send(true)
    if (isReported) await maya.call(messages).reportMessage({ ...of(message), body: {} })
    await ben.call(messages).deleteMessage(of(message))
    const sent = await send(false).catch(({ status, message }: Refused) => ({ status, message }))
    await sweepFiles({ ...app.parts, quota: 0 })
    const again = await upload()
    expect(await upload()).toEqual(again)
    return { sent, again: { ...again, id: again.id === file, url: '' } }
  }
  expect(await answers(true)).toEqual(await answers(false))
})

test('a report of a deleted message says that it was deleted', async () => {
  const [maya, ben] = [await teen('Maya'), await teen('Ben')]
  await befriend(app, maya, ben)
  const id = await startConversation(maya, ben)
  const { id: message } = await write(ben, id, 'You smell')
  await ben.call(messages).deleteMessage(of(message))
  await maya.call(messages).reportMessage({ ...of(message), body: {} })
  expect((await reportOf(id)).excerpt).toBe('(deleted before it was reported)')
})
