import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { auth } from '#contract/auth'
import { caseload } from '#contract/caseload'
import { invitations, type InvitedRole } from '#contract/invitations'
import { site } from '#contract/site'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { PASSWORD, type Person, registration, startApp, type TestApp } from '#testing/start-app'

import { createAdmin, offerSetup } from './index.ts'

const DAY = 24 * 3_600_000

let sink: MailSink
let app: TestApp
beforeAll(async () => {
  sink = await startMailSink()
  app = await startApp(mailingTo(sink))
})
afterAll(async () => {
  await app.stop()
  await sink.stop()
})

const at = (app: TestApp) => ({ config: app.parts.config, db: app.db, now: app.parts.clock() })
const setupToken = async (app: TestApp) => tokenIn((await offerSetup(at(app)))!)
const newEmail = () => `${randomUUID()}@school.example`
const signedIn = ({ app_access_token }: { app_access_token: string }) =>
  app.visitor({ authorization: `Bearer ${app_access_token}` })

describe('the first admin', () => {
  const form = () => ({
    site_name: 'North Shore School',
    first_name: 'Grace',
    last_name: 'Hopper',
    email: newEmail(),
    password: PASSWORD,
  })

  test('names the site and is signed in, by a link that works once', async () => {
    const own = await startApp()
    const visitor = own.anyone.call(invitations)
    const token = await setupToken(own)
    const other = await setupToken(own)
    expect(
      JSON.stringify(await own.db.selectFrom('invitations').selectAll().execute()),
    ).not.toMatch(token)
    expect(await visitor.showSetup({ params: { token } })).toMatchObject({ email: null })

    const weak = { ...form(), password: 'North-shore-School1!' }
    await expect(visitor.setUp({ params: { token }, body: weak })).rejects.toMatchObject({
      status: 400,
      fields: { password: expect.any(String) },
    })
    const body = form()
    const idempotencyKey = randomUUID()
    const first = await visitor.setUp({ params: { token }, body }, { idempotencyKey })
    expect(first.user).toMatchObject({ role: 'admin', email_verified: true, email: body.email })
    const again = await visitor.setUp({ params: { token }, body }, { idempotencyKey })
    expect(again.user.id).toBe(first.user.id)

    const { site_name } = await own.anyone.call(site).settings()
    expect(site_name).toBe('North Shore School')
    const admin = own.visitor({ authorization: `Bearer ${first.app_access_token}` })
    expect((await admin.call(invitations).listInvitations()).items).toEqual([])
    for (const used of [token, other, 'no such token']) {
      const refused = { status: 404 }
      await expect(visitor.showSetup({ params: { token: used } })).rejects.toMatchObject(refused)
      await expect(visitor.setUp({ params: { token: used }, body: form() })).rejects.toMatchObject(
        refused,
      )
    }
    expect(await offerSetup(at(own))).toBe(null)
    await own.stop()
  })

  test('is one, of two people who open a link each at the same moment', async () => {
    const own = await startApp({ poolSize: 4 })
    const tokens = [await setupToken(own), await setupToken(own)]
    const outcomes = await Promise.allSettled(
      tokens.map((token) =>
        own.anyone.call(invitations).setUp({ params: { token }, body: form() }),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const admins = await own.db
      .selectFrom('users')
      .where('role', '=', 'admin')
      .selectAll()
      .execute()
    expect(admins).toHaveLength(1)
    await own.stop()
  })

  test('has 24 hours', async () => {
    const own = await startApp()
    const token = await setupToken(own)
    own.moveClock(DAY + 1000)
    await expect(
      own.anyone.call(invitations).setUp({ params: { token }, body: form() }),
    ).rejects.toMatchObject({ status: 404 })
    await own.stop()
  })

  test('can come in while strangers have opened accounts, even under that very address', async () => {
    const own = await startApp()
    const body = form()
    await own.anyone.call(auth).register({ body: { ...registration(), email: body.email } })
    const token = await setupToken(own)
    const { user } = await own.anyone.call(invitations).setUp({ params: { token }, body })
    expect(user).toMatchObject({ role: 'admin', first_name: 'Grace' })
    await own.signIn(body.email, PASSWORD)
    await own.stop()
  })
})

describe('npm run admin', () => {
  test('makes a link for the setup, then links for further admins', async () => {
    const own = await startApp()
    const [ada, grace] = [newEmail(), newEmail()]
    const [setup = ''] = /http\S+\/setup\/\S+/.exec(await createAdmin(at(own), ada)) ?? []
    const visitor = own.anyone.call(invitations)
    expect(await visitor.showSetup({ params: { token: tokenIn(setup) } })).toMatchObject({
      email: ada,
    })
    const names = { first_name: 'Ada', last_name: 'Lovelace', password: PASSWORD }
    const body = { site_name: 'School', email: ada, ...names }
    await visitor.setUp({ params: { token: tokenIn(setup) }, body })
    expect(await createAdmin(at(own), ada)).toContain('is already an admin')

    const [first = ''] = /http\S+\/invitation\/\S+/.exec(await createAdmin(at(own), grace)) ?? []
    const [second = ''] = /http\S+\/invitation\/\S+/.exec(await createAdmin(at(own), grace)) ?? []
    const accept = (link: string) =>
      visitor.acceptInvitation({ params: { token: tokenIn(link) }, body: names })
    await expect(accept(first)).rejects.toMatchObject({ status: 404 })
    expect((await accept(second)).user).toMatchObject({ role: 'admin', email: grace })
    await own.stop()
  })

  test('makes a confirmed account an admin’s, and no other', async () => {
    const own = await startApp()
    const ada = await own.person({ role: 'advisor' })
    expect(await createAdmin(at(own), ada.email)).toContain('had an account (advisor)')
    await ada.call(invitations).listInvitations()
    const squatter = await own.person({ verified: false })
    expect(await createAdmin(at(own), squatter.email)).toMatch(/http\S+\/invitation\/\S+/)
    expect(await squatter.call(auth).me()).toMatchObject({ role: 'student' })
    const suspended = await own.person({ status: 'suspended' }).catch(() => undefined)
    expect(suspended).toBe(undefined)
    await own.stop()
  })
})

describe('an invitation', () => {
  let admin: Person
  beforeAll(async () => {
    admin = await app.person({ role: 'admin', firstName: 'Rosa', lastName: 'Delgado' })
  })
  const invite = (email: string, role: InvitedRole = 'advisor', key?: string) =>
    admin
      .call(invitations)
      .invite(
        { body: { email, role, first_name: 'Samuel', last_name: 'Okafor' } },
        key ? { idempotencyKey: key } : undefined,
      )
  const linkTo = async (email: string) => {
    const letter = await sink.take(email, /invitation/)
    return { letter, token: tokenIn(linkIn(letter, /\/invitation\//)) }
  }
  const accept = (token: string, body: object = {}) =>
    app.anyone
      .call(invitations)
      .acceptInvitation({ params: { token }, body: { password: PASSWORD, ...body } })

  test.each(['parent', 'advisor'] as const)(
    'makes no %s of a minor who has opened an account under the address',
    async (role) => {
      const body = { ...registration(), date_of_birth: app.birthdayAt(15) }
      await app.anyone.call(auth).register({ body })
      await invite(body.email, role)
      const { token } = await linkTo(body.email)
      await expect(accept(token)).rejects.toMatchObject({ status: 409 })
      const account = await app.db
        .selectFrom('users')
        .select(['role', 'date_of_birth', 'declared_adult'])
        .where('email', '=', body.email)
        .executeTakeFirstOrThrow()
      const { date_of_birth } = body
      expect(account).toEqual({ role: 'student', date_of_birth, declared_adult: false })
    },
  )

  test.each([
    ['whose address the school has just changed', { isListed: true, status: 'active' }],
    ['whom the school lists no more since', { isListed: false, status: 'active' }],
    ['whom it has suspended', { isListed: false, status: 'suspended' }],
  ])('erases no account in use %s', async (_, { isListed, status }) => {
    const moved = await app.person({ role: 'advisor', verified: false })
    const { id } = moved
    await app.db
      .updateTable('users')
      .set({ school_email: isListed ? moved.email : null, status })
      .where('id', '=', id)
      .execute()
    await app.db
      .insertInto('roster_people')
      .values({ sourced_id: id, user_id: id, given: '{}' })
      .execute()
    await invite(moved.email)
    const { token } = await linkTo(moved.email)
    await expect(accept(token)).rejects.toMatchObject({ status: 409 })
    const left = await app.db.selectFrom('users').select('id').where('id', '=', id).execute()
    expect(left).toEqual([{ id }])
  })

  test('makes an advisor whose address is confirmed, and who chose the password', async () => {
    const email = newEmail()
    const sent = await invite(email.toUpperCase())
    expect(sent).toMatchObject({ email, role: 'advisor', invited_by: 'Rosa Delgado' })
    const { letter, token } = await linkTo(email)
    expect(letter.text).toContain('Rosa Delgado has invited you to Lodestar as an advisor')
    expect(token).toMatch(/^[\w-]{43}$/)
    const shown = await app.anyone.call(invitations).showInvitation({ params: { token } })
    expect(shown).toMatchObject({ email, first_name: 'Samuel', role: 'advisor' })

    await expect(accept(token, { password: 'short' })).rejects.toMatchObject({ status: 400 })
    const reply = await accept(token, { first_name: 'Sam' })
    expect(reply.user).toMatchObject({
      role: 'advisor',
      email_verified: true,
      first_name: 'Sam',
      last_name: 'Okafor',
    })
    await signedIn(reply).call(caseload).listCaseload()
    await app.signIn(email, PASSWORD)
    await expect(accept(token)).rejects.toMatchObject({ status: 404 })
    const { items } = await admin.call(invitations).listInvitations()
    expect(items.map((item) => item.email)).not.toContain(email)
  })

  test('accepted again by a retry signs in, and by a copy of the request after the password was changed does not', async () => {
    const email = newEmail()
    await invite(email)
    const { token } = await linkTo(email)
    const idempotencyKey = randomUUID()
    const retry = () =>
      app.anyone
        .call(invitations)
        .acceptInvitation({ params: { token }, body: { password: PASSWORD } }, { idempotencyKey })
    const { user } = await retry()
    expect((await retry()).user.id).toBe(user.id)
    const password = 'An0ther-strong-one!'
    await signedIn(await retry())
      .call(auth)
      .changePassword({ body: { current_password: PASSWORD, password } })
    await expect(retry()).rejects.toMatchObject({ status: 404 })
  })

  test('is kept as a hash, in the queue too', async () => {
    const email = newEmail()
    await invite(email)
    const { token } = await linkTo(email)
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ name: string }>`select name from pgboss.job`.execute(app.db)
        expect(rows.filter(({ name }) => name.startsWith('mail'))).toEqual([])
      },
      { timeout: 10_000 },
    )
    const stored = await app.db.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('is one per address, and a retry is not a second', async () => {
    const email = newEmail()
    const key = randomUUID()
    const first = await invite(email, 'advisor', key)
    expect(await invite(email, 'advisor', key)).toEqual(first)
    await expect(invite(email)).rejects.toMatchObject({
      status: 409,
      fields: { email: expect.any(String) },
    })
    await expect(invite(admin.email)).rejects.toMatchObject({ status: 409 })
    await linkTo(email)
    expect(sink.letters.filter(({ to }) => to?.[0]?.address === email)).toEqual([])
  })

  test('opens nothing once its giver is no admin any more, even one given in that moment', async () => {
    const giver = await app.person({ role: 'admin' })
    const email = newEmail()
    await giver.call(invitations).invite({ body: { email, role: 'admin' } })
    const { token } = await linkTo(email)
    const demote = app.db.updateTable('users').set({ role: 'student' }).where('id', '=', giver.id)
    await demote.execute()
    await expect(accept(token)).rejects.toMatchObject({ status: 404 })
  })

  test('can be sent again, which ends the link before, and be withdrawn', async () => {
    const email = newEmail()
    const { id } = await invite(email)
    const first = await linkTo(email)
    await admin.call(invitations).resendInvitation({ params: { id } })
    const second = await linkTo(email)
    await expect(accept(first.token)).rejects.toMatchObject({ status: 404 })
    await admin.call(invitations).withdrawInvitation({ params: { id } })
    await expect(accept(second.token)).rejects.toMatchObject({ status: 404 })
    await expect(
      admin.call(invitations).withdrawInvitation({ params: { id } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      admin.call(invitations).resendInvitation({ params: { id } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('works for seven days, and for seven more when it is sent again', async () => {
    const late = await startApp(mailingTo(sink))
    const rosa = (await late.person({ role: 'admin' })).call(invitations)
    const visitor = late.anyone.call(invitations)
    const email = newEmail()
    const { id } = await rosa.invite({ body: { email, role: 'educator' } })
    const first = await linkTo(email)
    late.moveClock(7 * DAY + 1000)
    await expect(visitor.showInvitation({ params: { token: first.token } })).rejects.toMatchObject({
      status: 404,
    })
    // A new session: the first has expired by now.
    const again = (await late.person({ role: 'admin' })).call(invitations)
    await again.resendInvitation({ params: { id } })
    const { token } = await linkTo(email)
    const nameless = { password: PASSWORD }
    await expect(
      visitor.acceptInvitation({ params: { token }, body: nameless }),
    ).rejects.toMatchObject({ status: 400, fields: { first_name: 'First name is required' } })
    const message = { ...nameless, first_name: 'Add me', last_name: 'on snapchat' }
    await expect(visitor.acceptInvitation({ params: { token }, body: message })).rejects.toThrow(
      'Please enter the name people know you by',
    )
    const names = { first_name: 'Leila', last_name: 'Haddad' }
    const { user } = await visitor.acceptInvitation({
      params: { token },
      body: { ...nameless, ...names },
    })
    expect(user).toMatchObject({ role: 'educator', ...names })
    await late.stop()
  })

  test('is not blocked by somebody who opened an account under that address before', async () => {
    const email = newEmail()
    await app.anyone.call(auth).register({ body: { ...registration(), email } })
    const stranger = await app.signIn(email)
    await invite(email)
    const { token } = await linkTo(email)
    await accept(token, { password: 'Quite-another-1!' })
    await expect(stranger.call(auth).me()).rejects.toMatchObject({ status: 401 })
    await expect(app.signIn(email)).rejects.toMatchObject({ status: 401 })
    await app.signIn(email, 'Quite-another-1!')
  })

  test('makes no learner: those say themselves when they were born', async () => {
    const body = { email: newEmail(), role: 'student' as 'advisor' }
    await expect(admin.call(invitations).invite({ body })).rejects.toMatchObject({
      status: 400,
      fields: { role: expect.any(String) },
    })
  })

  test.each(['advisor', 'educator', 'parent', 'student'] as const)(
    'is not for %ss to send or to see',
    async (role) => {
      const person = await app.person({ role })
      const body = { email: newEmail(), role: 'admin' as const }
      await expect(person.call(invitations).invite({ body })).rejects.toMatchObject({ status: 403 })
      await expect(person.call(invitations).listInvitations()).rejects.toMatchObject({
        status: 403,
      })
    },
  )
})
