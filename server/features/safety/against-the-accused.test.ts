import { afterAll, beforeAll, expect, test } from 'vitest'

import { advising } from '#contract/advising'
import { consent } from '#contract/consent'
import { files } from '#contract/files'
import { messages } from '#contract/messages'
import { parents } from '#contract/parents'
import { people } from '#contract/people'
import { privacy } from '#contract/privacy'
import { quests } from '#contract/quests'
import { reviews } from '#contract/reviews'
import { safety } from '#contract/safety'
import { assignLearner } from '#features/advising'
import { eraseDue } from '#features/privacy'
import { recordConsent } from '#testing/family-builder'
import { befriend, startConversation, write } from '#testing/message-builder'
import { asLearner, createQuest, words } from '#testing/quest-builder'
import { fileForm } from '#testing/sample-files'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let admin: Person
let quest: Awaited<ReturnType<typeof createQuest>>
let safeguard: Person
beforeAll(async () => {
  app = await startApp({ poolSize: 3, work: true, env: { UNDO_SECONDS: '0' } })
  quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 100 }])
  admin = await app.person({ role: 'admin' })
  safeguard = await makeSafeguard('educator')
})
afterAll(() => app.stop())

const of = (id: string) => ({ params: { id } })
const DAY = 24 * 3_600_000

const makeSafeguard = async (role: 'educator' | 'admin' | 'advisor') => {
  const person = await app.person({ role })
  await admin.call(safety).nameSafeguard({ ...of(person.id), body: { safeguarding: true } })
  return person
}
const makeFamily = async ({ age = 10, role = 'parent' as 'parent' | 'advisor' | 'admin' } = {}) => {
  const child = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(age) })
  const mother = await app.person({ firstName: 'Brenda', role, dateOfBirth: '1985-04-02' })
  const advisor = await app.person({ role: 'advisor' })
  await recordConsent(app, child, mother, ['use', 'connections_and_messages', 'tutor'])
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
  await asLearner(child).start(quest.id)
  return { child, mother, advisor }
}
const [task] = [() => quest.tasks[0]!]
const disclose = async (child: Person) => {
  const body = { ...words('My garden in spring.'), reflection: 'Brenda hits me when I cry.' }
  const { attempt } = await child.call(quests).submitTask({ ...of(task()), body })
  return attempt
}
const casesOf = async (child: Person, reader = safeguard) =>
  (await reader.call(safety).listSafetyCases({ query: { limit: 100 } })).items.filter(
    ({ learner }) => learner.id === child.id,
  )

test.each(['advisor', 'admin'] as const)(
  'an %s opens no work of their own child in the staff area: what is held back is not shown there',
  async (role) => {
    const { child, mother, advisor } = await makeFamily({ role })
    const withheld = await disclose(child)
    await advisor.call(reviews).claimReview(of(withheld.id))
    const decision = { decision: 'returned' as const, comment: 'Please come and see me today.' }
    await advisor.call(reviews).decide({ ...of(withheld.id), body: decision })
    const { attempt } = await asLearner(child).submit(task(), 'Tulips need cold winters.')
    const area = mother.call(advising)
    for (const read of [
      () => mother.call(reviews).getReview({ ...of(withheld.id), query: {} }),
      () => mother.call(reviews).getReview({ ...of(attempt.id), query: {} }),
      () => area.getLearner(of(child.id)),
      () => area.getLearnerEvidence({ ...of(child.id), query: { subject: 'arts' } }),
      () => area.getLearnerBadges(of(child.id)),
    ])
      await expect(read()).rejects.toMatchObject({ status: role === 'admin' ? 403 : 404 })
  },
)

test.each(['stopped', 'closed', 'suspended'] as const)(
  'a report of a child whose account is %s stays open to those named for safeguarding',
  async (state) => {
    const { child, mother } = await makeFamily({ age: state === 'closed' ? 14 : 10 })
    await disclose(child)
    if (state === 'stopped')
      await mother.call(consent).withdrawConsent({ ...of(child.id), body: { scopes: ['use'] } })
    if (state === 'closed')
      await child
        .call(privacy)
        .closeAccount({ body: { confirmation: child.email, password: PASSWORD } })
    if (state === 'suspended')
      await admin
        .call(people)
        .changePerson({ ...of(child.id), body: { status: 'suspended', reason: 'A test' } })
    const [found] = await casesOf(child)
    const report = await safeguard.call(safety).openSafetyReport(of(found!.id))
    expect(report.quoted?.messages[0]?.text).toContain('Brenda hits me')
    const change = { ...of(found!.id), body: { state: 'seen' as const } }
    await safeguard.call(safety).changeSafetyReport(change)
    for (const other of [mother, admin])
      await expect(other.call(safety).openSafetyReport(of(found!.id))).rejects.toMatchObject({
        status: 404,
      })
  },
)

test.each(['admin', 'advisor'] as const)(
  'an %s who is named for safeguarding opens the files that a report quotes',
  async (role) => {
    const { child } = await makeFamily({ age: 15 })
    const friend = await app.person({ dateOfBirth: app.birthdayAt(15) })
    await befriend(app, child, friend)
    const thread = await startConversation(child, friend)
    const { id: file } = await child
      .call(files)
      .uploadFile({ form: fileForm('Not today', 'note.txt') })
    const { id } = await write(child, thread, 'Look at this', [file])
    await friend.call(messages).reportMessage({ ...of(id), body: { reason: 'unsafe' } })
    const reader = await makeSafeguard(role)
    if (role === 'advisor') {
      const since = app.parts.clock()
      await assignLearner(app.db, { advisorId: reader.id, learnerId: friend.id, since })
    }
    const [found] = await casesOf(friend, reader)
    const report = await reader.call(safety).openSafetyReport(of(found!.id))
    expect(report.quoted?.messages.flatMap((each) => each.files.map((one) => one.id))).toEqual([
      file,
    ])
    const opened = await app.http.inject({ url: `/api/files/${file}`, headers: reader.headers })
    expect(opened.statusCode).toBe(200)
  },
)

test.each([
  'my dad had sex with me',
  'my stepdad makes me have sex with him',
  'he forced me to suck his dick',
  'my uncle sent me nudes',
  'my stepdad talks about sex with me',
])('work in which a child says “%s” reaches safeguarding, and none of its family', async (told) => {
  const { child, mother } = await makeFamily()
  await asLearner(child).submit(task(), `Tulips need cold winters. ${told}. Whom can I tell?`)
  expect((await casesOf(child)).length).toBeGreaterThan(0)
  const home = mother.call(parents)
  const pages = [
    await home.parentDashboard({ ...of(child.id), query: {} }),
    await home.listWork({ ...of(child.id), query: {} }),
    await mother.call(safety).listSafetyReports(of(child.id)),
  ]
  expect(JSON.stringify(pages)).not.toContain(told)
})

test('who has left the staff and comes back opens no reports until an admin names them again', async () => {
  const { child } = await makeFamily()
  await disclose(child)
  const { id, email } = await makeSafeguard('educator')
  for (const role of ['parent', 'advisor'] as const)
    await admin.call(people).changePerson({ ...of(id), body: { role } })
  const back = await app.signIn(email)
  expect(await casesOf(child, back)).toEqual([])
  const { staff } = await admin.call(safety).listSafeguards()
  expect(staff.find((each) => each.id === id)).toMatchObject({ safeguarding: false })
})

test('the family of whoever wrote it does not close what a person has reported: staff still hear of it', async () => {
  const { child, mother, advisor } = await makeFamily({ age: 15 })
  const { id } = await write(
    child,
    await startConversation(child, advisor),
    'Your lessons are so stupid',
  )
  await advisor.call(messages).reportMessage({ ...of(id), body: { reason: 'bullying' } })
  const [report] = (await mother.call(safety).listSafetyReports(of(child.id))).items
  for (const state of ['seen', 'acted'] as const)
    await expect(
      mother.call(safety).changeSafetyReport({ ...of(report!.id), body: { state } }),
    ).rejects.toMatchObject({ status: 403 })
  expect(await casesOf(child)).toMatchObject([{ id: report!.id, state: 'new' }])
})

test('a child whose guardian has withdrawn the consent is not erased while a report is open', async () => {
  const { child, mother } = await makeFamily()
  await disclose(child)
  await mother.call(consent).withdrawConsent({ ...of(child.id), body: { scopes: ['use'] } })
  app.moveClock(31 * DAY)
  const later = await app.signIn(safeguard.email)
  await eraseDue(app.parts)
  const [found] = await casesOf(child, later)
  const seen = await (await app.signIn(mother.email)).call(parents).listChildren()
  expect(seen.children).toEqual([])
  await later.call(safety).changeSafetyReport({ ...of(found!.id), body: { state: 'acted' } })
  expect(await eraseDue(app.parts)).toBe(1)
  expect(await casesOf(child, later)).toEqual([])
})
