import { afterAll, beforeAll, expect, test } from 'vitest'

import { advising } from '#contract/advising'
import { parents } from '#contract/parents'
import { people } from '#contract/people'
import { type Roster, rosterOf } from '#testing/roster-builder'
import { type RosterSite, rosterSite } from '#testing/roster-site'
import { startApp, type TestApp } from '#testing/start-app'

const DAY = 24 * 3_600_000

let app: TestApp
let site: RosterSite
beforeAll(async () => {
  app = await startApp({ work: true, poolSize: 3, env: { PUBLIC_URL: 'http://localhost' } })
  site = rosterSite(app, await app.person({ role: 'admin' }))
})
afterAll(() => app.stop())

const idOf = async (email: string) => (await site.user(email))!.id
const rows = async (table: 'users' | 'guardian_links' | 'caseload' | 'roster_people') =>
  (await app.db.selectFrom(table).selectAll().execute()).length
const exported = async () => (await site.download('oneroster.zip')).length
/** Imports happen one after another. */
const bring = async (...given: Parameters<RosterSite['apply']>) => {
  app.moveClock(60_000)
  return site.apply(...given)
}
const undo = async ({ id }: { id: string }) => {
  await site.call.undoImport({ params: { id } })
  return site.settled(id)
}
const preview = ({ id }: { id: string }) => site.call.showUndo({ params: { id } })

test('an import that nobody has built on is undone to the last row, and can be applied again', async () => {
  const before = await rows('users')
  const applied = await bring(await site.bringRoster(rosterOf(6)))
  expect(await preview(applied)).toMatchObject({
    until: expect.any(String),
    removed: 10,
    kept: 0,
    restored: 0,
    reassigned: 0,
  })
  const undone = await undo(applied)
  expect(undone).toMatchObject({ state: 'undone', undone_at: expect.any(String) })
  expect(await rows('users')).toBe(before)
  for (const table of ['guardian_links', 'caseload', 'roster_people'] as const) {
    expect(await rows(table), table).toBe(0)
  }
  expect((await site.bringRoster(rosterOf(6))).people).toEqual({ create: 10 })
})

test('undoing a rollover returns names, addresses, suspensions and advisors, and leaves who was there before', async () => {
  const roster = rosterOf(50)
  await bring(await site.bringRoster(roster))
  const size = await exported()
  const next: Roster = {
    ...roster,
    users: roster.users
      .filter(({ sourcedId }) => sourcedId !== 's-5')
      .map((user) =>
        user['sourcedId'] === 's-1'
          ? { ...user, givenName: 'Grace', email: 'grace@school.example' }
          : user,
      ),
    demographics: roster.demographics.filter(({ sourcedId }) => sourcedId !== 's-5'),
    roles: roster.roles.filter(({ userSourcedId }) => userSourcedId !== 's-5'),
    enrollments: roster.enrollments
      .filter(({ userSourcedId }) => userSourcedId !== 's-5')
      .map((row) => (row['userSourcedId'] === 's-2' ? { ...row, classSourcedId: 'k-1' } : row)),
  }
  const learner = await idOf('s2@school.example')
  const advisorOf = async () =>
    (
      await app.db
        .selectFrom('caseload')
        .select('advisor_id')
        .where('learner_id', '=', learner)
        .executeTakeFirst()
    )?.advisor_id
  const old = await advisorOf()
  const applied = await bring(await site.bringRoster(next), {
    suspend_missing: true,
    even_many: true,
  })
  expect(applied).toMatchObject({ state: 'applied', problem: null })
  expect(await site.user('s5@school.example')).toMatchObject({ status: 'suspended' })
  expect(await advisorOf()).not.toBe(old)
  expect(await preview(applied)).toMatchObject({ removed: 0, kept: 0, restored: 2, reassigned: 1 })
  await undo(applied)
  expect(await site.user('grace@school.example')).toBeUndefined()
  expect(await site.user('s1@school.example')).toMatchObject({ first_name: 'Given1' })
  expect(await site.user('s5@school.example')).toMatchObject({ status: 'active' })
  expect(await advisorOf()).toBe(old)
  expect(await exported()).toBe(size)
  const again = await site.bringRoster(roster)
  expect(again.people).toEqual({ same: 77 })
})

test('accounts that are in use are counted, named and left', async () => {
  const roster = rosterOf(54)
  const applied = await bring(await site.bringRoster(roster))
  // One has confirmed the address; an advisor has written a note about another, who has not.
  await app.db
    .updateTable('users')
    .set({ email_verified_at: app.parts.clock().toISOString() })
    .where('email', '=', 's51@school.example')
    .execute()
  const noted = await idOf('s53@school.example')
  await site.admin
    .call(advising)
    .writeNote({ params: { id: noted }, body: { words: 'Met the family.' } })
  const { removed, kept, kept_people } = await preview(applied)
  expect({ removed, kept }).toEqual({ removed: 5, kept: 2 })
  expect(kept_people.map(({ name }) => name)).toEqual(['Given51 Family25', 'Given53 Family26'])
  await undo(applied)
  expect(await site.user('s51@school.example')).toBeDefined()
  expect(await site.user('s53@school.example')).toBeDefined()
  expect(await site.user('s52@school.example')).toBeUndefined()
})

/** People as a school knows them, with ids of their own. */
const renamed = (prefix: string): Roster =>
  JSON.parse(
    JSON.stringify(rosterOf(2))
      .replaceAll(/"(s|t|g|k|r-s|r-t|r-g|e-s|e-t)-(\d+)"/g, `"${prefix}-$1-$2"`)
      .replaceAll(/"([^"@]+@school.example)"/g, `"${prefix}-$1"`),
  ) as Roster

test('a guardian whom the undone import gave to a learner reads nothing of them any more', async () => {
  const roster = renamed('wrong')
  await bring(await site.bringRoster(roster))
  const learner = await idOf('wrong-s1@school.example')
  const parent = await app.person({ role: 'parent' })
  const adult = { ...roster.users.at(-1)!, sourcedId: 'wrong-g-9', email: parent.email }
  const child = roster.users.find(({ sourcedId }) => sourcedId === 'wrong-s-1')!
  const wrong = () =>
    site.bringRoster(
      {
        users: [adult, { ...child, agentSourcedIds: 'wrong-g-9' }],
        roles: [
          ...roster.roles.filter(({ userSourcedId }) => userSourcedId === 'wrong-s-1'),
          { ...roster.roles.at(-1)!, sourcedId: 'wrong-r-9', userSourcedId: 'wrong-g-9' },
        ],
      },
      { mode: 'delta' },
    )
  const applied = await bring(await wrong())
  const children = async () =>
    (await parent.call(parents).listChildren()).children.map(({ id }) => id)
  expect(await children()).toEqual([learner])
  expect(await preview(applied)).toMatchObject({ unlinked: 1 })
  await undo(applied)
  expect(await children()).toEqual([])
  await bring(await wrong())
  expect(await children()).toEqual([learner])
})

test('a person whom an admin has suspended stays suspended when an import that restored them is undone', async () => {
  const roster = renamed('back')
  await bring(await site.bringRoster(roster))
  const id = await idOf('back-s1@school.example')
  const listed = async (enabledUser: 'true' | 'false') => {
    const person = roster.users.find(({ sourcedId }) => sourcedId === 'back-s-1')!
    return bring(await site.bringRoster({ users: [{ ...person, enabledUser }] }, { mode: 'delta' }))
  }
  const status = async () => (await site.user('back-s1@school.example'))!.status
  await listed('false')
  expect(await status()).toBe('suspended')
  const restored = await listed('true')
  expect(await status()).toBe('active')
  const body = { status: 'suspended', reason: 'A serious matter.' } as const
  await site.admin.call(people).changePerson({ params: { id }, body })
  await undo(restored)
  await listed('true')
  expect(await status()).toBe('suspended')
})

test('a person whom an admin has restored stays active when undoing that was ended halfway is repeated', async () => {
  const roster = renamed('twice')
  await bring(await site.bringRoster(roster))
  const id = await idOf('twice-s1@school.example')
  const listed = async (enabledUser: 'true' | 'false') => {
    const person = roster.users.find(({ sourcedId }) => sourcedId === 'twice-s-1')!
    return bring(await site.bringRoster({ users: [{ ...person, enabledUser }] }, { mode: 'delta' }))
  }
  const isSuspendedByRoster = async () => {
    const { suspended_at } = await app.db
      .selectFrom('roster_people')
      .select('suspended_at')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    return suspended_at !== null
  }
  const status = async () => (await site.user('twice-s1@school.example'))!.status
  await listed('false')
  const restored = await listed('true')
  await undo(restored)
  expect(await status()).toBe('suspended')
  // As after an end halfway (killed.test.ts).
  await app.db
    .updateTable('roster_imports')
    .set({ state: 'applied', undone_at: null })
    .where('id', '=', restored.id)
    .execute()
  const body = { status: 'active', reason: 'She is here.' } as const
  await site.admin.call(people).changePerson({ params: { id }, body })
  expect(await undo(restored)).toMatchObject({ state: 'undone' })
  expect(await status()).toBe('active')
  expect(await isSuspendedByRoster()).toBe(false)
  await site.signInAgain()
})

test('only the last applied import can be undone, for thirty days', async () => {
  const first = await bring(await site.bringRoster(rosterOf(54)))
  const last = await bring(await site.bringRoster(rosterOf(56)))
  const refused = { status: 409, message: expect.stringContaining('last applied import') }
  await expect(site.call.undoImport({ params: { id: first.id } })).rejects.toMatchObject(refused)
  app.moveClock(31 * DAY)
  await site.signInAgain()
  expect(await preview(last)).toMatchObject({ until: null })
  await expect(site.call.undoImport({ params: { id: last.id } })).rejects.toMatchObject(refused)
})

test('the first address of an account stays when the import that gave it is undone', async () => {
  const roster = JSON.parse(
    JSON.stringify(rosterOf(2)).replaceAll(
      /"(s|t|g|k|r-s|r-t|r-g|e-s|e-t)-(\d+)"/g,
      '"first-$1-$2"',
    ),
  ) as Roster
  const own = 'first-own@school.example'
  const users = roster.users.map((user) => ({
    ...user,
    email: user['sourcedId'] === 'first-s-0' ? '' : `first-${user['email']}`,
  }))
  await bring(await site.bringRoster({ ...roster, users }))
  const learner = roster.users.find(({ sourcedId }) => sourcedId === 'first-s-0')!
  const given = [{ ...learner, email: own }]
  const applied = await bring(await site.bringRoster({ users: given }, { mode: 'delta' }))
  expect(applied.people).toEqual({ change: 1 })
  expect(await undo(applied)).toMatchObject({ state: 'undone' })
  expect(await site.user(own)).toBeDefined()
})

test('an import is not applied while another is being undone', async () => {
  const roster = rosterOf(58)
  const applied = await bring(await site.bringRoster(roster))
  const next = await site.bringRoster(roster)
  const mark = (state: 'undoing' | 'applied') =>
    app.db.updateTable('roster_imports').set({ state }).where('id', '=', applied.id).execute()
  await mark('undoing')
  expect(await bring(next)).toMatchObject({
    state: 'ready',
    problem: expect.stringContaining('Another import is being undone'),
  })
  await mark('applied')
  expect(await bring(next)).toMatchObject({ state: 'applied', problem: null })
})
