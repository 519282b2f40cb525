import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { caseload } from '#contract/caseload'
import { people } from '#contract/people'
import { signInCards } from '#contract/sign-in-cards'
import { agreeByMail, consentToken } from '#testing/consent-builder'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { PASSWORD, startApp, type TestApp } from '#testing/start-app'

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

const newChild = (given = {}) => ({
  first_name: 'Zoë',
  last_name: 'Berg',
  date_of_birth: app.birthdayAt(7),
  parent_email: `${randomUUID()}@home.example`,
  ...given,
})

test('an advisor creates a child’s account without an address; it opens once a guardian consents by mail, and then gets a card', async () => {
  const advisor = await app.person({ role: 'advisor' })
  const body = newChild()
  const { id, sign_in_name } = await advisor.call(caseload).createChild({ body })
  expect(sign_in_name).toMatch(/^zoe\d{4}$/)
  const stored = await app.db.selectFrom('users').selectAll().where('id', '=', id).execute()
  expect(stored).toMatchObject([{ email: null, status: 'pending_consent' }])

  const params = { id }
  await expect(advisor.call(signInCards).makeCard({ params })).rejects.toMatchObject({
    status: 404,
  })
  await expect(advisor.call(signInCards).makePasswordLink({ params })).rejects.toMatchObject({
    status: 404,
  })
  const { items } = await advisor.call(signInCards).listCards()
  expect(items).toMatchObject([{ id, waits: true, has_address: false, card: null }])

  await agreeByMail(app, sink, { email: body.parent_email }, ['use'])
  const { url } = await advisor.call(signInCards).makeCard({ params })
  const card = new URL(url).hash.slice(1)
  const { user } = await app.anyone.call(signInCards).signInByCard({ body: { card } })
  expect(user).toMatchObject({ id, status: 'active', sign_in_name })
  expect((await sink.take(body.parent_email, /sign-in card/)).text).toContain('end it at once')
})

test('the email to the guardian says that the school gave the address, and a mistyped address is replaced', async () => {
  const advisor = await app.person({ role: 'advisor' })
  const body = newChild()
  const { id } = await advisor.call(caseload).createChild({ body })
  const first = await sink.take(body.parent_email)
  expect(first.text).toContain('school uses Lodestar and gave us your address')
  const right = `${randomUUID()}@home.example`
  const params = { id }
  const change = { params, body: { parent_email: right } }
  await expect(
    (await app.person({ role: 'advisor' })).call(caseload).askChildsGuardian(change),
  ).rejects.toMatchObject({ status: 404 })
  await advisor.call(caseload).askChildsGuardian(change)
  await agreeByMail(app, sink, { email: right }, ['use'])
  const answer = await app.http.inject(`/api/consent/${consentToken(first)}`)
  expect(answer.statusCode).toBe(404)
})

test('staff neither consent in place of a guardian, nor create accounts of learners from 13 on', async () => {
  const advisor = await app.person({ role: 'advisor' })
  const create = (given: object) => advisor.call(caseload).createChild({ body: newChild(given) })
  await expect(
    create({ parent_email: advisor.email.replace('@', '+home@') }),
  ).rejects.toMatchObject({ status: 400, fields: { parent_email: expect.any(String) } })
  await expect(create({ date_of_birth: app.birthdayAt(13) })).rejects.toMatchObject({
    status: 400,
    fields: { date_of_birth: expect.any(String) },
  })
  await expect(create({ first_name: 'https://evil.example' })).rejects.toMatchObject({
    status: 400,
  })
  const parent = await app.person({ role: 'parent' })
  await expect(parent.call(caseload).createChild({ body: newChild() })).rejects.toMatchObject({
    status: 403,
  })
})

test('sign-in names are readable, and different for children of the same name', async () => {
  const admin = await app.person({ role: 'admin' })
  const names = []
  for (const first_name of ['Søren', '李', 'Maximilian-Alexander', 'Mia', 'Mia']) {
    names.push(
      (await admin.call(caseload).createChild({ body: newChild({ first_name }) })).sign_in_name,
    )
  }
  expect(names.map((name) => name.replace(/\d+$/, ''))).toEqual([
    'soren',
    'learner',
    'maximilianal',
    'mia',
    'mia',
  ])
  expect(new Set(names).size).toBe(5)
  const { items } = await admin.call(people).listPeople({ query: { search: names[0]! } })
  expect(items).toMatchObject([{ first_name: 'Søren', email: null, sign_in_name: names[0] }])
})

test('a guardian adds the child’s own address later: it counts once the mail is confirmed, and resets the password from then on', async () => {
  const parent = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const advisor = await app.person({ role: 'advisor' })
  const body = newChild({ parent_email: parent.email })
  const { id } = await advisor.call(caseload).createChild({ body })
  await agreeByMail(app, sink, parent, ['use'])
  const params = { id }
  const add = (by: typeof parent, email: string) =>
    by.call(signInCards).addAddress({ params, body: { email } })

  const own = `${randomUUID()}@home.example`
  await expect(add(advisor, own)).rejects.toMatchObject({ status: 404 })
  await expect(add(parent, parent.email)).rejects.toMatchObject({ status: 400 })
  // An address that has an account gets the same reply, and no email.
  const { message } = await add(parent, advisor.email)
  expect((await add(parent, own)).message).toBe(message)
  const token = tokenIn(linkIn(await sink.take(own, /Add this address/), /verify-email/))
  const emailOf = async () =>
    (await app.db.selectFrom('users').select('email').where('id', '=', id).execute())[0]?.email
  expect(await emailOf()).toBe(null)
  await app.anyone.call(auth).verifyEmail({ body: { token } })
  await app.anyone.call(auth).verifyEmail({ body: { token } })
  expect(await emailOf()).toBe(own)
  await expect(add(parent, `${randomUUID()}@home.example`)).rejects.toMatchObject({ status: 409 })

  await app.anyone.call(auth).forgotPassword({ body: { email: own } })
  const reset = tokenIn(linkIn(await sink.take(own, /new password/), /reset-password/))
  await app.anyone.call(auth).resetPassword({ body: { token: reset, password: PASSWORD } })
  expect(await (await app.signIn(own)).call(auth).me()).toMatchObject({ id, email: own })
  expect(sink.letters.filter(({ to }) => to?.[0]?.address === advisor.email)).toEqual([])
})
