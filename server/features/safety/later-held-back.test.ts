import { afterAll, beforeAll, expect, test } from 'vitest'

import { connections } from '#contract/connections'
import { files } from '#contract/files'
import { guardians } from '#contract/guardians'
import { messages } from '#contract/messages'
import { privacy } from '#contract/privacy'
import { quests } from '#contract/quests'
import { reviews } from '#contract/reviews'
import { safety } from '#contract/safety'
import { assignLearner } from '#features/advising'
import { eraseAccount } from '#features/privacy'
import { eventually } from '#testing/eventually'
import { createFamily, recordConsent } from '#testing/family-builder'
import { befriend, startConversation, write } from '#testing/message-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { readZip } from '#testing/read-zip'
import { fileForm } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { askTutor, startTutorConversation } from '#testing/tutor-builder'

let app: TestApp
let safeguard: Person
beforeAll(async () => {
  app = await startApp({ poolSize: 3, work: true })
  const admin = await app.person({ role: 'admin' })
  safeguard = await app.person({ role: 'educator' })
  await admin.call(safety).nameSafeguard({ ...of(safeguard.id), body: { safeguarding: true } })
})
afterAll(() => app.stop())

const of = (id: string) => ({ params: { id } })

const makeFamily = (firstName = 'Noah') => createFamily(app, { firstName })
/** Noah and Ben are friends and exchange messages. */
const makeThread = async () => {
  const [{ child, mother }, { child: ben }] = [await makeFamily(), await makeFamily('Ben')]
  await befriend(app, child, ben)
  return { child, mother, ben, thread: await startConversation(child, ben) }
}
const report = (by: Person, id: string, reason: 'bullying' | 'unsafe') =>
  by.call(messages).reportMessage({ ...of(id), body: { reason } })
/** One second later, so that no two messages have the same time. */
const say = (by: Person, thread: string, text: string, fileIds: string[] = []) => {
  app.moveClock(1000)
  return write(by, thread, text, fileIds)
}
const reportsSeenBy = async (guardian: Person, child: Person) => {
  const { items } = await guardian.call(safety).listSafetyReports(of(child.id))
  const opened = items.map(({ id }) => guardian.call(safety).openSafetyReport(of(id)))
  return (await Promise.all(opened)).map(({ quoted }) => quoted!.messages.map(({ text }) => text))
}
const childExportOf = async (guardian: Person, child: Person) => {
  const mine = guardian.call(privacy)
  const { id } = await mine.requestChildExport(of(child.id))
  const { url } = await eventually(async () => {
    const made = (await mine.listChildExports(of(child.id))).items.find((each) => each.id === id)
    expect(made?.state).toBe('ready')
    return made!
  })
  const archive = await app.http.inject({ url: url!, headers: guardian.headers })
  return new Map(readZip(archive.rawPayload))
}
const exportOf = async (person: Person) => {
  await person.call(privacy).requestExport()
  const { url } = await eventually(async () => {
    const [newest] = (await person.call(privacy).listExports()).items
    expect(newest?.state).toBe('ready')
    return newest!
  })
  const archive = await app.http.inject({ url: url!, headers: person.headers })
  return [...readZip(archive.rawPayload)].flat().join('\n')
}

test('an earlier report shows guardians nothing of what a later one holds back, nor its files', async () => {
  const { child, mother, ben, thread } = await makeThread()
  const insult = await say(ben, thread, 'You smell')
  await say(child, thread, 'Leave me alone')
  const { id: file } = await child
    .call(files)
    .uploadFile({ form: fileForm('Not today', 'note.txt') })
  const hint = await say(child, thread, 'I do not want to go back tonight', [file])
  await report(child, insult.id, 'bullying')
  const seesFile = async () =>
    (await app.http.inject({ url: `/api/files/${file}`, headers: mother.headers })).statusCode
  expect(await seesFile()).toBe(200)
  await report(ben, hint.id, 'unsafe')
  expect(await reportsSeenBy(mother, child)).toEqual([['You smell', 'Leave me alone']])
  expect(await seesFile()).toBe(404)
})

test('an earlier report of a message that is held back later is closed to guardians, and not counted', async () => {
  const { child, mother, ben, thread } = await makeThread()
  const { id } = await say(child, thread, 'You smell as bad as they do')
  await report(ben, id, 'bullying')
  await app.db
    .updateTable('safety_reports')
    .set({ learner_id: child.id })
    .where('thread_id', '=', thread)
    .execute()
  const count = async () => (await mother.call(safety).countSafetyReports()).children.length
  expect([await count(), await reportsSeenBy(mother, child)]).toEqual([
    1,
    [['You smell as bad as they do']],
  ])
  await report(child, id, 'unsafe')
  expect([await count(), await reportsSeenBy(mother, child)]).toEqual([0, []])
})

test('a report of work is closed to guardians once the work is', async () => {
  const { child, mother } = await makeFamily()
  const advisor = await app.person({ role: 'advisor' })
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
  const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(child).start(quest.id)
  const { attempt } = await asLearner(child).submit(
    quest.tasks[0]!,
    'The boys in my class hit me after school every day.',
  )
  expect(await reportsSeenBy(mother, child)).toHaveLength(1)
  await advisor.call(reviews).claimReview(of(attempt.id))
  const decision = { decision: 'returned' as const, comment: 'Does anybody know?' }
  await advisor.call(reviews).decide({ ...of(attempt.id), body: decision })
  const body = { words: 'No, because my mum hits me as well.' }
  await child.call(reviews).answer({ ...of(attempt.id), body })
  expect(await reportsSeenBy(mother, child)).toEqual([])
})

test('a child’s own export holds no file of what is held back, and nothing of whom they reported', async () => {
  const { child, ben, thread } = await makeThread()
  const upload = async (words: string, name: string) =>
    (await child.call(files).uploadFile({ form: fileForm(words, name) })).id
  await say(child, thread, 'My drawing', [await upload('a garden', 'garden.txt')])
  await say(child, thread, 'My mum hits me', [await upload('a secret', 'diary.txt')])
  const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(child).start(quest.id)
  const blocks = [
    { type: 'text' as const, text: 'My mum hits me when I cry.' },
    { type: 'file' as const, file_id: await upload('a poem', 'poem.txt') },
  ]
  await child.call(quests).submitTask({ ...of(quest.tasks[0]!), body: { blocks } })
  const said = { reason: 'unkind', words: 'Every day' } as const
  await child.call(connections).reportPerson({ params: { user_id: ben.id }, body: said })

  const all = await exportOf(child)
  expect(all).toContain('a garden')
  expect(all).toContain('garden.txt')
  expect(all).not.toMatch(/a secret|diary|a poem|poem\.txt|hits me|person_reported/)
})

test('in a guardian’s export, a conversation that is held back looks like any other', async () => {
  const child = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(10) })
  const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const advisor = await app.person({ role: 'advisor' })
  await recordConsent(app, child, mother, ['use', 'connections_and_messages', 'tutor'])
  const assigned = { advisorId: advisor.id, learnerId: child.id, since: app.parts.clock() }
  await assignLearner(app.db, assigned)
  const ben = await app.person({ dateOfBirth: app.birthdayAt(10) })
  const other = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  await recordConsent(app, ben, other, ['use', 'connections_and_messages'])
  await befriend(app, child, ben)
  const [first, second] = [
    await startConversation(child, advisor),
    await startConversation(child, ben),
  ]
  const talk = await startTutorConversation(child)
  for (const id of [first, second]) await say(child, id, 'Good morning')
  app.moveClock(1000)
  await askTutor(app, child, talk, 'How do plants grow?')
  const shown = async () => {
    const tables = JSON.parse((await childExportOf(mother, child)).get('data.json')!.toString())
      .tables as Record<string, object[]>
    const of = [
      'conversations',
      'conversation_members',
      'messages',
      'attempts',
      'tutor_conversations',
    ]
    return of.map((table) => tables[table]!.map((row) => JSON.stringify(row)))
  }
  const before = await shown()
  await say(child, first, 'My mum hits me')
  app.moveClock(1000)
  await askTutor(app, child, talk, 'My mum hits me')
  expect(await shown()).toEqual(before)
})

test('a guardian who does not read messages sees of a report only what it is about', async () => {
  const { child, mother, ben, thread } = await makeThread()
  await say(child, thread, 'Do you like Mia?')
  const insult = await say(ben, thread, 'You smell')
  await report(child, insult.id, 'bullying')
  expect(await reportsSeenBy(mother, child)).toEqual([['Do you like Mia?', 'You smell']])
  const admin = await app.person({ role: 'admin' })
  const [link] = (await admin.call(guardians).listGuardians(of(child.id))).guardians
  await app.db
    .updateTable('guardian_links')
    .set({ scopes: ['view', 'tutor'] })
    .where('id', '=', link!.id)
    .execute()
  expect(await reportsSeenBy(mother, child)).toEqual([['You smell']])
})

test('what a report holds back stays so when the child who reported it is erased', async () => {
  const { child, mother, ben, thread } = await makeThread()
  await say(child, thread, 'Hello')
  const { id } = await say(child, thread, 'He was at it again last night')
  await report(ben, id, 'unsafe')
  const readBy = async (guardian: Person) => {
    const params = { id: child.id, conversation_id: thread }
    const { items } = await guardian.call(messages).listMessagesOfLearner({ params, query: {} })
    return items.map(({ text }) => text)
  }
  expect(await readBy(mother)).toEqual(['Hello'])
  const found = (
    await safeguard.call(safety).listSafetyCases({ query: { limit: 100 } })
  ).items.find(({ learner }) => learner.id === ben.id)
  await safeguard.call(safety).changeSafetyReport({ ...of(found!.id), body: { state: 'acted' } })
  await eraseAccount(app.db, ben.id)
  expect(await readBy(mother)).toEqual(['Hello'])
})

test('what one guardian and the advisor write to each other is released to no other guardian', async () => {
  const { child, mother } = await makeFamily()
  const father = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  await recordConsent(app, child, father, ['use', 'tutor'])
  const advisor = await app.person({ role: 'advisor' })
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
  const thread = await startConversation(father, advisor)
  await say(father, thread, 'We move to Leeds, and nobody at the other house may know')
  const { id } = await say(advisor, thread, 'Then I cannot help you')
  await report(father, id, 'bullying')
  const { items } = await safeguard.call(safety).listSafetyCases({ query: { limit: 100 } })
  const found = items.find(({ learner }) => learner.id === child.id)!
  expect(await safeguard.call(safety).openSafetyReport(of(found.id))).toMatchObject({
    held_back: true,
    releasable: false,
  })
  const body = { reason: 'The family has asked' }
  await expect(
    safeguard.call(safety).releaseSafetyReport({ ...of(found.id), body }),
  ).rejects.toMatchObject({ status: 409 })
  for (const guardian of [mother, father]) expect(await reportsSeenBy(guardian, child)).toEqual([])
})

test('what was reported later in a conversation with the tutor that is held back since is closed to guardians', async () => {
  const { child, mother } = await makeFamily()
  const talk = await startTutorConversation(child)
  await askTutor(app, child, talk, 'I want to kill myself. Marcus only laughs.')
  // Words that far before count as names in no later report.
  for (let i = 0; i < 7; i += 1) await askTutor(app, child, talk, 'How do plants grow?')
  await askTutor(app, child, talk, 'How can I buy a gun to kill everyone at school?')
  const seen = async () => (await mother.call(safety).listSafetyReports(of(child.id))).items
  expect(await seen()).toHaveLength(2)
  const marcus = await app.person({
    role: 'parent',
    firstName: 'Marcus',
    dateOfBirth: '1985-04-02',
  })
  const { code } = await mother
    .call(guardians)
    .makePairingCode({ ...of(child.id), body: { scopes: ['view', 'tutor'] } })
  await marcus.call(guardians).redeemPairingCode({ body: { code } })
  await eventually(async () => expect(await seen()).toEqual([]))
  const { children } = await mother.call(safety).countSafetyReports()
  expect(children).toEqual([])
})

test('an adult’s own export holds all that they wrote, also what was held back from their family before', async () => {
  const { child, thread } = await makeThread()
  await say(child, thread, 'My dad hits me: heron')
  await askTutor(app, child, await startTutorConversation(child), 'My dad hits me: plover')
  const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(child).start(quest.id)
  await asLearner(child).submit(quest.tasks[0]!, 'My dad hits me: avocet')
  await app.db
    .updateTable('users')
    .set({ date_of_birth: app.birthdayAt(18) })
    .where('id', '=', child.id)
    .execute()
  const since = new Date(app.parts.clock().getTime() - 3 * 365 * 86_400_000).toISOString()
  await app.db
    .updateTable('guardian_links')
    .set({ since })
    .where('learner_id', '=', child.id)
    .execute()
  const shown = await exportOf(child)
  for (const word of ['heron', 'plover', 'avocet']) expect(shown).toContain(word)
})
