import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { consent } from '#contract/consent'
import { guardians } from '#contract/guardians'
import { parents } from '#contract/parents'
import { people } from '#contract/people'
import { portfolio } from '#contract/portfolio'
import { privacy } from '#contract/privacy'
import { quests } from '#contract/quests'
import { transcript } from '#contract/transcript'
import { assignLearner } from '#features/advising'
import { linkGuardian, lockPerson } from '#features/family'
import { eraseDue, eraseUnconsented } from '#features/privacy'
import { issueMailedToken } from '#platform/mail'
import type { ConsentScope } from '#rules/consent'
import { changeDuring } from '#testing/change-during'
import {
  agreeByMail,
  verifiedParent,
  consentedChild,
  registerWaitingChild,
} from '#testing/consent-builder'
import { eventually } from '#testing/eventually'
import { recordConsent } from '#testing/family-builder'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { asLearner, createQuest } from '#testing/quest-builder'
import { readZip } from '#testing/read-zip'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { withdrawalUrl } from './withdrawal-link.ts'

const DAY = 24 * 3_600_000

let sink: MailSink
let app: TestApp
beforeAll(async () => {
  sink = await startMailSink()
  app = await startApp({ ...mailingTo(sink), poolSize: 4 })
})
afterAll(async () => {
  await app.stop()
  await sink.stop()
})

const of = (child: Person) => ({ params: { id: child.id } })
const withdraw = (by: Person, child: Person, scopes: ConsentScope[]) =>
  by.call(consent).withdrawConsent({ ...of(child), body: { scopes } })
const agree = (by: Person, child: Person, scopes: ConsentScope[]) =>
  by.call(consent).agree({ ...of(child), body: { scopes } })
const stateOf = async (reader: Person, child: Person, scope: ConsentScope) =>
  (await reader.call(consent).showConsents(of(child))).scopes.find((each) => each.scope === scope)!
    .state
const statusOf = async (child: Person) =>
  (await (await app.signIn(child.email)).call(auth).me()).status

/** A child with a published work sample, a share link, a shared transcript and an official one. */
const publishedChild = async (mother: Person, known?: Person) => {
  const child = known ?? (await consentedChild(app, sink, mother))
  await recordConsent(app, child, mother, ['use', 'publishing'])
  const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(child).start(id)
  const { attempt } = await asLearner(child).submit(tasks[0]!)
  const items = [{ attempt_id: attempt.id, caption: '', audience: 'public' as const }]
  const { slug } = await child.call(portfolio).changePortfolio({ body: { published: true, items } })
  const link = await child.call(portfolio).addPortfolioLink({ body: { label: 'Aunt', days: 30 } })
  const share = await child.call(transcript).addShare({ body: { label: 'Club', days: 30 } })
  const advisor = await app.person({ role: 'advisor' })
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
  const { transcript: official } = await advisor.call(transcript).issueTranscript({
    body: { learner_id: child.id, recipient: 'Camp', rendering: 'mastery' },
  })
  const code = official.verify_code
  const open = async (url: string) =>
    (await app.http.inject(new URL(url, 'http://lodestar.test').pathname)).statusCode
  const addresses = [
    `/portfolio/${slug}`,
    `/public/diploma/${child.id}`,
    link.url,
    `/api/transcript/shared/${tokenIn(share.url)}`,
    `/verify/${code}`,
    `/api/verify/${code}`,
    `/api/verify/${code}/transcript.json`,
    `/api/credentials/${code}`,
  ]
  return { child, openAll: () => Promise.all(addresses.map(open)) }
}

test('guardians see what the others have said, and not their addresses', async () => {
  const [mother, father] = [await verifiedParent(app), await verifiedParent(app)]
  const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
  for (const each of [mother, father]) await recordConsent(app, child, each)
  for (const [reader, other] of [
    [mother, father],
    [father, mother],
  ] as const) {
    const reply = await app.http.inject({
      url: `/api/learners/${child.id}/consent`,
      headers: reader.headers,
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('"own":false')
    expect(reply.body).not.toContain(other.email)
  }
})

test('a guardian whose link ends at that moment says nothing for the child any more', async () => {
  const mother = await verifiedParent(app)
  const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
  await recordConsent(app, child, mother)
  const agreed = changeDuring(
    app,
    async (db) => {
      await lockPerson(db, child.id)
      await db
        .updateTable('guardian_links')
        .set({ ended_at: app.parts.clock().toISOString() })
        .where('learner_id', '=', child.id)
        .execute()
    },
    () => agree(mother, child, ['tutor']),
  )
  await expect(agreed).rejects.toMatchObject({ status: 409 })
  const said = await app.db
    .selectFrom('consents')
    .select('scopes')
    .where('child_id', '=', child.id)
    .execute()
  expect(said).toEqual([{ scopes: ['use'] }])
})

test('links that a guardian has closed by forbidding publishing stay closed when the child turns thirteen', async () => {
  const mother = await verifiedParent(app)
  const known = await app.person({ dateOfBirth: app.birthdayAt(10) })
  const { child, openAll } = await publishedChild(mother, known)
  await withdraw(mother, child, ['publishing'])
  await app.db
    .updateTable('users')
    .set({ date_of_birth: app.birthdayAt(13) })
    .where('id', '=', child.id)
    .execute()
  expect((await openAll()).slice(0, 4)).toEqual([404, 404, 404, 404])
  expect((await child.call(portfolio).getPortfolio()).links).toEqual([])
  expect((await child.call(transcript).listShares()).items).toEqual([])
  await child.call(portfolio).addPortfolioLink({ body: { label: 'Aunt', days: 30 } })
})

describe('withdrawing the use of the account', () => {
  test('leaves it to guardians and staff who else looks after the child: a stopped child names nobody', async () => {
    const mother = await verifiedParent(app)
    const { child, guardian } = await registerWaitingChild(app, sink)
    await recordConsent(app, child, mother)
    await expect(
      child.call(consent).askOtherGuardian({ body: { parent_email: `new-${guardian}` } }),
    ).rejects.toMatchObject({ status: 409 })

    // A request sent earlier to someone who is not a guardian.
    const stranger = `stranger-${guardian}`
    const now = app.parts.clock()
    const other = await issueMailedToken(
      app.db,
      { userId: child.id, email: stranger },
      'consent',
      now,
    )
    const give = app.visitor({}, '192.0.2.7').call(consent).giveConsent
    const params = { token: other }
    // Nor does it delete the answer of a guardian that still waits for its code.
    const waiting = { child_id: child.id, confirmed_at: null }
    const { id } = await app.db
      .insertInto('consents')
      .values({
        ...waiting,
        guardian_name: 'Ingrid Lindqvist',
        guardian_email: mother.email,
        scopes: ['use'],
        policy_version: '1',
        method: 'mailed_code',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await expect(
      give({ params, body: { guardian_name: 'Nobody', scopes: ['use'] } }),
    ).rejects.toMatchObject({ status: 404 })
    const left = await app.db.selectFrom('consents').select('id').where('id', '=', id).execute()
    expect(left).toHaveLength(1)
  })

  test('asks the guardian who decides now, and none whose link staff have ended', async () => {
    const [mother, father] = [await verifiedParent(app), await verifiedParent(app, 'Elias')]
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
    const named = { parent_email: father.email }
    await app.db.updateTable('users').set(named).where('id', '=', child.id).execute()
    const admin = await app.person({ role: 'admin' })
    const { guardians: links } = await admin.call(guardians).listGuardians(of(child))
    const link = links.find(({ email }) => email === father.email)!
    await admin.call(guardians).overrideGuardian({
      params: { id: child.id, guardian_id: link.id },
      body: { scopes: [], reason: 'Order of the family court, 12 May' },
    })
    await withdraw(mother, child, ['use'])
    await (await app.signIn(child.email)).call(consent).resendConsent()
    await sink.take(mother.email, /your consent is needed/)
    const { waiting } = await father.call(parents).listChildren()
    expect(waiting).toEqual([])
    const asked = sink.letters.filter(
      ({ to, subject = '' }) => to?.[0]?.address === father.email && /is needed/.test(subject),
    )
    expect(asked).toEqual([])
  })

  test('shows on the child’s device no address of another guardian', async () => {
    const [mother, father] = [await verifiedParent(app), await verifiedParent(app)]
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
    await app.db
      .updateTable('users')
      .set({ parent_email: mother.email })
      .where('id', '=', child.id)
      .execute()
    await withdraw(father, child, ['use'])
    const stopped = (await app.signIn(child.email)).call(consent)
    expect(await stopped.showWaitingConsent()).toMatchObject({ guardian_email: null })
  })

  test('lets a child whose guardian has left since name nobody in their place', async () => {
    const mother = await verifiedParent(app)
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    await recordConsent(app, child, mother)
    await withdraw(mother, child, ['use'])
    const [link] = (await mother.call(parents).listChildren()).children
    await mother
      .call(guardians)
      .endGuardian({ params: { id: child.id, guardian_id: link!.guardian_id } })
    const again = await app.signIn(child.email)
    await expect(
      again.call(consent).askOtherGuardian({ body: { parent_email: 'friend@example.org' } }),
    ).rejects.toMatchObject({ status: 409 })
  })

  test('stops everything at once: sessions, writes, pages, links, shares and the codes of records', async () => {
    const mother = await verifiedParent(app)
    const { child, openAll } = await publishedChild(mother)
    expect(new Set(await openAll())).toEqual(new Set([200]))

    expect((await withdraw(mother, child, ['use'])).deletion_due_at).toBe(
      new Date(app.parts.clock().getTime() + 30 * DAY).toISOString(),
    )
    expect(new Set(await openAll())).toEqual(new Set([404]))
    await expect(child.call(quests).listQuests()).rejects.toMatchObject({ status: 401 })
    const again = await app.signIn(child.email)
    await expect(again.call(quests).listQuests()).rejects.toMatchObject({ code: 'pending_consent' })
    expect(await again.call(consent).showWaitingConsent()).toMatchObject({
      withdrawn: { guardian_name: expect.stringContaining('Ingrid') },
      deletion_due_at: expect.any(String),
    })
    // Only guardians can see that the child exists.
    const admin = await app.person({ role: 'admin' })
    const missing = { status: 404 }
    await expect(admin.call(consent).showConsents(of(child))).rejects.toMatchObject(missing)
    await expect(mother.call(parents).parentDashboard(of(child))).rejects.toMatchObject(missing)
    expect(await mother.call(parents).listChildren()).toMatchObject({
      children: [{ id: child.id, status: 'pending_consent' }],
    })
  })

  test('can be taken back for thirty days; what was published stays down until it is published again', async () => {
    const mother = await verifiedParent(app)
    const { child, openAll } = await publishedChild(mother)
    await withdraw(mother, child, ['use'])
    app.moveClock(29 * DAY)
    await eraseUnconsented(app.parts)
    await eraseDue(app.parts)
    mother.headers.authorization = (await app.signIn(mother.email)).headers.authorization!
    expect((await agree(mother, child, ['use'])).deletion_due_at).toBeNull()
    const back = await app.signIn(child.email)
    expect((await back.call(quests).listQuests()).items.length).toBeGreaterThan(0)
    expect((await openAll()).slice(0, 2)).toEqual([404, 404])
    app.moveClock(2 * DAY)
    await eraseDue(app.parts)
    expect(await statusOf(child)).toBe('active')
  })

  test('erases the account after thirty days, and a guardian takes all of it out before', async () => {
    const mother = await verifiedParent(app)
    const { child } = await publishedChild(mother)
    const stranger = await verifiedParent(app)
    await withdraw(mother, child, ['use'])
    await mother.call(privacy).requestChildExport(of(child))
    const url = await eventually(async () => {
      const { items } = await mother.call(privacy).listChildExports(of(child))
      expect(items).toMatchObject([{ state: 'ready' }])
      return items[0]!.url!
    })
    const fetch = (by: Person) => app.http.inject({ url, headers: by.headers })
    expect((await fetch(stranger)).statusCode).toBe(404)
    const { tables } = JSON.parse(
      String(readZip((await fetch(mother)).rawPayload).get('data.json')),
    ) as { tables: Record<string, unknown[]> }
    expect(tables.attempts).toHaveLength(1)

    app.moveClock(30 * DAY + 1000)
    await eraseDue(app.parts)
    await expect(app.signIn(child.email)).rejects.toMatchObject({ status: 401 })
    const left = await app.db
      .selectFrom('consents')
      .select('id')
      .where('child_id', '=', child.id)
      .execute()
    expect(left).toEqual([])
  })

  test('works by the link in a letter, without an account: looking changes nothing, and the child can be agreed for again', async () => {
    const parent = { email: 'parent-without-account@example.org' }
    const child = await consentedChild(app, sink, parent, ['use', 'tutor'])
    const letter = await sink.take(parent.email, /You have agreed/)
    const params = { token: tokenIn(linkIn(letter, /withdraw-consent/)) }
    const call = app.anyone.call(consent)
    for (let look = 0; look < 3; look += 1) {
      expect((await call.showWithdrawal({ params })).scopes).toEqual(['use', 'tutor'])
    }
    expect(await statusOf(child)).toBe('active')
    const answer = await call.withdrawByLink({ params, body: { scopes: ['use'] } })
    expect(answer.deletion_due_at).not.toBeNull()
    expect(await statusOf(child)).toBe('pending_consent')
    expect((await sink.take(parent.email, /withdrawn consent/)).text).toContain('erased')

    await (await app.signIn(child.email)).call(consent).resendConsent()
    await agreeByMail(app, sink, parent, ['use'])
    expect(await statusOf(child)).toBe('active')
    const forged = { params: { token: 'A'.repeat(43) } }
    await expect(call.showWithdrawal(forged)).rejects.toMatchObject({ status: 404 })
  })

  test('no longer works once the guardian has another address: the former one may be somebody else’s', async () => {
    const mother = await verifiedParent(app)
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    await recordConsent(app, child, mother)
    const { id } = await app.db
      .selectFrom('guardian_links')
      .select('id')
      .where('learner_id', '=', child.id)
      .executeTakeFirstOrThrow()
    const params = { token: tokenIn(withdrawalUrl(app.parts, id)) }
    const call = app.visitor({}, '192.0.2.9').call(consent)
    expect(await call.showWithdrawal({ params })).toMatchObject({ guardian_email: mother.email })
    const email = 'moved-mother@example.org'
    await app.db.updateTable('users').set({ email }).where('id', '=', mother.id).execute()
    await expect(call.showWithdrawal({ params })).rejects.toMatchObject({ status: 404 })
  })

  test('works by the link while the account is suspended, which opens for nobody afterwards', async () => {
    const mother = await verifiedParent(app)
    const known = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const { child, openAll } = await publishedChild(mother, known)
    const admin = await app.person({ role: 'admin' })
    const change = (status: 'active' | 'suspended') =>
      admin
        .call(people)
        .changePerson({ params: { id: child.id }, body: { status, reason: 'Left' } })
    await change('suspended')
    const { id } = await app.db
      .selectFrom('guardian_links')
      .select('id')
      .where('guardian_email', '=', mother.email)
      .executeTakeFirstOrThrow()
    const params = { token: tokenIn(withdrawalUrl(app.parts, id)) }
    const call = app.visitor({}, '192.0.2.8').call(consent)
    expect(await call.showWithdrawal({ params })).toMatchObject({ deletion_due_at: null })
    await call.withdrawByLink({ params, body: { scopes: ['use'] } })
    expect(new Set(await openAll())).toEqual(new Set([404]))
    expect((await sink.take(mother.email, /withdrawn consent/)).text).not.toContain('erased')
    await expect(app.signIn(child.email)).rejects.toMatchObject({ status: 403 })

    // As when it was stopped: a birthday does not override the guardian's decision.
    await app.db
      .updateTable('users')
      .set({ date_of_birth: app.birthdayAt(13) })
      .where('id', '=', child.id)
      .execute()
    expect(new Set(await openAll())).toEqual(new Set([404]))
    await change('active')
    expect(await statusOf(child)).toBe('pending_consent')
    expect(new Set(await openAll())).toEqual(new Set([404]))
    expect((await call.showWithdrawal({ params })).deletion_due_at).not.toBeNull()
  })

  test('tells the others no address of a guardian whom the school has named by it alone', async () => {
    const father = await verifiedParent(app, 'Elias')
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    await recordConsent(app, child, father, ['use', 'tutor'])
    const email = `mother-${child.id}@example.org`
    const linked = { learnerId: child.id, email, name: email, now: app.parts.clock() }
    await linkGuardian(app.db, { ...linked, origin: 'admin' })
    const { id } = await app.db
      .selectFrom('guardian_links')
      .select('id')
      .where('guardian_email', '=', email)
      .executeTakeFirstOrThrow()
    const params = { token: tokenIn(withdrawalUrl(app.parts, id)) }
    await app.anyone.call(consent).withdrawByLink({ params, body: { scopes: ['tutor'] } })
    const told = await sink.take(father.email, /withdrawn consent/)
    expect(`${told.subject}${told.text}`).not.toContain(email.split('@')[0])
    const { scopes } = await father.call(consent).showConsents(of(child))
    expect(JSON.stringify(scopes)).not.toContain(email)
  })

  test('is not a guardian’s any more once the child is thirteen', async () => {
    const mother = await verifiedParent(app)
    const teen = await app.person({ dateOfBirth: app.birthdayAt(13) })
    await recordConsent(app, teen, mother)
    await expect(withdraw(mother, teen, ['use'])).rejects.toMatchObject({ status: 404 })
    const link = await app.db
      .selectFrom('guardian_links')
      .select('id')
      .where('learner_id', '=', teen.id)
      .executeTakeFirstOrThrow()
    const params = { token: tokenIn(withdrawalUrl(app.parts, link.id)) }
    const refused = { status: 403, message: expect.stringContaining('makes their own decisions') }
    await expect(app.anyone.call(consent).showWithdrawal({ params })).rejects.toMatchObject(refused)
    await expect(
      app.anyone.call(consent).withdrawByLink({ params, body: { scopes: ['use'] } }),
    ).rejects.toMatchObject(refused)
  })

  test('twice is said once', async () => {
    const mother = await verifiedParent(app)
    const child = await consentedChild(app, sink, mother, ['use', 'tutor'])
    for (let i = 0; i < 3; i += 1) await withdraw(mother, child, ['tutor'])
    const rows = await app.db
      .selectFrom('consents')
      .select('kind')
      .where('child_id', '=', child.id)
      .orderBy('number')
      .execute()
    expect(rows.map(({ kind }) => kind)).toEqual(['given', 'withdrawn'])
  })
})

describe('two guardians', () => {
  const family = async () => {
    const [mother, father] = [await verifiedParent(app), await verifiedParent(app, 'Elias')]
    const child = await consentedChild(app, sink, mother)
    await recordConsent(app, child, mother, ['publishing'])
    await recordConsent(app, child, father, ['use'])
    return { mother, father, child }
  }

  test('who disagree: it stands only while neither objects, and both are told', async () => {
    const { mother, father, child } = await family()
    expect(await stateOf(mother, child, 'publishing')).toBe('given')
    await withdraw(father, child, ['publishing'])
    expect(await stateOf(mother, child, 'publishing')).toBe('withdrawn')
    expect((await sink.take(mother.email, /withdrawn consent/)).subject).toContain('Elias')
    await sink.take(father.email, /You have withdrawn/)
    await expect(
      child.call(portfolio).changePortfolio({ body: { published: true } }),
    ).rejects.toMatchObject({ status: 403, message: expect.stringContaining('does not allow') })

    await agree(mother, child, ['publishing'])
    expect(await stateOf(mother, child, 'publishing')).toBe('withdrawn')
    await agree(father, child, ['publishing'])
    expect(await stateOf(mother, child, 'publishing')).toBe('given')
  })

  test('one who withdraws the use stops the account, and the other cannot open it alone', async () => {
    const { mother, father, child } = await family()
    await withdraw(father, child, ['use'])
    await agree(mother, child, ['use'])
    expect(await statusOf(child)).toBe('pending_consent')
    await agree(father, child, ['use'])
    expect(await statusOf(child)).toBe('active')
  })

  test('an admin who takes the right to decide from one of them takes the objection away', async () => {
    const { mother, father, child } = await family()
    await withdraw(father, child, ['publishing'])
    const admin = await app.person({ role: 'admin' })
    const { guardians: links } = await admin.call(guardians).listGuardians(of(child))
    const link = links.find(({ email }) => email === father.email)!
    await admin.call(guardians).overrideGuardian({
      params: { id: child.id, guardian_id: link.id },
      body: { scopes: ['view'], reason: 'Order of the family court, 12 May' },
    })
    expect(await stateOf(mother, child, 'publishing')).toBe('given')
    await expect(withdraw(father, child, ['use'])).rejects.toMatchObject({ status: 404 })
    expect((await sink.take(father.email, /has changed/)).text).not.toContain('court')
  })

  test('one who comes back stops the account again, as before the link was ended', async () => {
    const [mother, father] = [await verifiedParent(app), await verifiedParent(app, 'Elias')]
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
    await withdraw(father, child, ['use'])
    const admin = await app.person({ role: 'admin' })
    await app.db
      .updateTable('guardian_links')
      .set({ ended_at: app.parts.clock().toISOString(), ended_by: admin.id })
      .where('learner_id', '=', child.id)
      .where('guardian_email', '=', father.email)
      .execute()
    await agree(mother, child, ['use'])
    expect(await statusOf(child)).toBe('active')
    const back = { learnerId: child.id, email: father.email, name: 'Elias', now: app.parts.clock() }
    await linkGuardian(app.db, { ...back, origin: 'admin' })
    await withdraw(father, child, ['use'])
    expect(await statusOf(child)).toBe('pending_consent')
  })

  test('two withdrawals and a consent at the same moment leave one state that follows from the rows', async () => {
    const { mother, father, child } = await family()
    await Promise.allSettled([
      withdraw(father, child, ['use']),
      withdraw(mother, child, ['use']),
      agree(mother, child, ['use']),
    ])
    const stands = await app.db
      .selectFrom('standing_consents')
      .select('scope')
      .where('child_id', '=', child.id)
      .where('scope', '=', 'use')
      .execute()
    expect(await statusOf(child)).toBe(stands.length > 0 ? 'active' : 'pending_consent')
  })
})

test('what was said is not changed or deleted in the database', async () => {
  const mother = await verifiedParent(app)
  const child = await consentedChild(app, sink, mother)
  const rows = app.db.updateTable('consents').set({ scopes: ['use', 'publishing'] })
  await expect(rows.where('child_id', '=', child.id).execute()).rejects.toThrow('not changed')
  await expect(
    app.db.deleteFrom('consents').where('child_id', '=', child.id).execute(),
  ).rejects.toThrow('not changed')
})
