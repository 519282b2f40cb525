import { afterAll, beforeAll, expect, test } from 'vitest'

import { assignLearner } from '#features/advising'
import { endGuardianship, recordConsent, withdrawConsent } from '#testing/family-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { listContacts, mayContact } from './contacts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const connect = async (one: Person, other: Person) => {
  const [first_id = '', second_id = ''] = [one.id, other.id].toSorted()
  const since = app.parts.clock().toISOString()
  await app.db.insertInto('connections').values({ first_id, second_id, since }).execute()
}

/** Contacts of each person, as name and relation. */
const contactsOf = async (person: Person) => {
  const contacts = await listContacts(app.db, person.id, app.parts.clock())
  return contacts.map(({ name, tie }) => `${tie}: ${name}`)
}

const bothWays = async (one: Person, other: Person) => {
  const now = app.parts.clock()
  const ways = [
    await mayContact(app.db, one.id, other.id, now),
    await mayContact(app.db, other.id, one.id, now),
  ]
  expect(ways[0]).toBe(ways[1])
  return ways[0]
}

test('a learner reaches friends and the advisor of now; the advisor also those who look after the learner', async () => {
  const learner = await app.person({ firstName: 'Mia', dateOfBirth: app.birthdayAt(15) })
  const friend = await app.person({ firstName: 'Ben', dateOfBirth: app.birthdayAt(15) })
  const mother = await app.person({ role: 'parent', firstName: 'Ines' })
  const advisor = await app.person({ role: 'advisor', firstName: 'Sam' })
  const colleague = await app.person({ role: 'advisor', firstName: 'Lea' })
  await connect(learner, friend)
  await recordConsent(app, learner, mother)
  await assignLearner(app.db, {
    advisorId: advisor.id,
    learnerId: learner.id,
    since: app.parts.clock(),
  })
  expect(await contactsOf(learner)).toEqual(['friend: Ben L.', 'advisor: Sam Lovelace'])
  expect(await contactsOf(advisor)).toEqual(['guardian: Ines Lovelace', 'learner: Mia Lovelace'])
  expect(await contactsOf(mother)).toEqual(['advisor: Sam Lovelace'])
  expect(await contactsOf(friend)).toEqual(['friend: Mia L.'])
  expect(await bothWays(learner, colleague)).toBe(false)

  await endGuardianship(app, mother)
  expect(await contactsOf(mother)).toEqual([])
  await app.db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('id', '=', advisor.id)
    .execute()
  expect(await contactsOf(learner)).toEqual(['friend: Ben L.'])
})

test('friends reach each other while neither has blocked the other and guardians of both allow it', async () => {
  const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
  const friend = await app.person({ dateOfBirth: app.birthdayAt(12) })
  const [mother, father] = [
    await app.person({ role: 'parent' }),
    await app.person({ role: 'parent' }),
  ]
  await connect(child, friend)
  expect(await bothWays(child, friend)).toBe(false)
  await recordConsent(app, child, mother, ['use', 'connections_and_messages'])
  expect(await bothWays(child, friend)).toBe(false)
  await recordConsent(app, friend, father, ['use', 'connections_and_messages'])
  expect(await bothWays(child, friend)).toBe(true)

  const since = app.parts.clock().toISOString()
  const block = { blocker_id: friend.id, blocked_id: child.id, since }
  await app.db.insertInto('blocks').values(block).execute()
  expect(await bothWays(child, friend)).toBe(false)
  await app.db.deleteFrom('blocks').execute()
  expect(await bothWays(child, friend)).toBe(true)

  await withdrawConsent(app, friend, father, ['connections_and_messages'])
  expect(await bothWays(child, friend)).toBe(false)
})
