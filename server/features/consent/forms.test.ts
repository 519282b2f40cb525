import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { consent } from '#contract/consent'
import { files } from '#contract/files'
import { guardians } from '#contract/guardians'
import { portfolio } from '#contract/portfolio'
import { assignLearner } from '#features/advising'
import { lockPerson } from '#features/family'
import { sweepFiles } from '#features/files'
import type { Db } from '#platform/database'
import { changeDuring } from '#testing/change-during'
import { verifiedParent, consentedChild } from '#testing/consent-builder'
import { endGuardianship, recordConsent } from '#testing/family-builder'
import { mailingTo, type MailSink, startMailSink } from '#testing/mail-sink'
import { fileForm, PDF } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { createForm, deleteOldForms } from './forms.ts'

const DAY = 24 * 3_600_000

let sink: MailSink
let app: TestApp
let admin: Person
beforeAll(async () => {
  sink = await startMailSink()
  app = await startApp(mailingTo(sink))
})
afterAll(async () => {
  await app.stop()
  await sink.stop()
})

const of = (child: Person) => ({ params: { id: child.id } })

const family = async () => {
  admin = await app.person({ role: 'admin' })
  const mother = await verifiedParent(app)
  const child = await consentedChild(app, sink, mother, ['use', 'publishing'])
  await sink.take(mother.email, /You have agreed/)
  return { mother, child }
}
const makeForm = async (mother: Person, child: Person) =>
  (await mother.call(consent).makeConsentForm({ ...of(child), body: { scopes: ['publishing'] } }))
    .form!
const named = (child: Person, form: { id: string }) => ({
  params: { id: child.id, form_id: form.id },
})
const upload = async (by: Person) =>
  (await by.call(files).uploadFile({ form: fileForm(PDF, 'signed.pdf') })).id
const send = async (mother: Person, child: Person, form: { id: string }) =>
  mother
    .call(consent)
    .sendConsentForm({ ...named(child, form), body: { file_id: await upload(mother) } })
const publish = (child: Person) =>
  child.call(portfolio).changePortfolio({ body: { published: true } })
const waitingFor = async (staff: Person, child: Person) =>
  (await staff.call(consent).listConsentForms({ query: { limit: 100 } })).items.filter(
    ({ learner_id }) => learner_id === child.id,
  )
const publishingOf = async (reader: Person, child: Person) =>
  (await reader.call(consent).showConsents(of(child))).scopes[1]!

describe('a signed form', () => {
  test('opens publishing once a member of staff has confirmed it, and says until then what is missing', async () => {
    const { mother, child } = await family()
    await expect(publish(child)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('signed form'),
    })
    expect((await publishingOf(mother, child)).state).toBe('unproven')
    const form = await makeForm(mother, child)
    expect(form).toMatchObject({ state: 'open', scopes: ['publishing'] })
    expect((await send(mother, child, form)).form).toMatchObject({ state: 'sent' })
    await expect(publish(child)).rejects.toMatchObject({ status: 403 })

    const [waiting] = await waitingFor(admin, child)
    expect(waiting).toMatchObject({ code: form.code, guardian_email: mother.email })
    const read = async (by: Person) =>
      (await app.http.inject({ url: `/api/files/${waiting!.file!.file_id}`, headers: by.headers }))
        .statusCode
    const advisor = await app.person({ role: 'advisor' })
    expect(await Promise.all([admin, advisor, child, mother].map(read))).toEqual([
      200, 404, 404, 200,
    ])
    await admin
      .call(consent)
      .checkConsentForm({ ...named(child, form), body: { decision: 'confirmed' } })
    await publish(child)
    expect(await publishingOf(mother, child)).toMatchObject({
      state: 'given',
      answers: [{ method: 'signed_form', witness: 'Ada Lovelace', kind: 'given' }],
    })
    expect((await sink.take(mother.email, /You have agreed/)).text).toContain('by a signed form')

    // The scan is deleted after thirty days; the decision remains.
    app.moveClock(29 * DAY)
    await deleteOldForms(app.parts)
    expect(await read(await app.signIn(mother.email))).toBe(200)
    app.moveClock(2 * DAY)
    await deleteOldForms(app.parts)
    await sweepFiles({ ...app.parts, quota: 0 })
    const reader = await app.signIn(mother.email)
    expect(await read(reader)).toBe(404)
    expect((await publishingOf(reader, child)).state).toBe('given')
  })

  test('that is refused changes nothing, and the guardian reads why', async () => {
    const { mother, child } = await family()
    const form = await makeForm(mother, child)
    await send(mother, child, form)
    const body = { decision: 'refused', reason: 'The signature is missing.' } as const
    await admin.call(consent).checkConsentForm({ ...named(child, form), body })
    expect((await mother.call(consent).showConsents(of(child))).form).toMatchObject({
      state: 'refused',
      reason: 'The signature is missing.',
    })
    expect((await sink.take(mother.email, /another look/)).text).toContain('signature is missing')
    expect((await publishingOf(mother, child)).state).toBe('unproven')
    // A decision is final.
    await expect(
      admin
        .call(consent)
        .checkConsentForm({ ...named(child, form), body: { decision: 'confirmed' } }),
    ).rejects.toMatchObject({ status: 404 })
    expect((await makeForm(mother, child)).state).toBe('open')
  })

  test('that is refused is no news for a guardian whose link has ended since', async () => {
    const { mother, child } = await family()
    await recordConsent(app, child, await verifiedParent(app, 'Elias'))
    const form = await makeForm(mother, child)
    await send(mother, child, form)
    const { guardians: links } = await admin.call(guardians).listGuardians(of(child))
    await admin.call(guardians).overrideGuardian({
      params: { id: child.id, guardian_id: links.find(({ email }) => email === mother.email)!.id },
      body: { scopes: [], reason: 'Order of the family court, 12 May' },
    })
    await sink.take(mother.email, /has changed/)
    const body = { decision: 'refused', reason: 'No longer a guardian.' } as const
    await admin.call(consent).checkConsentForm({ ...named(child, form), body })
    const { rows } = await sql`
      select from pgboss.job where name = 'mail' and data ->> 'to' = ${mother.email}`.execute(
      app.db,
    )
    expect(rows).toEqual([])
    expect(sink.letters.filter(({ subject = '' }) => /another look/.test(subject))).toEqual([])
  })

  test('asked for while another one is stored replaces that one', async () => {
    const { mother, child } = await family()
    const first = async (db: Db) => {
      await lockPerson(db, child.id)
      const guardian = { email: mother.email, name: 'Ingrid Lindqvist' }
      await createForm(db, child.id, guardian, { scopes: ['tutor'], now: app.parts.clock() })
    }
    const form = await changeDuring(app, first, () => makeForm(mother, child))
    expect(await waitingFor(admin, child)).toMatchObject([{ id: form.id }])
  })

  test('is a picture or a PDF of one’s own, and waits to be checked before there is another', async () => {
    const { mother, child } = await family()
    const form = await makeForm(mother, child)
    const hand = (file_id: string) =>
      mother.call(consent).sendConsentForm({ ...named(child, form), body: { file_id } })
    const words = await mother.call(files).uploadFile({ form: fileForm('Yes.', 'yes.txt') })
    await expect(hand(words.id)).rejects.toMatchObject({ status: 400 })
    await expect(hand(await upload(child))).rejects.toMatchObject({ status: 400 })
    await hand(await upload(mother))
    await expect(hand(await upload(mother))).rejects.toMatchObject({ status: 409 })
    await expect(makeForm(mother, child)).rejects.toMatchObject({ status: 409 })
  })

  test('is checked by an admin or the child’s advisor of now, and never by its guardian', async () => {
    const { mother, child } = await family()
    const form = await makeForm(mother, child)
    await send(mother, child, form)
    const [advisor, other] = [
      await app.person({ role: 'advisor' }),
      await app.person({ role: 'advisor' }),
    ]
    await assignLearner(app.db, {
      advisorId: advisor.id,
      learnerId: child.id,
      since: app.parts.clock(),
    })
    const body = { decision: 'confirmed' } as const
    const check = (by: Person) => by.call(consent).checkConsentForm({ ...named(child, form), body })
    expect(await waitingFor(other, child)).toEqual([])
    await expect(check(other)).rejects.toMatchObject({ status: 404 })
    await expect(check(mother)).rejects.toMatchObject({ status: 403 })
    const parentAndAdmin = await app.person({ role: 'admin' })
    await recordConsent(app, child, parentAndAdmin)
    await expect(check(parentAndAdmin)).rejects.toMatchObject({ status: 403, code: 'guardian' })
    expect(await waitingFor(advisor, child)).toHaveLength(1)
    await check(advisor)
    await publish(child)
  })

  test('for two children opens for the staff of each', async () => {
    const { mother, child } = await family()
    const sibling = await app.person({ dateOfBirth: app.birthdayAt(8) })
    await recordConsent(app, sibling, mother)
    const file_id = await upload(mother)
    const since = app.parts.clock()
    const advisors = await Promise.all(
      [child, sibling].map(async (each) => {
        const form = await makeForm(mother, each)
        await mother.call(consent).sendConsentForm({ ...named(each, form), body: { file_id } })
        const advisor = await app.person({ role: 'advisor' })
        await assignLearner(app.db, { advisorId: advisor.id, learnerId: each.id, since })
        return advisor
      }),
    )
    const url = `/api/files/${file_id}`
    for (const { headers } of advisors)
      expect((await app.http.inject({ url, headers })).statusCode).toBe(200)
  })

  test('that a guardian has sent gives nothing any more once the same guardian withdraws, and says why', async () => {
    const { mother, child } = await family()
    const confirm = (form: { id: string }) =>
      admin
        .call(consent)
        .checkConsentForm({ ...named(child, form), body: { decision: 'confirmed' } })
    const withdraw = () =>
      mother.call(consent).withdrawConsent({ ...of(child), body: { scopes: ['publishing'] } })
    // The second time, nothing is left to withdraw but the form.
    for (let time = 0; time < 2; time += 1) {
      const form = await makeForm(mother, child)
      await send(mother, child, form)
      expect((await withdraw()).form).toMatchObject({
        state: 'refused',
        reason: expect.stringContaining('withdrawn'),
      })
      expect(await waitingFor(admin, child)).toEqual([])
      await expect(confirm(form)).rejects.toMatchObject({ status: 404 })
      expect((await publishingOf(mother, child)).state).toBe('withdrawn')
    }
    await expect(publish(child)).rejects.toMatchObject({ status: 403 })
  })

  test('that nobody can confirm any more leaves the list, and its scan goes: of a child who is thirteen, and of a former guardian', async () => {
    admin = await app.person({ role: 'admin' })
    const withForm = async () => {
      const mother = await verifiedParent(app)
      const child = await app.person({ dateOfBirth: app.birthdayAt(12) })
      await recordConsent(app, child, mother)
      await send(mother, child, await makeForm(mother, child))
      return { mother, child }
    }
    const [older, left, waits] = await Promise.all([withForm(), withForm(), withForm()])
    await app.db
      .updateTable('users')
      .set({ date_of_birth: app.birthdayAt(13) })
      .where('id', '=', older.child.id)
      .execute()
    await endGuardianship(app, left.mother)
    await deleteOldForms(app.parts)
    expect(await waitingFor(admin, older.child)).toEqual([])
    expect(await waitingFor(admin, left.child)).toEqual([])
    expect(await waitingFor(admin, waits.child)).toHaveLength(1)
    app.moveClock(31 * DAY)
    await deleteOldForms(app.parts)
    const kept = await app.db
      .selectFrom('consent_forms')
      .select('child_id')
      .where('child_id', 'in', [older.child.id, left.child.id, waits.child.id])
      .where('file_id', 'is not', null)
      .execute()
    expect(kept).toEqual([{ child_id: waits.child.id }])
  })

  test('counts for the policy that it names, whichever is in force when staff confirm it', async () => {
    const { mother, child } = await family()
    const form = await makeForm(mother, child)
    await app.db
      .updateTable('consent_forms')
      .set({ policy_version: '2026-01' })
      .where('id', '=', form.id)
      .execute()
    await send(mother, child, form)
    const body = { decision: 'confirmed' } as const
    await admin.call(consent).checkConsentForm({ ...named(child, form), body })
    expect(await publishingOf(mother, child)).toMatchObject({
      answers: [{ method: 'signed_form', policy_version: '2026-01' }],
    })
  })

  test('two who confirm it at once record it once', async () => {
    const { mother, child } = await family()
    const form = await makeForm(mother, child)
    await send(mother, child, form)
    const body = { decision: 'confirmed' } as const
    const call = () => admin.call(consent).checkConsentForm({ ...named(child, form), body })
    const outcomes = await Promise.allSettled([call(), call()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a call', () => {
  const record = (child: Person, form: { id: string }, code: string) =>
    admin.call(consent).recordConsentCall({
      ...named(child, form),
      body: {
        code,
        held_at: app.parts.clock().toISOString(),
        held_how: 'video',
        spoke_with: 'Ingrid Lindqvist',
      },
    })

  test('opens publishing by the code that the guardian says, which staff do not see', async () => {
    const { mother, child } = await family()
    const form = await makeForm(mother, child)
    expect(await waitingFor(admin, child)).toMatchObject([{ code: null, file: null }])
    await expect(record(child, form, '00000000')).rejects.toMatchObject({
      status: 400,
      fields: { code: expect.any(String) },
    })
    await record(child, form, form.code.toLowerCase())
    expect(await publishingOf(mother, child)).toMatchObject({
      state: 'given',
      answers: [{ method: 'call' }],
    })
    await publish(child)
  })
})
