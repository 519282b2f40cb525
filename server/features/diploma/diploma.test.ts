import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { advising } from '#contract/advising'
import { authoring } from '#contract/authoring'
import { credentials } from '#contract/credentials'
import { credits } from '#contract/credits'
import { diploma } from '#contract/diploma'
import { profile } from '#contract/profile'
import { transcript } from '#contract/transcript'
import { assignLearner } from '#features/advising'
import { storeSetting } from '#features/site'
import { asLearner, createQuest } from '#testing/quest-builder'
import { MARKED_CONTENT_OPERATORS, nodesIn, readPdf, rolesIn } from '#testing/read-pdf'
import { acceptAll, decideFinally } from '#testing/review-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { verifyElsewhere } from '#testing/third-party-verifier'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startApp()
  await storeSetting(app.db, 'offers', ['accredited_diploma'])
  admin = await app.person({ role: 'admin', firstName: 'Ida', lastName: 'Rhodes' })
})
afterAll(() => app.stop())

const handInQuest = async (person: Person, title: string) => {
  const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }], { title })
  const me = asLearner(person)
  await me.start(id)
  await me.submit(tasks[0]!)
}

const acceptWork = (person: Person) =>
  acceptAll(app.db, person.id, { deciderId: admin.id, now: app.parts.clock() })

const completeQuest = async (person: Person, title: string) => {
  await handInQuest(person, title)
  await acceptWork(person)
}

const make = (person: Person) => person.call(diploma).takeOutCertificate()
const see = (person: Person) => person.call(diploma).getDiploma()
const verify = (code: string) => app.anyone.call(credentials).verifyCode({ params: { code } })

/** Transfers credit for all requirements of the plan, with these exceptions. */
const transferCredits = async (learner: Person, except: Record<string, number> = {}) => {
  const { rows } = await learner.call(credits).getCredits()
  for (const { subject, required } of rows) {
    const earned = except[subject] ?? required
    if (earned === 0) continue
    await admin.call(advising).addCredit({
      params: { id: learner.id },
      body: {
        kind: 'transfer',
        institution: 'Elsewhere',
        reason: 'Seen',
        subject,
        credits: earned,
      },
    })
  }
}

const joinAcademy = (person: Person) =>
  app.db
    .updateTable('users')
    .set({ subscription_tier: 'enterprise' })
    .where('id', '=', person.id)
    .execute()

describe('a certificate of learning', () => {
  test('waits for the first completed quest', async () => {
    const ada = await app.person()
    expect(await see(ada)).toMatchObject({
      is_academy: false,
      quests_completed: 0,
      can_take_out: false,
      diplomas: [],
    })
    await expect(make(ada)).rejects.toMatchObject({ status: 409 })
  })

  test('says what was completed, has a number, and anyone can verify it', async () => {
    const ada = await app.person()
    await completeQuest(ada, 'Bread *from* nothing')
    expect(await see(ada)).toMatchObject({ quests_accepted: 1, can_take_out: true })
    const { diploma: paper, verify_url, state } = await make(ada)
    expect(paper).toMatchObject({
      kind: 'certificate',
      title: 'Certificate of Learning',
      holder_name: 'Ada Lovelace',
      school: 'Lodestar',
      signer: null,
      quests: [{ title: 'Bread *from* nothing' }],
      xp: { total: 90 },
    })
    expect(paper.number).toMatch(/^LD-\d{4}-\d{6}$/)
    expect(state).toBe('valid')
    expect(verify_url).toBe(`http://lodestar.test/verify/${paper.verify_code}`)
    const { verdict, details } = await verify(paper.verify_code)
    expect(verdict).toBe('valid')
    expect(details).toMatchObject({
      kind: 'diploma',
      title: 'Certificate of Learning',
      holder_name: 'Ada Lovelace',
    })
    expect(details?.criteria).toContain('An advisor has accepted every required task')
    expect(details?.criteria).toContain(String.raw`- Bread \*from\* nothing`)
    expect(details?.description).toContain(paper.number)
  })

  test('convinces verifiers elsewhere, and comes as a picture', async () => {
    const ada = await app.person()
    await completeQuest(ada, 'A quest')
    const { diploma: paper } = await make(ada)
    const fetched = async (address: string) =>
      (await app.http.inject(address.replace('http://lodestar.test', ''))).body
    const text = await fetched(`http://lodestar.test/api/credentials/${paper.verify_code}`)
    const { credentialSubject } = await verifyElsewhere(text, fetched, app.parts.clock())
    expect(credentialSubject).toMatchObject({
      achievement: { achievementType: 'CertificateOfCompletion' },
    })
    const png = await app.http.inject(`/api/credentials/${paper.verify_code}/badge.png`)
    expect(png.headers['content-type']).toBe('image/png')
  })

  test('of a minor bears the same name on paper and where whoever has the code reads it', async () => {
    const teen = await app.person({ dateOfBirth: app.birthdayAt(15) })
    await completeQuest(teen, 'A quest')
    const { diploma: paper } = await make(teen)
    expect(paper.holder_name).toBe('Ada Lovelace')
    expect((await verify(paper.verify_code)).details?.holder_name).toBe('Ada Lovelace')
    const { body } = await app.http.inject(`/verify/${paper.verify_code}`)
    expect(body).toContain('Ada Lovelace')
  })

  test('is taken out anew only when there is something new, also by two at once', async () => {
    const ada = await app.person()
    await completeQuest(ada, 'The first')
    const both = await Promise.allSettled([make(ada), make(ada)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await see(ada)).can_take_out).toBe(false)
    await completeQuest(ada, 'The second')
    const { diploma: second } = await make(ada)
    expect(second.quests.map(({ title }) => title)).toEqual(['The first', 'The second'])
    const { diplomas } = await see(ada)
    expect(diplomas.map(({ diploma }) => diploma.quests.length)).toEqual([2, 1])
  })

  test('that was revoked is taken out again only after more work has been accepted, or under another name', async () => {
    const [ada, ben] = [await app.person(), await app.person()]
    for (const each of [ada, ben]) {
      await completeQuest(each, 'Copied')
      const { id } = await make(each)
      app.moveClock(1000)
      const body = { reason: 'The essay was copied' }
      await admin.call(diploma).revokeDiploma({ params: { id }, body })
      expect((await see(each)).can_take_out).toBe(false)
      await expect(make(each)).rejects.toMatchObject({ status: 409 })
    }
    app.moveClock(1000)
    await completeQuest(ada, 'Their own')
    expect((await make(ada)).diploma.quests).toHaveLength(2)
    await ben.call(profile).changeProfile({ body: { last_name: 'Byron' } })
    expect((await make(ben)).diploma.holder_name).toContain('Byron')
  })

  test('counts accepted work alone: quests and XP that nobody has accepted are not in it', async () => {
    const ada = await app.person()
    await handInQuest(ada, 'Not yet read')
    expect(await see(ada)).toMatchObject({
      quests_completed: 1,
      quests_accepted: 0,
      can_take_out: false,
    })
    await expect(make(ada)).rejects.toMatchObject({
      status: 409,
      message: 'An advisor has to accept your work first: the certificate lists accepted work.',
    })
    await acceptWork(ada)
    await handInQuest(ada, 'Handed in later')
    const { diploma: paper } = await make(ada)
    expect(paper).toMatchObject({ quests: [{ title: 'Not yet read' }], xp: { total: 90 } })
    expect(await see(ada)).toMatchObject({ quests_completed: 2, can_take_out: false })
  })

  test('is made once, however often the request arrives', async () => {
    const ada = await app.person()
    await completeQuest(ada, 'A quest')
    const send = () => ada.call(diploma).takeOutCertificate({}, { idempotencyKey: 'once' })
    expect(await send()).toEqual(await send())
    expect((await see(ada)).diplomas).toHaveLength(1)
  })

  test('does not change, whatever happens afterwards', async () => {
    const ada = await app.person()
    await completeQuest(ada, 'A quest')
    const before = await make(ada)
    const { verify_code } = before.diploma
    const said = await verify(verify_code)
    await app.db.updateTable('users').set({ last_name: 'King' }).where('id', '=', ada.id).execute()
    await app.db.updateTable('quests').set({ title: 'Renamed' }).execute()
    expect((await see(ada)).diplomas).toEqual([before])
    expect(await verify(verify_code)).toEqual(said)
    const change = app.db.updateTable('diplomas').set({ number: 'X' }).where('id', '=', before.id)
    await expect(change.execute()).rejects.toThrow('does not change')
    const remove = app.db.deleteFrom('diplomas').where('id', '=', before.id)
    await expect(remove.execute()).rejects.toThrow('does not change')
  })

  test('names a quest of one’s own as it was when its work was accepted', async () => {
    const ada = await app.person()
    const one = { title: 'Bake it', pillar: 'practical_skills' as const, xp: 80 }
    const tasks = [{ ...one, subjects: { science: 1 } }]
    const body = { title: 'Bread', estimated_hours: 3, tasks }
    const params = { id: ada.id }
    const { id } = await ada.call(authoring).writeQuestFor({ params, body })
    const me = asLearner(ada)
    const begun = await me.start(id)
    await me.submit(begun.tasks[0]!.id)
    await acceptWork(ada)
    const renamed = {
      ...body,
      title: 'Calculus',
      tasks: tasks.map((task) => ({ ...task, key: begun.tasks[0]!.id })),
    }
    await ada.call(authoring).changeQuestFor({ params: { ...params, quest_id: id }, body: renamed })
    const { diploma: paper } = await make(ada)
    expect(paper.quests).toMatchObject([{ title: 'Bread' }])
    const record = await ada.call(transcript).getTranscript()
    expect(JSON.stringify(record)).toContain('Bread')
    expect(JSON.stringify(record)).not.toContain('Calculus')
  })

  test('goes with its owner', async () => {
    const ada = await app.person()
    await completeQuest(ada, 'A quest')
    const { diploma: paper } = await make(ada)
    await app.db.deleteFrom('users').where('id', '=', ada.id).execute()
    await expect(verify(paper.verify_code)).rejects.toMatchObject({ status: 404 })
  })
})

describe('readiness', () => {
  test('says of each subject what the credits say, and what is missing', async () => {
    const ada = await app.person()
    await transferCredits(ada, { science: 2.25, arts: 4 })
    const [{ readiness }, { rows, total, plan }] = await Promise.all([
      see(ada),
      ada.call(credits).getCredits(),
    ])
    expect(readiness.plan).toEqual({ version: plan.version, name: plan.name })
    const figures = ({ earned, required }: { earned: number; required: number }) => [
      earned,
      required,
    ]
    expect(readiness.rows.map((row) => [row.subject, ...figures(row)])).toEqual(
      rows.map((row) => [row.subject, ...figures(row)]),
    )
    expect(figures(readiness.total)).toEqual(figures(total))
    // A surplus in arts does not compensate for science.
    expect(total.earned).toBeGreaterThan(total.required)
    expect([readiness.total.missing, readiness.met]).toEqual([0.75, false])
    expect(
      readiness.rows.filter((row) => row.missing > 0).map((row) => [row.name, row.missing]),
    ).toEqual([['Science', 0.75]])
  })

  test('adds up: what is earned and what is missing are what is required', async () => {
    const ada = await app.person()
    // A third of 0.05 credits in each of three subjects: every row is rounded.
    const { id, tasks } = await createQuest(app.db, [
      {
        pillar: 'creativity',
        xp: 50,
        subjects: { arts: 0.333, science: 0.333, mathematics: 0.334 },
      },
    ])
    await asLearner(ada).start(id)
    const { attempt } = await asLearner(ada).submit(tasks[0]!)
    const by = { deciderId: admin.id, now: app.parts.clock() }
    await decideFinally(app.db, attempt.id, by, { decision: 'accepted' })
    const { total } = (await see(ada)).readiness
    expect(total).toEqual({ earned: 0.05, required: 22, missing: 21.95 })
  })

  test('of a learner is there for who cares for them, and for nobody else', async () => {
    const [ada, advisor] = [await app.person(), await app.person({ role: 'advisor' })]
    const ask = (by: Person) => by.call(diploma).getDiploma({ query: { learner_id: ada.id } })
    for (const stranger of [advisor, await app.person()]) {
      await expect(ask(stranger)).rejects.toMatchObject({ status: 404 })
    }
    await takeCare(advisor, ada)
    expect(await ask(advisor)).toEqual(await see(ada))
    expect(await logOf(advisor, ada)).toEqual(['learner_refused', 'learner_read'])
  })
})

const takeCare = (advisor: Person, learner: Person) =>
  assignLearner(app.db, {
    advisorId: advisor.id,
    learnerId: learner.id,
    since: app.parts.clock(),
  })

const logOf = async (actor: Person, subject: Person) => {
  const log = await app.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', subject.id)
    .where('actor_id', '=', actor.id)
    .orderBy('id')
    .execute()
  return log.map(({ action }) => action)
}

const issue = (staff: Person, learner: Person, waiver?: string) =>
  staff.call(diploma).issueDiploma({ body: { learner_id: learner.id, waiver } })

describe('the accredited diploma', () => {
  test('is issued to academy learners, signed by who issued it, under the whole name, once', async () => {
    const teen = await app.person({ dateOfBirth: app.birthdayAt(17) })
    await expect(issue(admin, teen)).rejects.toMatchObject({ status: 409 })
    await joinAcademy(teen)
    await transferCredits(teen)
    const { diploma: paper } = await issue(admin, teen)
    expect(paper).toMatchObject({
      kind: 'accredited',
      title: 'High School Diploma',
      signer: { name: 'Ida Rhodes', role: 'Administrator' },
    })
    expect(await see(teen)).toMatchObject({ is_academy: true, diplomas: [{ state: 'valid' }] })
    expect(await verify(paper.verify_code)).toMatchObject({
      verdict: 'valid',
      details: { title: 'High School Diploma', holder_name: 'Ada Lovelace' },
    })
    await expect(issue(admin, teen)).rejects.toMatchObject({ status: 409 })
  })

  test('waits until every subject is met, and says what is missing', async () => {
    const [ada, advisor] = [await app.person(), await app.person({ role: 'advisor' })]
    await joinAcademy(ada)
    await takeCare(advisor, ada)
    await transferCredits(ada, { mathematics: 2.5, science: 0 })
    await expect(issue(advisor, ada)).rejects.toMatchObject({
      status: 409,
      message: 'These credits are still missing: Mathematics 0.5, Science 3.',
    })
    await expect(issue(admin, ada)).rejects.toMatchObject({ status: 409 })
    await expect(issue(advisor, ada, 'She knows it.')).rejects.toMatchObject({ status: 403 })
    expect((await see(ada)).diplomas).toEqual([])
  })

  test('can be issued by an admin although something is missing, with the reason on record', async () => {
    const ada = await app.person()
    await joinAcademy(ada)
    const reason = 'The records of her first school burned; an examination stood in for them.'
    expect(await issue(admin, ada, reason)).toMatchObject({ waived_because: reason })
    const { detail } = await app.db
      .selectFrom('audit_log')
      .select('detail')
      .where('subject_id', '=', ada.id)
      .where('action', '=', 'diploma_issued')
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ waiver: reason })
  })

  test('is issued and revoked by the learner’s own advisor, in the log of the learner', async () => {
    const [ada, advisor] = [await app.person(), await app.person({ role: 'advisor' })]
    await joinAcademy(ada)
    await transferCredits(ada)
    await takeCare(advisor, ada)
    const { id, diploma: paper, waived_because } = await issue(advisor, ada, 'No need of one.')
    expect(paper.signer).toEqual({ name: 'Ada Lovelace', role: 'Advisor' })
    expect(waived_because).toBeNull()
    await advisor
      .call(diploma)
      .revokeDiploma({ params: { id }, body: { reason: 'Issued with a wrong name.' } })
    expect(await logOf(advisor, ada)).toEqual(['diploma_issued', 'diploma_revoked'])
  })

  test('is issued by nobody who does not care for the learner', async () => {
    const learner = await app.person()
    await joinAcademy(learner)
    for (const role of ['advisor', 'educator'] as const) {
      await expect(issue(await app.person({ role }), learner)).rejects.toMatchObject({
        status: 404,
      })
    }
    await expect(issue(learner, learner)).rejects.toMatchObject({ status: 403 })
    const nobody = { ...learner, id: '7b0e4f0e-0000-4000-8000-000000000000' }
    await expect(issue(admin, nobody)).rejects.toMatchObject({ status: 404 })
  })

  test('can be revoked with a reason, which verifiers hear; then it can be issued again', async () => {
    const learner = await app.person()
    await joinAcademy(learner)
    await transferCredits(learner)
    const { id, diploma: paper } = await issue(admin, learner)
    const take = (reason: string, by = admin) =>
      by.call(diploma).revokeDiploma({ params: { id }, body: { reason } })
    await expect(take('')).rejects.toMatchObject({ status: 400 })
    const advisor = await app.person({ role: 'advisor' })
    await expect(take('No.', advisor)).rejects.toMatchObject({ status: 404 })
    expect(await take('Issued with a wrong name.')).toMatchObject({ state: 'revoked' })
    await expect(take('Again.')).rejects.toMatchObject({ status: 409 })
    expect(await verify(paper.verify_code)).toMatchObject({
      verdict: 'revoked',
      details: { revoked_because: 'Issued with a wrong name.' },
    })
    expect((await see(learner)).diplomas).toMatchObject([
      { state: 'revoked', revoked_because: 'Issued with a wrong name.' },
    ])
    await issue(admin, learner)
    const log = await logOf(admin, learner)
    expect(log.filter((action) => action.startsWith('diploma_'))).toEqual([
      'diploma_issued',
      'diploma_revoked',
      'diploma_issued',
    ])
  })
})

describe('the sheet of paper', () => {
  const fetchPdf = (id: string, by?: Person, paper = '') =>
    app.http.inject({ url: `/api/diploma/${id}/pdf${paper}`, headers: by?.headers ?? {} })

  const read = async (id: string, by: Person, paper?: string) => {
    const answer = await fetchPdf(id, by, paper)
    expect(answer.headers['content-type']).toBe('application/pdf')
    return readPdf(answer.rawPayload)
  }

  test('is tagged, has a title and a language, and says all that the page says', async () => {
    const ada = await app.person({ firstName: 'Łukasz', lastName: 'Nguyễn 李明' })
    await completeQuest(ada, 'Bread from nothing')
    const { id, diploma: paper } = await make(ada)
    const { pages, marks, info, metadata } = await read(id, ada)
    expect(marks).toEqual(MARKED_CONTENT_OPERATORS)
    expect(info).toMatchObject({
      Title: 'Certificate of Learning: Łukasz Nguyễn 李明',
      Language: 'en',
    })
    expect(metadata.getRaw()).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(pages).toHaveLength(1)
    const [sheet] = pages
    expect(new Set(rolesIn(sheet!.tree))).toEqual(
      new Set(['Root', 'Document', 'P', 'H1', 'L', 'LI', 'LBody', 'Figure']),
    )
    // A name whose glyphs come from several fonts is extracted in pieces.
    expect(sheet!.text.replaceAll(' ', '')).toContain('ŁukaszNguyễn')
    for (const words of ['Bread from nothing', paper.number, '90 XP']) {
      expect(sheet!.text).toContain(words)
    }
    expect(nodesIn(sheet!.tree).find(({ role }) => role === 'Figure')?.alt).toBe(
      `QR code for http://lodestar.test/verify/${paper.verify_code}`,
    )
  })

  test('lies on its side, on Letter and A4, and holds a long record on one sheet', async () => {
    const ada = await app.person({ firstName: 'Wolfeschlegelsteinhausen', lastName: 'Bergerdorff' })
    for (let i = 1; i <= 14; i += 1) await completeQuest(ada, `A quest with many words, part ${i}`)
    const { id } = await make(ada)
    const letter = await read(id, ada, '?paper=letter')
    const a4 = await read(id, ada, '?paper=a4')
    expect([letter, a4].map(({ pages }) => pages.map(({ size }) => size))).toEqual([
      [[792, 612]],
      [[842, 595]],
    ])
    expect(a4.pages[0]!.text).toContain('and 2 more')
  })

  test('says who signed it, and that it was taken back', async () => {
    const ada = await app.person()
    await joinAcademy(ada)
    await transferCredits(ada)
    const { id } = await issue(admin, ada)
    expect((await read(id, ada)).pages[0]!.text).toMatch(/Ida Rhodes\s+Administrator/)
    await admin.call(diploma).revokeDiploma({ params: { id }, body: { reason: 'By mistake' } })
    expect((await read(id, ada)).pages[0]!.text).toContain('REVOKED')
  })

  test('is for the learner and who cares for them; staff leave a trace', async () => {
    const [ada, advisor] = [await app.person(), await app.person({ role: 'advisor' })]
    await completeQuest(ada, 'A quest')
    const { id } = await make(ada)
    const unknown = await fetchPdf('7b0e4f0e-0000-4000-8000-000000000000', advisor)
    for (const stranger of [advisor, await app.person()]) {
      const refused = await fetchPdf(id, stranger)
      expect([refused.statusCode, refused.json().error.code]).toEqual([
        404,
        unknown.json().error.code,
      ])
    }
    expect((await fetchPdf(id)).statusCode).toBe(401)
    await takeCare(advisor, ada)
    expect((await fetchPdf(id, advisor)).statusCode).toBe(200)
    expect(await logOf(advisor, ada)).toEqual(['learner_refused', 'learner_read'])
  })
})

describe('the page of a code', () => {
  test('says it before any script runs, to anyone, and stays out of searches', async () => {
    const ada = await app.person()
    await completeQuest(ada, 'A quest with <b>markup</b>')
    const { id, diploma: paper } = await make(ada)
    const visit = (code: string) => app.http.inject(`/verify/${code}`)
    const page = await visit(paper.verify_code.toLowerCase())
    expect(page.statusCode).toBe(200)
    expect(page.headers['x-robots-tag']).toBe('noindex')
    expect(page.body).toContain('<title>Genuine: Certificate of Learning, Ada Lovelace · Lodestar')
    expect(page.body).toContain('<meta name="robots" content="noindex">')
    expect(page.body).toContain('it has not been changed')
    await admin.call(diploma).revokeDiploma({ params: { id }, body: { reason: '<i>Mistake</i>' } })
    const revoked = await visit(paper.verify_code)
    expect(revoked.body).toContain('<title>Revoked')
    expect(revoked.body).not.toContain('<i>Mistake')
    const unknown = await visit('0000000000000000')
    expect([unknown.statusCode, (await visit('nonsense')).statusCode]).toEqual([404, 404])
    expect(unknown.body).toContain('<title>No such record')
  })
})
