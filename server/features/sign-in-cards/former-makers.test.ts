import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { guardians } from '#contract/guardians'
import { notifications } from '#contract/notifications'
import { people } from '#contract/people'
import { signInCards } from '#contract/sign-in-cards'
import { assignLearner } from '#features/advising'
import { linkGuardian } from '#features/family'
import { eventually } from '#testing/eventually'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { PASSWORD as OLD_PASSWORD, type Person, startApp, type TestApp } from '#testing/start-app'

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

const changePassword = (person: Person) =>
  person.call(auth).changePassword({
    body: { current_password: OLD_PASSWORD, password: PASSWORD },
  })
const offer = (by: Person, child: Person, email: string, more: object = {}) =>
  by.call(signInCards).addAddress({ params: { id: child.id }, body: { email, ...more } })
const takeToken = async (email: string) => tokenIn(linkIn(await sink.take(email), /verify-email/))
const open = (token: string) => app.anyone.call(auth).verifyEmail({ body: { token } })

test.each([
  ['a new password', changePassword],
  [
    'a suspension, also once it is lifted,',
    async (maker: Person) => {
      await suspend(maker)
      await admin.call(people).changePerson({
        params: { id: maker.id },
        body: { status: 'active', reason: 'A test' },
      })
    },
  ],
] as const)(
  '%s of whoever made a password link or entered an address ends both: nobody sees a list of them',
  async (_, end) => {
    const child = await withoutAddress()
    const guardian = await newGuardianOf(child)
    const link = await passwordLink(guardian, child)
    const email = `${guardian.id}@thief.example`
    await offer(guardian, child, email)
    const token = await takeToken(email)
    await end(guardian)
    await expect(choosePassword(link)).rejects.toMatchObject(STALE)
    await expect(open(token)).rejects.toMatchObject(STALE)
  },
)

test('a guardian from whose account a card, a link or an address was made gets the email, too: somebody else may have been there', async () => {
  const child = await withoutAddress()
  const guardian = await newGuardianOf(child)
  await guardian.call(signInCards).makeCard({ params: { id: child.id } })
  await sink.take(guardian.email, /new sign-in card/)
  await passwordLink(guardian, child)
  await sink.take(guardian.email, /link for a new password/)
  const email = 'not-mias@elsewhere.example'
  await offer(guardian, child, email)
  await open(await takeToken(email))
  await sink.take(guardian.email, /now has an email address/)
  const { items } = await child.call(notifications).listNotifications()
  expect(items).toContainEqual(
    expect.objectContaining({ title: 'Your account now has an email address' }),
  )
})

test('a learner adds an address of their own with their password: a session left open is not enough', async () => {
  const teen = await withoutAddress(app.birthdayAt(15))
  const email = 'classmate@elsewhere.example'
  for (const more of [{}, { password: 'Not-the-right-1' }]) {
    await expect(offer(teen, teen, email, more)).rejects.toMatchObject({ status: 400 })
  }
  await offer(teen, teen, email, { password: OLD_PASSWORD })
  await open(await takeToken(email))
})

test('another guardian’s address is answered like any other, and gets no email', async () => {
  const child = await withoutAddress()
  const [guardian, other] = [await newGuardianOf(child), await newGuardianOf(child)]
  const answer = await offer(guardian, child, 'somebody@elsewhere.example')
  const [name, host] = other.email.split('@')
  for (const email of [other.email, `${name}+guess@${host}`])
    expect(await offer(guardian, child, email)).toEqual(answer)
  await expect(offer(guardian, child, guardian.email)).rejects.toMatchObject({ status: 400 })
  const issued = await app.db
    .selectFrom('mailed_tokens')
    .select('email')
    .where('user_id', '=', child.id)
    .where('email', '<>', 'somebody@elsewhere.example')
    .execute()
  expect(issued).toEqual([])
})

test('an address that is entered anew replaces the one before, which may belong to a stranger', async () => {
  const child = await withoutAddress()
  const guardian = await newGuardianOf(child)
  await offer(guardian, child, 'mai@elsewhere.example')
  const mistyped = await takeToken('mai@elsewhere.example')
  await offer(guardian, child, 'mia@elsewhere.example')
  await expect(open(mistyped)).rejects.toMatchObject(STALE)
  await open(await takeToken('mia@elsewhere.example'))
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

test('a password link that was handed over confirms no address that a school has listed since', async () => {
  const child = await withoutAddress()
  const token = await passwordLink(await newAdvisorOf(child), child)
  const email = `${child.id}@school.example`
  await app.db.updateTable('users').set({ email }).where('id', '=', child.id).execute()
  await choosePassword(token)
  const stored = await app.db
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', child.id)
    .executeTakeFirst()
  expect(stored).toEqual({ email, email_verified_at: null })
})
