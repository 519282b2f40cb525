import { createHash } from 'node:crypto'

import canonicalize from 'canonicalize'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { advising } from '#contract/advising'
import { transcript } from '#contract/transcript'
import { assignLearner } from '#features/advising'
import { createBadge } from '#testing/badge-builder'
import { recordConsent, withdrawConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { MARKED_CONTENT_OPERATORS, nodesIn, readPdf, rolesIn } from '#testing/read-pdf'
import { acceptAll, decideFinally } from '#testing/review-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { transcriptContent } from './index.ts'

let app: TestApp
let advisor: Person
beforeAll(async () => {
  app = await startApp()
  advisor = await app.person({ role: 'advisor', firstName: 'Samuel', lastName: 'Okafor' })
})
afterAll(() => app.stop())

/** Creates a learner with accepted work: 48 XP of science and 32 of mathematics, then 100 of arts. */
const learnerWithRecord = async (given: { dateOfBirth?: string } = {}) => {
  const person = await app.person({
    firstName: 'Łukasz',
    lastName: 'Nguyễn 李明',
    dateOfBirth: given.dateOfBirth ?? '2005-01-01',
  })
  await assignLearner(app.db, {
    advisorId: advisor.id,
    learnerId: person.id,
    since: app.parts.clock(),
  })
  const stream = await createQuest(
    app.db,
    [{ pillar: 'critical_thinking', xp: 80, subjects: { science: 0.6, mathematics: 0.4 } }],
    { title: 'Stream doctor' },
  )
  const painting = await createQuest(app.db, [{ pillar: 'creativity', xp: 100 }], {
    title: 'A moon for every night',
  })
  for (const { id, tasks } of [stream, painting]) {
    await asLearner(person).start(id)
    const { attempt } = await asLearner(person).submit(tasks[0]!)
    const by = { deciderId: advisor.id, now: app.parts.clock() }
    await decideFinally(app.db, attempt.id, by, { decision: 'accepted' })
  }
  return { ...person, stream, painting }
}

const issue = (learner: Person, more: object = {}) =>
  advisor.call(transcript).issueTranscript({
    body: {
      learner_id: learner.id,
      recipient: 'Northside College',
      rendering: 'courses',
      ...more,
    },
  })

const yearNow = () => {
  const now = app.parts.clock()
  const year = now.getUTCFullYear() - (now.getUTCMonth() < 7 ? 1 : 0)
  return `${year}-${year + 1}`
}

const raw = (url: string, person?: Person) => app.http.inject({ url, headers: person?.headers })

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => 'allowed',
    ({ status }: { status: number }) => status,
  )

describe('the record', () => {
  test('has the credits of each subject with their level and pieces, and the courses of each school year', async () => {
    const ada = await learnerWithRecord()
    const record = await ada.call(transcript).getTranscript()
    expect(record).toMatchObject({
      learner: { first_name: 'Łukasz', last_name: 'Nguyễn 李明' },
      school: 'Lodestar',
      plan: { version: 1 },
      total: { earned: 0.18, required: 22, pieces: 2 },
      gpa: null,
      badges: [],
    })
    expect(record.subjects.find(({ subject }) => subject === 'science')).toEqual({
      subject: 'science',
      name: 'Science',
      earned: 0.05,
      required: 3,
      mastery: 'begun',
      pieces: 1,
      revised: 0,
      added: 0,
    })
    expect(record.years).toEqual([
      {
        school_year: yearNow(),
        credits: 0.18,
        gpa: null,
        quests_completed: ['Stream doctor', 'A moon for every night'],
        courses: [
          course('mathematics', 'Mathematics', 0.03, ['Stream doctor']),
          course('science', 'Science', 0.05, ['Stream doctor']),
          course('arts', 'Arts', 0.1, ['A moon for every night']),
        ],
      },
    ])
  })

  const course = (subject: string, title: string, credits: number, quests: string[]) => ({
    kind: 'subject',
    subject,
    quest_id: null,
    title,
    credits,
    grade: null,
    quests,
  })

  test('averages the grades that an advisor recorded, by credit; a quest with its own grade is its own course', async () => {
    const ada = await learnerWithRecord()
    const grade = (body: object) =>
      advisor.call(transcript).recordGrade({
        params: { id: ada.id },
        body: { school_year: yearNow(), ...body } as never,
      })
    await grade({ subject: 'science', grade: 'C' })
    await grade({ subject: 'science', grade: 'A' })
    const record = await grade({ quest_id: ada.painting.id, grade: 'B' })
    expect(record.years[0]!.courses).toMatchObject([
      { title: 'Mathematics', grade: null },
      { title: 'Science', grade: 'A' },
      { kind: 'quest', title: 'A moon for every night', subject: 'arts', credits: 0.1, grade: 'B' },
    ])
    // (48 × 4.0 + 100 × 3.0) / 148 = 3.324…
    expect(record).toMatchObject({ gpa: 3.32, years: [{ gpa: 3.32, credits: 0.18 }] })
    const without = await grade({ quest_id: ada.painting.id, grade: null })
    expect(without.gpa).toBe(4)
    const others = await createQuest(app.db, [{ pillar: 'creativity', xp: 100 }])
    for (const wrong of [
      { subject: 'science', grade: 'E' },
      { subject: 'science', grade: 'A', school_year: '2026' },
      { grade: 'A' },
      { quest_id: others.id, grade: 'A' },
    ]) {
      expect(await refused(grade(wrong))).toBe(400)
    }
  })

  test('names the school that transferred credit comes from, and leaves out what was taken back', async () => {
    const ada = await learnerWithRecord()
    const add = (subject: 'health' | 'arts') =>
      advisor.call(advising).addCredit({
        params: { id: ada.id },
        body: {
          subject,
          credits: 0.5,
          kind: 'transfer',
          reason: 'Two semesters',
          institution: 'Riverside School',
        },
      })
    await add('health')
    const wrong = await add('arts')
    await advisor.call(advising).reverseCredit({
      params: { id: wrong.id },
      body: { reason: 'Not theirs' },
    })
    const record = await ada.call(transcript).getTranscript()
    expect(record.added).toMatchObject([
      { name: 'Health', credits: 0.5, institution: 'Riverside School', reason: 'Two semesters' },
    ])
    expect(record.subjects.find(({ subject }) => subject === 'health')).toMatchObject({
      earned: 0.5,
      added: 0.5,
      mastery: 'met',
    })
    expect(record.total.earned).toBe(0.68)
  })
})

test('the badges of a learner stand in the record, and their credentials in that of the transcript', async () => {
  const name = 'Friend of the stream'
  const quest = await createQuest(app.db, [{ pillar: 'communication', xp: 60 }])
  await createBadge(app.db, { quests: [quest.id] }, { name })
  const ada = await learnerWithRecord()
  expect((await ada.call(transcript).getTranscript()).badges).toEqual([])
  await asLearner(ada).start(quest.id)
  await asLearner(ada).submit(quest.tasks[0]!)
  expect((await ada.call(transcript).getTranscript()).badges).toEqual([])
  await acceptAll(app.db, ada.id, { deciderId: advisor.id, now: app.parts.clock() })
  const { badges } = await ada.call(transcript).getTranscript()
  expect(badges).toMatchObject([{ name }])

  const { transcript: said } = await issue(ada)
  const { id } = await app.db
    .selectFrom('credentials')
    .select('id')
    .where('code', '=', said.verify_code)
    .executeTakeFirstOrThrow()
  const content = await transcriptContent(app.db, id)
  expect(content?.badges).toEqual(badges.map(({ credential_id }) => credential_id))
})

describe('an official transcript', () => {
  test('has a number, a signer, a recipient and a hash that anyone can work out again', async () => {
    const ada = await learnerWithRecord()
    const first = await issue(ada)
    const second = await issue(ada)
    const { transcript: said } = first
    expect(first).toMatchObject({ state: 'valid', revoked_at: null })
    expect(said).toMatchObject({
      number: expect.stringMatching(/^LS-\d{4}-\d{6}$/),
      verify_code: expect.stringMatching(/^[0-9A-Z]{16}$/),
      recipient: 'Northside College',
      rendering: 'courses',
      paper: 'letter',
      signer: { name: 'Samuel Okafor', role: 'Advisor' },
      record: { total: { earned: 0.18 } },
    })
    expect(second.transcript.number).not.toBe(said.number)
    // Anyone with the code gets the exact bytes.
    const text = await raw(`/api/verify/${said.verify_code}/transcript.json`)
    expect(createHash('sha256').update(text.rawPayload).digest('hex')).toBe(first.sha256)
    expect(JSON.parse(text.body)).toEqual(said)
    expect(text.body).toBe(canonicalize(said))
    const { details } = (await raw(`/api/verify/${said.verify_code}`)).json()
    expect(details.text.sha256).toBe(first.sha256)
    expect((await raw(new URL(details.text.url).pathname)).body).toBe(text.body)
    expect((await raw('/api/verify/0000000000000000/transcript.json')).statusCode).toBe(404)
    const credential = await app.db
      .selectFrom('credentials')
      .select(['kind', 'learner_id'])
      .where('code', '=', said.verify_code)
      .executeTakeFirst()
    expect(credential).toEqual({ kind: 'transcript', learner_id: ada.id })
  })

  test('stays as it is when the work is withdrawn, whoever asks the database', async () => {
    const ada = await learnerWithRecord()
    const issued = await issue(ada)
    await asLearner(ada).withdraw(ada.stream.tasks[0]!)
    expect((await ada.call(transcript).getTranscript()).total.earned).toBe(0.1)
    expect(await ada.call(transcript).getIssued({ params: { id: issued.id } })).toEqual(issued)

    const rows = app.db.updateTable('issued_transcripts').where('id', '=', issued.id)
    for (const change of [
      rows.set({ snapshot: '{}' }),
      rows.set({ sha256: 'x' }),
      rows.set({ expires_at: app.parts.clock().toISOString() }),
      app.db.deleteFrom('issued_transcripts').where('id', '=', issued.id),
    ]) {
      await expect(change.execute()).rejects.toThrow(/does not change/)
    }
  })

  test('is revoked on purpose, once, with the reason, and its credential with it', async () => {
    const ada = await learnerWithRecord()
    const issued = await issue(ada)
    const revoke = (reason: string) =>
      advisor.call(transcript).revokeTranscript({ params: { id: issued.id }, body: { reason } })
    expect(await refused(revoke(' '))).toBe(400)
    const gone = await revoke('Issued to the wrong college.')
    expect(gone).toMatchObject({
      state: 'revoked',
      revoked_because: 'Issued to the wrong college.',
      transcript: issued.transcript,
    })
    expect(await refused(revoke('Again'))).toBe(409)
    const { items } = await ada.call(transcript).listIssued()
    expect(items).toMatchObject([{ state: 'revoked', number: issued.transcript.number }])
    const revoked = await app.db
      .selectFrom('credentials')
      .innerJoin('revocations', 'revocations.status_index', 'credentials.status_index')
      .select('revoked_because')
      .where('code', '=', issued.transcript.verify_code)
      .execute()
    expect(revoked).toEqual([{ revoked_because: 'Issued to the wrong college.' }])
  })

  test('expires on its day, which must lie ahead', async () => {
    const ada = await learnerWithRecord()
    const at = (ms: number) => new Date(app.parts.clock().getTime() + ms).toISOString()
    expect(await refused(issue(ada, { expires_at: at(-1000) }))).toBe(400)
    const issued = await issue(ada, { expires_at: at(1000) })
    app.moveClock(1000)
    const { state } = await ada.call(transcript).getIssued({ params: { id: issued.id } })
    expect(state).toBe('expired')
  })

  test('is in its credential all that the total is made of, with the average', async () => {
    const ada = await learnerWithRecord()
    await advisor.call(advising).addCredit({
      params: { id: ada.id },
      body: {
        kind: 'transfer',
        subject: 'world_language',
        credits: 1.25,
        institution: 'Hillview School',
        reason: 'Spanish I.',
      },
    })
    await advisor.call(transcript).recordGrade({
      params: { id: ada.id },
      body: { school_year: yearNow(), subject: 'science', grade: 'A-' },
    })
    const { transcript: said } = await issue(ada)
    const { details } = (await raw(`/api/verify/${said.verify_code}`)).json()
    type Listed = { name: string; credits: number | null; result: string | null }
    const listed: Listed[] = details.achievements
    const hundredths = listed.reduce(
      (sum, { credits }) => sum + Math.round((credits ?? 0) * 100),
      0,
    )
    expect(hundredths / 100).toBe(said.record.total.earned)
    expect(listed).toMatchObject([
      {},
      { result: 'A-' },
      {},
      { name: expect.stringContaining('transferred from Hillview School'), credits: 1.25 },
      { credits: null, result: '3.70' },
    ])
  })

  test('is what its credential says, from the snapshot alone', async () => {
    const ada = await learnerWithRecord()
    const { transcript: said } = await issue(ada, { rendering: 'mastery' })
    await asLearner(ada).withdraw(ada.stream.tasks[0]!)
    const { id } = await app.db
      .selectFrom('credentials')
      .select('id')
      .where('code', '=', said.verify_code)
      .executeTakeFirstOrThrow()
    const content = await transcriptContent(app.db, id)
    expect(content).toMatchObject({
      holderName: 'Łukasz Nguyễn 李明',
      title: `Academic transcript ${said.number}`,
      achievements: [
        { type: 'Competency', name: 'Mathematics', credits: 0.03 },
        { type: 'Competency', name: 'Science', credits: 0.05 },
        { type: 'Competency', name: 'Arts', credits: 0.1, result: { name: 'Level' } },
      ],
      badges: [],
    })
    expect(await transcriptContent(app.db, id)).toEqual(content)
    expect(await transcriptContent(app.db, ada.id)).toBeUndefined()
  })

  test('is issued and read by the learner’s own advisor and admins, and by nobody else’s', async () => {
    const ada = await learnerWithRecord()
    const other = await app.person({ role: 'advisor' })
    const admin = await app.person({ role: 'admin' })
    const issued = await issue(ada)
    const params = { id: issued.id }
    const query = { learner_id: ada.id }
    const body = { learner_id: ada.id, recipient: 'X', rendering: 'mastery' } as const
    for (const call of [
      () => other.call(transcript).issueTranscript({ body }),
      () => other.call(transcript).getTranscript({ query }),
      () => other.call(transcript).listIssued({ query }),
      () => other.call(transcript).getIssued({ params }),
      () => other.call(transcript).revokeTranscript({ params, body: { reason: 'x' } }),
      () =>
        other.call(transcript).recordGrade({
          params: { id: ada.id },
          body: { school_year: '2025-2026', subject: 'arts', grade: 'A' },
        }),
    ]) {
      expect(await refused(call())).toBe(404)
    }
    expect(await refused(ada.call(transcript).issueTranscript({ body }))).toBe(403)
    expect(await refused(admin.call(transcript).issueTranscript({ body }))).toBe('allowed')
    expect((await advisor.call(transcript).listIssued({ query })).items).toHaveLength(2)
  })

  test('leaves a line in the log for each issue, and for each look and download by staff', async () => {
    const ada = await learnerWithRecord()
    const { id } = await issue(ada)
    await raw(`/api/transcript/issued/${id}/pdf`, advisor)
    await raw(`/api/transcript/issued/${id}/pdf`, ada)
    await advisor.call(transcript).getTranscript({ query: { learner_id: ada.id } })
    const logged = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'detail'])
      .where('subject_id', '=', ada.id)
      .where('actor_id', '=', advisor.id)
      .orderBy('id')
      .execute()
    const read = { may: 'readRecord', relation: 'advisor' }
    expect(logged).toMatchObject([
      { action: 'transcript_issued' },
      { action: 'learner_read', detail: { ...read, call: 'getIssuedPdf' } },
      { action: 'learner_read', detail: { ...read, call: 'getTranscript' } },
    ])
  })
})

describe('a link to a transcript', () => {
  const open = (url: string) => {
    const token = url.split('/').at(-1)!
    return app.anyone.call(transcript).sharedTranscript({ params: { token } })
  }

  test('shows a stranger the record as of now, until it ends', async () => {
    const ada = await learnerWithRecord()
    const share = await ada.call(transcript).addShare({ body: { label: 'Aunt Rosa', days: 7 } })
    expect(await open(share.url)).toMatchObject({
      issued: null,
      record: { learner: { first_name: 'Łukasz' }, total: { earned: 0.18 } },
    })
    const token = share.url.split('/').at(-1)!
    await app.anyone.call(transcript).countShareView({ params: { token } })
    const { items } = await ada.call(transcript).listShares()
    expect(items).toMatchObject([
      { id: share.id, views: 1, last_viewed_at: app.parts.clock().toISOString() },
    ])
    await ada.call(transcript).endShare({ params: { id: share.id } })
    expect(await refused(open(share.url))).toBe(404)
    expect((await ada.call(transcript).listShares()).items).toEqual([])
  })

  test('ends by itself', async () => {
    const ada = await learnerWithRecord()
    const { url } = await ada.call(transcript).addShare({ body: { label: 'A', days: 1 } })
    app.moveClock(24 * 3_600_000)
    expect(await refused(open(url))).toBe(404)
    app.moveClock(-24 * 3_600_000)
  })

  test('can show an official one, also that it was revoked; never somebody else’s', async () => {
    const ada = await learnerWithRecord()
    const bob = await learnerWithRecord()
    const { id } = await issue(ada)
    const body = { label: 'College', days: 30, transcript_id: id }
    expect(await refused(bob.call(transcript).addShare({ body }))).toBe(404)
    const { url } = await ada.call(transcript).addShare({ body })
    await asLearner(ada).withdraw(ada.stream.tasks[0]!)
    expect(await open(url)).toMatchObject({
      issued: { state: 'valid' },
      record: { total: { earned: 0.18 } },
    })
    await advisor
      .call(transcript)
      .revokeTranscript({ params: { id }, body: { reason: 'By mistake' } })
    expect(await open(url)).toMatchObject({ issued: { state: 'revoked' } })
  })

  test('is not made for a child whose guardian has not allowed it, and closes when that is taken back', async () => {
    const child = await learnerWithRecord({ dateOfBirth: app.birthdayAt(11) })
    const add = () => child.call(transcript).addShare({ body: { label: 'A', days: 1 } })
    expect(await refused(add())).toBe(403)
    const guardian = { email: 'guardian@example.org' }
    await recordConsent(app, child, guardian, ['use', 'publishing'])
    const { url } = await add()
    expect(await refused(open(url))).toBe('allowed')
    await withdrawConsent(app, child, guardian, ['publishing'])
    expect(await refused(open(url))).toBe(404)
  })

  test('is found by no search engine, and its secret is not in the database', async () => {
    const ada = await learnerWithRecord()
    const { url } = await ada.call(transcript).addShare({ body: { label: 'A', days: 1 } })
    const page = await raw(new URL(url).pathname)
    expect(page.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    expect(page.body).not.toContain('Łukasz')
    const rows = await app.db.selectFrom('transcript_shares').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(url.split('/').at(-1))
    const { items } = await ada.call(transcript).listShares()
    expect(items).toMatchObject([{ label: 'A', url }])
  })
})

const read = async (url: string, person?: Person) => {
  const answer = await raw(url, person)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  return readPdf(answer.rawPayload)
}

describe('the PDF', () => {
  test('is tagged: headings, tables with head cells, a language and a title', async () => {
    const ada = await learnerWithRecord()
    const { pages, marks, info, metadata } = await read('/api/transcript.pdf', ada)
    expect(marks).toEqual(MARKED_CONTENT_OPERATORS)
    expect(info).toMatchObject({
      Title: 'Unofficial transcript: Łukasz Nguyễn 李明',
      Language: 'en',
      IsAcroFormPresent: false,
    })
    expect(metadata.getRaw()).toContain('<pdfuaid:part>1</pdfuaid:part>')
    const roles = new Set(rolesIn(pages[0]!.tree))
    expect([...roles]).toEqual(
      expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']),
    )
    expect(pages[0]!.text).toContain('Page 1 of 1')
    expect(pages[0]!.text).toContain('UNOFFICIAL')
  })

  test('comes on Letter and A4, in both renderings', async () => {
    const ada = await learnerWithRecord()
    const letter = await read('/api/transcript.pdf?paper=letter&rendering=mastery', ada)
    expect(letter.pages[0]!.size).toEqual([612, 792])
    expect(letter.pages[0]!.text).toContain('Credits by subject')
    const a4 = await read('/api/transcript.pdf?paper=a4&rendering=courses', ada)
    expect(a4.pages[0]!.size).toEqual([595, 842])
    expect(a4.pages[0]!.text).toContain(`School year ${yearNow().replace('-', '–')}`)
  })

  test('of an official one tells people of one name apart, which its public text does not', async () => {
    const ada = await learnerWithRecord({ dateOfBirth: '2005-03-14' })
    expect(await refused(issue(ada, { identified_by: 'student_number' }))).toBe(400)
    const shown = async (more: object) => {
      const { id, transcript: said } = await issue(ada, more)
      const { pages } = await read(`/api/transcript/issued/${id}/pdf`, ada)
      const { body } = await raw(`/api/verify/${said.verify_code}/transcript.json`)
      return { paper: pages[0]!.text, body }
    }
    const born = await shown({ identified_by: 'birth_date' })
    expect(born.paper).toMatch(/Date of birth\s+March 14, 2005/)
    expect(born.body).not.toContain('2005-03-14')
    const numbered = await shown({ identified_by: 'student_number', student_number: 'NS-2041' })
    expect(numbered.paper).toMatch(/Student number\s+NS-2041/)
    expect(numbered.body).not.toContain('NS-2041')
    expect((await shown({})).paper).not.toMatch(/Date of birth|Student number/)
  })

  test('of an official one has a QR code with words for it, no watermark, and says when it is revoked', async () => {
    const ada = await learnerWithRecord()
    const { id, sha256, transcript: said } = await issue(ada)
    const url = `/api/transcript/issued/${id}/pdf`
    const { pages } = await read(url, ada)
    const text = pages.map((page) => page.text).join(' ')
    expect(text).toContain(said.number)
    expect(text).toContain(`http://lodestar.test/verify/${said.verify_code}`)
    expect(text).toContain(sha256)
    expect(text).not.toContain('UNOFFICIAL')
    expect(text).toContain('support@example.org')
    // Both work, and are marked as links.
    const links = pages.flatMap(({ links }) => links)
    expect(links).toEqual(Array(2).fill(`http://lodestar.test/verify/${said.verify_code}`))
    expect(
      pages.flatMap(({ tree }) => rolesIn(tree)).filter((role) => role === 'Link'),
    ).toHaveLength(2)
    const figure = nodesIn(pages[0]!.tree).find(({ role }) => role === 'Figure')
    expect(figure?.alt).toBe(`QR code for http://lodestar.test/verify/${said.verify_code}`)
    await advisor
      .call(transcript)
      .revokeTranscript({ params: { id }, body: { reason: 'By mistake' } })
    const revoked = (await read(`${url}?paper=a4`, ada)).pages[0]!
    expect(revoked.text).toContain('REVOKED')
    expect(revoked.text).toContain('By mistake')
    expect(revoked.size).toEqual([595, 842])
  })

  test('of a link is open to its holder alone', async () => {
    const ada = await learnerWithRecord()
    const { url } = await ada.call(transcript).addShare({ body: { label: 'A', days: 1 } })
    const token = url.split('/').at(-1)
    const { pages } = await read(`/api/transcript/shared/${token}/pdf?rendering=courses`)
    expect(pages[0]!.text).toContain('courses by school year')
    expect((await raw('/api/transcript/shared/unknown/pdf')).statusCode).toBe(404)
  })

  test('is made for many at once, one after the other', async () => {
    const ada = await learnerWithRecord()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => raw('/api/transcript.pdf', ada)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
  })
})
