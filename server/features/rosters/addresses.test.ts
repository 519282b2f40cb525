import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { people } from '#contract/people'
import { recordConsent } from '#testing/family-builder'
import { linkIn, tokenIn } from '#testing/mail-sink'
import { type Roster, rosterOf } from '#testing/roster-builder'
import { type RosterSite, rosterSite } from '#testing/roster-site'
import { PASSWORD, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let site: RosterSite
beforeAll(async () => {
  const env = { PUBLIC_URL: 'http://localhost', MAIL_PER_MINUTE: '1000' }
  app = await startApp({ work: true, poolSize: 3, env })
  site = rosterSite(app, await app.person({ role: 'admin' }))
})
afterAll(() => app.stop())

/** A roster of its own for each test. */
const rosterNamed = (name: string, students = 4): Roster => {
  const named = (id: string) => `${name}-${id}`
  const rename = (cells: Record<string, string>) => ({
    ...cells,
    ...(cells['email'] && { email: named(cells['email']) }),
  })
  const roster = rosterOf(students)
  return JSON.parse(
    JSON.stringify({ ...roster, users: roster.users.map(rename) }).replaceAll(
      /"(s|t|g|k|r-s|r-t|r-g|e-s|e-t)-(\d+)"/g,
      `"${name}-$1-$2"`,
    ),
  ) as Roster
}
const userOf = (roster: Roster, sourcedId: string) =>
  roster.users.find((user) => user['sourcedId'] === sourcedId)!
const withAddress = (roster: Roster, sourcedId: string, email: string): Roster => ({
  ...roster,
  users: roster.users.map((user) => (user['sourcedId'] === sourcedId ? { ...user, email } : user)),
})
const delta = (roster: Roster, ...ids: string[]) =>
  site.bringRoster({ users: ids.map((id) => userOf(roster, id)) }, { mode: 'delta' })
/** Confirms a person's address and gives them the tests' password. */
const open = async (email: string) => {
  const { password_hash } = (await site.user(site.admin.email))!
  const at = app.parts.clock().toISOString()
  await app.db
    .updateTable('users')
    .set({ password_hash, legal_version: '1', email_verified_at: at })
    .where('email', '=', email)
    .execute()
}
const mailTo = async (address: string) =>
  app.db
    .selectFrom('mailbox')
    .select(['subject', 'body'])
    .where('recipient', '=', address)
    .orderBy('created_at')
    .execute()
const subjectsTo = async (address: string) => (await mailTo(address)).map(({ subject }) => subject)

test('a teacher’s new address is followed: it signs in once it is confirmed, and the old one is told', async () => {
  const roster = rosterNamed('teacher')
  await site.apply(await site.bringRoster(roster))
  const [old, next] = ['teacher-t-0@school.example', 'married@school.example']
  await open(old)
  const shown = await delta(withAddress(roster, 'teacher-t-0', next), 'teacher-t-0')
  expect(shown.people).toEqual({ change: 1 })
  const { items } = await site.call.listImported({ params: { id: shown.id }, query: {} })
  expect(items[0]?.changes).toEqual({ email: next })
  expect(await site.user(next)).toBeUndefined()
  await site.apply(shown)

  expect(await site.user(old)).toBeUndefined()
  expect(await site.user(next)).toMatchObject({ email_verified_at: null, school_email: next })
  const isTold = [expect.stringContaining('no longer belongs')]
  await expect.poll(() => subjectsTo(old), { timeout: 20_000 }).toEqual(isTold)
  await expect.poll(() => subjectsTo(next), { timeout: 20_000 }).toHaveLength(1)
  await expect(app.signIn(old)).rejects.toMatchObject({ status: 401 })
  const [email] = await mailTo(next)
  const token = tokenIn(linkIn({ text: email!.body }, /verify-email/))
  await app.anyone.call(auth).verifyEmail({ body: { token } })
  expect(await site.user(next)).toMatchObject({ email_verified_at: expect.any(String) })
  await app.anyone.call(auth).login({ body: { email: next, password: PASSWORD } })
})

test('a roster does not name the school account of somebody whom a person here has made an admin', async () => {
  const roster = rosterNamed('promoted')
  await site.apply(await site.bringRoster(roster))
  const old = 'promoted-t-0@school.example'
  await open(old)
  const { id } = (await site.user(old))!
  await site.admin
    .call(people)
    .changePerson({ params: { id }, body: { role: 'admin', reason: 'A new head' } })
  await site.apply(await delta(roster, 'promoted-t-0'))
  expect(await site.user(old)).toMatchObject({ school_email: old })
  const forged = withAddress(roster, 'promoted-t-0', 'mallory@school.example')
  await site.apply(await delta(forged, 'promoted-t-0'))
  expect(await site.user(old)).toMatchObject({ role: 'admin', school_email: null })
  // Nor does the account stay open to whoever gets a former address of the admin.
  const again = rosterNamed('promoted')
  await site.apply(await delta(again, 'promoted-t-0'))
  expect(await site.user(old)).toMatchObject({ school_email: null })
})

test('a learner who had no address gets the one that the school gives later, with an invitation', async () => {
  const roster = rosterNamed('first')
  const without = withAddress(roster, 'first-s-3', '')
  const applied = await site.apply(await site.bringRoster(without))
  await site.call.inviteImported({ params: { id: applied.id } })
  const next = 'first-own@school.example'
  const shown = await delta(withAddress(roster, 'first-s-3', next), 'first-s-3')
  expect(shown.people).toEqual({ change: 1 })
  await site.apply(shown)
  expect(await site.user(next)).toMatchObject({ email_verified_at: null })
  const isInvited = [expect.stringContaining('Your account at')]
  await expect.poll(() => subjectsTo(next), { timeout: 20_000 }).toEqual(isInvited)
})

test('a guardian’s new address takes links, consents and open requests along, and the old links stop working', async () => {
  const roster = rosterNamed('family')
  const [old, next] = ['family-g-0@school.example', 'family-new@home.example']
  const applied = await site.apply(await site.bringRoster(roster))
  await site.call.inviteImported({ params: { id: applied.id } })
  await expect.poll(() => subjectsTo(old), { timeout: 20_000 }).toHaveLength(2)
  const child = (await site.user('family-s0@school.example'))!
  const teen = (await site.user('family-s1@school.example'))!
  // An objection about the other child, which must survive the change.
  await app.db
    .insertInto('consents')
    .values({
      child_id: teen.id,
      guardian_email: old,
      guardian_name: 'Alex',
      scopes: ['publish'],
      policy_version: '1',
      method: 'signed_in',
      kind: 'withdrawn',
      confirmed_at: app.parts.clock().toISOString(),
    })
    .execute()
  await app.db
    .insertInto('guardian_invitations')
    .values({
      learner_id: child.id,
      email: old,
      scopes: ['view'],
      token_hash: Buffer.from('a link'),
      expires_at: new Date(app.parts.clock().getTime() + 86_400_000).toISOString(),
    })
    .execute()
  await site.apply(await delta(withAddress(roster, 'family-g-0', next), 'family-g-0'))
  const invitations = await app.db
    .selectFrom('guardian_invitations')
    .select('email')
    .where('learner_id', '=', child.id)
    .execute()
  expect(invitations).toEqual([])

  const links = await app.db
    .selectFrom('guardian_links')
    .select(['learner_id', 'guardian_email'])
    .where('learner_id', 'in', [child.id, teen.id])
    .where('ended_at', 'is', null)
    .execute()
  expect(links.map(({ guardian_email }) => guardian_email)).toEqual([next, next])
  const said = await app.db
    .selectFrom('consents')
    .select('guardian_email')
    .where('child_id', '=', teen.id)
    .execute()
  expect(said).toEqual([{ guardian_email: next }])
  expect(await site.user('family-s0@school.example')).toMatchObject({ parent_email: next })
  // Its own invitation, and the request for the waiting child, again.
  await expect
    .poll(() => subjectsTo(next), { timeout: 20_000 })
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining('Your account at'),
        expect.stringContaining('your consent is needed'),
      ]),
    )
  const sent = await mailTo(old)
  for (const { subject, body } of sent) {
    if (!subject.startsWith('Your account')) continue
    const token = tokenIn(linkIn({ text: body }, /reset-password/))
    const given = { token, password: PASSWORD, confirmPassword: PASSWORD }
    await expect(app.anyone.call(auth).resetPassword({ body: given })).rejects.toMatchObject({
      status: 400,
    })
  }
})

test('an address that another account has is a fault of its row, and so is one given to two people', async () => {
  const roster = rosterNamed('taken')
  await site.apply(await site.bringRoster(roster))
  const other = await app.person()
  let changed = withAddress(roster, 'taken-s-1', other.email)
  changed = withAddress(changed, 'taken-s-2', 'twice@school.example')
  changed = withAddress(changed, 'taken-s-3', 'twice@school.example')
  // The one who would get an address from a person who cannot leave it.
  changed = withAddress(changed, 'taken-s-0', 'taken-s1@school.example')
  const shown = await delta(changed, 'taken-s-0', 'taken-s-1', 'taken-s-2', 'taken-s-3')
  expect(shown.people).toEqual({ refuse: 4 })
  expect((await site.problems(shown)).filter((each) => !each.startsWith('note'))).toEqual(
    expect.arrayContaining([
      'users:2 email: Is the address of another account',
      'users:3 email: Is the address of another account',
      'users:4 email: Is the address of lines 4, 5 together',
      'users:5 email: Is the address of lines 4, 5 together',
    ]),
  )
  await site.apply(shown)
  expect(await site.user(other.email)).toMatchObject({ id: other.id })
  expect(await site.user('taken-s0@school.example')).toBeDefined()
})

test('two people swap their addresses in one import', async () => {
  const roster = rosterNamed('swap')
  await site.apply(await site.bringRoster(roster))
  const [first, second] = ['swap-s1@school.example', 'swap-s2@school.example']
  const { id } = (await site.user(first))!
  const changed = withAddress(withAddress(roster, 'swap-s-1', second), 'swap-s-2', first)
  await site.apply(await delta(changed, 'swap-s-1', 'swap-s-2'))
  expect(await site.user(second)).toMatchObject({ id })
})

test('a column of addresses that is out of step by a row has a note at each of them', async () => {
  const roster = rosterNamed('column', 3)
  await site.apply(await site.bringRoster(roster))
  const learners = [0, 1, 2].map((index) => userOf(roster, `column-s-${index}`))
  const shown = await site.bringRoster({
    ...roster,
    users: roster.users.map((user) => {
      const index = learners.indexOf(user)
      return index < 0 ? user : { ...user, email: learners[(index + 1) % 3]!['email']! }
    }),
  })
  expect(shown.people).toMatchObject({ change: 3 })
  expect(await site.problems(shown)).toEqual(
    [1, 2, 0].map((index) => {
      const { givenName, familyName } = learners[index]!
      return expect.stringMatching(
        new RegExp(`^note .* email: Was the address of ${givenName} ${familyName} until now$`),
      )
    }),
  )
})

test('an address that was changed here stays, also at the imports after that', async () => {
  const roster = rosterNamed('own')
  await site.apply(await site.bringRoster(roster))
  await app.db
    .updateTable('users')
    .set({ email: 'chosen@home.example' })
    .where('email', '=', 'own-s1@school.example')
    .execute()
  const changed = withAddress(roster, 'own-s-1', 'own-new@school.example')
  for (let imports = 0; imports < 2; imports += 1) {
    const shown = await delta(changed, 'own-s-1')
    expect(shown.people).toEqual({ same: 1 })
    await site.apply(shown)
    expect(await site.user('chosen@home.example')).toBeDefined()
  }
})

test('a person who signs in with the school’s account needs no confirmation of the address', async () => {
  const roster = rosterNamed('linked')
  await site.apply(await site.bringRoster(roster))
  await open('linked-t-0@school.example')
  const { id } = (await site.user('linked-t-0@school.example'))!
  await app.db
    .insertInto('school_accounts')
    .values({ issuer: 'https://idp.example', subject: 'x', user_id: id })
    .execute()
  const changed = withAddress(roster, 'linked-t-0', 'linked-new@school.example')
  await site.apply(await delta(changed, 'linked-t-0'))
  const after = await site.user('linked-new@school.example')
  expect(after).toMatchObject({ id, email_verified_at: expect.any(String) })
})

test('no guardian gets an address that is another mailbox name of their own child', async () => {
  const roster = rosterNamed('ward')
  await site.apply(await site.bringRoster(roster))
  const changed = withAddress(roster, 'ward-g-0', 'ward-s1+mum@school.example')
  const shown = await delta(changed, 'ward-g-0')
  expect(await site.problems(shown)).toEqual([
    'users:2 email: Is the address of a learner whose guardian this person is',
  ])
})

test('a guardian known by an address alone is replaced when the spreadsheet names another', async () => {
  const sheet = async (parent: string) =>
    site.apply(
      await site.bring(
        [
          'first_name,last_name,email,role,date_of_birth,parent_email,id',
          `Mia,Lund,mia@lund.example,student,${app.birthdayAt(9)},${parent},lund-1`,
        ].join('\n'),
        'simple',
      ),
    )
  const first = await sheet('typo@lund.example')
  await site.call.inviteImported({ params: { id: first.id } })
  await expect.poll(() => subjectsTo('typo@lund.example'), { timeout: 20_000 }).toHaveLength(1)
  await sheet('mum@lund.example')
  await expect.poll(() => subjectsTo('mum@lund.example'), { timeout: 20_000 }).toHaveLength(1)
  const child = (await site.user('mia@lund.example'))!
  expect(child.parent_email).toBe('mum@lund.example')
  const links = await app.db
    .selectFrom('guardian_links')
    .select('guardian_email')
    .where('learner_id', '=', child.id)
    .where('ended_at', 'is', null)
    .execute()
  expect(links).toEqual([{ guardian_email: 'mum@lund.example' }])
})

test('a file of changes links a new sibling to the guardian of an earlier file', async () => {
  const roster = rosterNamed('sibling')
  await site.apply(await site.bringRoster(roster))
  const sibling = {
    ...userOf(roster, 'sibling-s-0'),
    sourcedId: 'sibling-new',
    email: 'sib@school.example',
  }
  const shown = await site.bringRoster(
    {
      users: [sibling],
      demographics: [{ sourcedId: 'sibling-new', birthDate: '2018-03-04' }],
      roles: [{ ...roster.roles[0]!, sourcedId: 'sibling-r', userSourcedId: 'sibling-new' }],
    },
    { mode: 'delta' },
  )
  expect(await site.problems(shown)).toEqual([])
  await site.apply(shown)
  expect(await site.user('sib@school.example')).toMatchObject({
    parent_email: 'sibling-g-0@school.example',
  })
})

test('a teacher whose row has an error keeps the learners', async () => {
  const roster = rosterNamed('fault')
  await site.apply(await site.bringRoster(roster))
  const changed = withAddress(roster, 'fault-t-0', 'nobody')
  const shown = await delta(changed, 'fault-t-0')
  expect(shown.people).toEqual({ refuse: 1 })
  expect((await site.call.listMoves({ params: { id: shown.id } })).items).toEqual([])
})

test('a learner who is missing from the full roster keeps the advisor, also at the next file of changes', async () => {
  const roster = rosterNamed('left')
  await site.apply(await site.bringRoster(roster))
  await site.apply(await site.bringRoster(rosterNamed('stay')))
  const { id } = (await site.user('left-s1@school.example'))!
  await site.apply(await delta(rosterNamed('stay'), 'stay-s-1'))
  const advised = app.db.selectFrom('caseload').select('advisor_id').where('learner_id', '=', id)
  expect(await advised.execute()).toHaveLength(1)
})

describe('a guardian’s address that a list gives to somebody else by mistake, and then puts right', () => {
  const HEAD = 'first_name,last_name,email,role,date_of_birth,parent_email,id'
  const bring = (...rows: string[]) => site.bring([HEAD, ...rows].join('\n'), 'simple')
  test.each([
    ['student', '2004-02-03'],
    ['parent', ''],
    ['teacher', ''],
  ])('is an error already in the first list: a %s', async (role, born) => {
    const ben = await app.person({ firstName: 'Ben', dateOfBirth: app.birthdayAt(10) })
    const guardian_email = `mb-${role}@young.example`
    await recordConsent(app, ben, { email: guardian_email })
    const shown = await bring(`Kim,Fox,${guardian_email},${role},${born},,k-${role}`)
    expect(await site.problems(shown)).toContainEqual(
      expect.stringMatching(/^users:2 email: Is the address of a guardian here, Ingrid Lindqvist/),
    )
  })

  test('is none for the guardian, of that name or named for that child', async () => {
    const ben = await app.person({ firstName: 'Ben', dateOfBirth: app.birthdayAt(10) })
    await recordConsent(app, ben, { email: 'ingrid@home.example' })
    const own = await bring('Ingrid,Lindqvist,ingrid@home.example,teacher,,,k-ingrid')
    expect(own.people).toEqual({ create: 1 })
    const child = 'Mia,Typo,mia-t@school.example,student,2010-02-03,typo-m@home.example,typo-m'
    await site.apply(await bring(child))
    const both = await bring(child, 'Mummy,Typo,typo-m@home.example,parent,,,typo-p')
    expect(both.people).toMatchObject({ create: 1 })
  })

  test('is an error for the other parent, whose limit would pass to this one', async () => {
    const child = (email: string) =>
      `Mia,Lund,mia-l@school.example,student,2010-06-04,${email},lund-s`
    const mother = (email: string) => `Ma,Lund,${email},parent,,,lund-p`
    const [ma, pa] = ['ma@lund.example', 'pa@lund.example']
    await site.apply(await bring(child(ma), mother(ma)))
    const { id } = (await site.user('mia-l@school.example'))!
    await recordConsent(app, { id }, { email: pa })
    const shown = await bring(child(pa), mother(pa))
    expect(await site.problems(shown)).toContainEqual(
      expect.stringMatching(/^users:3 email: Is the address of a guardian/),
    )
  })
})

test('an account that no list has yet is not joined by a learner of another name and birthday', async () => {
  await app.person({
    firstName: 'Adam',
    lastName: 'Quux',
    dateOfBirth: '2010-02-03',
    email: 'a.smith@school.example',
  })
  const head = 'first_name,last_name,email,role,date_of_birth,parent_email,id'
  const rows = ['Alice,Zed,a.smith@school.example,student,2012-09-09,mum@home.example,s-zed']
  const shown = await site.bring([head, ...rows].join('\n'), 'simple')
  expect(shown.people).toEqual({ refuse: 1 })
  expect(await site.problems(shown)).toContainEqual(
    expect.stringMatching(/^users:2 email: Is the address of an account of Adam Quux, born 2010/),
  )
})

test('an address that a list without ids gives to somebody with another first name is an error', async () => {
  const head = 'first_name,last_name,email,role,date_of_birth,parent_email'
  const sheet = (...rows: string[]) => site.bring([head, ...rows].join('\n'), 'simple')
  await site.apply(
    await sheet('Adam,Again,a.again@school.example,student,2009-02-01,dad.adam@home.example'),
  )
  const shown = await sheet('Alice,Again,a.again@school.example,student,,mum.alice@home.example')
  expect(shown.people).toMatchObject({ refuse: 1 })
  expect(await site.problems(shown)).toContainEqual(
    expect.stringContaining('Is here as Adam Again'),
  )
})
