import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { connections } from '#contract/connections'
import { files } from '#contract/files'
import { messages } from '#contract/messages'
import { operations } from '#contract/operations'
import { profile } from '#contract/profile'
import { reviews } from '#contract/reviews'
import { safety } from '#contract/safety'
import { assignLearner } from '#features/advising'
import { linkGuardian } from '#features/family'
import { recordConsent } from '#testing/family-builder'
import { befriend, startConversation, write } from '#testing/message-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { fileForm } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { askTutor, startTutorConversation } from '#testing/tutor-builder'

import { escalateReports } from './escalate.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { TUTOR_MESSAGES_PER_MINUTE: '1000' } })
})
afterAll(() => app.stop())
/** Each test creates its own staff. */
afterEach(async () => {
  await app.db.deleteFrom('safety_reports').execute()
  await app.db.deleteFrom('person_reports').execute()
  await app.db.updateTable('users').set({ safeguarding: false }).execute()
  await app.db.updateTable('users').set({ role: 'observer' }).where('role', '=', 'admin').execute()
})

const of = (id: string) => ({ params: { id } })
const child = (firstName: string, lastName = 'Whitlock') =>
  app.person({ firstName, lastName, dateOfBirth: app.birthdayAt(15) })
const makeSafeguard = async (firstName: string, lastName: string, email?: string) => {
  const role = 'educator' as const
  const person = await app.person({ firstName, lastName, role })
  if (email) await app.db.updateTable('users').set({ email }).where('id', '=', person.id).execute()
  const change = { safeguarding: true }
  await app.db.updateTable('users').set(change).where('id', '=', person.id).execute()
  return person
}
const makeAdmin = (firstName: string, lastName: string) =>
  app.person({ firstName, lastName, role: 'admin' })
const link = (learner: Person, { email }: { email: string }) =>
  linkGuardian(app.db, {
    learnerId: learner.id,
    email,
    name: 'Ingrid Lindqvist',
    origin: 'consent',
    now: app.parts.clock(),
  })
const tellTutor = async (learner: Person, text: string) =>
  askTutor(app, learner, await startTutorConversation(learner), text)

/** Counts a person's notifications about safety reports. */
const noticesTo = async ({ id }: Person) => {
  const rows = await app.db
    .selectFrom('notifications')
    .select('id')
    .where('person_id', '=', id)
    .where('category', '=', 'safety')
    .execute()
  return rows.length
}
const caseIds = async (person: Person) =>
  (await person.call(safety).listSafetyCases()).items.map(({ id }) => id)

/** Expects that one person is notified of the newest report and can read it, and that it does not exist for the other. */
const expectOnly = async (one: Person, other: Person) => {
  const { id } = await app.db
    .selectFrom('safety_reports')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(await noticesTo(one)).toBe(1)
  expect(await caseIds(one)).toContain(id)
  await one.call(safety).openSafetyReport(of(id))
  expect(await noticesTo(other)).toBe(0)
  expect(await caseIds(other)).not.toContain(id)
  const calls = other.call(safety)
  const body = { state: 'acted', reason: 'It is nothing' } as const
  await expect(calls.openSafetyReport(of(id))).rejects.toThrow()
  await expect(calls.changeSafetyReport({ ...of(id), body })).rejects.toThrow()
  await expect(calls.releaseSafetyReport({ ...of(id), body })).rejects.toThrow()
}

const HOME = 'my mum hits me every night'

describe('a report does not come to staff whom it may be about', () => {
  test('a guardian, also one whose link has ended', async () => {
    const maya = await child('Maya')
    const [mother, other] = [
      await makeSafeguard('Karen', 'Whitlock'),
      await makeSafeguard('Olu', 'Adeyemi'),
    ]
    await link(maya, mother)
    await tellTutor(maya, HOME)
    await expectOnly(other, mother)
    const ended_at = app.parts.clock().toISOString()
    await app.db
      .updateTable('guardian_links')
      .set({ ended_at })
      .where('guardian_email', '=', mother.email)
      .execute()
    await expectOnly(other, mother)
  })

  test.each([
    'my teacher hits me',
    'my advisor wants naked pictures of me',
    'I want to die because of my advisors',
    'the Counselor touches me',
  ])('the advisor, where a teacher is meant without a name: %s', async (words) => {
    const maya = await child('Maya')
    const [tom, olu] = [
      await app.person({ firstName: 'Tom', lastName: 'Brown', role: 'advisor' }),
      await makeSafeguard('Olu', 'Adeyemi'),
    ]
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: tom.id, learnerId: maya.id, since })
    await tellTutor(maya, words)
    await expectOnly(olu, tom)
  })

  test.each([
    'nauczyciel mnie bije',
    'meu treinador me bate',
    'thầy giáo đánh em',
    'pinapalo ako ng titser',
    'guruji mujhe maarte hai',
    '我的老师打我',
    'المعلم يضربني',
  ])('nor in another language: %s', async (words) => {
    const maya = await child('Maya')
    const tom = await app.person({ firstName: 'Tom', lastName: 'Brown', role: 'advisor' })
    const safeguarding = true
    await app.db.updateTable('users').set({ safeguarding }).where('id', '=', tom.id).execute()
    const olu = await makeSafeguard('Olu', 'Adeyemi')
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: tom.id, learnerId: maya.id, since })
    await tellTutor(maya, words)
    await expectOnly(olu, tom)
  })

  test('a person who was named, whatever they are called since', async () => {
    const maya = await child('Maya')
    const [leila, olu] = [
      await makeSafeguard('Leila', 'Haddad'),
      await makeSafeguard('Olu', 'Adeyemi'),
    ]
    await tellTutor(maya, 'Leila hits me')
    await leila.call(profile).changeProfile({ body: { first_name: 'Zoe', last_name: 'Quist' } })
    await expectOnly(olu, leila)
  })

  test('a guardian who is named, whatever they are called since', async () => {
    const [maya, ben] = [await child('Maya'), await child('Ben')]
    const mother = await app.person({ firstName: 'Karen', lastName: 'Whitlock', role: 'parent' })
    const olu = await makeSafeguard('Olu', 'Adeyemi')
    await link(maya, mother)
    await befriend(app, maya, ben)
    const talk = await startConversation(maya, ben)
    await write(ben, talk, 'Nobody likes you.')
    const { items } = await maya.call(messages).listMessagesOfConversation(of(talk))
    await mother.call(profile).changeProfile({ body: { first_name: 'Zoe', last_name: 'Quist' } })
    const body = { reason: 'bullying', note: 'Karen says the same to me.' } as const
    await maya.call(messages).reportMessage({ ...of(items[0]!.id), body })
    expect(await noticesTo(mother)).toBe(0)
    expect((await mother.call(safety).listSafetyReports(of(maya.id))).items).toEqual([])
    expect(await caseIds(olu)).toHaveLength(1)
  })

  test('the advisor, once a report that they were told of may be about them: others are told', async () => {
    const maya = await child('Maya')
    const [tom, olu] = [
      await app.person({ firstName: 'Tom', lastName: 'Brown', role: 'advisor' }),
      await makeSafeguard('Olu', 'Adeyemi'),
    ]
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: tom.id, learnerId: maya.id, since })
    const talk = await startTutorConversation(maya)
    await askTutor(app, maya, talk, 'a boy at school hits me')
    expect([await noticesTo(tom), await noticesTo(olu)]).toEqual([1, 0])
    await askTutor(app, maya, talk, 'a boy at school hits me, and my teacher hits me')
    expect([await noticesTo(olu), await caseIds(tom)]).toEqual([1, []])
  })

  test.each(['Please stop touching me when we are alone', '你摸我的胸'])(
    'whom a learner writes it to, where they may be meant: %s',
    async (words) => {
      const maya = await child('Maya')
      const [tom, olu] = [
        await makeSafeguard('Tom', 'Brown'),
        await makeSafeguard('Olu', 'Adeyemi'),
      ]
      const since = app.parts.clock()
      await assignLearner(app.db, { advisorId: tom.id, learnerId: maya.id, since })
      await write(maya, await startConversation(maya, tom), words)
      await expectOnly(olu, tom)
    },
  )

  test('another spelling of the guardian’s address', async () => {
    const maya = await child('Maya')
    const mother = await makeSafeguard('Karen', 'Whitlock', 'karen.w@example.org')
    const other = await makeSafeguard('Olu', 'Adeyemi')
    await link(maya, { email: 'karen.w+school@example.org' })
    await tellTutor(maya, HOME)
    await expectOnly(other, mother)
  })

  test('who looks after another child of the household', async () => {
    const [maya, brother] = [await child('Maya'), await child('Finn', 'Osei')]
    const mother = await app.person({ role: 'parent' })
    const stepfather = await makeSafeguard('Marcus', 'Osei')
    const other = await makeSafeguard('Olu', 'Adeyemi')
    await link(maya, mother)
    await link(brother, mother)
    await link(brother, stepfather)
    await tellTutor(maya, HOME)
    await expectOnly(other, stepfather)
  })

  test('who shares a child with the person whom it is about', async () => {
    const [maya, son] = [await child('Maya'), await child('Finn', 'Osei')]
    const accused = await app.person({ firstName: 'Marcus', lastName: 'Osei', role: 'advisor' })
    const partner = await makeSafeguard('Karen', 'Whitlock')
    const other = await makeSafeguard('Olu', 'Adeyemi')
    await link(son, accused)
    await link(son, partner)
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: accused.id, learnerId: maya.id, since })
    const forgetTold = async () => {
      await app.db.deleteFrom('safety_reports').execute()
      await app.db.deleteFrom('notifications').execute()
    }
    const talk = await startConversation(accused, maya)
    await write(accused, talk, 'You look lovely today')
    const { items } = await maya.call(messages).listMessagesOfConversation(of(talk))
    const body = { reason: 'unwanted' } as const
    await maya.call(messages).reportMessage({ ...of(items[0]!.id), body })
    await expectOnly(other, partner)
    await forgetTold()
    await tellTutor(maya, 'my teacher hits me')
    await expectOnly(other, partner)
    await forgetTold()
    await tellTutor(await child('Ben'), 'Mr Osei hits me when nobody is there')
    await expectOnly(other, partner)
    await forgetTold()
    await maya.call(connections).reportPerson({
      params: { user_id: accused.id },
      body: { reason: 'asks_for_private_things', words: 'He asks for a picture.' },
    })
    const reportsOf = async (person: Person) =>
      (await person.call(connections).listPersonReports()).items.map(({ reported }) => reported.id)
    expect(await reportsOf(other)).toEqual([accused.id])
    expect(await reportsOf(partner)).toEqual([])
    expect(await noticesTo(partner)).toBe(0)
  })

  test('who is named, or whose child is', async () => {
    const [maya, ben] = [await child('Maya'), await child('Ben', 'Hughes')]
    const named = await makeSafeguard('Margaret', 'Okafor')
    const other = await makeSafeguard('Olu', 'Adeyemi')
    await tellTutor(maya, 'Mrs Okafor hits me when nobody is there')
    await expectOnly(other, named)
    await app.db.deleteFrom('safety_reports').execute()
    await app.db.deleteFrom('notifications').execute()
    await link(maya, named)
    await tellTutor(ben, 'Maya gets beaten by her dad at home')
    await expectOnly(other, named)
  })

  test('the guardian of a friend who is spoken of', async () => {
    const [maya, ben] = [await child('Maya'), await child('Ben', 'Hughes')]
    await befriend(app, maya, ben)
    const mother = await makeSafeguard('Karen', 'Whitlock')
    const other = await makeSafeguard('Olu', 'Adeyemi')
    await link(maya, mother)
    const talk = await startConversation(maya, ben)
    await write(maya, talk, 'I do not want to go back there')
    const { items } = await ben.call(messages).listMessagesOfConversation(of(talk))
    const body = { reason: 'unsafe', note: 'her mum hits her' } as const
    await ben.call(messages).reportMessage({ ...of(items[0]!.id), body })
    await expectOnly(other, mother)
  })

  test.each(['my teacher hits me', 'Sir hits me'])(
    'the former advisor, where a teacher is meant without a name: %s',
    async (words) => {
      const maya = await child('Maya')
      const [tom, olu] = [
        await makeSafeguard('Tom', 'Brown'),
        await makeSafeguard('Olu', 'Adeyemi'),
      ]
      const successor = await app.person({ firstName: 'Ann', lastName: 'Reed', role: 'advisor' })
      const since = app.parts.clock()
      for (const { id: advisorId } of [tom, successor])
        await assignLearner(app.db, { advisorId, learnerId: maya.id, since })
      await tellTutor(maya, words)
      await expectOnly(olu, tom)
    },
  )

  test.each([
    ['Shane', 'O’Neill', 'Mr O’Neill hits me'],
    ['Shane', "O'Neill", 'Mr ONeill hits me'],
    ['Łukasz', 'Nowak', 'Łukasz hits me'],
    ['Kari', 'Ødegård', 'Mrs Ødegård hits me'],
    ['Ivan', 'Петров', 'Петров hits me'],
    ['Grant', 'White', 'mr. white hits me'],
    ['Alice', 'Young', 'Miss Young hits me'],
  ])('%s %s, in the spelling of: %s', async (firstName, lastName, words) => {
    const maya = await child('Maya')
    const named = await makeSafeguard(firstName, lastName)
    const other = await makeSafeguard('Olu', 'Adeyemi')
    await tellTutor(maya, words)
    await expectOnly(other, named)
  })

  test('whoever was named a little earlier, to the tutor or to a friend, also once those messages are deleted', async () => {
    const [maya, ben] = [await child('Maya'), await child('Ben')]
    const [brown, olu] = [
      await makeSafeguard('Tom', 'Brown'),
      await makeSafeguard('Olu', 'Adeyemi'),
    ]
    const talk = await startTutorConversation(maya)
    await askTutor(app, maya, talk, 'Mr Brown is new here')
    await askTutor(app, maya, talk, 'he touches me when we are alone')
    await expectOnly(olu, brown)
    const { messages: quoted } = await olu
      .call(safety)
      .openSafetyReport(of((await caseIds(olu))[0]!))
    await app.db
      .deleteFrom('tutor_messages')
      .where('learner_id', '=', maya.id)
      .where(
        'id',
        'not in',
        quoted.map(({ id }) => id),
      )
      .execute()
    await expectOnly(olu, brown)
    await app.db.deleteFrom('safety_reports').execute()
    await app.db.deleteFrom('notifications').execute()
    await befriend(app, maya, ben)
    const thread = await startConversation(maya, ben)
    const { id } = await write(maya, thread, 'Mr Brown is new here')
    await write(maya, thread, 'he touches me when we are alone')
    await expectOnly(olu, brown)
    await maya.call(messages).deleteMessage(of(id))
    await expectOnly(olu, brown)
  })

  test('whom a learner answers about their work, where they may be meant', async () => {
    const maya = await child('Maya')
    const [tom, olu] = [await makeSafeguard('Tom', 'Brown'), await makeSafeguard('Olu', 'Adeyemi')]
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: tom.id, learnerId: maya.id, since })
    const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await asLearner(maya).start(quest.id)
    const { attempt } = await asLearner(maya).submit(quest.tasks[0]!, 'Tulips need cold winters.')
    await tom.call(reviews).ask({ ...of(attempt.id), body: { words: 'Can we meet about it?' } })
    const body = { words: 'Please stop touching me when we are alone' }
    await maya.call(reviews).answer({ ...of(attempt.id), body })
    await expectOnly(olu, tom)
  })

  test('whoever was named in an earlier reply about the work', async () => {
    const maya = await child('Maya')
    const [brown, olu] = [
      await makeSafeguard('Tom', 'Brown'),
      await makeSafeguard('Olu', 'Adeyemi'),
    ]
    const advisor = await app.person({ firstName: 'Ann', lastName: 'Reed', role: 'advisor' })
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: advisor.id, learnerId: maya.id, since })
    const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await asLearner(maya).start(quest.id)
    const { attempt } = await asLearner(maya).submit(quest.tasks[0]!, 'Tulips need cold winters.')
    await advisor.call(reviews).ask({ ...of(attempt.id), body: { words: 'How is it going?' } })
    for (const words of ['Mr Brown is new here', 'he touches me when nobody is there'])
      await maya.call(reviews).answer({ ...of(attempt.id), body: { words } })
    await expectOnly(olu, brown)
  })

  test('whoever is named by a file', async () => {
    const [maya, ben] = [await child('Maya'), await child('Ben')]
    const [brown, olu] = [
      await makeSafeguard('Tom', 'Brown'),
      await makeSafeguard('Olu', 'Adeyemi'),
    ]
    await befriend(app, maya, ben)
    const form = fileForm('Not today', 'MrBrownAgain.txt')
    const { id: file } = await maya.call(files).uploadFile({ form })
    await write(maya, await startConversation(maya, ben), 'he hits me, look', [file])
    await expectOnly(olu, brown)
  })

  test('whoever is named by the title of a group', async () => {
    const [maya, ben, mia] = [await child('Maya'), await child('Ben'), await child('Mia')]
    const [brown, olu] = [
      await makeSafeguard('Tom', 'Brown'),
      await makeSafeguard('Olu', 'Adeyemi'),
    ]
    for (const [one, other] of [
      [maya, ben],
      [maya, mia],
      [ben, mia],
    ] as const)
      await befriend(app, one, other)
    const body = { participant_ids: [ben.id, mia.id], title: 'About Mr Brown' }
    const { id } = await maya.call(messages).beginConversation({ body })
    await write(maya, id, 'he touches me when nobody is there')
    await expectOnly(olu, brown)
  })

  test('who wrote what was reported', async () => {
    const maya = await child('Maya')
    const writer = await makeSafeguard('Margaret', 'Okafor')
    const other = await makeSafeguard('Olu', 'Adeyemi')
    const at = app.parts.clock().toISOString()
    await app.db
      .insertInto('caseload')
      .values({ learner_id: maya.id, advisor_id: writer.id, since: at })
      .execute()
    const talk = await startConversation(writer, maya)
    await write(writer, talk, 'You look lovely today')
    const { items } = await maya.call(messages).listMessagesOfConversation(of(talk))
    const body = { reason: 'unwanted' } as const
    await maya.call(messages).reportMessage({ ...of(items[0]!.id), body })
    await expectOnly(other, writer)
  })

  test('who wrote what was quoted in an earlier report, and is reported now', async () => {
    const maya = await child('Maya')
    const writer = await makeSafeguard('Margaret', 'Okafor')
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: writer.id, learnerId: maya.id, since })
    const talk = await startConversation(maya, writer)
    const own = await write(maya, talk, 'Hello')
    const theirs = await write(writer, talk, 'Lovely hair today')
    const body = { reason: 'unsafe' } as const
    await maya.call(messages).reportMessage({ ...of(own.id), body })
    expect(await caseIds(writer)).toHaveLength(1)
    const other = await makeSafeguard('Olu', 'Adeyemi')
    await maya.call(messages).reportMessage({ ...of(theirs.id), body })
    const [id] = await caseIds(other)
    expect(await noticesTo(other)).toBe(1)
    const { quoted } = await other.call(safety).openSafetyReport(of(id!))
    expect(quoted?.messages).toMatchObject([
      { text: 'Hello', reported: true },
      { text: 'Lovely hair today', reported: true },
    ])
    expect(await caseIds(writer)).toEqual([])
    await expect(writer.call(safety).openSafetyReport(of(id!))).rejects.toMatchObject({
      status: 404,
    })
  })

  test('and a guardian who is named for safeguarding is refused a release as if there were no report', async () => {
    const maya = await child('Maya')
    const mother = await makeSafeguard('Karen', 'Whitlock')
    await makeSafeguard('Olu', 'Adeyemi')
    await link(maya, mother)
    await tellTutor(maya, HOME)
    const { id } = await app.db.selectFrom('safety_reports').select('id').executeTakeFirstOrThrow()
    const release = (report: string) =>
      mother.call(safety).releaseSafetyReport({ ...of(report), body: { reason: 'It is nothing' } })
    await expect(release(id)).rejects.toMatchObject({ status: 404 })
    await expect(release(randomUUID())).rejects.toMatchObject({ status: 404 })
  })
})

describe('an adult’s words accuse nobody but the adult', () => {
  const NAMING = 'Hi from Olu and Rosa! Send me a photo of you, and keep it secret.'
  const makeStaff = async () => {
    const [maya, tom] = [
      await child('Maya'),
      await app.person({ firstName: 'Tom', lastName: 'Brown', role: 'advisor' }),
    ]
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: tom.id, learnerId: maya.id, since })
    const olu = await makeSafeguard('Olu', 'Adeyemi')
    await makeAdmin('Rosa', 'Lindgren')
    return { maya, tom, olu }
  }

  test('who names all who would hear of a message that is refused does not silence the report', async () => {
    const { maya, tom, olu } = await makeStaff()
    const talk = await startConversation(tom, maya)
    await expect(write(tom, talk, NAMING)).rejects.toMatchObject({ status: 422 })
    await expectOnly(olu, tom)
  })

  test('nor that of a child who reports one of theirs', async () => {
    const { maya, tom, olu } = await makeStaff()
    const talk = await startConversation(tom, maya)
    await write(tom, talk, 'Olu and Rosa say hello')
    await write(tom, talk, 'Lovely hair, Olu thinks so too')
    const { items } = await maya.call(messages).listMessagesOfConversation(of(talk))
    const report = (note: string) =>
      maya.call(messages).reportMessage({ ...of(items[0]!.id), body: { reason: 'unwanted', note } })
    await report('I do not like this')
    await expectOnly(olu, tom)
    await report('Olu does it too')
    expect(await caseIds(olu)).toEqual([])
  })

  test('but a grown-up who tells another of somebody is heard', async () => {
    const { maya, tom, olu } = await makeStaff()
    const mother = await app.person({ firstName: 'Karen', lastName: 'Whitlock', role: 'parent' })
    await link(maya, mother)
    const talk = await startConversation(mother, tom)
    await write(mother, talk, 'Olu Adeyemi hurts Maya')
    const { items } = await tom.call(messages).listMessagesOfConversation(of(talk))
    await tom.call(messages).reportMessage({ ...of(items[0]!.id), body: { reason: 'unsafe' } })
    expect(await caseIds(olu)).toEqual([])
  })
})

test('where nobody else is named, admins who are not of the home are asked, and whom they name reads it', async () => {
  const maya = await child('Maya')
  const mother = await makeSafeguard('Karen', 'Whitlock')
  const [father, admin] = [await makeAdmin('Paul', 'Whitlock'), await makeAdmin('Olu', 'Adeyemi')]
  await recordConsent(app, maya, mother, ['use', 'tutor'])
  await link(maya, father)
  await tellTutor(maya, HOME)
  expect([await noticesTo(mother), await noticesTo(father), await noticesTo(admin)]).toEqual([
    0, 0, 1,
  ])
  const waiting = async (person: Person) =>
    (await person.call(operations).showOverview()).waiting.safety_reports
  expect([await waiting(admin), await waiting(father)]).toEqual([1, 0])
  expect((await father.call(safety).listSafeguards()).waiting).toBe(0)
  const named = await makeSafeguard('Rosa', 'Lindgren')
  await escalateReports(app.parts)
  await expectOnly(named, mother)
})

test('where every admin is of the home, nobody is told, nor is the child told that somebody was, until another is named', async () => {
  const maya = await child('Maya')
  const mother = await makeAdmin('Karen', 'Whitlock')
  await link(maya, mother)
  const { answer } = await tellTutor(maya, HOME)
  expect(answer).toMatchObject({ origin: 'house', crisis: 'abuse' })
  expect(answer.text).not.toMatch(/I have (let|asked)/)
  const named = await makeSafeguard('Rosa', 'Lindgren')
  await escalateReports(app.parts)
  await expectOnly(named, mother)
})

test('a child who names all staff who would be told does not silence a report: an admin is asked for somebody else', async () => {
  const [maya, ben] = [await child('Maya'), await child('Ben', 'Hughes')]
  await befriend(app, maya, ben)
  const [olu, rosa] = [await makeSafeguard('Olu', 'Adeyemi'), await makeAdmin('Rosa', 'Lindgren')]
  const { id } = await write(ben, await startConversation(maya, ben), 'Olu and Rosa hate you, too')
  const report = () =>
    maya.call(messages).reportMessage({ ...of(id), body: { reason: 'unsafe', note: 'Help' } })
  await report()
  // One of them may be the one whom it is about.
  for (const named of [olu, rosa]) expect(await caseIds(named)).toEqual([])
  expect([await noticesTo(olu), await noticesTo(rosa)]).toEqual([0, 1])
  const other = await makeSafeguard('Margaret', 'Okafor')
  await escalateReports(app.parts)
  await expectOnly(other, olu)
})

test('nobody is asked whose household is named, even if all other staff are named as well', async () => {
  const [maya, karl] = [
    await child('Maya'),
    await app.person({ role: 'parent', firstName: 'Karl', dateOfBirth: '1985-04-02' }),
  ]
  await makeSafeguard('Olu', 'Adeyemi')
  const rosa = await makeAdmin('Rosa', 'Lindgren')
  const theirs = await child('Theo')
  for (const guardian of [karl, rosa]) await link(theirs, guardian)
  await tellTutor(maya, 'Karl hits me. I told Olu.')
  expect([await noticesTo(rosa), await caseIds(rosa)]).toEqual([0, []])
})

test('a report that names one person alone is told to nobody where that person is the only one', async () => {
  const maya = await child('Maya')
  const rosa = await makeAdmin('Rosa', 'Lindgren')
  await app.db.updateTable('users').set({ safeguarding: true }).where('id', '=', rosa.id).execute()
  await tellTutor(maya, 'Rosa hits me when nobody is there')
  expect([await noticesTo(rosa), await caseIds(rosa)]).toEqual([0, []])
})

test('a report about a person does not come to the families of the two, nor to whom it is about', async () => {
  const [maya, ben] = [await child('Maya'), await child('Ben', 'Hughes')]
  await befriend(app, maya, ben)
  const mother = await makeSafeguard('Karen', 'Whitlock')
  const admin = await makeAdmin('Olu', 'Adeyemi')
  const father = await makeAdmin('Paul', 'Whitlock')
  await link(maya, mother)
  await link(maya, father)
  const report = (words: string) =>
    maya
      .call(connections)
      .reportPerson({ params: { user_id: ben.id }, body: { reason: 'something_else', words } })
  await report('he knows what mum does')
  expect([await noticesTo(mother), await noticesTo(father), await noticesTo(admin)]).toEqual([
    0, 0, 1,
  ])
  const open = async (person: Person) =>
    (await person.call(operations).showOverview()).waiting.person_reports
  expect([await open(admin), await open(father)]).toEqual([1, 0])
  await app.db
    .updateTable('guardian_links')
    .set({ ended_at: app.parts.clock().toISOString() })
    .where('guardian_email', '=', mother.email)
    .execute()
  const named = await makeSafeguard('Margaret', 'Okafor')
  await report('he told me that Mrs Okafor hurts children')
  expect([await noticesTo(mother), await noticesTo(named)]).toEqual([0, 0])
  const read = async (person: Person) =>
    (await person.call(connections).listPersonReports()).items.map(({ words }) => words)
  expect(await read(mother)).toEqual([])
  expect(await read(named)).toEqual(['he knows what mum does'])
})
