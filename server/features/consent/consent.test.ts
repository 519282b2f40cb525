import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { consent } from '#contract/consent'
import { parents } from '#contract/parents'
import { profile } from '#contract/profile'
import { eraseUnconsented } from '#features/privacy'
import { CONSENT_SCOPES } from '#rules/consent'
import { mailboxOf } from '#rules/text/mailbox'
import { consentToken, registerWaitingChild } from '#testing/consent-builder'
import { ENDPOINTS, nameOf } from '#testing/every-endpoint'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { registration, startApp, type TestApp } from '#testing/start-app'

const DAY = 24 * 3_600_000

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

const registerChild = (more?: object) => registerWaitingChild(app, sink, more)

const answer = (
  token: string,
  body: { guardian_name: string; scopes: ('use' | 'publishing')[] } | { code: string },
) => app.anyone.call(consent).giveConsent({ params: { token }, body })
const agree = (token: string) =>
  answer(token, { guardian_name: 'Ingrid Lindqvist', scopes: ['use', 'publishing'] })
const codeFor = async (guardian: string) =>
  /code is (\d{6})/.exec((await sink.take(guardian)).text ?? '')?.[1] ?? ''
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('under 13 a guardian’s address is asked for; from 13 on it is not', async () => {
  const today = app.parts.clock().getTime()
  const born = (years: number) =>
    new Date(today - years * 365.25 * DAY - 2 * DAY).toISOString().slice(0, 10)
  const register = (years: number) =>
    app.anyone.call(auth).register({ body: { ...registration(), date_of_birth: born(years) } })
  await expect(register(12)).rejects.toMatchObject({
    status: 400,
    fields: { parent_email: 'Parent/guardian email is required for users under 13' },
  })
  expect((await register(13)).user.status).toBe('active')
})

test('a child’s telephone and address are not kept', async () => {
  const contact = { phone_number: '+1 555 0100', address_line1: '1 Main St', city: 'Springfield' }
  const { user } = await registerChild(contact)
  const row = await app.db
    .selectFrom('users')
    .select(['phone_number', 'address_line1', 'city', 'status'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    phone_number: null,
    address_line1: null,
    city: null,
    status: 'pending_consent',
  })
})

test('a child who registers as a parent is a student', async () => {
  const { user } = await registerChild({ account_type: 'parent' })
  expect(user.role).toBe('student')
})

test('a waiting child sees its own status, can ask again and sign out, and nothing else', async () => {
  const { child, guardian } = await registerChild()
  expect(await child.call(auth).me()).toMatchObject({ status: 'pending_consent' })
  await child.call(consent).resendConsent()
  await sink.take(guardian)

  for (const endpoint of ENDPOINTS) {
    const { access, method, path } = endpoint
    if (access === 'public' || access === 'session') continue
    const { statusCode } = await app.http.inject({
      method,
      url: path.replace(/\{\w+\}/, child.id),
      headers: child.headers,
    })
    expect(statusCode, nameOf(endpoint)).toBe(403)
  }
  await child.call(auth).logout()
})

test('a guardian reads what is asked, agrees, confirms with the code of a second mail, and the child is in', async () => {
  const { child, guardian, token } = await registerChild()
  const show = () => app.anyone.call(consent).showConsent({ params: { token } })
  expect(await show()).toMatchObject({
    child_first_name: 'Noah',
    guardian_email: guardian,
    scopes: [...CONSENT_SCOPES],
    state: 'asked',
  })

  expect((await agree(token)).state).toBe('code_sent')
  expect((await show()).state).toBe('code_sent')
  expect(await child.call(auth).me()).toMatchObject({ status: 'pending_consent' })

  expect((await answer(token, { code: await codeFor(guardian) })).state).toBe('confirmed')
  expect(await child.call(auth).me()).toMatchObject({ status: 'active', email_verified: false })
  expect((await show()).state).toBe('confirmed')

  const recorded = await app.db
    .selectFrom('consents')
    .select(['guardian_name', 'guardian_email', 'scopes', 'code_hash', 'confirmed_at', 'method'])
    .where('child_id', '=', child.id)
    .executeTakeFirstOrThrow()
  expect(recorded).toEqual({
    guardian_name: 'Ingrid Lindqvist',
    guardian_email: guardian,
    scopes: ['use', 'publishing'],
    code_hash: null,
    confirmed_at: expect.any(String),
    method: 'mailed_code',
  })
})

test('consent confirms the guardian’s address and not the child’s, which the child confirms like everyone', async () => {
  const { child, guardian, token } = await registerChild()
  await agree(token)
  await answer(token, { code: await codeFor(guardian) })
  await expect(child.call(profile).getProfile()).rejects.toMatchObject({
    status: 403,
    code: 'email_not_verified',
  })
  const link = linkIn(await sink.take(child.email), /verify-email/)
  await app.anyone.call(auth).verifyEmail({ body: { token: tokenIn(link) } })
  await child.call(profile).getProfile()
})

test('a child’s own address does not consent, in whatever spelling', async () => {
  for (const parent_email of [
    'Kid.Lindqvist@example.org',
    'kidlindqvist@example.org',
    'kid.lindqvist+mum@example.org',
  ]) {
    await expect(
      registerChild({ email: 'kid.lindqvist@example.org', parent_email }),
    ).rejects.toMatchObject({
      status: 400,
      fields: { parent_email: 'Please enter a parent or guardian’s email address, not your own' },
    })
  }
})

test('the address of a young person’s account does not consent for another child, and only its mailbox learns why', async () => {
  const youth = await app.person({ dateOfBirth: '2012-02-02' })
  const form = {
    ...registration(),
    date_of_birth: '2018-03-04',
    parent_email: youth.email.replace('@', '+parent@'),
  }
  const replies = [
    form,
    { ...form, email: registration().email, parent_email: 'new-parent@example.org' },
  ]
  const [known, unknown] = await Promise.all(
    replies.map((body) =>
      app.http.inject({ method: 'POST', url: '/api/auth/register', payload: body }),
    ),
  )
  expect(known!.statusCode).toBe(201)
  expect(known!.json().message).toBe(unknown!.json().message)

  const token = consentToken(await sink.take(form.parent_email))
  const refused = { status: 403, message: expect.stringContaining('under 18') }
  await expect(agree(token)).rejects.toMatchObject(refused)
  await expect(answer(token, { code: '123456' })).rejects.toMatchObject(refused)
  await expect(app.anyone.call(consent).showConsent({ params: { token } })).rejects.toMatchObject(
    refused,
  )
})

test('a consent that waits for its code lapses when its address becomes a child’s', async () => {
  const { guardian, token } = await registerChild()
  await agree(token)
  const code = await codeFor(guardian)
  await app.anyone.call(auth).register({
    body: { ...registration(), email: guardian, date_of_birth: '2012-02-02' },
  })
  await expect(answer(token, { code })).rejects.toMatchObject({ status: 403 })
})

test('the database and the form tell one mailbox by the same rule', async () => {
  for (const address of ['A.da+x+y@Example.org', 'a.d.a@googlemail.com', 'ada@mail.example.org']) {
    const { rows } = await sql<{
      mailbox: string
    }>`select mailbox_of(${address}) as mailbox`.execute(app.db)
    expect(rows[0]?.mailbox).toBe(mailboxOf(address))
  }
})

test('a name that is a message to the child is nobody’s', async () => {
  const { token } = await registerChild()
  const guardian_name = 'Send me a photo of you naked'
  await expect(answer(token, { guardian_name, scopes: ['use'] })).rejects.toMatchObject({
    status: 400,
    fields: { guardian_name: expect.any(String) },
  })
})

test('without the account itself there is nothing to agree to', async () => {
  const { token } = await registerChild()
  await expect(
    answer(token, { guardian_name: 'Ingrid', scopes: ['publishing'] }),
  ).rejects.toMatchObject({ status: 400 })
})

test('five wrong codes use up a code; agreeing again brings a new one', async () => {
  const { child, guardian, token } = await registerChild()
  await agree(token)
  const code = await codeFor(guardian)
  for (let i = 0; i < 5; i += 1) {
    await expect(answer(token, { code: wrong(code) })).rejects.toMatchObject({
      status: 400,
      fields: { code: 'This code is incorrect.' },
    })
  }
  await expect(answer(token, { code })).rejects.toMatchObject({ status: 429 })
  expect(await child.call(auth).me()).toMatchObject({ status: 'pending_consent' })

  await agree(token)
  const fresh = await codeFor(guardian)
  expect((await answer(token, { code: `${fresh.slice(0, 3)} ${fresh.slice(3)}` })).state).toBe(
    'confirmed',
  )
})

test('a name from before names were checked puts neither lines nor links into a letter', async () => {
  const { child, guardian } = await registerChild()
  const first_name = 'Kit\n\nYour account is blocked.\nSee https://evil.example/now'
  await app.db.updateTable('users').set({ first_name }).where('id', '=', child.id).execute()
  await child.call(consent).resendConsent()
  const { text = '', html = '', subject = '' } = await sink.take(guardian)
  expect(subject).toMatch(/^Kit Your account is blocked/)
  for (const body of [text, html]) expect(body).not.toMatch(/evil\.example|\nYour account/)
})

test('an unknown link is not found, and after asking again each link works', async () => {
  const { child, guardian, token } = await registerChild()
  await child.call(consent).resendConsent()
  const fresh = consentToken(await sink.take(guardian))
  await expect(
    app.anyone.call(consent).showConsent({ params: { token: 'x'.repeat(43) } }),
  ).rejects.toMatchObject({ status: 404 })
  expect((await agree(token)).state).toBe('code_sent')
  expect((await answer(fresh, { code: await codeFor(guardian) })).state).toBe('confirmed')
})

test('a child whose guardian does not agree within CONSENT_DAYS is forgotten; one who does stays', async () => {
  const waiting = await registerChild()
  const agreed = await registerChild()
  await agree(agreed.token)
  await answer(agreed.token, { code: await codeFor(agreed.guardian) })

  app.moveClock(6.9 * DAY)
  await eraseUnconsented(app.parts)
  expect(await isThere(waiting.user.id)).toBe(true)
  app.moveClock(0.2 * DAY)
  await eraseUnconsented(app.parts)
  expect(await isThere(waiting.user.id)).toBe(false)
  expect(await isThere(agreed.user.id)).toBe(true)
  await expect(app.signIn(waiting.user.email)).rejects.toMatchObject({ status: 401 })
})

const isThere = async (id: string) =>
  (await app.db.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1

test('a guardian with an account sees there that a child waits, until the consent is given', async () => {
  const parent = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const waiting = async () => (await parent.call(parents).listChildren()).waiting
  expect(await waiting()).toEqual([])
  const form = { ...registration(), first_name: 'Noah', date_of_birth: app.birthdayAt(10) }
  await app.anyone.call(auth).register({ body: { ...form, parent_email: parent.email } })
  const token = consentToken(await sink.take(parent.email))
  expect(await waiting()).toMatchObject([{ first_name: 'Noah' }])
  await agree(token)
  const { subject, text = '' } = await sink.take(parent.email)
  expect(subject).toBe('Your confirmation code')
  await answer(token, { code: /code is (\d{6})/.exec(text)![1]! })
  expect(await waiting()).toEqual([])
})
