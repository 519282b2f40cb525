import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { people } from '#contract/people'
import { rosters } from '#contract/rosters'
import { linkGuardian } from '#features/family'
import { eraseAccount, eraseUnconsented } from '#features/privacy'
import { recordConsent } from '#testing/family-builder'
import { readZip } from '#testing/read-zip'
import { type Roster, rosterOf } from '#testing/roster-builder'
import { type RosterSite, rosterSite } from '#testing/roster-site'
import { type Person, startApp, type TestApp } from '#testing/start-app'

const DAY = 24 * 3_600_000
const CHILD = 's0@school.example'

let app: TestApp
let site: RosterSite
let admin: Person
beforeAll(async () => {
  app = await startApp({ work: true, poolSize: 3, env: { PUBLIC_URL: 'http://localhost' } })
  admin = await app.person({ role: 'admin' })
  site = rosterSite(app, admin)
})
afterAll(() => app.stop())

const without = (roster: Roster, learner: string): Roster => ({
  ...roster,
  users: roster.users.filter(({ sourcedId }) => sourcedId !== learner),
  demographics: roster.demographics.filter(({ sourcedId }) => sourcedId !== learner),
  roles: roster.roles.filter(({ userSourcedId }) => userSourcedId !== learner),
  enrollments: roster.enrollments.filter(({ userSourcedId }) => userSourcedId !== learner),
})
const bring = async (roster: Roster) => {
  const shown = await site.bringRoster(roster)
  await site.apply(shown, { suspend_missing: true, even_many: true })
  return shown
}
const statusAfter = async (days: number) => {
  app.moveClock(days * DAY)
  await eraseUnconsented(app.parts)
  await site.signInAgain()
  return (await site.user(CHILD))?.status
}

test('a child under 13 waits as long as the school lists them, and the email says who gave the address', async () => {
  const shown = await bring(rosterOf(6))
  expect(await statusAfter(40)).toBe('pending_consent')
  await site.call.inviteImported({ params: { id: shown.id } })
  const asked = () =>
    app.db
      .selectFrom('mailbox')
      .select(['subject', 'body'])
      .where('recipient', '=', 'g-0@school.example')
      .where('subject', 'like', '%your consent is needed')
      .execute()
  await expect.poll(asked, { timeout: 30_000 }).toHaveLength(1)
  const [email] = await asked()
  expect(email!.body).toContain('school uses Lodestar and gave us your address')
  expect(email!.body).toContain('after the school no longer lists')
  expect(await statusAfter(40)).toBe('pending_consent')
})

test('a child who leaves the roster is erased seven days later, and a later file brings them back', async () => {
  await bring(without(rosterOf(6), 's-0'))
  expect(await statusAfter(6.9)).toBe('pending_consent')
  await bring(rosterOf(6))
  expect(await statusAfter(30)).toBe('pending_consent')

  await bring(without(rosterOf(6), 's-0'))
  expect(await statusAfter(7.1)).toBeUndefined()
  const back = await bring(rosterOf(6))
  expect(back.people).toMatchObject({ create: 1 })
  expect(await statusAfter(0)).toBe('pending_consent')
})

test('a child for whom a guardian has once consented is erased thirty days after leaving the roster', async () => {
  const { id } = (await site.user(CHILD))!
  await recordConsent(app, { id }, { email: 'g-0@school.example' })
  await bring(without(rosterOf(6), 's-0'))
  expect(await statusAfter(7.1)).toBe('pending_consent')
  expect(await statusAfter(23)).toBeUndefined()
  await bring(rosterOf(6))
})

test('a child who was erased on request does not come back', async () => {
  await eraseAccount(app.db, (await site.user(CHILD))!.id)
  const back = await bring(rosterOf(6))
  expect(back.people).toMatchObject({ skip: 1 })
  expect(await site.user(CHILD)).toBeUndefined()
})

test('a child who registered by themselves still has seven days', async () => {
  const form = {
    account_type: 'student' as const,
    first_name: 'Noah',
    last_name: 'Alone',
    email: 'noah@home.example',
    date_of_birth: app.birthdayAt(10),
    parent_email: 'mum@home.example',
    password: 'Str0ng-enough!',
    confirmPassword: 'Str0ng-enough!',
    acceptedLegalTerms: true as const,
  }
  await app.anyone.call(auth).register({ body: form })
  app.moveClock(7.1 * DAY)
  await eraseUnconsented(app.parts)
  expect(await site.user('noah@home.example')).toBeUndefined()
})

test('young children may be listed without an email address: they get a sign-in name and wait for the guardian, who alone is asked', async () => {
  await site.signInAgain()
  const shown = await site.bring(
    [
      'id,first_name,last_name,email,role,date_of_birth,parent_email,parent_name',
      'c1,Émile,Roux,,student,2019-05-01,roux@home.example,Ann Roux',
      'c2,Ida,Roux,,student,2020-05-01,roux@home.example,Ann Roux',
      ',Nobody,Roux,,student,2020-05-01,roux@home.example,Ann Roux',
      'c4,Slip,Roux,Slip+a@home.example,student,2020-05-01,slip@home.example,Ann Roux',
      't1,Jo,Teach,,teacher,,,',
    ].join('\n'),
    'simple',
  )
  expect(shown.people).toEqual({ create: 2, refuse: 2 })
  expect(await site.problems(shown)).toEqual(
    expect.arrayContaining([
      'users:4 id: Is empty',
      'users:5 email: Is the address of their guardian, too: leave it empty for a child without one',
      'users:6 email: Is empty: only learners can do without',
      expect.stringMatching(/^note users:2 email: Is empty: signs in with a card/),
    ]),
  )
  await site.apply(shown)
  const children = await app.db
    .selectFrom('users')
    .select(['first_name', 'email', 'sign_in_name', 'status', 'consent_wait_from'])
    .where('last_name', '=', 'Roux')
    .orderBy('sign_in_name')
    .execute()
  const waiting = { email: null, status: 'pending_consent', consent_wait_from: null }
  expect(children).toEqual([
    { first_name: 'Émile', ...waiting, sign_in_name: expect.stringMatching(/^emile\d{4}$/) },
    { first_name: 'Ida', ...waiting, sign_in_name: expect.stringMatching(/^ida\d{4}$/) },
  ])
  await site.call.inviteImported({ params: { id: shown.id } })
  const mails = () =>
    app.db
      .selectFrom('mailbox')
      .select('subject')
      .where('recipient', '=', 'roux@home.example')
      .orderBy('subject')
      .execute()
  await expect.poll(mails, { timeout: 30_000 }).toHaveLength(2)

  const again = await site.bring(
    [
      'id,first_name,last_name,email,role,date_of_birth,parent_email',
      'c1,Émile,Roux,,student,2019-05-01,roux@home.example',
      'c2,Ida,Roux,,student,2020-05-01,roux@home.example',
    ].join('\n'),
    'simple',
  )
  expect(again.people).toEqual({ same: 2 })
})

test('another guardian whom the school names for a young child is told to the one who has agreed by mail', async () => {
  await site.signInAgain()
  const list = (...rows: string[]) =>
    site.bring(
      ['id,first_name,last_name,email,role,date_of_birth,parent_email', ...rows].join('\n'),
      'simple',
    )
  const row = (parent: string) => `n1,Nia,Noor,,student,2019-05-01,${parent}`
  await site.apply(await list(row('mother@noor.example')))
  const child = await app.db
    .selectFrom('users')
    .select('id')
    .where('last_name', '=', 'Noor')
    .executeTakeFirstOrThrow()
  await recordConsent(app, child, { email: 'mother@noor.example' })
  await app.db.updateTable('users').set({ status: 'active' }).where('id', '=', child.id).execute()
  const again = await list(row('father@noor.example'))
  await site.apply(again, { suspend_missing: false, even_many: true })
  const subjects = async () => {
    const mails = await app.db
      .selectFrom('mailbox')
      .select('subject')
      .where('recipient', '=', 'mother@noor.example')
      .execute()
    return mails.map(({ subject }) => subject)
  }
  await expect.poll(subjects, { timeout: 30_000 }).toEqual(['Nia has a new guardian on Lodestar'])
})

test('an admin does not see among the waiting families their own child, for whom the other guardian was asked', async () => {
  await site.signInAgain()
  const shown = await site.bring(
    [
      'id,first_name,last_name,email,role,date_of_birth,parent_email',
      'o1,Oda,Orr,,student,2019-05-01,father@orr.example',
      'p1,Pia,Poe,,student,2019-05-01,father@poe.example',
    ].join('\n'),
    'simple',
  )
  await site.apply(shown)
  await site.call.inviteImported({ params: { id: shown.id } })
  const list = async () => {
    const { items } = await site.call.listWaiting({ params: { id: shown.id } })
    return items.map(({ child }) => child).toSorted()
  }
  await expect.poll(list, { timeout: 30_000 }).toEqual(['Oda Orr', 'Pia Poe'])
  const oda = await app.db
    .selectFrom('users')
    .select('id')
    .where('last_name', '=', 'Orr')
    .executeTakeFirstOrThrow()
  await linkGuardian(app.db, {
    learnerId: oda.id,
    email: admin.email,
    name: 'Ora Orr',
    origin: 'invitation',
    now: app.parts.clock(),
  })
  expect(await list()).toEqual(['Pia Poe'])

  const next = await site.bring(
    [
      'id,first_name,last_name,email,role,date_of_birth,parent_email',
      'o1,Oda,Orr,,student,2019-05-01,aunt@orr.example',
      'p1,Pia,Poe,,student,2019-05-01,aunt@poe.example',
    ].join('\n'),
    'simple',
  )
  const newAddressesFor = async (reader: Person) => {
    const query = { limit: 100 }
    const { items } = await reader.call(rosters).listImported({ params: { id: next.id }, query })
    return items.flatMap(({ changes }) => changes['parent_email'] ?? []).toSorted()
  }
  const other = await app.person({ role: 'admin' })
  expect(await newAddressesFor(other)).toEqual(['aunt@orr.example', 'aunt@poe.example'])
  expect(await newAddressesFor(await app.signIn(admin.email))).toEqual(['aunt@poe.example'])
})

test('an admin does not see in the exported roster who else is a guardian of their own child', async () => {
  const other = await app.person({ role: 'admin' })
  const child = (await site.user('s1@school.example'))!
  await linkGuardian(app.db, {
    learnerId: child.id,
    email: admin.email,
    name: 'Ora Orr',
    origin: 'invitation',
    now: app.parts.clock(),
  })
  const guardiansNamedFor = async (reader: Person) => {
    const url = '/api/admin/exports/oneroster.zip'
    const { rawPayload } = await app.http.inject({ url, headers: reader.headers })
    const [columns, ...people] = String(readZip(rawPayload).get('users.csv')).split('\r\n')
    const agents = columns!.split(',').indexOf('agentSourcedIds')
    const children = people
      .map((person) => person.split(','))
      .filter(([id]) => /^s-[12]$/.test(id!))
    return children.map((cells) => cells[agents])
  }
  expect(await guardiansNamedFor(other)).toEqual(['g-0', 'g-1'])
  expect(await guardiansNamedFor(await app.signIn(admin.email))).toEqual(['', 'g-1'])
})

test('an admin does not see in the exported roster whose rows name their own child', async () => {
  const roster = rosterOf(6)
  await bring({
    ...roster,
    users: roster.users.map((user) =>
      /^g-[01]$/.test(user['sourcedId']!)
        ? { ...user, agentSourcedIds: user['sourcedId'] === 'g-0' ? 's-3, s-1' : 's-2' }
        : user,
    ),
  })
  const rowsFor = async (reader: Person) => {
    const url = '/api/admin/exports/oneroster.zip'
    const { rawPayload } = await app.http.inject({ url, headers: reader.headers })
    const users = String(readZip(rawPayload).get('users.csv')).split('\r\n')
    return ['g-0,', 'g-1,'].map((id) => users.find((row) => row.startsWith(id))!.match(/s-\d/g))
  }
  expect(await rowsFor(await app.person({ role: 'admin' }))).toEqual([['s-3', 's-1'], ['s-2']])
  expect(await rowsFor(await app.signIn(admin.email))).toEqual([['s-3'], ['s-2']])
})

test.each([
  ['the next list', 's-20', 'g-10'],
  ['undoing', 's-22', 'g-11'],
])(
  'a child whose birthday was corrected while the roster suspended them waits once %s restores them: the guardian is asked',
  async (how, learner, guardian) => {
    await site.signInAgain()
    const email = `${learner.replace('-', '')}@school.example`
    await bring(rosterOf(24))
    const { id } = (await site.user(email))!
    app.moveClock(60_000)
    const left = await bring(without(rosterOf(24), learner))
    const birthDate = app.birthdayAt(10)
    const body = { date_of_birth: birthDate, reason: 'The school has told us' }
    await admin.call(people).changePerson({ params: { id }, body })
    if (how === 'undoing') {
      await site.call.undoImport({ params: { id: left.id } })
      await site.settled(left.id)
    } else {
      const { demographics, ...roster } = rosterOf(24)
      await bring({
        ...roster,
        demographics: demographics.map((row) =>
          row['sourcedId'] === learner ? { ...row, birthDate } : row,
        ),
      })
    }
    const waiting = { status: 'pending_consent', deletion_due_at: null }
    expect(await site.user(email)).toMatchObject(waiting)
    const asked = () =>
      app.db
        .selectFrom('mailbox')
        .select('subject')
        .where('recipient', '=', `${guardian}@school.example`)
        .execute()
    await expect
      .poll(asked, { timeout: 30_000 })
      .toEqual([{ subject: expect.stringContaining('your consent is needed') }])
  },
)
