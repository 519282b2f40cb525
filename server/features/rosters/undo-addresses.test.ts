import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { people } from '#contract/people'
import { linkIn, tokenIn } from '#testing/mail-sink'
import { type Roster, rosterOf } from '#testing/roster-builder'
import { type RosterSite, rosterSite } from '#testing/roster-site'
import { PASSWORD, startApp, type TestApp } from '#testing/start-app'

const THIEF = 'thief@elsewhere.example'
const THIEFS_PASSWORD = 'A-stolen-Secret-9'

let app: TestApp
let site: RosterSite
let roster: Roster
beforeAll(async () => {
  const env = { PUBLIC_URL: 'http://localhost', MAIL_PER_MINUTE: '1000' }
  app = await startApp({ work: true, poolSize: 3, env })
  site = rosterSite(app, await app.person({ role: 'admin' }))
  roster = rosterOf(8)
  await bring(await site.bringRoster(roster))
})
afterAll(() => app.stop())

/** Imports happen one after another. */
const bring = async (...given: Parameters<RosterSite['apply']>) => {
  app.moveClock(60_000)
  return site.apply(...given)
}
const delta = async (sourcedId: string, change: Record<string, string>) => {
  const user = roster.users.find((each) => each['sourcedId'] === sourcedId)!
  return site.bringRoster({ users: [{ ...user, ...change }] }, { mode: 'delta' })
}
const undo = async ({ id }: { id: string }) => {
  await site.call.undoImport({ params: { id } })
  return site.settled(id)
}
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
const mailTo = (address: string, subject: RegExp) =>
  app.db
    .selectFrom('mailbox')
    .select(['subject', 'body'])
    .where('recipient', '=', address)
    .execute()
    .then((all) => all.filter((mail) => subject.test(mail.subject)))
/** Requests a password for an address, and returns the token of the newest email. */
const forgotten = async (email: string, count: number) => {
  await app.anyone.call(auth).forgotPassword({ body: { email } })
  const mails = () => mailTo(email, /Choose a new password/)
  await expect.poll(mails, { timeout: 20_000 }).toHaveLength(count)
  return (await mails()).map(({ body }) => tokenIn(linkIn({ text: body }, /reset-password/)))
}
const reset = (token: string, password: string) =>
  app.anyone.call(auth).resetPassword({ body: { token, password } })

test('undoing the import that moved an account to a stranger’s mailbox leaves the stranger nothing', async () => {
  const own = 'g-0@school.example'
  await open(own)
  const applied = await bring(await delta('g-0', { email: THIEF }))
  expect(await site.user(own)).toBeUndefined()
  const [first] = await forgotten(THIEF, 1)
  await reset(first!, THIEFS_PASSWORD)
  const thief = await app.signIn(THIEF, THIEFS_PASSWORD)
  expect(await thief.call(auth).me()).toMatchObject({ email: THIEF })
  const unused = (await forgotten(THIEF, 2)).filter((token) => token !== first)

  expect(await undo(applied)).toMatchObject({ state: 'undone' })
  expect(await site.user(own)).toMatchObject({ email_verified_at: expect.any(String) })
  for (const token of unused) {
    await expect(reset(token, THIEFS_PASSWORD)).rejects.toMatchObject({ status: 400 })
  }
  await expect(thief.call(auth).me()).rejects.toMatchObject({ status: 401 })
  await expect(app.signIn(own, THIEFS_PASSWORD)).rejects.toMatchObject({ status: 401 })
  await expect
    .poll(() => mailTo(own, /address belongs to your account again/), { timeout: 20_000 })
    .toHaveLength(1)
  const [token] = await forgotten(own, 1)
  await reset(token!, 'My-own-Secret-9')
  await app.signIn(own, 'My-own-Secret-9')
})

test('whoever has not touched their password since keeps it when an address is returned', async () => {
  const own = 'g-1@school.example'
  await open(own)
  const parent = await app.signIn(own)
  const applied = await bring(await delta('g-1', { email: 'g-1@typo.example' }))
  await undo(applied)
  expect(await parent.call(auth).me()).toMatchObject({ email: own, email_verified: true })
  await app.signIn(own, PASSWORD)
})

test('a person who was invited to an address is invited again when it is returned', async () => {
  const own = 't-0@school.example'
  const { id } = (await site.call.listImports()).items.at(-1)!
  await site.call.inviteImported({ params: { id } })
  const invitations = () => mailTo(own, /^Your account at/)
  await expect.poll(invitations, { timeout: 20_000 }).toHaveLength(1)
  const applied = await bring(await delta('t-0', { email: 't-0@typo.example' }))
  await undo(applied)
  await expect.poll(invitations, { timeout: 20_000 }).toHaveLength(2)
  const tokens = (await invitations()).map(({ body }) =>
    tokenIn(linkIn({ text: body }, /reset-password/)),
  )
  const works = await Promise.allSettled(tokens.map((token) => reset(token, 'My-own-Secret-9')))
  expect(works.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('no import, and no undoing of one, lifts a suspension by an admin', async () => {
  const email = 's1@school.example'
  const { id } = (await site.user(email))!
  const params = { id }
  const change = (status: 'active' | 'suspended') =>
    site.admin.call(people).changePerson({ params, body: { status, reason: 'A test' } })
  const left = await bring(await delta('s-1', { enabledUser: 'false' }))
  expect(await site.user(email)).toMatchObject({ status: 'suspended' })
  await change('active')
  await change('suspended')
  await undo(left)
  expect(await site.user(email)).toMatchObject({ status: 'suspended' })

  await change('active')
  await bring(await delta('s-1', { enabledUser: 'false' }))
  await change('active')
  await change('suspended')
  const back = await bring(await delta('s-1', {}))
  expect(back.people).toEqual({ same: 1 })
  expect(await site.user(email)).toMatchObject({ status: 'suspended' })

  await change('active')
  await bring(await delta('s-1', { enabledUser: 'false' }))
  const shown = () => site.admin.call(people).showPerson({ params })
  expect(await shown()).toMatchObject({ status: 'suspended', suspended_by_roster: true })
  await change('suspended')
  expect(await shown()).toMatchObject({ status: 'suspended', suspended_by_roster: false })
  expect((await bring(await delta('s-1', {}))).people).toEqual({ same: 1 })
  expect(await site.user(email)).toMatchObject({ status: 'suspended' })
})
