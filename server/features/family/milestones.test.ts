import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { guardians } from '#contract/guardians'
import { notifications } from '#contract/notifications'
import { parents } from '#contract/parents'
import { people } from '#contract/people'
import { portfolio } from '#contract/portfolio'
import { profile } from '#contract/profile'
import { notifyMilestones } from '#features/family'
import { notifyPerson } from '#features/notifications'
import { verifiedParent } from '#testing/consent-builder'
import { recordConsent } from '#testing/family-builder'
import { mailingTo, type MailSink, startMailSink } from '#testing/mail-sink'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let sink: MailSink
let app: TestApp
beforeAll(async () => {
  sink = await startMailSink()
  app = await startApp(mailingTo(sink))
})
afterAll(async () => {
  await app.stop()
  await sink.stop()
})

const today = () => app.parts.clock().toISOString().slice(0, 10)

/** Creates a person whose birthday is today and who joined a year ago. */
const onBirthday = async (age: number, mother: Person) => {
  // Most years have no 29 February.
  const birthday = today().slice(4).replace('02-29', '02-28')
  const learner = await app.person({ dateOfBirth: app.birthdayAt(age - 1) })
  await recordConsent(app, learner, mother)
  const yearAgo = new Date(app.parts.clock().getTime() - 365 * 24 * 3_600_000).toISOString()
  await app.db
    .updateTable('users')
    .set({
      date_of_birth: `${Number(today().slice(0, 4)) - age}${birthday}`,
      created_at: yearAgo,
    })
    .where('id', '=', learner.id)
    .execute()
  await app.db
    .updateTable('guardian_links')
    .set({ since: yearAgo })
    .where('learner_id', '=', learner.id)
    .execute()
  return learner
}

const milestoneOf = async (learner: Person) => (await learner.call(guardians).showMilestone()).age

describe('at thirteen', () => {
  test('the learner decides about publishing at once, reads what is new once, and both are told', async () => {
    const mother = await verifiedParent(app)
    const learner = await onBirthday(13, mother)
    await learner.call(portfolio).changePortfolio({ body: { published: true } })
    expect(await milestoneOf(learner)).toBe(13)

    await notifyMilestones(app.parts)
    await notifyMilestones(app.parts)
    expect((await sink.take(learner.email)).text).toContain('/milestone')
    expect((await sink.take(mother.email)).subject).toContain('is thirteen')
    expect(sink.letters.filter(({ subject }) => subject?.includes('thirteen'))).toEqual([])

    await learner.call(guardians).seeMilestone()
    expect(await milestoneOf(learner)).toBeNull()
    expect(await mother.call(parents).listChildren()).toMatchObject({ children: [{}] })
  })

  test('nothing is told to a guardian who is suspended', async () => {
    const [mother, father] = [await verifiedParent(app), await verifiedParent(app, 'Elias')]
    const learner = await onBirthday(13, mother)
    await recordConsent(app, learner, father)
    const suspended = { status: 'suspended' }
    await app.db.updateTable('users').set(suspended).where('id', '=', father.id).execute()
    await notifyMilestones(app.parts)
    await sink.take(mother.email, /is thirteen/)
    expect(sink.letters.filter(({ to }) => to?.[0]?.address === father.email)).toEqual([])
  })

  test('each guardian reads once what changes for them', async () => {
    const mother = await verifiedParent(app)
    const learner = await onBirthday(13, mother)
    const milestones = async (by: Person) => (await by.call(guardians).listMilestones()).milestones
    const [milestone] = await milestones(mother)
    expect(milestone).toMatchObject({ learner_id: learner.id, age: 13, goes_on: true })

    const other = await verifiedParent(app, 'Elias')
    await other.call(guardians).readMilestone({ params: { id: milestone!.id } })
    expect(await milestones(other)).toEqual([])
    expect(await milestones(mother)).toHaveLength(1)
    for (let i = 0; i < 2; i += 1) {
      await mother.call(guardians).readMilestone({ params: { id: milestone!.id } })
    }
    expect(await milestones(mother)).toEqual([])
  })

  test('nothing waits for the day after, in years whose leap days make the count of days short', async () => {
    const mother = await verifiedParent(app)
    const learner = await onBirthday(13, mother)
    const { children } = await mother.call(parents).listChildren()
    expect(children).toMatchObject([{ id: learner.id, under_13: false }])
    const body = { phone_number: '+46 8 123' }
    expect(await learner.call(profile).changeProfile({ body })).toMatchObject(body)
  })

  test('who joins later has nothing that changes', async () => {
    expect(await milestoneOf(await app.person({ dateOfBirth: app.birthdayAt(14) }))).toBeNull()
  })
})

describe('at eighteen', () => {
  test('who was born on 29 February is of age on 1 March, and a link of the day before ends then', async () => {
    const [mother, father] = [await verifiedParent(app), await verifiedParent(app, 'Elias')]
    const learner = await app.person({ dateOfBirth: '2004-02-29' })
    for (const [guardian, since] of [
      [mother, '2022-02-28'],
      [father, '2022-03-01'],
    ] as const) {
      await recordConsent(app, learner, guardian)
      await app.db
        .updateTable('guardian_links')
        .set({ since: `${since}T12:00:00.000Z` })
        .where('guardian_email', '=', guardian.email)
        .execute()
    }
    const children = async (by: Person) => (await by.call(parents).listChildren()).children
    expect(await children(mother)).toEqual([])
    expect(await children(father)).toMatchObject([{ id: learner.id }])
  })

  test('links end with the day, whether a job has run or not, and the learner lets go on whom they choose', async () => {
    const [mother, father] = [await verifiedParent(app), await verifiedParent(app, 'Elias')]
    const learner = await onBirthday(18, mother)
    await recordConsent(app, learner, father)
    await app.db
      .updateTable('guardian_links')
      .set({ since: '2020-01-01T00:00:00.000Z' })
      .where('learner_id', '=', learner.id)
      .execute()
    const read = (by: Person) => by.call(parents).parentDashboard({ params: { id: learner.id } })
    for (const guardian of [mother, father]) {
      await expect(read(guardian)).rejects.toMatchObject({ status: 404 })
      expect((await guardian.call(parents).listChildren()).children).toEqual([])
    }
    for (const guardian of [mother, father]) {
      const notice = { category: 'family', title: 'Work was read', path: '/parent' } as const
      const about = { personId: guardian.id, aboutId: learner.id }
      await notifyPerson(app.db, { ...notice, ...about }, app.parts.clock())
    }
    await notifyMilestones(app.parts)
    for (const guardian of [mother, father]) {
      expect((await guardian.call(notifications).listNotifications()).items).toEqual([])
    }
    expect((await sink.take(mother.email, /an adult/)).text).toContain('no longer see')
    expect((await sink.take(learner.email, /an adult/)).text).toContain('/milestone')

    const { guardians: links } = await learner
      .call(guardians)
      .listGuardians({ params: { id: learner.id } })
    expect(links.map(({ lapsed }) => lapsed)).toEqual([true, true])
    const link = links.find(({ email }) => email === mother.email)!
    const goesOn = async (by: Person) =>
      (await by.call(guardians).listMilestones()).milestones.map((each) => each.goes_on)
    expect(await goesOn(mother)).toEqual([false])
    await learner.call(guardians).keepGuardian({ params: { id: learner.id, guardian_id: link.id } })
    await read(mother)
    expect(await goesOn(mother)).toEqual([true])
    expect(await goesOn(father)).toEqual([false])
    await expect(read(father)).rejects.toMatchObject({ status: 404 })
    // Guardians cannot extend their own link.
    await expect(
      father.call(guardians).keepGuardian({ params: { id: learner.id, guardian_id: link.id } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('a learner is told when a guardian goes on: a parent may sit at their open laptop', async () => {
    const learner = await onBirthday(18, await verifiedParent(app))
    const params = { id: learner.id }
    const [link] = (await learner.call(guardians).listGuardians({ params })).guardians
    await learner.call(guardians).keepGuardian({ params: { ...params, guardian_id: link!.id } })
    expect((await sink.take(learner.email, /new guardian/)).html).toContain(link!.name)
    const [told] = (await learner.call(notifications).listNotifications()).items
    expect(told).toMatchObject({ title: `${link!.name} is now your guardian on this site` })
  })

  test('a learner who reads what is new before the job runs has it told to their guardians', async () => {
    const mother = await verifiedParent(app)
    const learner = await onBirthday(18, mother)
    const notice = { category: 'family', title: 'Work was read', path: '/parent' } as const
    const about = { personId: mother.id, aboutId: learner.id }
    await notifyPerson(app.db, { ...notice, ...about }, app.parts.clock())
    await learner.call(guardians).seeMilestone()
    await notifyMilestones(app.parts)
    expect(await milestoneOf(learner)).toBeNull()
    expect((await sink.take(mother.email, /an adult/)).text).toContain('no longer see')
    expect((await mother.call(notifications).listNotifications()).items).toEqual([])
  })

  test('whom the learner lets in is told to no guardian whom they keep', async () => {
    const mother = await verifiedParent(app)
    const learner = await onBirthday(18, mother)
    const params = { id: learner.id }
    const [link] = (await learner.call(guardians).listGuardians({ params })).guardians
    await learner.call(guardians).keepGuardian({ params: { ...params, guardian_id: link!.id } })
    const friend = await verifiedParent(app, 'Elias')
    const scopes = ['view' as const]
    const { code } = await learner.call(guardians).makePairingCode({ params, body: { scopes } })
    await friend.call(guardians).redeemPairingCode({ body: { code } })
    expect((await learner.call(notifications).listNotifications()).items).toHaveLength(2)
    expect((await mother.call(notifications).listNotifications()).items).toEqual([])
  })

  test('a guardian whom the learner keeps passes the access on to nobody', async () => {
    const mother = await verifiedParent(app)
    const learner = await onBirthday(18, mother)
    const { guardians: links } = await learner
      .call(guardians)
      .listGuardians({ params: { id: learner.id } })
    const params = { id: learner.id }
    await learner.call(guardians).keepGuardian({ params: { ...params, guardian_id: links[0]!.id } })
    await mother.call(parents).parentDashboard({ params })
    const scopes = ['view' as const]
    const body = { email: 'stepfather@example.org', relation: 'Father', scopes }
    await expect(mother.call(guardians).inviteGuardian({ params, body })).rejects.toMatchObject({
      status: 404,
    })
    await expect(
      mother.call(guardians).makePairingCode({ params, body: { scopes } }),
    ).rejects.toMatchObject({ status: 404 })
    await learner.call(guardians).inviteGuardian({ params, body })
  })

  test('a wrong one that an admin corrects keeps nobody, and the right one is told', async () => {
    const mother = await verifiedParent(app)
    const learner = await onBirthday(18, mother)
    const params = { id: learner.id }
    await notifyMilestones(app.parts)
    await sink.take(mother.email, /an adult/)
    const [link] = (await learner.call(guardians).listGuardians({ params })).guardians
    await learner.call(guardians).keepGuardian({ params: { ...params, guardian_id: link!.id } })
    await sink.take(learner.email, /new guardian/)
    const admin = await app.person({ role: 'admin' })
    const correct = async (age: number) => {
      const body = { date_of_birth: app.birthdayAt(age), reason: 'The school was a year off' }
      await admin.call(people).changePerson({ params, body })
    }
    await correct(17)
    await correct(18)
    await notifyMilestones(app.parts)
    expect((await sink.take(mother.email, /an adult/)).text).toContain('no longer see')
    await expect(mother.call(parents).parentDashboard({ params })).rejects.toMatchObject({
      status: 404,
    })
  })
})
