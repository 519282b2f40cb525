import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { guardians } from '#contract/guardians'
import { messages } from '#contract/messages'
import { parents } from '#contract/parents'
import { safety } from '#contract/safety'
import { tutor } from '#contract/tutor'
import { assignLearner } from '#features/advising'
import { linkGuardian } from '#features/family'
import { eventually } from '#testing/eventually'
import { createFamily } from '#testing/family-builder'
import { befriend, startConversation, write } from '#testing/message-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { askTutor, startTutorConversation } from '#testing/tutor-builder'

import { checkNewGuardians } from './new-guardian.ts'

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
const adult = (firstName: string) =>
  app.person({ role: 'parent', firstName, lastName: 'Fairweather', dateOfBirth: '1985-04-02' })
/** The mother gives a code to somebody, who then reads what she reads. */
const join = async (mother: Person, child: Person, joining: Person) => {
  const scopes = ['view', 'tutor', 'messages'] as const
  const body = { scopes: [...scopes] }
  const { code } = await mother.call(guardians).makePairingCode({ ...of(child.id), body })
  await joining.call(guardians).redeemPairingCode({ body: { code } })
}
const textsSeenBy = async (guardian: Person, child: Person) => {
  const { items } = await guardian.call(safety).listSafetyReports(of(child.id))
  const opened = items.map(({ id }) => guardian.call(safety).openSafetyReport(of(id)))
  return (await Promise.all(opened)).map(({ excerpt }) => excerpt)
}
const heldBackOf = async (child: Person) =>
  (await safeguard.call(safety).listSafetyCases({ query: { limit: 100 } })).items.filter(
    ({ learner, held_back }) => held_back && learner.id === child.id,
  )

test('somebody who becomes a guardian later reads no report that names them, and safeguarding does', async () => {
  const { child, mother } = await makeFamily()
  const { child: ben } = await makeFamily('Ben')
  await befriend(app, child, ben)
  const thread = await startConversation(child, ben)
  const say = (by: Person, text: string) => {
    app.moveClock(1000)
    return write(by, thread, text)
  }
  await say(child, 'Good morning')
  await say(child, 'Marc was so horrible yesterday')
  const { id } = await say(ben, 'You smell')
  const note = 'I am as afraid of Ben as of Marcus'
  await child.call(messages).reportMessage({ ...of(id), body: { reason: 'bullying', note } })
  const talk = await startTutorConversation(child)
  await askTutor(app, child, talk, 'How do plants grow?')
  await askTutor(app, child, talk, 'I want to kill myself. Marcus only laughs.')
  const other = await startTutorConversation(child)
  await askTutor(app, child, other, 'I want to kill myself because school is so hard.')
  expect(await textsSeenBy(mother, child)).toHaveLength(3)
  expect(await heldBackOf(child)).toEqual([])

  const marcus = await adult('Marcus')
  await join(mother, child, marcus)
  await eventually(async () => expect(await heldBackOf(child)).toHaveLength(2))
  for (const guardian of [mother, marcus]) {
    expect(await textsSeenBy(guardian, child)).toEqual([
      'I want to kill myself because school is so hard.',
    ])
    const read = await guardian.call(tutor).listChildMessages(of(talk))
    expect(read.items.map(({ text }) => text)[0]).toBe('How do plants grow?')
    expect(JSON.stringify(read)).not.toContain('Marcus')
    const { items } = await guardian.call(messages).listMessagesOfLearner({
      params: { id: child.id, conversation_id: thread },
      query: {},
    })
    expect(items.map(({ text }) => text)).toEqual(['Good morning'])
  }
})

test('nor somebody whose name is known only once they have an account, or by their new one', async () => {
  const { child, mother } = await makeFamily()
  for (const said of ['Jørn only laughs', 'Radek only laughs']) {
    const talk = await startTutorConversation(child)
    await askTutor(app, child, talk, `I want to kill myself. ${said}.`)
  }
  const email = 'somebody@example.org'
  const now = app.parts.clock()
  await linkGuardian(app.db, { learnerId: child.id, email, name: 'Dad', origin: 'code', now })
  await checkNewGuardians(app.parts)
  expect(await textsSeenBy(mother, child)).toHaveLength(2)

  const { id } = await app.person({ role: 'parent', firstName: 'Jørn', email })
  await checkNewGuardians(app.parts)
  expect(await textsSeenBy(mother, child)).toEqual(['I want to kill myself. Radek only laughs.'])
  await app.db.updateTable('users').set({ first_name: 'Radek' }).where('id', '=', id).execute()
  await checkNewGuardians(app.parts)
  expect(await textsSeenBy(mother, child)).toEqual([])
  expect(await heldBackOf(child)).toHaveLength(2)
})

test('nor about work, or about what a child of theirs wrote', async () => {
  const { child, mother } = await makeFamily()
  const stepbrother = await makeFamily('Ben')
  await befriend(app, child, stepbrother.child)
  const advisor = await app.person({ role: 'advisor' })
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
  const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(child).start(quest.id)
  await asLearner(child).submit(quest.tasks[0]!, 'I want to kill myself. Marcus only laughs.')
  const thread = await startConversation(child, stepbrother.child)
  const { id } = await write(stepbrother.child, thread, 'You smell')
  await child.call(messages).reportMessage({ ...of(id), body: { reason: 'bullying' } })
  expect(await textsSeenBy(mother, child)).toHaveLength(2)
  await join(mother, child, await adult('Marcus'))
  await eventually(async () => expect(await heldBackOf(child)).toHaveLength(1))
  expect(await textsSeenBy(mother, child)).toEqual(['You smell'])
  expect((await mother.call(parents).parentDashboard(of(child.id))).evidence).toEqual([])
  await join(mother, child, stepbrother.mother)
  await eventually(async () => expect(await heldBackOf(child)).toHaveLength(2))
  expect(await textsSeenBy(stepbrother.mother, child)).toEqual([])
})

test('nor the conversation of a report that names them and was a false alarm', async () => {
  const { child, mother } = await makeFamily()
  const { child: ben, mother: other } = await makeFamily('Ben')
  await befriend(app, child, ben)
  const thread = await startConversation(child, ben)
  await write(ben, thread, 'I want to kill myself. Marcus only laughs.')
  const [report] = (await other.call(safety).listSafetyReports(of(ben.id))).items
  const body = { state: 'false_positive' } as const
  await other.call(safety).changeSafetyReport({ ...of(report!.id), body })
  const seen = async () =>
    (await mother.call(messages).listConversationsOfLearner(of(child.id))).items.length
  expect(await seen()).toBe(1)
  await join(mother, child, await adult('Marcus'))
  await eventually(async () => expect(await seen()).toBe(0))
})

test('other reports stay with the family, and so do those that safeguarding has released', async () => {
  const { child, mother } = await makeFamily()
  const talk = await startTutorConversation(child)
  await askTutor(app, child, talk, 'I get hit at home, said Marcus')
  const [held] = await heldBackOf(child)
  const body = { reason: 'The family knows' }
  await safeguard.call(safety).releaseSafetyReport({ ...of(held!.id), body })
  const other = await startTutorConversation(child)
  await askTutor(app, child, other, 'I want to kill myself because school is so hard.')
  const marcus = await adult('Marcus')
  await join(mother, child, marcus)
  await eventually(async () => {
    const waiting = sql`select from pgboss.job where name = 'new-guardians' and state < 'completed'`
    expect((await waiting.execute(app.db)).rows).toEqual([])
  })
  expect(await textsSeenBy(marcus, child)).toHaveLength(2)
})
