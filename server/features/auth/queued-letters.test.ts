import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { auth } from '#contract/auth'
import { consent } from '#contract/consent'
import { guardians } from '#contract/guardians'
import { eraseAccount } from '#features/privacy'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { registration, startApp, type TestApp } from '#testing/start-app'

let sink: MailSink
let app: TestApp
beforeEach(async () => {
  sink = await startMailSink()
})
afterEach(async () => {
  await app.stop()
  await sink.stop()
})

/** Everything that a copy of the database would reveal about emails. */
const queue = async () => {
  const { rows } = await sql<{ name: string; data: { to?: string }; state: string }>`
    select name, data, state, output from pgboss.job where name like 'mail%'`.execute(app.db)
  return rows
}

const child = () => ({
  ...registration(),
  date_of_birth: new Date(Date.now() - 9 * 365 * 86_400_000).toISOString().slice(0, 10),
  parent_email: `${randomUUID()}@example.org`,
})

test('of a letter that was sent, nothing is left in the database', async () => {
  app = await startApp(mailingTo(sink))
  const ada = await app.person()
  await app.anyone.call(auth).forgotPassword({ body: { email: ada.email } })
  await sink.take(ada.email)
  await vi.waitFor(async () => expect(await queue()).toEqual([]), { timeout: 10_000 })
})

test('a letter that waits cannot be read in the database, and its link works once it is sent', async () => {
  app = await startApp({ env: { SMTP_URL: sink.url } })
  const form = child()
  await app.anyone.call(auth).register({ body: form })
  const dump = JSON.stringify(await queue())
  expect(dump).toContain(form.email)
  expect(dump).not.toMatch(/https?:|token|consent|\bAda\b/)

  const first = app
  const second = await startApp({ work: true, env: { SMTP_URL: sink.url }, beside: first })
  const letter = await sink.take(form.parent_email)
  const token = tokenIn(linkIn(letter, /consent/))
  const asked = await second.anyone.call(consent).showConsent({ params: { token } })
  expect(asked).toMatchObject({ child_first_name: 'Ada' })
  await second.stop()
})

test('a letter to a mail server that is away waits for the next try, and still cannot be read', async () => {
  const { url } = sink
  await sink.stop()
  app = await startApp({ work: true, poolSize: 3, env: { SMTP_URL: url } })
  const { email } = (await app.anyone.call(auth).register({ body: registration() })).user
  await vi.waitFor(
    async () => expect((await queue()).map(({ state }) => state)).toEqual(['retry']),
    { timeout: 10_000 },
  )
  const [waiting] = await queue()
  expect(waiting?.data.to).toBe(email)
  expect(JSON.stringify(waiting)).not.toMatch(/verify-email|token/)
  sink = await startMailSink()
})

test('what is queued for a person goes with the person, and only that', async () => {
  app = await startApp({ env: { SMTP_URL: sink.url } })
  const form = child()
  const { user } = await app.anyone.call(auth).register({ body: form })
  const sibling = await app.anyone
    .call(auth)
    .register({ body: { ...child(), parent_email: form.parent_email } })
  await app.anyone.call(auth).forgotPassword({ body: { email: form.email } })
  expect(await queue()).toHaveLength(5)

  await eraseAccount(app.db, user.id)
  const left = (await queue()).map(({ data }) => data.to)
  expect(new Set(left)).toEqual(new Set([sibling.user.email, form.parent_email]))
})

test('an invitation that names a learner goes with the learner', async () => {
  app = await startApp({ env: { SMTP_URL: sink.url } })
  const learner = await app.person()
  await learner.call(guardians).inviteGuardian({
    params: { id: learner.id },
    body: { email: 'aunt@example.org', relation: 'Aunt', scopes: ['view'] },
  })
  const isWaiting = async () => (await queue()).some(({ data }) => data.to === 'aunt@example.org')
  expect(await isWaiting()).toBe(true)
  await eraseAccount(app.db, learner.id)
  expect(await isWaiting()).toBe(false)
})
