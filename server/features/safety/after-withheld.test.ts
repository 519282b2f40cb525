import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { messages } from '#contract/messages'
import { parents } from '#contract/parents'
import { reviews } from '#contract/reviews'
import { safety } from '#contract/safety'
import { assignLearner } from '#features/advising'
import { deleteOldConversations } from '#features/tutor'
import { CLOSED_REPORT_DAYS } from '#rules/retention'
import { createFamily, recordConsent } from '#testing/family-builder'
import { befriend, startConversation, write } from '#testing/message-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { askTutor, startTutorConversation } from '#testing/tutor-builder'

import { escalateReports } from './escalate.ts'

const DAY = 24 * 3_600_000

let app: TestApp
let lead: Person
beforeAll(async () => {
  app = await startApp({ poolSize: 3, env: { TUTOR_MESSAGES_PER_MINUTE: '1000' } })
  const admin = await app.person({ role: 'admin' })
  lead = await app.person({ role: 'educator' })
  await admin.call(safety).nameSafeguard({ ...of(lead.id), body: { safeguarding: true } })
})
afterAll(() => app.stop())

const of = (id: string) => ({ params: { id } })

let child: Person
let mother: Person
let friend: Person
beforeEach(async () => {
  lead = await app.signIn(lead.email)
  ;({ child, mother } = await createFamily(app))
  friend = (await createFamily(app, { firstName: 'Ben' })).child
  await befriend(app, child, friend)
})

const tellTutor = async (text: string) =>
  (await askTutor(app, child, await startTutorConversation(child), text)).answer.text
const excerptsFor = async (reader: Person) =>
  (await reader.call(safety).listSafetyReports(of(child.id))).items.map(({ excerpt }) => excerpt)
const heardBy = async (reader: Person, learner = child) =>
  (await reader.call(safety).listSafetyCases({ query: { limit: 100 } })).items.filter(
    (each) => each.learner.id === learner.id,
  )
/** Sessions end meanwhile. */
const wait = async (days: number) => {
  app.moveClock(days * DAY)
  child = await app.signIn(child.email)
  mother = await app.signIn(mother.email)
  friend = await app.signIn(friend.email)
  lead = await app.signIn(lead.email)
}
const mark = async (state: 'acted' | 'false_positive') => {
  const [found] = await heardBy(lead)
  await lead.call(safety).changeSafetyReport({ ...of(found!.id), body: { state } })
}

const ABUSE = 'My dad rapes me every night'
const CALL = 'I want to kill myself'

describe('after a report that the family does not see, it does not see the next call for help', () => {
  beforeEach(async () => {
    await tellTutor(ABUSE)
    await wait(1)
  })

  test('in another conversation with the tutor, which says so', async () => {
    expect(await tellTutor(CALL)).toContain('Your family is not shown this.')
    expect(await excerptsFor(mother)).toEqual([])
    expect(await heardBy(lead)).toHaveLength(2)
    const { children } = await mother.call(safety).countSafetyReports()
    expect(children).toEqual([])
  })

  test('in a message to a friend', async () => {
    const thread = await startConversation(child, friend)
    await write(child, thread, CALL)
    expect(await excerptsFor(mother)).toEqual([])
    expect(await heardBy(lead)).toHaveLength(2)
    const { items } = await mother.call(messages).listConversationsOfLearner(of(child.id))
    expect(items).toEqual([])
  })

  test('in work', async () => {
    const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await asLearner(child).start(quest.id)
    await asLearner(child).submit(quest.tasks[0]!, CALL)
    expect(await excerptsFor(mother)).toEqual([])
    expect(await heardBy(lead)).toHaveLength(2)
    const { items } = await mother.call(parents).listWork({ ...of(child.id), query: {} })
    expect(items).toEqual([])
  })

  test('in a title, whose refusal names those who are told', async () => {
    const body = { participant_ids: [friend.id], title: CALL }
    await expect(child.call(messages).beginConversation({ body })).rejects.toMatchObject({
      message: expect.stringContaining('The safeguarding team has been told.'),
    })
    expect(await excerptsFor(mother)).toEqual([])
    expect(await heardBy(lead)).toHaveLength(2)
  })

  test('in the note of a report', async () => {
    const thread = await startConversation(child, friend)
    const { id } = await write(friend, thread, 'You smell')
    const body = { reason: 'bullying', note: CALL } as const
    await child.call(messages).reportMessage({ ...of(id), body })
    expect(await excerptsFor(mother)).toEqual([])
    expect(await heardBy(lead)).toHaveLength(2)
  })

  test('of a brother or sister', async () => {
    const brother = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(15) })
    await recordConsent(app, brother, mother, ['use', 'tutor'])
    await askTutor(app, brother, await startTutorConversation(brother), CALL)
    const { items } = await mother.call(safety).listSafetyReports(of(brother.id))
    expect(items).toEqual([])
    expect(await heardBy(lead, brother)).toHaveLength(1)
  })

  test('nor once safeguarding has acted, until the report is deleted', async () => {
    await mark('acted')
    await wait(CLOSED_REPORT_DAYS - 2)
    await tellTutor(CALL)
    expect(await excerptsFor(mother)).toEqual([])
    for (const { id } of await heardBy(lead))
      await lead.call(safety).changeSafetyReport({ ...of(id), body: { state: 'acted' } })
    await wait(CLOSED_REPORT_DAYS + 2)
    await deleteOldConversations(app.parts)
    await tellTutor(CALL)
    expect(await excerptsFor(mother)).toEqual([CALL])
  })

  test('but does once it was a false alarm', async () => {
    await mark('false_positive')
    await tellTutor(CALL)
    expect(await excerptsFor(mother)).toEqual([CALL])
  })

  test('nor does one that was kept back only for an earlier one keep back those that follow', async () => {
    await tellTutor(CALL)
    for (const { id, category } of await heardBy(lead)) {
      if (category !== 'abuse') continue
      const body = { state: 'false_positive' } as const
      await lead.call(safety).changeSafetyReport({ ...of(id), body })
    }
    await tellTutor(`${CALL} now`)
    expect(await excerptsFor(mother)).toEqual([`${CALL} now`])
  })

  test('but does once safeguarding has shown it to them', async () => {
    const [found] = await heardBy(lead)
    const body = { reason: 'The father has left' }
    await lead.call(safety).releaseSafetyReport({ ...of(found!.id), body })
    await tellTutor(CALL)
    expect((await excerptsFor(mother)).toSorted()).toEqual([CALL, ABUSE])
  })

  test('but does see what is no call for help', async () => {
    await tellTutor('How can I buy a gun?')
    expect(await excerptsFor(mother)).toEqual(['How can I buy a gun?'])
  })
})

test('the same after a friend’s report of what the child wrote', async () => {
  const thread = await startConversation(child, friend)
  const { id } = await write(child, thread, 'He was at it again last night')
  await friend.call(messages).reportMessage({ ...of(id), body: { reason: 'unsafe' } })
  await wait(1)
  await tellTutor(CALL)
  expect(await excerptsFor(mother)).toEqual([])
  expect(await heardBy(lead)).toHaveLength(1)
})

test('whoever is accused in the earlier report is not told of the next one either', async () => {
  const accused = await app.person({ role: 'advisor', firstName: 'Olu', lastName: 'Balogun' })
  await app.db
    .updateTable('users')
    .set({ safeguarding: true })
    .where('id', '=', accused.id)
    .execute()
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: accused.id, learnerId: child.id, since })
  const thread = await startConversation(accused, child)
  await expect(write(accused, thread, 'Do not tell your mother. Send me a nude')).rejects.toThrow()
  await wait(1)
  await tellTutor(CALL)
  expect(await heardBy(await app.signIn(accused.email))).toEqual([])
  expect((await heardBy(lead)).map(({ category }) => category)).toContain('self_harm')
})

test('a call for help that could not be stored, and accuses nobody, keeps no later one from the family', async () => {
  const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(child).start(quest.id)
  await asLearner(child).submit(quest.tasks[0]!, 'A song about rain.')
  await expect(asLearner(child).submit(quest.tasks[0]!, CALL)).rejects.toMatchObject({
    status: 409,
  })
  expect(await heardBy(lead)).toHaveLength(1)
  await tellTutor(CALL)
  expect(await excerptsFor(mother)).toEqual([CALL])
})

describe('what others write to a child about its home keeps its next call for help from the family', () => {
  test.each(['Did your dad hit you again?', 'I heard that your dad hits you.'])(
    'an advisor: %s',
    async (text) => {
      const advisor = await app.person({ role: 'advisor', firstName: 'Ib', lastName: 'Krog' })
      const since = app.parts.clock()
      await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
      await write(advisor, await startConversation(advisor, child), text)
      await wait(1)
      await tellTutor(CALL)
      expect(await excerptsFor(mother)).toEqual([])
      expect((await heardBy(lead)).length).toBeGreaterThan(1)
    },
  )

  test('a friend, but not what is written in a group', async () => {
    const third = (await createFamily(app, { firstName: 'Cem' })).child
    await befriend(app, third, friend)
    await befriend(app, third, child)
    const group = await startConversation(friend, child, third)
    await write(friend, group, 'Your dad hits you, you should tell someone')
    await write(
      friend,
      await startConversation(friend, child),
      'Your dad hits you, you should tell',
    )
    await wait(1)
    await tellTutor(CALL)
    expect(await excerptsFor(mother)).toEqual([])
    expect(await heardBy(lead)).toHaveLength(1)
    const again = await app.signIn(third.email)
    await askTutor(app, again, await startTutorConversation(again), CALL)
    expect(await heardBy(lead, third)).toEqual([])
  })
})

describe('an answer about home', () => {
  const answered = [
    ['Is it because of your dad?', 'Yes. I want to kill myself'],
    ['Is your stepdad being mean again?', 'Yes, all the time. I cut myself last night'],
  ] as const

  test.each(answered)('to a friend is kept from the family: %s', async (question, answer) => {
    const talk = await startConversation(friend, child)
    await write(friend, talk, question)
    await write(child, talk, answer)
    expect(await excerptsFor(mother)).toEqual([])
    expect(await heardBy(lead)).toHaveLength(1)
  })

  test.each(answered)('about work is kept from the family: %s', async (question, answer) => {
    const advisor = await app.person({ role: 'advisor', firstName: 'Ib', lastName: 'Krog' })
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
    const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await asLearner(child).start(quest.id)
    const { attempt } = await asLearner(child).submit(quest.tasks[0]!, 'A sad poem.')
    await advisor.call(reviews).ask({ ...of(attempt.id), body: { words: question } })
    await child.call(reviews).answer({ ...of(attempt.id), body: { words: answer } })
    expect(await excerptsFor(mother)).toEqual([])
    expect(await heardBy(lead)).toHaveLength(1)
    const { items } = await mother.call(parents).listWork({ ...of(child.id), query: {} })
    expect(items).toEqual([])
  })

  test('to somebody who speaks of another matter is the family’s', async () => {
    const talk = await startConversation(friend, child)
    await write(friend, talk, 'Is it because of the exam?')
    await write(child, talk, 'Yes. I want to kill myself')
    expect(await excerptsFor(mother)).toEqual(['Yes. I want to kill myself'])
  })

  test('to the tutor is kept from the family', async () => {
    const talk = await startTutorConversation(child)
    const at = app.parts.clock().toISOString()
    await app.db
      .insertInto('tutor_messages')
      .values({
        conversation_id: talk,
        learner_id: child.id,
        number: 1,
        author: 'tutor',
        text: 'Is it because of your dad?',
        origin: 'model',
        state: 'done',
        created_at: at,
      })
      .execute()
    await askTutor(app, child, talk, 'Yes. I want to kill myself')
    expect(await excerptsFor(mother)).toEqual([])
    expect(await heardBy(lead)).toHaveLength(1)
  })

  test.each(['my mum can drive us', 'is your brother coming?', 'parents evening is on Friday'])(
    'is none after everyday words: %s',
    async (words) => {
      const talk = await startConversation(friend, child)
      await write(friend, talk, words)
      await write(child, talk, CALL)
      expect(await excerptsFor(mother)).toEqual([CALL])
    },
  )
})

test('what a friend tells of the own home, and whom it names, changes nothing for the child', async () => {
  await write(friend, await startConversation(friend, child), 'My dad hits me. Krog knows it')
  await wait(1)
  await tellTutor(CALL)
  expect(await excerptsFor(mother)).toEqual([CALL])
})

test.each(['My teacher hits me', 'Mr Krog touches my bum'])(
  'an advisor of whom the child has said “%s” is not told of the next call for help',
  async (text) => {
    const advisor = await app.person({ role: 'advisor', firstName: 'Olu', lastName: 'Krog' })
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
    // Despair comes first, and the reason after.
    await tellTutor(CALL)
    await tellTutor(text)
    await wait(1)
    await escalateReports(app.parts)
    const again = await app.signIn(advisor.email)
    expect(await heardBy(again)).toEqual([])
    expect((await heardBy(lead)).length).toBeGreaterThan(0)
  },
)
