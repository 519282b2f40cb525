import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { consent } from '#contract/consent'
import { portfolio } from '#contract/portfolio'
import { LEGAL_VERSION } from '#features/site'
import { verifiedParent } from '#testing/consent-builder'
import { recordConsent } from '#testing/family-builder'
import { mailingTo, type MailSink, startMailSink } from '#testing/mail-sink'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { askAgain } from './ask-again.ts'

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

/** Backdates the policy: the database checks this against its own clock. */
const daysOfPolicy = (days: number) =>
  app.db
    .updateTable('policy_changes')
    .set({ since: sql<string>`now() - make_interval(days => ${days})` })
    .execute()

test('a policy that changes what matters asks guardians once, and pauses what discloses after thirty days, not the account', async () => {
  const mother = await verifiedParent(app)
  const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
  await recordConsent(app, child, mother, ['use', 'publishing'], '2026-01')
  const other = await verifiedParent(app)
  await recordConsent(app, await app.person({ dateOfBirth: app.birthdayAt(10) }), other)
  const look = (by: Person) => by.call(consent).showConsents({ params: { id: child.id } })
  const publish = () => child.call(portfolio).changePortfolio({ body: { published: true } })

  await askAgain(app.parts)
  await askAgain(app.parts)
  expect((await sink.take(mother.email, /policy has changed/)).text).toContain('/privacy')
  expect(sink.letters.filter(({ subject }) => subject?.includes('policy has changed'))).toEqual([])

  await daysOfPolicy(29)
  const { slug } = await publish()
  const visit = () => app.anyone.call(portfolio).publicPortfolio({ params: { slug: slug! } })
  await visit()
  expect((await look(mother)).asks_again_until).not.toBeNull()

  await daysOfPolicy(31)
  await expect(visit()).rejects.toMatchObject({ status: 404 })
  await expect(publish()).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('policy has changed'),
  })
  expect((await look(mother)).scopes.map(({ state }) => state)).toEqual([
    'given',
    'paused',
    'open',
    'open',
  ])
  await child.call(portfolio).getPortfolio()

  await mother
    .call(consent)
    .agree({ params: { id: child.id }, body: { scopes: ['use', 'publishing'] } })
  expect(await look(mother)).toMatchObject({
    asks_again_until: null,
    scopes: [{ answers: [{ policy_version: LEGAL_VERSION }] }, { state: 'given' }, {}, {}],
  })
  await visit()
})

test('a changed policy asks no guardian of a child who decides alone by now, and none who is suspended', async () => {
  const [mother, father] = [await verifiedParent(app), await verifiedParent(app)]
  const teen = await app.person({ dateOfBirth: app.birthdayAt(13) })
  await recordConsent(app, teen, mother, ['use'], '2026-01')
  const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
  await recordConsent(app, child, father, ['use'], '2026-01')
  await app.db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('id', '=', father.id)
    .execute()
  await askAgain(app.parts)
  const asked = await app.db
    .selectFrom('policy_requests')
    .select('guardian_email')
    .where('child_id', 'in', [teen.id, child.id])
    .execute()
  expect(asked).toEqual([])
})
