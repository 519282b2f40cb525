import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { profile } from '#contract/profile'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { registration, startApp, type TestApp } from '#testing/start-app'

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

const call = () => app.anyone.call(auth)
const register = async (visitor: ReturnType<typeof call>) => {
  const body = registration()
  await visitor.register({ body })
  return body.email
}
const siteLinkIn = (mail: Email) =>
  linkIn(mail, /^http:\/\/lodestar\.test\/(verify-email|reset-password)/)

test('a new account gets a link that confirms its address, however often it is opened', async () => {
  const email = await register(call())
  const mail = await sink.take(email)
  expect(mail.subject).toBe('Confirm your email address for Lodestar')
  const link = siteLinkIn(mail)
  expect(link).toMatch(/\/verify-email\?token=[\w-]{43}$/)
  expect(mail.html).toContain(link)

  const ada = await app.signIn(email)
  await expect(ada.call(profile).getProfile()).rejects.toMatchObject({ status: 403 })
  await call().verifyEmail({ body: { token: tokenIn(link) } })
  await call().verifyEmail({ body: { token: tokenIn(link) } })
  expect(await ada.call(auth).me()).toMatchObject({ email_verified: true })
  await ada.call(profile).getProfile()
})

test('asking for the confirmation again sends a new link, and the old one still works', async () => {
  const email = await register(call())
  const first = tokenIn(siteLinkIn(await sink.take(email)))
  await call().resendVerification({ body: { email } })
  const second = tokenIn(siteLinkIn(await sink.take(email)))
  await call().verifyEmail({ body: { token: first } })
  await call().verifyEmail({ body: { token: second } })
})

test('a confirmation link works for 48 hours', async () => {
  const late = await startApp(mailingTo(sink))
  const visitor = late.anyone.call(auth)
  const email = await register(visitor)
  const token = tokenIn(siteLinkIn(await sink.take(email)))
  late.moveClock(48 * 3_600_000 + 1000)
  await expect(visitor.verifyEmail({ body: { token } })).rejects.toMatchObject({ status: 400 })
  await late.stop()
})

test('a forgotten password is replaced by a link that works once and ends every session', async () => {
  const ada = await app.person()
  await call().forgotPassword({ body: { email: ada.email.toUpperCase() } })
  const link = siteLinkIn(await sink.take(ada.email))
  expect(link).toMatch(/\/reset-password\?token=[\w-]{43}$/)
  const body = { token: tokenIn(link), password: 'Quite-another-1!' }

  await call().resetPassword({ body })
  await expect(ada.call(auth).me()).rejects.toMatchObject({ status: 401 })
  await expect(app.signIn(ada.email)).rejects.toMatchObject({ status: 401 })
  await app.signIn(ada.email, body.password)
  await expect(call().resetPassword({ body })).rejects.toMatchObject({ status: 400 })
  expect((await sink.take(ada.email)).subject).toBe('Your Lodestar password was changed')
})

const askForReset = async (email: string) => {
  await call().forgotPassword({ body: { email } })
  return tokenIn(siteLinkIn(await sink.take(email)))
}
const stale = { status: 400, message: expect.stringContaining('expired') }

test('a stranger who asks for reset links does not spoil the one that the owner asked for; with its use all others end', async () => {
  const ada = await app.person()
  const own = await askForReset(ada.email)
  const others: string[] = []
  while (others.length < 7) {
    app.moveClock(1000)
    others.push(await askForReset(ada.email))
  }
  await call().resetPassword({ body: { token: own, password: 'Quite-another-1!' } })
  for (const token of others) {
    const body = { token, password: 'Yet-another-pw-2!' }
    await expect(call().resetPassword({ body })).rejects.toMatchObject(stale)
  }
  await app.signIn(ada.email, 'Quite-another-1!')
})

test('a reset link ends when its owner changes the password', async () => {
  const ada = await app.person()
  const token = await askForReset(ada.email)
  const change = { current_password: registration().password, password: 'Quite-another-1!' }
  await ada.call(auth).changePassword({ body: change })
  const body = { token, password: 'Yet-another-pw-2!' }
  await expect(call().resetPassword({ body })).rejects.toMatchObject(stale)
})

test('a reset link works for an hour, and a weak password does not use it up', async () => {
  const late = await startApp(mailingTo(sink))
  const visitor = late.anyone.call(auth)
  const { email } = await late.person()
  await visitor.forgotPassword({ body: { email } })
  const token = tokenIn(siteLinkIn(await sink.take(email)))
  await expect(
    visitor.resetPassword({ body: { token, password: 'Lodestar-----1' } }),
  ).rejects.toMatchObject({ status: 400, fields: { password: expect.any(String) } })
  late.moveClock(3_600_000 + 1000)
  await expect(
    visitor.resetPassword({ body: { token, password: 'Quite-another-1!' } }),
  ).rejects.toMatchObject({ status: 400 })
  await late.stop()
})

test('asking for a new password answers alike for known and unknown addresses, and writes only to known ones', async () => {
  const ada = await app.person()
  const unknown = await call().forgotPassword({ body: { email: 'nobody@example.org' } })
  const known = await call().forgotPassword({ body: { email: ada.email } })
  expect(unknown).toEqual(known)
  await sink.take(ada.email)
  expect(lettersTo('nobody@example.org')).toEqual([])
})

const lettersTo = (email: string) =>
  sink.letters.filter(({ to }) => to?.some(({ address }) => address === email))

test('a mail is not sent when what it is about did not happen', async () => {
  const taken = registration()
  await call().register({ body: taken })
  await sink.take(taken.email)
  await expect(call().register({ body: taken })).rejects.toMatchObject({ status: 409 })
  const other = registration()
  await call().register({ body: other })
  await sink.take(other.email)
  expect(lettersTo(taken.email)).toEqual([])
})
