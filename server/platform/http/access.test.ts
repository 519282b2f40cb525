import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { calendar } from '#contract/calendar'
import { diploma } from '#contract/diploma'
import type { Endpoint } from '#contract/endpoint'
import { files } from '#contract/files'
import { parents } from '#contract/parents'
import { portfolio } from '#contract/portfolio'
import { quests } from '#contract/quests'
import { transcript } from '#contract/transcript'
import { assignLearner } from '#features/advising'
import { readQuestLibrary, storeLibrary } from '#features/quests'
import { createBadge } from '#testing/badge-builder'
import { ENDPOINTS, nameOf } from '#testing/every-endpoint'
import { befriend, startConversation, write } from '#testing/message-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { acceptAll } from '#testing/review-builder'
import { fileForm } from '#testing/sample-files'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/start-app'
import { startTutorConversation } from '#testing/tutor-builder'

const guarded = ENDPOINTS.filter(({ access }) => access !== 'public')
const unsafe = ENDPOINTS.filter(({ method }) => !['GET', 'HEAD'].includes(method))

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await storeLibrary(app.db, await readQuestLibrary())
})
afterAll(() => app.stop())

type RequestInput = { headers?: Record<string, string>; payload?: string; id?: string }

/** Calls an endpoint with invalid input by default: unauthorized callers must be refused before any validation. */
const send = async (
  { method, path, kind }: Endpoint,
  { headers = {}, payload = '{"x":', id = 'no id' }: RequestInput,
) => {
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const response = await app.http.inject({
    method,
    url: path.replace(/\{\w+\}/, encodeURIComponent(id)),
    headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...headers },
    payload: hasBody ? payload : undefined,
    payloadAsStream: true,
  })
  const stream = response.stream()
  // An event stream stays open for authorized callers.
  if (kind === 'events' && response.statusCode < 400) stream.destroy()
  const error =
    method === 'HEAD' || response.statusCode < 400
      ? undefined
      : (JSON.parse(await text(stream)) as { error: { code: string; message: string } }).error
  return { status: response.statusCode, error }
}

/** Signs in again if a call has ended the session. Signing in for every call would exceed the rate limit. */
const stillSignedIn = async (person: Person): Promise<Person> => {
  const { statusCode } = await app.http.inject({ url: '/api/auth/me', headers: person.headers })
  return statusCode === 200 ? person : app.signIn(person.email)
}

const listed = (chosen: Endpoint[]) =>
  chosen.map((endpoint) => [nameOf(endpoint), endpoint] as const)

describe('a stranger is asked to sign in before anything else', () => {
  test.each(listed(guarded))('%s', async (_, endpoint) => {
    expect(await send(endpoint, {})).toMatchObject({ status: 401 })
    expect(await send(endpoint, { headers: { authorization: 'Bearer x.y.z' } })).toMatchObject({
      status: 401,
    })
  })
})

// Roles per guard, deliberately duplicated from the code.
const ADMITTED = {
  public: ['student', 'parent', 'advisor', 'educator', 'admin', 'observer'],
  session: ['student', 'parent', 'advisor', 'educator', 'admin', 'observer'],
  enrolling: ['student', 'parent', 'advisor', 'educator', 'admin', 'observer'],
  signedIn: ['student', 'parent', 'advisor', 'educator', 'admin', 'observer'],
  parent: ['parent', 'admin'],
  advisor: ['advisor', 'educator', 'admin'],
  author: ['advisor', 'educator', 'admin'],
  admin: ['admin'],
} satisfies Record<Endpoint['access'], string[]>

describe('the wrong role is refused before the input is looked at, and the right one is not', () => {
  test.each(['student', 'parent', 'advisor', 'educator', 'admin', 'observer'] as const)(
    '%s',
    async (role) => {
      let person = await app.person({ role })
      for (const endpoint of guarded) {
        person = await stillSignedIn(person)
        const { headers } = person
        const { status } = await send(endpoint, { headers })
        const isAdmitted = (ADMITTED[endpoint.access] as string[]).includes(role)
        if (isAdmitted) expect([401, 403], nameOf(endpoint)).not.toContain(status)
        else expect(status, nameOf(endpoint)).toBe(403)
      }
    },
  )
})

describe('an account that is not ready sees only what belongs to its session', () => {
  test.each([
    ['unconfirmed', { verified: false }, 'email_not_verified'],
    ['waiting for consent', { status: 'pending_consent' }, 'pending_consent'],
  ] as const)('%s', async (_, state, code) => {
    const { headers } = await app.person(state)
    for (const endpoint of guarded.filter(({ access }) => access !== 'session')) {
      const { status, error } = await send(endpoint, { headers })
      expect(status, nameOf(endpoint)).toBe(403)
      if (endpoint.method !== 'HEAD') expect(error?.code).toBe(code)
    }
  })

  test('suspended', async () => {
    const { id, headers } = await app.person()
    await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute()
    app.parts.callers.forget(id)
    for (const endpoint of guarded.filter(({ access }) => access !== 'session')) {
      expect([401, 403], nameOf(endpoint)).toContain((await send(endpoint, { headers })).status)
    }
  })
})

/**
 * For each call on a person's object: creates the owner's object, and returns valid input. A call that is in no list fails the
 * test below.
 */
const OWNED: Record<string, (owner: Person) => Promise<{ id: string; payload?: string }>> = {
  'DELETE /api/profile/sessions/{id}': async ({ id }) =>
    app.db.selectFrom('sessions').select('id').where('user_id', '=', id).executeTakeFirstOrThrow(),
  'POST /api/profile/passkeys/{id}/remove': (owner) => passkey(owner),
  'GET /api/uploads/{id}': (owner) => upload(owner),
  'GET /api/files/{id}': (owner) => upload(owner),
  'HEAD /api/uploads/resumable/{id}': (owner) => announce(owner),
  'PATCH /api/uploads/resumable/{id}': (owner) => announce(owner),
  'DELETE /api/uploads/resumable/{id}': (owner) => announce(owner),
  'PUT /api/tasks/{id}/draft': async (owner) => ({
    ...(await ownTask(owner)),
    payload: '{"blocks":[]}',
  }),
  'POST /api/tasks/{id}/submit': async (owner) => ({
    ...(await ownTask(owner)),
    payload: '{"blocks":[{"type":"text","text":"x"}]}',
  }),
  'GET /api/attempts/{id}': async (owner) => {
    const { id } = await ownTask(owner)
    return (await asLearner(owner).submit(id)).attempt
  },
  'DELETE /api/added-evidence/{id}': (owner) => addedTo(owner),
  'POST /api/tasks/{id}/withdraw': async (owner) => ({ ...(await ownTask(owner)), payload: '' }),
  'GET /api/quests/{id}': () => unpublishedQuest(),
  'POST /api/quests/{id}/start': async () => ({ ...(await unpublishedQuest()), payload: '' }),
  'POST /api/quests/{id}/leave': async () => ({ ...(await unpublishedQuest()), payload: '' }),
  'POST /api/quests/{id}/version': async () => ({
    ...(await unpublishedQuest()),
    payload: '{"version":2}',
  }),
  'POST /api/quests/{id}/repeat': async () => ({
    ...(await unpublishedQuest()),
    payload: '{"subject":"x"}',
  }),
  'POST /api/quests/{id}/tasks': async () => ({
    ...(await unpublishedQuest()),
    payload: '{"title":"x","pillar":"creativity","xp":60}',
  }),
  'DELETE /api/transcript/shares/{id}': (owner) =>
    owner.call(transcript).addShare({ body: { label: 'A college', days: 30 } }),
  'GET /api/transcript/issued/{id}': (owner) => issued(owner),
  'GET /api/transcript/issued/{id}/pdf': (owner) => issued(owner),
  'GET /api/diploma/{id}/pdf': (owner) => certificate(owner),
  'GET /api/badges/{id}': () => unpublishedBadge(),
  'GET /api/badges/{id}/art.svg': () => unpublishedBadge(),
  'POST /api/badges/{id}/pursue': () => unpublishedBadge(),
  'DELETE /api/badges/{id}/pursue': () => unpublishedBadge(),
  'DELETE /api/portfolio/links/{id}': (owner) =>
    owner.call(portfolio).addPortfolioLink({ body: { label: 'x', days: 7 } }),
  'GET /api/tutor/conversations/{id}/messages': async (owner) => ({
    id: await startTutorConversation(owner),
  }),
  'POST /api/tutor/conversations/{id}/messages': async (owner) => ({
    id: await startTutorConversation(owner),
    payload: '{"text":"Why?"}',
  }),
  'GET /api/conversations/{id}': (owner) => conversation(owner),
  'GET /api/conversations/{id}/messages': (owner) => conversation(owner),
  'POST /api/conversations/{id}/messages': async (owner) => ({
    ...(await conversation(owner)),
    payload: '{"text":"Hello"}',
  }),
  'POST /api/conversations/{id}/read': (owner) => conversation(owner),
  'DELETE /api/messages/{id}': async (owner) =>
    write(owner, (await conversation(owner)).id, 'Hello'),
  'POST /api/messages/{id}/report': async (owner) =>
    write(owner, (await conversation(owner)).id, 'Hello'),
  'PATCH /api/calendar/events/{id}': (owner) => ownEvent(owner),
  'DELETE /api/calendar/events/{id}': (owner) => ownEvent(owner),
  'GET /api/public/diploma/{id}': async ({ id }) => ({ id }),
  'GET /api/public/portfolio/{slug}': async ({ id }) => {
    const slug = `unpublished-${id}`
    await app.db.updateTable('users').set({ portfolio_slug: slug }).where('id', '=', id).execute()
    return { id: slug }
  },
}

/** The caller's own data under well-known names: another person's cannot be named. */
const OF_ONES_OWN = [
  'GET /api/credits/{subject}',
  'GET /api/quests/{id}/feedback',
  'GET /api/practice/{slug}',
  'POST /api/practice/{slug}/answers',
]

/** Data of learners that others may access: features/learners tests each with own and other learners. */
const OF_LEARNERS = ENDPOINTS.filter(
  ({ path, learner }) => path.includes('{') && learner && learner.from !== 'caller',
)
  .map(nameOf)
  .filter((name) => !(name in OWNED))

/** Drafts, visible to others once proposed: tested in their features. */
const WRITTEN = [
  'GET /api/advisor/quests/{id}',
  'PUT /api/advisor/quests/{id}',
  'DELETE /api/advisor/quests/{id}',
  'DELETE /api/advisor/quests/{id}/draft',
  'POST /api/advisor/quests/{id}/propose',
  'POST /api/advisor/quests/{id}/approve',
  'POST /api/advisor/quests/{id}/return',
  'GET /api/advisor/quests/{id}/file',
  'GET /api/advisor/badges/{id}',
  'PUT /api/advisor/badges/{id}',
  'DELETE /api/advisor/badges/{id}',
]

/** Authorized by a secret in the URL: another person's cannot be named. */
const BY_SECRET = [
  'GET /api/setup/{token}',
  'POST /api/setup/{token}',
  'GET /api/invitations/{token}',
  'POST /api/invitations/{token}',
  'GET /api/transcript/shared/{token}',
  'GET /api/transcript/shared/{token}/pdf',
  'POST /api/transcript/shared/{token}/views',
  'GET /api/consent/{token}',
  'POST /api/consent/{token}',
  'GET /api/letters/{token}',
  'PUT /api/letters/{token}',
  'GET /api/letters/{token}/unsubscribe',
  'POST /api/letters/{token}/unsubscribe',
  'GET /api/consent-withdrawals/{token}',
  'POST /api/consent-withdrawals/{token}',
  'GET /api/guardian-invitations/{token}',
  'POST /api/guardian-invitations/{token}',
  'GET /api/public/portfolio-links/{token}',
  'POST /api/public/portfolio-links/{token}/views',
  'GET /api/credentials/{code}',
  'GET /api/credentials/{code}/badge.png',
  'GET /api/credentials/{code}/badge.svg',
  'GET /api/verify/{code}',
  'GET /api/verify/{code}/transcript.json',
  'GET /calendar/feed/{secret}.ics',
  'GET /api/consultations/{token}',
  'POST /api/consultations/{token}',
  'PATCH /api/consultations/{token}',
  'DELETE /api/consultations/{token}',
  'DELETE /api/consultations/{token}/data',
  'GET /api/consultations/{token}/consultation.ics',
  'GET /api/witness/{token}',
  'POST /api/witness/{token}',
]

/** Data between two people: features/connections tests each as a third person. */
const BETWEEN_PEOPLE = [
  'POST /api/community/friends/accept/{id}',
  'DELETE /api/community/friends/decline/{id}',
  'DELETE /api/community/friends/cancel/{id}',
  'DELETE /api/community/friends/{user_id}',
  'POST /api/community/block/{user_id}',
  'DELETE /api/community/block/{user_id}',
  'POST /api/community/report/{user_id}',
  'POST /api/community/reports/{id}',
  'POST /api/community/groups/{id}/join',
  'DELETE /api/community/groups/{id}/membership',
]

/** Data of one teacher: features/consultations tests each as another teacher. */
const OF_HOSTS = [
  'POST /api/advisor/consultations/{id}/outcome',
  'POST /api/advisor/consultations/{id}/cancel',
  'POST /api/advisor/consultations/{id}/invite',
]

/** An advisor's groups: features/advising tests each as another advisor and as an admin. */
const OF_ADVISORS = [
  'GET /api/advisor/groups/{id}',
  'PATCH /api/advisor/groups/{id}',
  'DELETE /api/advisor/groups/{id}',
  'GET /api/advisor/groups/{id}/table',
  'GET /api/advisor/groups/{id}/table.csv',
  'POST /api/advisor/groups/{id}/plan',
  'GET /api/advisor/groups/{id}/announcements',
  'POST /api/advisor/groups/{id}/announcements',
  'GET /api/advisor/groups/{id}/announcements/{announcement_id}',
]

/** Data of nobody, the site, or a colleague: tested in their features. */
const IMPERSONAL = [
  'DELETE /api/advisor/saved-comments/{id}',
  'GET /api/status-lists/{number}',
  'POST /api/admin/invitations/{id}/resend',
  'DELETE /api/admin/invitations/{id}',
  'PUT /api/admin/safeguarding/{id}',
  'GET /api/logo/{id}',
  'GET /api/admin/imports/{id}',
  'GET /api/admin/imports/{id}/people',
  'GET /api/admin/imports/{id}/moves',
  'GET /api/admin/advisors/{id}/learners',
  'GET /api/admin/imports/{id}/undelivered',
  'GET /api/admin/imports/{id}/undo',
  'GET /api/admin/imports/{id}/waiting',
  'POST /api/admin/imports/{id}/reminders',
  'POST /api/admin/imports/{id}/undo',
  'GET /api/admin/imports/{id}/problems',
  'GET /api/admin/imports/{id}/problems.csv',
  'POST /api/admin/imports/{id}/apply',
  'POST /api/admin/imports/{id}/cancellation',
  'POST /api/admin/imports/{id}/invitations',
  'DELETE /api/admin/imports/{id}',
  'GET /api/admin/exports/{name}',
  'POST /api/admin/jobs/{id}/retry',
  'DELETE /api/admin/jobs/{id}',
  'GET /api/admin/users/{id}',
  'PATCH /api/admin/users/{id}',
  'POST /api/admin/users/{id}/password-link',
  'DELETE /api/admin/users/{id}/sessions',
  'DELETE /api/admin/users/{id}/second-factor',
  'POST /api/admin/users/{id}/sign-in-as',
  'POST /api/parents/milestones/{id}',
]

/** Offered to one colleague, or in the care of one: features/advising tests that it does not exist for others. */
const OFFERED = ['POST /api/advisor/handovers/{id}', 'PUT /api/advisor/children/{id}/guardian']

const upload = (owner: Person) =>
  owner.call(files).uploadFile({ form: fileForm('Some words.', 'words.txt') })

const issued = async ({ id }: Person) => {
  const admin = await app.person({ role: 'admin' })
  const body = { learner_id: id, recipient: 'A college', rendering: 'mastery' } as const
  return admin.call(transcript).issueTranscript({ body })
}

const certificate = async (owner: Person) => {
  const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(owner).start(id)
  await asLearner(owner).submit(tasks[0]!)
  const decider = await app.person({ role: 'advisor' })
  await acceptAll(app.db, owner.id, { deciderId: decider.id, now: app.parts.clock() })
  return owner.call(diploma).takeOutCertificate()
}

const conversation = async (owner: Person) => {
  const friend = await app.person()
  await befriend(app, owner, friend)
  return { id: await startConversation(owner, friend) }
}

const passkey = async ({ id: user_id }: Person) => {
  const row = { user_id, name: 'Mine', public_key: Buffer.alloc(1), sign_count: 0, transports: [] }
  const { id } = await app.db
    .insertInto('passkeys')
    .values({ ...row, credential_id: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, payload: JSON.stringify({ password: PASSWORD }) }
}

const announce = async ({ headers }: Person) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/uploads/resumable',
    headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-length': '10' },
  })
  return { id: String(answer.headers.location).split('/').at(-1) ?? '' }
}

const ownTask = async (owner: Person) => {
  const [quest] = (await owner.call(quests).listQuests()).items
  const params = { id: quest!.id }
  await owner.call(quests).startQuest({ params })
  const body = { title: 'Mine', pillar: 'creativity', xp: 60 } as const
  return owner.call(quests).addOwnTask({ params, body })
}

const ownEvent = async (owner: Person) => {
  const times = { start: '2030-01-01', end: '2030-01-02', all_day: true, time_zone: 'UTC' }
  const { id } = await owner.call(calendar).addEvent({ body: { title: 'Mine', ...times } })
  return { id, payload: '{"title":"Still mine"}' }
}

const addedTo = async (owner: Person) => {
  const { id } = await ownTask(owner)
  const advisor = await app.person({ role: 'advisor' })
  const now = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: owner.id, since: now })
  const form = new FormData()
  form.set('task_id', id)
  form.set('text', 'A note')
  return advisor.call(parents).addEvidence({ params: { id: owner.id }, form })
}

const unpublishedQuest = async () => {
  const [quest] = (await readQuestLibrary()).toReversed()
  const { id } = quest!
  await app.db.updateTable('quests').set({ status: 'draft' }).where('id', '=', id).execute()
  return { id }
}

const unpublishedBadge = async () => ({
  id: await createBadge(app.db, { tasks: 1 }, { status: 'draft' }),
})

describe('another person’s thing answers exactly as one that does not exist', () => {
  const named = ENDPOINTS.filter(({ path }) => path.includes('{')).map(nameOf)

  test('every call that names a thing is looked at here', () => {
    expect(named.toSorted()).toEqual(
      [
        ...Object.keys(OWNED),
        ...OF_ONES_OWN,
        ...OF_LEARNERS,
        ...WRITTEN,
        ...BY_SECRET,
        ...IMPERSONAL,
        ...OFFERED,
        ...OF_HOSTS,
        ...OF_ADVISORS,
        ...BETWEEN_PEOPLE,
      ].toSorted(),
    )
  })

  test.each(Object.keys(OWNED))('%s', async (name) => {
    const endpoint = ENDPOINTS.find((endpoint) => nameOf(endpoint) === name)!
    const owner = await app.person()
    const thing = { payload: '', ...(await OWNED[name]!(owner)) }
    const stranger = await app.person()
    const theirs = await send(endpoint, { ...thing, headers: headersOf(endpoint, stranger) })
    const missing = await send(endpoint, {
      ...thing,
      headers: headersOf(endpoint, stranger),
      id: name.includes('{slug}') ? 'nobody' : '7b0e4f0e-0000-4000-8000-000000000000',
    })
    expect(missing.status).toBe(404)
    expect(theirs).toEqual(missing)
    if (!NOBODYS.test(name)) {
      const own = await send(endpoint, { ...thing, headers: headersOf(endpoint, owner) })
      expect(own.status).not.toBe(404)
    }
  })
})

/** Unpublished quests, badges and portfolios answer 404 to everyone. */
const NOBODYS = /\/api\/(quests|badges|public)\//

/** Includes the headers of the resumable upload protocol, so that only the id is decisive. */
const headersOf = ({ method, path }: Endpoint, person: Person): Record<string, string> => ({
  ...person.headers,
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  ...(method === 'PATCH' && path.includes('resumable')
    ? { 'content-type': 'application/offset+octet-stream' }
    : {}),
})

describe('a write with a session cookie needs the token that only our own pages know', () => {
  let someone: Person
  beforeAll(async () => {
    someone = await app.person()
  })

  test.each(listed(unsafe))('%s', async (_, endpoint) => {
    someone = await stillSignedIn(someone)
    const session = someone.headers.authorization?.replace('Bearer ', '')
    const token = 'a'.repeat(43)
    const refused = { status: 403, error: { code: 'csrf' } }
    const cookie = `session=${session}; csrf_token=${token}`
    expect(await send(endpoint, { headers: { cookie: `session=${session}` } })).toMatchObject(
      refused,
    )
    expect(await send(endpoint, { headers: { cookie } })).toMatchObject(refused)
    expect(
      await send(endpoint, { headers: { cookie, 'x-csrf-token': 'b'.repeat(43) } }),
    ).toMatchObject(refused)
    const { error } = await send(endpoint, { headers: { cookie, 'x-csrf-token': token } })
    expect(error?.code).not.toBe('csrf')
  })
})

test('who may call what is written down, call by call: whoever changes it sees that they do', async () => {
  const lines = ENDPOINTS.map((endpoint) => {
    const { access, learner, whileActing } = endpoint
    const about = learner ? `, ${learner.may} of ${learner.from}` : ''
    return `${nameOf(endpoint)}: ${access}${about}${whileActing ? ', while acting' : ''}`
  })
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('who-may-call.txt')
})
