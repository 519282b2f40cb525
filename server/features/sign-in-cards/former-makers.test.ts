import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { guardians } from '#contract/guardians'
import { people } from '#contract/people'
import { signInCards } from '#contract/sign-in-cards'
import { assignLearner } from '#features/advising'
import { linkGuardian } from '#features/family'
import { eventually } from '#testing/eventually'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { type Person, startApp, type TestApp } from '#testing/start-app'

const DAY = 24 * 3_600_000
const PASSWORD = 'A-new-Secret-9'

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

let names = 1000
const withoutAddress = async (dateOfBirth = app.birthdayAt(8)) => {
  const child = await app.person({ firstName: 'Mia', dateOfBirth })
  names += 1
  await app.db
    .updateTable('users')
    .set({ email: null, email_verified_at: null, sign_in_name: `mia${names}` })
    .where('id', '=', child.id)
    .execute()
  return child
}
const newAdvisorOf = async (learner: Person) => {
  const advisor = await app.person({ role: 'advisor' })
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: learner.id, since })
  return advisor
}
const newGuardianOf = async (child: Person) => {
  const guardian = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const { email } = guardian
  const link = { learnerId: child.id, email, name: 'Ingrid Lindqvist' }
  await linkGuardian(app.db, { ...link, origin: 'invitation', now: app.parts.clock() })
  return guardian
}
const suspend = (person: Person) =>
  admin.call(people).changePerson({
    params: { id: person.id },
    body: { status: 'suspended', reason: 'A test' },
  })
const passwordLink = async (maker: Person, child: Person) => {
  const { url } = await maker.call(signInCards).makePasswordLink({ params: { id: child.id } })
  return tokenIn(url)
}
const choosePassword = (token: string) =>
  app.anyone.call(auth).resetPassword({ body: { token, password: PASSWORD } })
const STALE = { status: 400 }

test('a password link ends with the suspension of the teacher who made it', async () => {
  const child = await withoutAddress()
  const advisor = await newAdvisorOf(child)
  const token = await passwordLink(advisor, child)
  await suspend(advisor)
  await expect(choosePassword(token)).rejects.toMatchObject(STALE)
})

test('a password link of an admin ends when they are none any more', async () => {
  const child = await withoutAddress()
  const former = await app.person({ role: 'admin' })
  const token = await passwordLink(former, child)
  await admin
    .call(people)
    .changePerson({ params: { id: former.id }, body: { role: 'parent', reason: 'A test' } })
  await expect(choosePassword(token)).rejects.toMatchObject(STALE)
})

test('an address that a guardian entered is not added once they decide nothing for the child any more', async () => {
  for (const how of ['narrowed', 'suspended'] as const) {
    const child = await withoutAddress()
    const guardian = await newGuardianOf(child)
    const email = `${how}-mailbox@elsewhere.example`
    await guardian.call(signInCards).addAddress({ params: { id: child.id }, body: { email } })
    const token = tokenIn(linkIn(await sink.take(email), /verify-email/))
    if (how === 'suspended') await suspend(guardian)
    else {
      const { id: guardian_id } = await app.db
        .selectFrom('guardian_links')
        .select('id')
        .where('learner_id', '=', child.id)
        .executeTakeFirstOrThrow()
      await admin.call(guardians).overrideGuardian({
        params: { id: child.id, guardian_id },
        body: { scopes: ['view'], reason: 'A court order' },
      })
    }
    await expect(app.anyone.call(auth).verifyEmail({ body: { token } }), how).rejects.toMatchObject(
      STALE,
    )
    const account = await app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', child.id)
      .executeTakeFirstOrThrow()
    expect(account.email, how).toBeNull()
  }
})

test('an address that a guardian entered is added while they decide, and once only', async () => {
  const child = await withoutAddress()
  const guardian = await newGuardianOf(child)
  const email = 'mias-own@elsewhere.example'
  await guardian.call(signInCards).addAddress({ params: { id: child.id }, body: { email } })
  const token = tokenIn(linkIn(await sink.take(email), /verify-email/))
  await app.anyone.call(auth).verifyEmail({ body: { token } })
  await app.anyone.call(auth).verifyEmail({ body: { token } })
  expect(await admin.call(signInCards).showSignIn({ params: { id: child.id } })).toMatchObject({
    has_address: true,
  })
})

test('an address that a guardian has added is told to the other guardians who decide, like a card', async () => {
  const child = await withoutAddress()
  const [father, mother] = [await newGuardianOf(child), await newGuardianOf(child)]
  const email = 'fathers-second@elsewhere.example'
  await father.call(signInCards).addAddress({ params: { id: child.id }, body: { email } })
  const token = tokenIn(linkIn(await sink.take(email), /verify-email/))
  await app.anyone.call(auth).verifyEmail({ body: { token } })
  expect((await sink.take(mother.email, /now has an email address/)).text).toContain(
    'sign in as Mia',
  )
})

test('sessions by card end with the suspension of the card’s maker, and when an admin is none any more', async () => {
  const former = await app.person({ role: 'admin' })
  const [first, second] = [await withoutAddress(), await withoutAddress()]
  const advisor = await newAdvisorOf(first)
  for (const [maker, child, end] of [
    [advisor, first, () => suspend(advisor)],
    [
      former,
      second,
      () =>
        admin
          .call(people)
          .changePerson({ params: { id: former.id }, body: { role: 'parent', reason: 'A test' } }),
    ],
  ] as const) {
    const { url } = await maker.call(signInCards).makeCard({ params: { id: child.id } })
    const card = new URL(url).hash.slice(1)
    const { app_access_token } = await app.anyone.call(signInCards).signInByCard({ body: { card } })
    const mia = app.visitor({ authorization: `Bearer ${app_access_token}` })
    expect(await mia.call(auth).me()).toMatchObject({ by_card: true })
    await end()
    // Nodes hear of it by a notification of the database.
    await eventually(() => expect(mia.call(auth).me()).rejects.toMatchObject({ status: 401 }))
  }
})

test('a guardian’s password link ends when the child turns 13, and the teacher’s goes on', async () => {
  const soon = new Date(app.parts.clock().getTime() + 2 * DAY).toISOString()
  const born = `${Number(soon.slice(0, 4)) - 13}${soon.slice(4, 10)}`
  const child = await withoutAddress(born)
  const token = await passwordLink(await newGuardianOf(child), child)
  const other = await withoutAddress(born)
  const kept = await passwordLink(await newAdvisorOf(other), other)
  app.moveClock(3 * DAY)
  await expect(choosePassword(token)).rejects.toMatchObject(STALE)
  await choosePassword(kept)
})
