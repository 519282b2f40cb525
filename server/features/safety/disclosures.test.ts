import { readFile } from 'node:fs/promises'

import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { calendar } from '#contract/calendar'
import { messages } from '#contract/messages'
import { plan } from '#contract/plan'
import { portfolio } from '#contract/portfolio'
import { profile } from '#contract/profile'
import { safety } from '#contract/safety'
import { transcript } from '#contract/transcript'
import { tutor } from '#contract/tutor'
import { recordConsent } from '#testing/family-builder'
import { befriend, startConversation, write } from '#testing/message-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { askTutor, startTutorConversation } from '#testing/tutor-builder'

const FILE = new URL('../../../testing/hostile-talks/disclosures.yaml', import.meta.url)
const disclosures = load(await readFile(FILE, 'utf8')) as Record<string, string[]>

let app: TestApp
let maya: Person
let ben: Person
let family: Person[]
let guard: Person
beforeAll(async () => {
  app = await startApp({ env: { TUTOR_MESSAGES_PER_MINUTE: '100000' } })
  const teen = { dateOfBirth: app.birthdayAt(15) }
  maya = await app.person({ ...teen, firstName: 'Maya', lastName: 'Whitlock' })
  ben = await app.person({ ...teen, firstName: 'Ben', lastName: 'Hughes' })
  const named = [
    { firstName: 'Karen', lastName: 'Whitlock' },
    { firstName: 'Marcus', lastName: 'Osei' },
    { firstName: 'Margaret', lastName: 'Whitlock' },
  ]
  family = []
  for (const name of named) family.push(await app.person({ ...name, role: 'parent' }))
  for (const each of family) await recordConsent(app, maya, each, ['use', 'tutor'])
  await befriend(app, maya, ben)
  guard = await app.person({ role: 'educator' })
  const change = { safeguarding: true }
  await app.db.updateTable('users').set(change).where('id', '=', guard.id).execute()
})
afterAll(() => app.stop())

const of = (id: string) => ({ params: { id } })
const excerptsHeard = async () => {
  const rows = await app.db
    .selectFrom('safety_reports')
    .select(['excerpt', 'held_back', 'reached'])
    .execute()
  expect(rows.filter(({ held_back, reached }) => !held_back || reached !== 'safeguarding')).toEqual(
    [],
  )
  return new Set(rows.map(({ excerpt }) => excerpt))
}

test('what Maya tells the tutor reaches none of those at home, and all of it safeguarding', async () => {
  const told = Object.values(disclosures).flat()
  for (const text of told) {
    const { status } = await askTutor(app, maya, await startTutorConversation(maya), text)
    expect(status).toBe(200)
  }
  const heard = await excerptsHeard()
  expect(told.filter((text) => !heard.has(text))).toEqual([])
  for (const person of family) {
    expect((await person.call(safety).listSafetyReports(of(maya.id))).items).toEqual([])
    expect((await person.call(tutor).listChildConversations(of(maya.id))).items).toEqual([])
  }
  expect((await guard.call(safety).listSafetyCases()).items.length).toBeGreaterThan(0)
})

test('what Ben writes to Maya about it reaches none of them either', async () => {
  await app.db.deleteFrom('safety_reports').execute()
  const told = [...disclosures['by_friend']!, ...disclosures['by_name']!.slice(0, 8)]
  for (const text of told) {
    await app.db.deleteFrom('conversations').execute()
    await write(ben, await startConversation(ben, maya), text)
    for (const person of family) {
      const { items } = await person.call(messages).listConversationsOfLearner(of(maya.id))
      expect(items.map(({ last_message }) => last_message?.text ?? '')).not.toContain(text)
    }
  }
  const heard = await excerptsHeard()
  expect(told.filter((text) => !heard.has(text))).toEqual([])
})

test('what Maya writes elsewhere is heard as well, and stored nowhere that her family reads', async () => {
  await app.db.deleteFrom('safety_reports').execute()
  await askTutor(app, maya, await startTutorConversation(maya), 'My mum hits me')
  const event = { start: '2030-01-07T15:00:00Z', end: '2030-01-07T16:00:00Z', time_zone: 'UTC' }
  const quest_id = crypto.randomUUID()
  const elsewhere: [string, (text: string) => Promise<unknown>][] = [
    ['Mum hit me again', (title) => maya.call(calendar).addEvent({ body: { ...event, title } })],
    ['Mum punches me', (interests) => maya.call(profile).changeProfile({ body: { interests } })],
    [
      'Mum slaps me',
      (note) => maya.call(plan).propose({ ...of(maya.id), body: { quest_id, note } }),
    ],
    [
      'Mum beats me',
      (caption) =>
        maya.call(portfolio).changePortfolio({
          body: { items: [{ attempt_id: quest_id, audience: 'private', caption }] },
        }),
    ],
    [
      'mum kicks me',
      (text) => maya.call(portfolio).changePortfolio({ body: { slug: text.replaceAll(' ', '-') } }),
    ],
    ['mum whips me', (city) => maya.call(profile).changeProfile({ body: { city } })],
    [
      'mum chokes me',
      (label) => maya.call(portfolio).addPortfolioLink({ body: { label, days: 7 } }),
    ],
    ['mum burns me', (label) => maya.call(transcript).addShare({ body: { label, days: 7 } })],
  ]
  for (const [text, write] of elsewhere) {
    app.moveClock(1000)
    await expect(write(text)).rejects.toMatchObject({ status: 400, code: 'not_saved' })
  }
  const quotes = await app.db
    .selectFrom('safety_reports')
    .select(['quoted', 'held_back', 'reached'])
    .execute()
  expect(new Set(quotes.map(({ held_back, reached }) => `${held_back} ${reached}`))).toEqual(
    new Set(['true safeguarding']),
  )
  const said = JSON.stringify(quotes)
  for (const [text] of elsewhere) expect(said).toContain(text)
})
