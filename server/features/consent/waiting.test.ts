import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { consent } from '#contract/consent'
import { guardians } from '#contract/guardians'
import { parents } from '#contract/parents'
import { people } from '#contract/people'
import { eraseUnconsented } from '#features/privacy'
import { consentToken, registerWaitingChild, verifiedParent } from '#testing/consent-builder'
import { mailingTo, type MailSink, startMailSink } from '#testing/mail-sink'
import { startApp, type TestApp } from '#testing/start-app'

import { activateAccountsAtThirteen } from './activate-at-thirteen.ts'

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

const registerChild = () => registerWaitingChild(app, sink)
const agree = (token: string) =>
  app.anyone.call(consent).giveConsent({
    params: { token },
    body: { guardian_name: 'Ingrid Lindqvist', scopes: ['use'] },
  })

describe('a child that waits', () => {
  test('knows whom it waits for and until when, and may ask twice a day', async () => {
    const { child, guardian } = await registerChild()
    const waiting = () => child.call(consent).showWaitingConsent()
    expect(await waiting()).toMatchObject({ guardian_email: guardian, withdrawn: null })
    for (let i = 0; i < 2; i += 1) await child.call(consent).resendConsent()
    await expect(child.call(consent).resendConsent()).rejects.toMatchObject({ status: 429 })
    expect(Date.parse((await waiting()).deletion_due_at ?? '') - app.parts.clock().getTime()).toBe(
      7 * DAY,
    )
  })

  test('can name another address, three a day, never its own; the link to the one before opens nothing', async () => {
    const { child, token } = await registerChild()
    const ask = (parent_email: string) =>
      child.call(consent).askOtherGuardian({ body: { parent_email } })
    await expect(ask(child.email.replace('@', '+mum@'))).rejects.toMatchObject({
      status: 400,
      fields: { parent_email: expect.any(String) },
    })
    const other = `other-${child.id}@example.org`
    await ask(other)
    await expect(agree(token)).rejects.toMatchObject({ status: 404 })
    const fresh = consentToken(await sink.take(other))
    expect((await agree(fresh)).state).toBe('code_sent')
    await ask(`third-${child.id}@example.org`)
    await expect(ask(`fourth-${child.id}@example.org`)).rejects.toMatchObject({ status: 429 })
  })

  test('knows whether anybody has been asked, and whether to name somebody', async () => {
    const admin = await app.person({ role: 'admin' })
    const ada = await app.person({ dateOfBirth: app.birthdayAt(14) })
    const body = { date_of_birth: app.birthdayAt(10), reason: 'The school has told us' }
    await admin.call(people).changePerson({ params: { id: ada.id }, body })
    const child = await app.signIn(ada.email)
    const waiting = () => child.call(consent).showWaitingConsent()
    const nobody = { guardian_email: null, may_name_guardian: true, asked_at: null }
    expect(await waiting()).toMatchObject(nobody)
    const parent_email = `${ada.id}@home.example`
    await child.call(consent).askOtherGuardian({ body: { parent_email } })
    expect(await waiting()).toMatchObject({
      guardian_email: parent_email,
      may_name_guardian: true,
      asked_at: expect.any(String),
    })
    await agree(consentToken(await sink.take(parent_email)))
  })

  test('that opens the guardian’s link while signed in reads a sentence, and cannot agree', async () => {
    const { child, token } = await registerChild()
    const refused = { status: 403, code: 'own_consent' }
    const params = { token }
    await expect(child.call(consent).showConsent({ params })).rejects.toMatchObject(refused)
    const body = { guardian_name: 'Mum', scopes: ['use' as const] }
    await expect(child.call(consent).giveConsent({ params, body })).rejects.toMatchObject(refused)
    expect((await agree(token)).state).toBe('code_sent')
  })

  test('looking at the request, as scanners of mail do, changes nothing', async () => {
    const { child, token } = await registerChild()
    for (let i = 0; i < 3; i += 1) {
      await app.http.inject(`/api/consent/${token}`)
      await app.http.inject(`/consent/${token}`)
    }
    expect(await child.call(auth).me()).toMatchObject({ status: 'pending_consent' })
    expect((await agree(token)).state).toBe('code_sent')
  })

  test('gets no guardian who has left by the link that was answered before', async () => {
    const { token, user, guardian: email } = await registerChild()
    const { id } = await verifiedParent(app)
    await app.db.updateTable('users').set({ email }).where('id', '=', id).execute()
    const mother = await app.signIn(email)
    const answer = async () => {
      await agree(token)
      const { text = '' } = await sink.take(email, /confirmation code/)
      const code = /code is (\d{6})/.exec(text)?.[1] ?? ''
      return app.anyone.call(consent).giveConsent({ params: { token }, body: { code } })
    }
    const params = { id: user.id }
    const withdraw = () =>
      mother.call(consent).withdrawConsent({ params, body: { scopes: ['use'] } })
    await answer()
    await withdraw()
    // As long as she is the guardian, she may change her mind by it.
    expect(await answer()).toMatchObject({ state: 'confirmed' })
    await withdraw()
    const [child] = (await mother.call(parents).listChildren()).children
    const link = { ...params, guardian_id: child!.guardian_id }
    await mother.call(guardians).endGuardian({ params: link })
    await expect(answer()).rejects.toMatchObject({ status: 404 })
    const { status } = await (await app.signIn(user.email)).call(auth).me()
    expect(status).toBe('pending_consent')
  })

  test('that turns thirteen meanwhile is let in, and its guardian’s link opens nothing', async () => {
    const birthday = new Date(app.parts.clock().getTime() + 3 * DAY).toISOString().slice(0, 10)
    const born = `${Number(birthday.slice(0, 4)) - 13}${birthday.slice(4)}`
    const { user, token } = await registerWaitingChild(app, sink, { date_of_birth: born })
    const younger = await registerChild()
    const status = async (email: string) => (await (await app.signIn(email)).call(auth).me()).status
    await activateAccountsAtThirteen(app.parts)
    expect(await status(user.email)).toBe('pending_consent')

    app.moveClock(8 * DAY)
    await eraseUnconsented(app.parts)
    await activateAccountsAtThirteen(app.parts)
    expect(await status(user.email)).toBe('active')
    expect((await sink.take(user.email, /is open/)).text).toContain('don’t need anyone’s consent')
    await expect(agree(token)).rejects.toMatchObject({ status: 404 })
    await expect(app.signIn(younger.user.email)).rejects.toMatchObject({ status: 401 })
  })
})
