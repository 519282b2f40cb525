import { afterAll, beforeAll, expect, test } from 'vitest'

import { groups, MAX_GROUP_SIZE } from '#contract/groups'
import { MAX_GUARDIANS } from '#contract/guardians'
import { MAX_MESSAGE_LENGTH } from '#rules/message-limits'
import { createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { costOf, costOfLongWork, exceededLimits, MAX_RUNS } from './measure.ts'

// Cost of calls about the largest group: 200 learners with ten guardians each, whose names all differ.

const QUESTS_GIVEN = 20

let app: TestApp
let advisor: Person
let id: string
let quests: string[]
beforeAll(async () => {
  app = await startApp()
  advisor = await app.person({ role: 'advisor' })
  const now = app.parts.clock().toISOString()
  const createPeople = (count: number, role: string, dateOfBirth: string) =>
    app.db
      .insertInto('users')
      .values(
        Array.from({ length: count }, (_, index) => ({
          email: `${crypto.randomUUID()}@example.org`,
          email_verified_at: now,
          first_name: lettersFor(index, 'klmnopqrst'),
          last_name: lettersFor(index + count, 'klmnopqrst'),
          date_of_birth: dateOfBirth,
          role,
          status: 'active',
          password_hash: '',
          legal_version: '1',
          created_at: now,
        })),
      )
      .returning(['id', 'email'])
      .execute()
  const learners = await createPeople(MAX_GROUP_SIZE, 'student', app.birthdayAt(15))
  const guardians = await createPeople(MAX_GROUP_SIZE * MAX_GUARDIANS, 'parent', '1985-04-02')
  const ids = learners.map((learner) => learner.id)
  await app.db
    .insertInto('caseload')
    .values(ids.map((learner_id) => ({ advisor_id: advisor.id, learner_id, since: now })))
    .execute()
  await app.db
    .insertInto('guardian_links')
    .values(
      guardians.map(({ email }, index) => ({
        learner_id: ids[index % ids.length]!,
        guardian_email: email!,
        guardian_name: 'One of many',
        scopes: ['view'],
        origin: 'consent',
        since: now,
      })),
    )
    .execute()
  const body = { name: 'All', learner_ids: ids }
  ;({ id } = await advisor.call(groups).createLearnerGroup({ body }))
  quests = []
  for (let made = 0; made < QUESTS_GIVEN * MAX_RUNS; made += 1) {
    quests.push((await createQuest(app.db, [{ pillar: 'creativity', xp: 50 }])).id)
  }
}, 300_000)
afterAll(() => app.stop())

/** A word of its own for each number. @param alphabet of ten letters */
const lettersFor = (number: number, alphabet: string) =>
  [...String(number).padStart(5, '0')].map((digit) => alphabet[Number(digit)]).join('')

const params = () => ({ params: { id } })
const call = () => advisor.call(groups)

/** Words of five letters, none of them twice. */
const manyWords = (length: number) =>
  Array.from({ length: Math.floor(length / 6) }, (_, index) =>
    lettersFor(index, 'abcdefghij'),
  ).join(' ')

test('an announcement, the longest and to everyone, costs little', async () => {
  const text = manyWords(MAX_MESSAGE_LENGTH)
  const cost = await costOf(() => call().announce({ ...params(), body: { text } }))
  expect(exceededLimits('An announcement', cost)).toEqual([])
}, 300_000)

test('giving twenty quests with notes to everyone holds up nobody', async () => {
  let given = 0
  const give = () => {
    const entries = quests
      .slice(given, (given += QUESTS_GIVEN))
      .map((quest_id) => ({ quest_id, note: manyWords(500) }))
    return call().giveToGroup({ ...params(), body: { entries } })
  }
  expect(exceededLimits('Giving', await costOfLongWork(give))).toEqual([])
}, 300_000)

test('the table of everyone costs little', async () => {
  const { headers } = advisor
  for (const path of ['table', 'table.csv']) {
    const url = `/api/advisor/groups/${id}/${path}`
    const cost = await costOf(async () => {
      expect((await app.http.inject({ url, headers })).statusCode).toBe(200)
    })
    expect(exceededLimits(path, cost)).toEqual([])
  }
}, 300_000)

test('the announcements and their readers cost little', async () => {
  const [latest] = (await call().listAnnouncements(params())).items
  const { id: announcement_id } = latest!
  for (const [name, read] of [
    ['The list', () => call().listAnnouncements(params())],
    ['Readers', () => call().getAnnouncement({ params: { id, announcement_id } })],
  ] as const) {
    expect(exceededLimits(name, await costOf(read))).toEqual([])
  }
}, 300_000)
