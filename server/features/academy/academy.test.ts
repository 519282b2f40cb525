import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { academy } from '#contract/academy'
import { auth } from '#contract/auth'
import { diploma } from '#contract/diploma'
import { files } from '#contract/files'
import { people } from '#contract/people'
import { assignLearner } from '#features/advising'
import { linkGuardian } from '#features/family'
import { eraseAccount } from '#features/privacy'
import { storeSetting } from '#features/site'
import { fileForm } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let admin: Person
const DAY = 24 * 3_600_000
beforeAll(async () => {
  app = await startApp()
  await storeSetting(app.db, 'offers', ['accredited_diploma'])
  // 8 p.m. UTC.
  app.moveClock(((20 * 3_600_000 - app.parts.clock().getTime()) % DAY) + DAY)
  admin = await app.person({ role: 'admin' })
})
afterAll(() => app.stop())

const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj trailer<</Root 1 0 R>>\n%%EOF'

/** Creates a learner of this age, assigned to an advisor. */
const makeCase = async (age = 15) => {
  const [learner, advisor] = [
    await app.person({ dateOfBirth: app.birthdayAt(age) }),
    await app.person({ role: 'advisor' }),
  ]
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: learner.id, since })
  return { learner, advisor, params: { id: learner.id }, calls: advisor.call(academy) }
}
type Case = Awaited<ReturnType<typeof makeCase>>

const today = () => app.parts.clock().toISOString().slice(0, 10)
const SIGNERS = [
  { role: 'learner', name: 'Ada Lovelace' },
  { role: 'guardian', name: 'Anne Byron' },
  { role: 'school', name: 'Grace Hopper' },
] as const

const scanBy = (person: Person, name = 'agreement.pdf', content = PDF) =>
  person.call(files).uploadFile({ form: fileForm(content, name) })

const draft = ({ calls, params }: Case) =>
  calls.draftAgreement({ params, body: { scheduled_at: null, place: '' } })

const sign = async ({ advisor, calls, params }: Case, agreement_id: string, given: object = {}) => {
  const { id } = await scanBy(advisor)
  const body = { signed_on: today(), place: 'Reading room', signers: [...SIGNERS], file_ids: [id] }
  return calls.signAgreement({ params: { ...params, agreement_id }, body: { ...body, ...given } })
}
const countersign = ({ params }: Case, agreement_id: string, by = admin) =>
  by.call(academy).countersignAgreement({ params: { ...params, agreement_id } })
const tierOf = async (person: Person) => (await person.call(auth).me()).subscription_tier

describe('an agreement', () => {
  test('is prepared, signed on paper, countersigned by an admin, and takes the learner in', async () => {
    const about = await makeCase()
    const { learner, advisor, params, calls } = about
    const scheduled_at = '2030-02-03T10:00:00.000Z'
    const made = await calls.draftAgreement({
      params,
      body: { scheduled_at, place: 'Reading room' },
    })
    expect(made).toMatchObject({ state: 'scheduled', is_text_outdated: false, signers: [] })

    const signed = await sign(about, made.id)
    expect(signed).toMatchObject({ state: 'signed', signed_on: today(), signers: [...SIGNERS] })
    expect(await tierOf(learner)).toBe('free')
    const issue = () => advisor.call(diploma).issueDiploma({ body: { learner_id: learner.id } })
    await expect(issue()).rejects.toMatchObject({ message: expect.stringContaining('academy') })

    const signedIn = await countersign(about, made.id)
    expect(signedIn).toMatchObject({ state: 'countersigned', countersigned_by: 'Ada Lovelace' })
    expect(await tierOf(learner)).toBe('enterprise')
    // Now only credits are missing; an admin can waive those.
    await expect(issue()).rejects.toMatchObject({ message: expect.stringContaining('missing') })
    const body = { learner_id: learner.id, waiver: 'Credits of another school on paper.' }
    const issued = await admin.call(diploma).issueDiploma({ body })
    expect(issued.diploma.kind).toBe('accredited')
  })

  test('keeps the exact text that was put before them', async () => {
    const about = await makeCase()
    const { id, text_sha256 } = await draft(about)
    const params = { ...about.params, agreement_id: id }
    const shown = await about.learner.call(academy).getAgreementText({ params })
    expect(shown).toMatchObject({ sha256: text_sha256, title: 'Academy Agreement' })
    expect(shown.text).toContain('countersigns last')
    const older = { sha256: 'f'.repeat(64), version: '2020-01', title: 'Old', text: 'Older words' }
    await app.db
      .insertInto('agreement_texts')
      .values({ ...older, kept_at: app.parts.clock().toISOString() })
      .execute()
    await app.db
      .updateTable('agreements')
      .set({ text_sha256: older.sha256 })
      .where('id', '=', id)
      .execute()
    expect(await about.calls.getAgreementText({ params })).toMatchObject({ text: 'Older words' })
    const { items } = await about.calls.listAgreements({ params: about.params })
    expect(items).toMatchObject([{ version: '2020-01', is_text_outdated: true }])
  })

  test.each<[string, number, object, string]>([
    ['without a guardian of a minor', 15, { signers: [SIGNERS[0], SIGNERS[2]] }, 'guardian'],
    ['without the academy', 15, { signers: SIGNERS.slice(0, 2) }, 'academy'],
    ['tomorrow', 15, { signed_on: '2199-01-01' }, 'later than today'],
    ['without a scan', 15, { file_ids: [] }, 'photo'],
  ])('is not signed %s', async (_, age, given, words) => {
    const about = await makeCase(age)
    const { id } = await draft(about)
    await expect(sign(about, id, given)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(words),
    })
  })

  test('is dated where its signers are, though tomorrow has begun there', async () => {
    const about = await makeCase()
    const { id } = await draft(about)
    const dayAfter = (days: number) =>
      new Date(app.parts.clock().getTime() + days * DAY).toISOString().slice(0, 10)
    const signedOn = (signed_on: string) => sign(about, id, { signed_on })
    await expect(signedOn(dayAfter(2))).rejects.toMatchObject({ status: 400 })
    expect(await signedOn(dayAfter(1))).toMatchObject({ state: 'signed' })
  })

  test('keeps its scan when the upload of it is sent once more', async () => {
    const about = await makeCase()
    const { advisor, learner } = about
    const upload = () =>
      advisor
        .call(files)
        .uploadFile({ form: fileForm(PDF, 'agreement.pdf') }, { idempotencyKey: 'scan' })
    const { id: scan } = await upload()
    const { id } = await draft(about)
    await sign(about, id, { file_ids: [scan] })
    const open = async () => {
      const { statusCode, rawPayload } = await app.http.inject({
        url: `/api/files/${scan}`,
        headers: learner.headers,
      })
      return [statusCode, rawPayload.length]
    }
    const before = await open()
    expect(before[0]).toBe(200)
    expect((await upload()).id).not.toBe(scan)
    expect(await open()).toEqual(before)
  })

  test('of a grown learner needs no guardian; a scan is a picture or a PDF, and one’s own', async () => {
    const about = await makeCase(19)
    const { id } = await draft(about)
    const text = await scanBy(about.advisor, 'words.txt', 'Some words.')
    await expect(sign(about, id, { file_ids: [text.id] })).rejects.toMatchObject({ status: 400 })
    const others = await scanBy(admin)
    await expect(sign(about, id, { file_ids: [others.id] })).rejects.toMatchObject({ status: 400 })
    const signers = [SIGNERS[0], SIGNERS[2]]
    expect(await sign(about, id, { signers })).toMatchObject({ state: 'signed' })
  })

  test('is not countersigned by whoever recorded it, nor by an advisor, nor before it is signed', async () => {
    const about = await makeCase()
    const { id } = await draft(about)
    await expect(countersign(about, id)).rejects.toMatchObject({ status: 409 })
    const { id: file } = await scanBy(admin)
    const params = { ...about.params, agreement_id: id }
    const body = { signed_on: today(), place: 'Here', signers: [...SIGNERS], file_ids: [file] }
    await admin.call(academy).signAgreement({ params, body })
    await expect(countersign(about, id)).rejects.toMatchObject({ status: 403 })
    await expect(countersign(about, id, about.advisor)).rejects.toMatchObject({ status: 403 })
    const another = await app.person({ role: 'admin' })
    expect(await countersign(about, id, another)).toMatchObject({ state: 'countersigned' })
  })

  test('that an adult signed alone is not countersigned for whom a corrected birthday makes a minor', async () => {
    const about = await makeCase(19)
    const { id } = await draft(about)
    await sign(about, id, { signers: [SIGNERS[0], SIGNERS[2]] })
    const body = { date_of_birth: app.birthdayAt(15), reason: 'The school has told us' }
    await admin.call(people).changePerson({ params: about.params, body })
    await expect(countersign(about, id)).rejects.toThrow('of a parent or guardian')
  })

  test('that is voided takes the learner out again; what was issued stays', async () => {
    const about = await makeCase()
    const { id } = await draft(about)
    await sign(about, id)
    await countersign(about, id)
    const params = { ...about.params, agreement_id: id }
    const body = { learner_id: about.learner.id, waiver: 'x' }
    await admin.call(diploma).issueDiploma({ body })
    const ended = await about.calls.voidAgreement({ params, body: { reason: 'The family moves.' } })
    expect(ended).toMatchObject({ state: 'void', reason: 'The family moves.' })
    expect(await tierOf(about.learner)).toBe('free')
    const { diplomas } = await about.learner.call(diploma).getDiploma()
    expect(diplomas).toMatchObject([{ state: 'valid', diploma: { kind: 'accredited' } }])
    await expect(countersign(about, id)).rejects.toMatchObject({ status: 409 })
  })

  test('and the tier that an admin sets never contradict each other', async () => {
    const about = await makeCase()
    const { learner } = about
    const { id } = await draft(about)
    await sign(about, id)
    const setTier = (subscription_tier: 'free' | 'creator' | 'enterprise' | null) =>
      admin.call(people).changePerson({ params: { id: learner.id }, body: { subscription_tier } })
    await setTier('creator')
    await expect(countersign(about, id)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('creator'),
    })
    const stateOf = async () =>
      (await about.calls.listAgreements({ params: about.params })).items[0]!.state
    expect([await stateOf(), await tierOf(learner)]).toEqual(['signed', 'creator'])

    await setTier(null)
    await countersign(about, id)
    expect(await tierOf(learner)).toBe('enterprise')
    for (const tier of ['free', 'creator'] as const) {
      await expect(setTier(tier)).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining('agreement is in force'),
      })
    }
    await setTier('enterprise')
    const params = { ...about.params, agreement_id: id }
    await about.calls.voidAgreement({ params, body: { reason: 'The family moves.' } })
    expect(await tierOf(learner)).toBe('free')
  })

  test('keeps the diploma plan that was in force when it was signed', async () => {
    const about = await makeCase()
    const { id } = await draft(about)
    await sign(about, id)
    const { content, version } = await app.db
      .selectFrom('diploma_plans')
      .select(['content', 'version'])
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const newer = { ...(content as object), version: version + 1 }
    await app.db
      .insertInto('diploma_plans')
      .values({ version: newer.version, content: JSON.stringify(newer) })
      .execute()
    const planOf = async () =>
      (await about.learner.call(diploma).getDiploma()).readiness.plan.version
    expect(await planOf()).toBe(newer.version)
    await countersign(about, id)
    expect(await planOf()).toBe(version)
  })

  test('changed after it was signed is void, and has to be signed again', async () => {
    const about = await makeCase()
    const { id } = await draft(about)
    await sign(about, id)
    const params = { ...about.params, agreement_id: id }
    const body = { scheduled_at: null, place: 'Elsewhere' }
    const again = await about.calls.changeAgreement({ params, body })
    expect(again).toMatchObject({ state: 'draft', place: 'Elsewhere', signers: [], scans: [] })
    const { items } = await about.calls.listAgreements({ params: about.params })
    expect(items.find((each) => each.id === id)).toMatchObject({ state: 'void' })
    await expect(countersign(about, id)).rejects.toMatchObject({ status: 409 })
  })

  test('is superseded by a newer one, and there is one on its way at a time', async () => {
    const about = await makeCase()
    const first = await draft(about)
    await expect(draft(about)).rejects.toMatchObject({ status: 409 })
    await sign(about, first.id)
    await countersign(about, first.id)
    app.moveClock(1000)
    const second = await draft(about)
    await sign(about, second.id)
    expect(await tierOf(about.learner)).toBe('enterprise')
    await countersign(about, second.id)
    const { items } = await about.calls.listAgreements({ params: about.params })
    expect(items.map(({ state }) => state)).toEqual(['countersigned', 'superseded'])
    expect(await tierOf(about.learner)).toBe('enterprise')
  })
})

test('the paper opens for the family and the staff who look after the learner, and for nobody else', async () => {
  const about = await makeCase()
  const { id } = await draft(about)
  const { scans } = await sign(about, id)
  const parent = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const link = { name: 'Anne', origin: 'admin', now: app.parts.clock() } as const
  await linkGuardian(app.db, { ...link, learnerId: about.learner.id, email: parent.email })
  const status = async ({ headers }: Person) =>
    (await app.http.inject({ url: `/api/files/${scans[0]!.file_id}`, headers })).statusCode
  for (const person of [about.advisor, about.learner, parent, admin])
    expect(await status(person)).toBe(200)
  const others = [
    await app.person(),
    await app.person({ role: 'advisor' }),
    await app.person({ role: 'parent' }),
  ]
  for (const person of others) expect(await status(person)).toBe(404)
  // The record survives the account of the staff member who made it, and is deleted with the learner.
  await eraseAccount(app.db, about.advisor.id)
  expect(await status(admin)).toBe(200)
  await eraseAccount(app.db, about.learner.id)
  expect(await status(admin)).toBe(404)
})

test('admins find what waits for them first', async () => {
  const [waiting, drafted] = [await makeCase(), await makeCase()]
  await draft(drafted)
  await sign(waiting, (await draft(waiting)).id)
  const { items } = await admin.call(academy).listAllAgreements({ query: { limit: 100 } })
  expect(items[0]!.state).toBe('signed')
  const { items: drafts } = await admin
    .call(academy)
    .listAllAgreements({ query: { state: 'draft' } })
  expect(new Set(drafts.map(({ state }) => state))).toEqual(new Set(['draft']))
})

test('an admin finds no agreement of their own child in the staff area', async () => {
  const about = await makeCase()
  await draft(about)
  const other = await app.person({ role: 'admin' })
  const link = { name: 'Anne', origin: 'admin', now: app.parts.clock() } as const
  await linkGuardian(app.db, { ...link, learnerId: about.learner.id, email: other.email })
  const listed = async (reader: Person) => {
    const { items } = await reader.call(academy).listAllAgreements({ query: { limit: 100 } })
    return items.some(({ learner_id }) => learner_id === about.learner.id)
  }
  expect([await listed(admin), await listed(other)]).toEqual([true, false])
})
