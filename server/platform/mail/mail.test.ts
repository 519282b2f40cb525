import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { operations } from '#contract/operations'
import { eventually } from '#testing/eventually'
import { type MailSink, startMailSink } from '#testing/mail-sink'
import { startApp, type TestApp } from '#testing/start-app'

// The mail server offers no encryption. Linux connects 0.0.0.0 to this machine, but as an address it is like any other.

let sink: MailSink
beforeAll(async () => {
  sink = await startMailSink()
})
afterAll(() => sink.stop())

const apps: TestApp[] = []
afterAll(() => Promise.all(apps.map((app) => app.stop())))
const startProduction = async (SMTP_URL: string) => {
  const app = await startApp({
    poolSize: 3,
    work: true,
    env: { NODE_ENV: 'production', PUBLIC_URL: 'http://lodestar.test', SMTP_URL },
  })
  apps.push(app)
  return app
}
const remote = (query = '') => `smtp://0.0.0.0:${new URL(sink.url).port}${query}`

describe('a production site sends email to a mail server on the network', () => {
  test('only encrypted: an admin sees why an email was not sent', async () => {
    const app = await startProduction(remote())
    const admin = await app.person({ role: 'admin' })
    const ada = await app.person()
    await app.anyone.call(auth).forgotPassword({ body: { email: ada.email } })
    await eventually(async () => {
      const { items } = await admin
        .call(operations)
        .listJobs({ query: { queue: 'mail', limit: 100 } })
      expect(items).toContainEqual(
        expect.objectContaining({ about: ada.email, reason: expect.stringMatching(/STARTTLS/i) }),
      )
    })
    expect(sink.letters).toEqual([])
  })

  test('unencrypted, if SMTP_URL says so', async () => {
    const app = await startProduction(remote('?tls=off'))
    const ada = await app.person()
    await app.anyone.call(auth).forgotPassword({ body: { email: ada.email } })
    expect((await sink.take(ada.email)).subject).toMatch(/password/)
  })
})

test('a production site sends unencrypted email to a mail server on its own machine', async () => {
  const app = await startProduction(sink.url)
  const ada = await app.person()
  await app.anyone.call(auth).forgotPassword({ body: { email: ada.email } })
  expect((await sink.take(ada.email)).subject).toMatch(/password/)
})
