import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { calendar } from '#contract/calendar'
import { diploma } from '#contract/diploma'
import type { Endpoint, LearnerUse } from '#contract/endpoint'
import { files } from '#contract/files'
import { guardians } from '#contract/guardians'
import { learners } from '#contract/learners'
import { quests } from '#contract/quests'
import { transcript } from '#contract/transcript'
import { assignLearner } from '#features/advising'
import { connect } from '#features/connections'
import { linkGuardian } from '#features/family'
import {
  type AccessFacts,
  type OptionalConsent,
  GUARDIAN_SCOPES,
  type GuardianScope,
  may,
  type Relation,
} from '#rules/access'
import { fullYears } from '#rules/age'
import { ENDPOINTS, nameOf } from '#testing/every-endpoint'
import { endGuardianship, recordConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { decideFinally } from '#testing/review-builder'
import { fileForm } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { askTutor, startTutorConversation } from '#testing/tutor-builder'

import { mayBePublic } from './may-be-public.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const NOBODY = '7b0e4f0e-0000-4000-8000-000000000000'
const assign = (advisor: Person, learner: Person) =>
  assignLearner(app.db, {
    advisorId: advisor.id,
    learnerId: learner.id,
    since: app.parts.clock(),
  })
/** A learner with one of each record, and one person in each present or former relation to them. */
const makeWorld = async (age = 15) => {
  const learner = await app.person({ dateOfBirth: app.birthdayAt(age) })
  const people = {
    self: learner,
    guardian: await app.person({ role: 'parent' }),
    'guardian who withdrew': await app.person({ role: 'parent' }),
    'guardian of another child': await app.person({ role: 'parent' }),
    'parent who is invited and has not accepted': await app.person({ role: 'parent' }),
    'parent with another spelling of a guardian’s address': await app.person({ role: 'parent' }),
    'separated parent who only looks': await app.person({ role: 'parent' }),
    'separated parent who only decides': await app.person({ role: 'parent' }),
    'guardian without a confirmed address': await app.person({ role: 'parent', verified: false }),
    advisor: await app.person({ role: 'advisor' }),
    'advisor of other learners': await app.person({ role: 'advisor' }),
    'former advisor': await app.person({ role: 'advisor' }),
    'educator without learners': await app.person({ role: 'educator' }),
    classmate: await app.person({ dateOfBirth: app.birthdayAt(15) }),
    friend: await app.person({ dateOfBirth: app.birthdayAt(15) }),
    admin: await app.person({ role: 'admin' }),
    safeguarding: await app.person({ role: 'educator' }),
  }
  const other = await app.person()
  await connect(app.db, learner.id, people.friend.id, app.parts.clock())
  await recordConsent(app, learner, people.guardian, ['use', 'tutor'])
  await recordConsent(app, learner, people['guardian who withdrew'])
  await endGuardianship(app, people['guardian who withdrew'])
  await recordConsent(app, other, people['guardian of another child'])
  await recordConsent(app, learner, people['guardian without a confirmed address'])
  await people.admin.call(guardians).inviteGuardian({
    params: { id: learner.id },
    body: {
      email: people['parent who is invited and has not accepted'].email,
      scopes: [...GUARDIAN_SCOPES],
    },
  })
  const link = {
    learnerId: learner.id,
    name: 'X',
    origin: 'invitation',
    now: app.parts.clock(),
  } as const
  const [local, domain] =
    people['parent with another spelling of a guardian’s address'].email.split('@')
  await linkGuardian(app.db, { ...link, email: `${local}+mum@${domain}` })
  for (const scope of ['view', 'consent'] as const) {
    const who =
      scope === 'view' ? 'separated parent who only looks' : 'separated parent who only decides'
    await linkGuardian(app.db, { ...link, email: people[who].email, scopes: [scope] })
  }
  for (const advisor of [people['former advisor'], people.advisor]) await assign(advisor, learner)
  await assign(people['advisor of other learners'], other)

  const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(learner).start(id)
  const { attempt } = await asLearner(learner).submit(tasks[0]!)
  const body = { learner_id: learner.id, recipient: 'A college', rendering: 'mastery' } as const
  const issued = await people.admin.call(transcript).issueTranscript({ body })
  const decider = { deciderId: people.advisor.id, now: app.parts.clock() }
  await decideFinally(app.db, attempt.id, decider, { decision: 'accepted' })
  const certificate = await learner.call(diploma).takeOutCertificate()
  const { id: entry } = await app.db
    .insertInto('credit_entries')
    .values({
      learner_id: learner.id,
      subject: 'arts',
      hundredths: 1,
      kind: 'adjustment',
      reason: 'x',
      created_at: app.parts.clock().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('users')
    .set({ safeguarding: true })
    .where('id', '=', people.safeguarding.id)
    .execute()
  const talk = await startTutorConversation(learner)
  await askTutor(app, learner, talk, 'I want to die')
  // As if nobody in the family had opened it in time.
  const report = await app.db
    .updateTable('safety_reports')
    .set({ reached: 'advisor' })
    .where('conversation_id', '=', talk)
    .returning('id')
    .executeTakeFirstOrThrow()
  const earlier = {
    id: randomUUID(),
    learner_id: learner.id,
    brought_at: app.parts.clock().toISOString(),
    sha256: 'x',
    site_url: 'https://earlier.example',
    made_at: app.parts.clock().toISOString(),
    records: JSON.stringify([
      {
        site: { name: 'x', url: 'https://earlier.example' },
        person: 'x',
        made_at: app.parts.clock().toISOString(),
        xp: 0,
        quests: [],
        badges: [],
        credits: [],
      },
    ]),
  }
  const outside = {
    id: randomUUID(),
    learner_id: learner.id,
    kind: 'job',
    title: 'x',
    organisation: 'x',
    subject: 'science',
    from_day: '2026-06-01',
    until_day: '2026-06-30',
    hours: 20,
    about: 'x',
    witness_name: 'x',
    witness_role: 'x',
    witness_email: 'witness@example.org',
    created_at: app.parts.clock().toISOString(),
  }
  /** Authorized callers delete them, so they are restored for the next caller. */
  const restoreRemoved = async () => {
    await app.db
      .insertInto('earlier_work')
      .values(earlier)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await app.db
      .insertInto('outside_work')
      .values(outside)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await restoreRemoved()
  const records = {
    transcript: issued.id,
    diploma: certificate.id,
    'credit entry': entry,
    attempt: attempt.id,
    'tutor conversation': talk,
    'safety report': report.id,
    'earlier work': earlier.id,
    'outside work': outside.id,
  }
  const meeting = await people.advisor.call(calendar).arrangeMeeting({
    params: { id: learner.id },
    body: {
      title: 'Talk',
      start: '2027-03-02T10:00:00Z',
      end: '2027-03-02T11:00:00Z',
      all_day: false,
      time_zone: 'UTC',
      notes: '',
      recurrence: null,
      reminder: null,
    },
  })
  return { learner, people, records, meetingId: meeting.id, restoreRemoved }
}

const WHO: Record<keyof Awaited<ReturnType<typeof makeWorld>>['people'], Relation | null> = {
  self: 'self',
  guardian: 'guardian',
  'guardian who withdrew': null,
  'guardian of another child': null,
  'parent who is invited and has not accepted': null,
  'parent with another spelling of a guardian’s address': null,
  'separated parent who only looks': 'guardian',
  'separated parent who only decides': 'guardian',
  'guardian without a confirmed address': null,
  advisor: 'advisor',
  'advisor of other learners': null,
  'former advisor': null,
  'educator without learners': null,
  classmate: null,
  friend: 'peer',
  admin: 'admin',
  safeguarding: 'safeguarding',
}
const FACTS: AccessFacts = {
  age: 15,
  isLicensed: true,
  hasAdvisor: true,
  isWaiting: false,
  consented: new Set(),
  scopes: new Set(GUARDIAN_SCOPES),
}
/** Guardians with fewer scopes. */
const SCOPES: Partial<Record<keyof typeof WHO, GuardianScope[]>> = {
  'separated parent who only looks': ['view'],
  'separated parent who only decides': ['consent'],
}
const factsOf = (who: string): AccessFacts => ({
  ...FACTS,
  scopes: new Set(SCOPES[who as keyof typeof WHO] ?? GUARDIAN_SCOPES),
})

describe.each([10, 15])(
  'every call about a learner of %i, by everyone who could ask',
  async (age) => {
    const aboutOthers = ENDPOINTS.filter(({ learner }) => learner && learner.from !== 'caller')
    let world: Awaited<ReturnType<typeof makeWorld>>
    beforeAll(async () => {
      world = await makeWorld(age)
    })

    /** The id in the path: a calendar meeting if the query names the learner. */
    const pathIdOf = (from: LearnerUse['from'], id: string) => {
      if (from === 'body.learner_id') return NOBODY
      return from === 'query.learner_id' ? world.meetingId : id
    }

    const ask = async ({ method, path, learner }: Endpoint, by: Person, isThere: boolean) => {
      const record = learner!.from.startsWith('owner of ')
        ? world.records[learner!.from.slice('owner of '.length) as keyof typeof world.records]
        : undefined
      const id = isThere ? (record ?? world.learner.id) : NOBODY
      const query = learner!.from === 'query.learner_id' ? `?learner_id=${id}` : ''
      // Only the learner is named: authorized callers get a validation error, and nothing changes.
      const payload = learner!.from === 'body.learner_id' ? { learner_id: id } : {}
      const response = await app.http.inject({
        method,
        url: path.replace('{id}', pathIdOf(learner!.from, id)) + query,
        headers: by.headers,
        payload: method === 'GET' ? undefined : payload,
      })
      const isJson = String(response.headers['content-type']).includes('json')
      return { status: response.statusCode, body: isJson ? response.body : '' }
    }

    test.each(aboutOthers.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
      '%s',
      async (_, endpoint) => {
        for (const [who, relation] of Object.entries(WHO)) {
          const person = world.people[who as keyof typeof WHO]
          await world.restoreRemoved()
          const theirs = await ask(endpoint, person, true)
          const missing = await ask(endpoint, person, false)
          const isAllowed = may(endpoint.learner!.may, relation, { ...factsOf(who), age })
          if (endpoint.access === 'signedIn' && isAllowed) {
            expect([401, 403, 404], who).not.toContain(theirs.status)
          } else if (!isAllowed || theirs.status === 403) {
            // Role guards come first; after them, another learner's data looks like missing data.
            expect([403, 404], who).toContain(theirs.status)
            if (relation !== 'self') expect(theirs, who).toEqual(missing)
          }
          if (missing.status !== 403) expect(missing.status, who).toBe(404)
        }
      },
    )
  },
)

describe('reading another’s record', () => {
  test('is one line in an hour for each thing read, and one’s own is none', async () => {
    const { learner, people } = await makeWorld()
    const read = (by: Person) =>
      by.call(transcript).getTranscript({ query: { learner_id: learner.id } })
    for (const reader of [people.advisor, people.advisor, people.guardian, people.self])
      await read(reader)
    await people.advisor.call(diploma).getDiploma({ query: { learner_id: learner.id } })
    const lines = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'detail'])
      .where('subject_id', '=', learner.id)
      .where('action', '=', 'learner_read')
      .orderBy('id')
      .execute()
    expect(lines).toMatchObject([
      { actor_id: people.advisor.id, detail: { call: 'getTranscript', relation: 'advisor' } },
      { actor_id: people.guardian.id, detail: { call: 'getTranscript', relation: 'guardian' } },
      { actor_id: people.advisor.id, detail: { call: 'getDiploma', relation: 'advisor' } },
    ])
  })

  test('ends with the relation, for cached replies as well', async () => {
    const { learner, people } = await makeWorld()
    const read = () =>
      people.advisor.call(transcript).getTranscript({ query: { learner_id: learner.id } })
    await read()
    await app.db.deleteFrom('caseload').where('advisor_id', '=', people.advisor.id).execute()
    await expect(read()).rejects.toMatchObject({ status: 404 })
  })
})

test('a file that was handed in opens for those who may read the work, and one in a draft for its owner alone', async () => {
  const { learner, people } = await makeWorld()
  const upload = async (words: string) => {
    const form = fileForm(words, 'words.txt')
    return (await learner.call(files).uploadFile({ form })).id
  }
  const { id, tasks } = await createQuest(app.db, [
    { pillar: 'creativity', xp: 60 },
    { pillar: 'creativity', xp: 60 },
  ])
  await asLearner(learner).start(id)
  const [handedIn, drafted] = [await upload('Done.'), await upload('Not yet.')]
  const holding = (file_id: string) => ({ blocks: [{ type: 'file' as const, file_id }] })
  const work = learner.call(quests)
  await work.submitTask({ params: { id: tasks[0]! }, body: holding(handedIn) })
  await work.saveDraft({ params: { id: tasks[1]! }, body: holding(drafted) })

  const opens = async (person: Person, file: string) =>
    (await app.http.inject({ url: `/api/files/${file}`, headers: person.headers })).statusCode
  for (const [who, relation] of Object.entries(WHO)) {
    const person = people[who as keyof typeof WHO]
    const isAllowed = may('readWork', relation, factsOf(who))
    expect(await opens(person, handedIn), who).toBe(isAllowed ? 200 : 404)
    expect(await opens(person, drafted), who).toBe(relation === 'self' ? 200 : 404)
  }
})

test('a teacher hears why they cannot issue a record of their own child', async () => {
  const teacher = await app.person({ role: 'advisor' })
  const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
  // In this order: an advisor who becomes a guardian loses the learner.
  await recordConsent(app, child, teacher)
  await assign(teacher, child)
  const body = { learner_id: child.id, recipient: 'A college', rendering: 'mastery' } as const
  await expect(teacher.call(transcript).issueTranscript({ body })).rejects.toMatchObject({
    status: 403,
    message: 'You’re a guardian of this learner, so someone else has to do this.',
  })
})

test('an admin sees what somebody can do with a learner, and what makes it so', async () => {
  const { learner, people } = await makeWorld()
  const explain = (person: Person) =>
    people.admin
      .call(learners)
      .explainAccess({ query: { learner_id: learner.id, person_id: person.id } })
  const advisor = await explain(people.advisor)
  expect(advisor).toMatchObject({
    relation: 'advisor',
    ties: [{ tie: 'advisor', since: app.parts.clock().toISOString() }],
  })
  expect(advisor.actions).toContainEqual({ action: 'decide', allowed: true })
  const stranger = await explain(people['advisor of other learners'])
  expect(stranger).toMatchObject({ relation: null, ties: [] })
  expect(stranger.actions.every(({ allowed }) => !allowed)).toBe(true)
})

test('what stands open to strangers follows the same rule as what its owner may do', async () => {
  const cases: [age: number, scopes: OptionalConsent[]][] = [
    [12, []],
    [12, ['publishing']],
    [12, ['tutor']],
    [13, []],
    [40, []],
  ]
  for (const [age, scopes] of cases) {
    const dateOfBirth = app.birthdayAt(age)
    const owner = await app.person({ dateOfBirth })
    await recordConsent(app, owner, await app.person({ role: 'parent' }), ['use', ...scopes])
    const today = app.parts.clock().toISOString().slice(0, 10)
    const facts = { ...FACTS, age: fullYears(dateOfBirth, today), consented: new Set(scopes) }
    const row = await app.db
      .selectFrom('users as u')
      .select(mayBePublic.as('open'))
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    expect(row.open, `${age} ${scopes}`).toBe(may('publish', 'self', facts))
  }
})
