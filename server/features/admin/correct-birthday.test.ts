import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { authoring } from '#contract/authoring'
import { calendar } from '#contract/calendar'
import { caseload } from '#contract/caseload'
import { consent } from '#contract/consent'
import { guardians } from '#contract/guardians'
import { messages } from '#contract/messages'
import { outsideWork } from '#contract/outside-work'
import { parents } from '#contract/parents'
import { people } from '#contract/people'
import { privacy } from '#contract/privacy'
import { profile } from '#contract/profile'
import { quests } from '#contract/quests'
import { transcript } from '#contract/transcript'
import { assignLearner } from '#features/advising'
import { revokeCredentials } from '#features/credentials'
import { eraseDue } from '#features/privacy'
import { createBadge } from '#testing/badge-builder'
import { agreeByMail } from '#testing/consent-builder'
import { eventually } from '#testing/eventually'
import { recordConsent } from '#testing/family-builder'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { befriend, startConversation, write } from '#testing/message-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { acceptAll } from '#testing/review-builder'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/start-app'

let sink: MailSink
let app: TestApp
let admin: Person
beforeAll(async () => {
  sink = await startMailSink()
  app = await startApp(mailingTo(sink))
  admin = await app.person({ role: 'admin' })
})
afterAll(async () => {
  await app.stop()
  await sink.stop()
})

const DAY = 24 * 3_600_000
const of = (id: string) => ({ params: { id } })
const correct = async ({ id }: Person, age: number) => {
  const body = { date_of_birth: app.birthdayAt(age), reason: 'The school has told us' }
  return admin.call(people).changePerson({ ...of(id), body })
}
const parent = () => app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
const statusOf = async ({ id }: Person) => (await admin.call(people).showPerson(of(id))).status
const setStatus = async ({ id }: Person, status?: 'suspended' | 'active') => {
  const body = { status, reason: 'The school has told us' }
  if (status) await admin.call(people).changePerson({ ...of(id), body: { ...body, status } })
}
const askedFor = ({ id }: Person) =>
  app.db
    .selectFrom('mailed_tokens')
    .select('email')
    .where('user_id', '=', id)
    .where('purpose', '=', 'consent')
    .execute()
const listOnRoster = ({ id }: Person, given: object, leftAt?: Date) =>
  app.db
    .insertInto('roster_people')
    .values({
      sourced_id: id,
      user_id: id,
      given: JSON.stringify(given),
      suspended_at: leftAt?.toISOString() ?? null,
    })
    .execute()
const reportsAbout = (id: string) =>
  app.db
    .selectFrom('safety_reports')
    .select(['category', 'held_back'])
    .where('learner_id', '=', id)
    .execute()

describe('somebody who turns out to be a minor', () => {
  test('has told of home meanwhile: it is heard, and kept from the family', async () => {
    const [child, friend] = [await app.person(), await app.person()]
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 100 }])
    await asLearner(child).start(id)
    await asLearner(child).submit(tasks[0]!, 'My dad hits me every night.')
    await befriend(app, child, friend)
    const talk = await startConversation(child, friend)
    await write(child, talk, 'Hello')
    await write(child, talk, 'My dad hits me every night.')
    expect(await reportsAbout(child.id)).toEqual([])

    await correct(child, 14)
    const heard = { category: 'abuse', held_back: true }
    await eventually(async () => {
      expect(await reportsAbout(child.id)).toEqual([heard, heard])
    })
    const father = await parent()
    await recordConsent(app, child, father, ['use', 'connections_and_messages'])
    const shown = await father.call(parents).parentDashboard(of(child.id))
    const params = { id: child.id, conversation_id: talk }
    const read = await father.call(messages).listMessagesOfLearner({ params })
    expect(JSON.stringify([shown.evidence, read.items])).not.toContain('hits me')
    expect(JSON.stringify(read.items)).toContain('Hello')
  })

  test('and told of home after a first call for help: neither is the family’s', async () => {
    const [child, friend] = [await app.person(), await app.person()]
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 100 }])
    await asLearner(child).start(id)
    await asLearner(child).submit(tasks[0]!, 'I want to kill myself')
    await befriend(app, child, friend)
    await write(child, await startConversation(child, friend), 'My dad hits me every night.')
    await correct(child, 14)
    await eventually(async () => {
      expect(await reportsAbout(child.id)).toHaveLength(2)
    })
    expect((await reportsAbout(child.id)).map(({ held_back }) => held_back)).toEqual([true, true])
  })

  test('has told of home in what they wrote about work outside, and in quests and tasks of their own', async () => {
    const child = await app.person()
    const said = 'My dad hits me every night.'
    await child.call(outsideWork).proposeOutsideWork({
      body: {
        kind: 'volunteering',
        title: 'Helper',
        organisation: 'The shelter',
        subject: 'arts',
        from_day: '2026-01-01',
        until_day: '2026-02-01',
        hours: 20,
        witness_name: 'Paula Winter',
        witness_role: 'Head',
        witness_email: 'paula@shelter.example',
        about: `I learned to stay calm. ${said}`,
      },
    })
    const task = { title: 'Train', pillar: 'practical_skills' as const, xp: 80 }
    const subjects = { science: 1 }
    const { id } = await child.call(authoring).writeQuestFor({
      ...of(child.id),
      body: {
        title: 'Boxing',
        description: said,
        estimated_hours: 3,
        tasks: [
          { ...task, subjects, instructions: said },
          { ...task, subjects, title: 'Run', instructions: 'Run a mile.' },
        ],
      },
    })
    const { id: other } = await createQuest(app.db, [{ pillar: 'creativity', xp: 100 }])
    await asLearner(child).start(other)
    const body = { title: 'Draw', instructions: said, pillar: 'creativity' as const, xp: 50 }
    await child.call(quests).addOwnTask({ ...of(other), body })

    await correct(child, 14)
    const again = await app.signIn(child.email)
    const shown = async () => [
      await again.call(outsideWork).listOutsideWork({ query: { learner_id: child.id } }),
      await again.call(quests).getQuest(of(id)),
      await again.call(quests).getQuest(of(other)),
    ]
    await eventually(async () => expect(JSON.stringify(await shown())).not.toContain('hits me'))
    expect(JSON.stringify(await shown())).toMatch(/The shelter[^]*Run a mile/)
    expect(await reportsAbout(child.id)).toEqual([{ category: 'abuse', held_back: true }])
    const quoted = await app.db
      .selectFrom('safety_reports')
      .select('quoted')
      .where('learner_id', '=', child.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(quoted)).toContain(`I learned to stay calm. ${said}`)
  })

  test('was asked by an adult for what no adult may ask of a child: safeguarding is told', async () => {
    const [child, coach] = [await app.person(), await app.person({ role: 'advisor' })]
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: coach.id, learnerId: child.id, since })
    const talk = await startConversation(coach, child)
    await write(coach, talk, 'Your essay is due on Friday.')
    await write(coach, talk, 'Send me a photo of you in your underwear, and do not tell your mum.')
    await correct(child, 14)
    await eventually(async () => {
      expect(await reportsAbout(child.id)).toEqual([{ category: 'grooming', held_back: true }])
    })
    // After a failure the job runs again.
    await app.runJob('screen-earlier-words', { learnerId: child.id })
    expect(await reportsAbout(child.id)).toHaveLength(1)
  })

  test('is named in public as minors are, by the codes of badges as well', async () => {
    const ada = await app.person({ firstName: 'Ada', lastName: 'Quux' })
    const each = { pillar: 'creativity' as const, xp: 100 }
    const { id, tasks } = await createQuest(app.db, [each, each])
    await createBadge(app.db, { tasks: 2 })
    await asLearner(ada).start(id)
    for (const task of tasks) await asLearner(ada).submit(task)
    const codes = await acceptAll(app.db, ada.id, {
      deciderId: (await app.person({ role: 'advisor' })).id,
      now: app.parts.clock(),
    })
    const [code] = codes.values()
    const show = async () => (await app.http.inject(`/api/credentials/${code}`)).body
    expect(await show()).toMatch(/Quux[^]*emailAddress|emailAddress[^]*Quux/)
    await correct(ada, 15)
    expect(await show()).toContain('Ada Q.')
    expect(await show()).not.toMatch(/Quux|emailAddress/)
  })

  test('has the same official transcript, in which a badge that was revoked since is revoked', async () => {
    const [ada, advisor] = [await app.person(), await app.person({ role: 'advisor' })]
    const each = { pillar: 'creativity' as const, xp: 100 }
    const { id, tasks } = await createQuest(app.db, [each, each])
    await createBadge(app.db, { tasks: 2 })
    await asLearner(ada).start(id)
    for (const task of tasks) await asLearner(ada).submit(task)
    const now = app.parts.clock()
    await acceptAll(app.db, ada.id, { deciderId: advisor.id, now })
    const { transcript: issued } = await admin.call(transcript).issueTranscript({
      body: { learner_id: ada.id, recipient: 'Northside College', rendering: 'courses' },
    })
    const shown = async () => {
      const { body } = await app.http.inject(`/api/verify/${issued.verify_code}`)
      return JSON.parse(body).details.achievements.map(
        (entry: { name: string; revoked: boolean }) => [entry.name, entry.revoked],
      )
    }
    expect(await shown()).toContainEqual(['A badge', false])
    const { id: badge } = await app.db
      .selectFrom('credentials')
      .select('id')
      .where('learner_id', '=', ada.id)
      .where('kind', '=', 'badge')
      .executeTakeFirstOrThrow()
    const later = new Date(now.getTime() + DAY)
    await revokeCredentials(app.db, [badge], 'A mistake.', later)
    const before = await shown()
    expect(before).toContainEqual(['A badge', true])
    await correct(ada, 15)
    expect(await shown()).toEqual(before)
  })
})

test('an author’s surname leaves the library once they turn out to be a minor, and returns with the right birthday', async () => {
  const [ada, reader] = [
    await app.person({ firstName: 'Ada', lastName: 'Quux' }),
    await app.person(),
  ]
  const { id } = await createQuest(app.db, [{ pillar: 'creativity', xp: 100 }])
  await app.db.updateTable('quests').set({ author_id: ada.id }).where('id', '=', id).execute()
  const author = async () => (await reader.call(quests).getQuest(of(id))).author
  expect(await author()).toBe('Ada Quux')
  await correct(ada, 15)
  expect(await author()).toBe('Ada Q.')
  await correct(ada, 26)
  expect(await author()).toBe('Ada Quux')
})

describe('somebody who turns out to be a child', () => {
  test('has no telephone number, address or photograph here, and no export with a guardian’s address', async () => {
    const [ada, mother] = [await app.person({ dateOfBirth: app.birthdayAt(15) }), await parent()]
    await recordConsent(app, ada, mother)
    const stored = {
      phone_number: '+1 555 123',
      address_line1: '12 Main Street',
      city: 'Springfield',
    }
    await ada.call(profile).changeProfile({ body: stored })
    await ada.call(privacy).requestExport()
    await correct(ada, 11)
    const again = await app.signIn(ada.email)
    const { phone_number, address_line1, city } = await again.call(profile).getProfile()
    expect([phone_number, address_line1, city].every((each) => !each)).toBe(true)
    expect((await again.call(privacy).listExports()).items).toEqual([])
  })

  test('waits for whoever decides, who is asked; at thirteen the account opens by itself', async () => {
    const [ada, mother] = [await app.person({ dateOfBirth: app.birthdayAt(15) }), await parent()]
    await recordConsent(app, ada, mother, ['publishing'])
    const soon = new Date(app.parts.clock().getTime() + 10 * DAY)
    const day = `${soon.getUTCFullYear() - 13}${soon.toISOString().slice(4, 10)}`
    const body = { date_of_birth: day, reason: 'The school has told us' }
    const waiting = await admin.call(people).changePerson({ ...of(ada.id), body })
    expect(waiting).toMatchObject({ status: 'pending_consent' })
    await sink.take(mother.email, /consent is needed/)
    app.moveClock(11 * DAY)
    await app.runJob('consent-age')
    admin = await app.signIn(admin.email)
    expect(await admin.call(people).showPerson(of(ada.id))).toMatchObject({ status: 'active' })
  })

  test('while suspended: whoever decides is asked once the suspension is lifted', async () => {
    const [ada, mother] = [await app.person({ dateOfBirth: app.birthdayAt(15) }), await parent()]
    await recordConsent(app, ada, mother, ['publishing'])
    const reason = 'The school has told us'
    const change = (body: object) => admin.call(people).changePerson({ ...of(ada.id), body })
    await change({ status: 'suspended', reason })
    await correct(ada, 11)
    expect(await change({ status: 'active', reason })).toMatchObject({ status: 'pending_consent' })
    await sink.take(mother.email, /consent is needed/)
  })

  test.each([
    ['in one step', []],
    ['while suspended', ['suspended', 'active']],
  ] as const)(
    'whom a roster lists waits without a date, and the guardian it names is asked: %s',
    async (how, [before, after]) => {
      const ada = await app.person({ dateOfBirth: app.birthdayAt(21) })
      const parent_email = `${how.replaceAll(' ', '-')}@home.example`
      await listOnRoster(ada, { parent_email })
      await setStatus(ada, before)
      await correct(ada, 10)
      await setStatus(ada, after)
      await sink.take(parent_email, /consent is needed/)
      app.moveClock(31 * DAY)
      await eraseDue(app.parts)
      admin = await app.signIn(admin.email)
      expect(await statusOf(ada)).toBe('pending_consent')
    },
  )

  test('and whom no roster lists: whoever is asked reads when everything is erased, however it comes to wait', async () => {
    const [ada, mother] = [await app.person({ dateOfBirth: app.birthdayAt(14) }), await parent()]
    await recordConsent(app, ada, mother, ['publishing'])
    const asked = async (email: string) => (await sink.take(email, /consent is needed/)).text ?? ''
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    const due = () => day.format(app.parts.clock().getTime() + 30 * DAY)
    const words = () => `everything in it will be erased on ${due()}`
    await correct(ada, 11)
    const first = await asked(mother.email)
    expect(first).toContain(words())
    expect(first).not.toContain('school')

    const cleo = await app.person({ dateOfBirth: app.birthdayAt(14) })
    await recordConsent(app, cleo, mother, ['publishing'])
    await setStatus(cleo, 'suspended')
    await correct(cleo, 11)
    await setStatus(cleo, 'active')
    expect(await asked(mother.email)).toContain(words())

    const ben = await app.person({ dateOfBirth: app.birthdayAt(14) })
    await ben.call(privacy).closeAccount({ body: { confirmation: ben.email, password: PASSWORD } })
    await correct(ben, 11)
    await (await app.signIn(ben.email)).call(privacy).restoreAccount()
    const named = `${ben.id}@home.example`
    const again = await app.signIn(ben.email)
    await again.call(consent).askOtherGuardian({ body: { parent_email: named } })
    expect(await asked(named)).toMatch(/gave your address[^]*everything in it will be erased on/)
  })

  test('and has left the school gets no open account at thirteen', async () => {
    const ada = await app.person({ dateOfBirth: app.birthdayAt(15) })
    await listOnRoster(ada, {}, app.parts.clock())
    await correct(ada, 12)
    await correct(ada, 14)
    expect(await statusOf(ada)).toBe('pending_consent')
  })

  test('and let a parent read along as a teenager: an admin names the parent, who is asked and then decides', async () => {
    const [ada, mother] = [await app.person({ dateOfBirth: app.birthdayAt(14) }), await parent()]
    const invitation = {
      email: mother.email,
      name: 'Mum',
      relation: 'mother',
      scopes: ['view' as const],
    }
    await ada.call(guardians).inviteGuardian({ ...of(ada.id), body: invitation })
    const token = tokenIn(linkIn(await sink.take(mother.email), /guardian/))
    await mother.call(guardians).acceptGuardianInvitation({ params: { token } })
    await correct(ada, 11)
    // Nobody is asked by itself: it may be anybody whom the child let in.
    expect(await askedFor(ada)).toEqual([])
    const body = { parent_email: mother.email }
    await admin.call(caseload).askChildsGuardian({ ...of(ada.id), body })
    await agreeByMail(app, sink, mother, ['use'])
    expect(await statusOf(ada)).toBe('active')
    await mother.call(consent).withdrawConsent({ ...of(ada.id), body: { scopes: ['use'] } })
    expect(await statusOf(ada)).toBe('pending_consent')
  })

  test('whom a guardian has stopped stays stopped at thirteen, also once that guardian has left', async () => {
    const day = app.birthdayAt(12)
    const [ada, mother] = [await app.person({ dateOfBirth: day }), await parent()]
    await recordConsent(app, ada, mother)
    await mother.call(consent).withdrawConsent({ ...of(ada.id), body: { scopes: ['use'] } })
    const link = await app.db
      .selectFrom('guardian_links')
      .select('id')
      .where('learner_id', '=', ada.id)
      .executeTakeFirstOrThrow()
    await mother.call(guardians).endGuardian({ params: { id: ada.id, guardian_id: link.id } })
    await correct(ada, 13)
    await app.runJob('consent-age')
    expect(await statusOf(ada)).toBe('pending_consent')
    await correct(ada, 20)
    expect(await statusOf(ada)).toBe('active')
  })

  test('has no link to the own calendar any more, and no export, also not at its address', async () => {
    const [ada, mother] = [await app.person({ dateOfBirth: app.birthdayAt(15) }), await parent()]
    await recordConsent(app, ada, mother)
    const { url } = await ada.call(calendar).makeFeed()
    const feed = async () => (await app.http.inject(new URL(url).pathname)).statusCode
    expect(await feed()).toBe(200)
    await ada.call(privacy).requestExport()
    const files = () =>
      app.db.selectFrom('exports').select('file_id').where('user_id', '=', ada.id).execute()
    await eventually(async () => expect((await files())[0]?.file_id).toEqual(expect.any(String)))
    const [made] = await files()
    await correct(ada, 12)
    const { headers } = await app.signIn(ada.email)
    const read = await app.http.inject({ url: `/api/files/${made!.file_id}`, headers })
    expect(read.statusCode).toBe(404)
    await correct(ada, 13)
    expect(await feed()).toBe(404)
  })
})

test('guardians of somebody who turns out to be an adult stay only if the learner keeps them', async () => {
  const [ada, mother] = [await app.person({ dateOfBirth: app.birthdayAt(15) }), await parent()]
  await recordConsent(app, ada, mother)
  await correct(ada, 20)
  expect((await sink.take(mother.email, /an adult/)).text).toContain('no longer see')
  await sink.take(ada.email, /an adult/)
  await expect(mother.call(parents).parentDashboard(of(ada.id))).rejects.toMatchObject({
    status: 404,
  })
  const again = await app.signIn(ada.email)
  const { guardians: links } = await again.call(guardians).listGuardians(of(ada.id))
  expect(links).toMatchObject([{ lapsed: true }])
  await again.call(guardians).keepGuardian({ params: { id: ada.id, guardian_id: links[0]!.id } })
  await (await app.signIn(mother.email)).call(parents).parentDashboard(of(ada.id))
})
