import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { guardians } from '#contract/guardians'
import { notifications } from '#contract/notifications'
import { people } from '#contract/people'
import { portfolio } from '#contract/portfolio'
import { privacy } from '#contract/privacy'
import { profile } from '#contract/profile'
import { secondFactor } from '#contract/second-factor'
import { signInCards } from '#contract/sign-in-cards'
import { assignLearner } from '#features/advising'
import { linkGuardian } from '#features/family'
import { ENDPOINTS, nameOf } from '#testing/every-endpoint'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/start-app'

const HOUR = 3_600_000
const REFUSED = { status: 401, code: 'invalid_card' }

let app: TestApp
beforeAll(async () => {
  app = await startApp({ poolSize: 4 })
})
afterAll(() => app.stop())

let names = 1000
/** A learner without an email address. */
const withoutAddress = async (
  age = 8,
  { firstName = 'Mia' } = {},
): Promise<Person & { name: string }> => {
  const child = await app.person({ firstName, dateOfBirth: app.birthdayAt(age) })
  names += 1
  const name = `mia${names}`
  await app.db
    .updateTable('users')
    .set({ email: null, email_verified_at: null, sign_in_name: name })
    .where('id', '=', child.id)
    .execute()
  return { ...child, name }
}
const newAdvisor = () => app.person({ role: 'advisor' })
const assign = (advisor: Person, learner: Person) =>
  assignLearner(app.db, {
    advisorId: advisor.id,
    learnerId: learner.id,
    since: app.parts.clock(),
  })
const guardianOf = async (
  child: Person,
  scopes: ('view' | 'consent')[] = ['view', 'consent'],
): Promise<Person> => {
  const guardian = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const now = app.parts.clock()
  const { email } = guardian
  const name = 'Ingrid Lindqvist'
  await linkGuardian(app.db, {
    learnerId: child.id,
    email,
    name,
    origin: 'invitation',
    scopes,
    now,
  })
  return guardian
}
const cardFor = async (maker: Person, child: Person) => {
  const { url } = await maker.call(signInCards).makeCard({ params: { id: child.id } })
  return secretIn(url)
}
const secretIn = (url: string) => new URL(url).hash.slice(1)
const use = (card: string, visitor = app.anyone) =>
  visitor.call(signInCards).signInByCard({ body: { card } })
/** A child in an advisor's care, with a card. */
const classOfOne = async (age = 8) => {
  const [advisor, child] = [await newAdvisor(), await withoutAddress(age)]
  await assign(advisor, child)
  return { advisor, child, card: await cardFor(advisor, child) }
}
const signedInWith = async (card: string) => {
  const { app_access_token } = await use(card)
  return app.visitor({ authorization: `Bearer ${app_access_token}` })
}
const isOpen = async (visitor: ReturnType<TestApp['visitor']>) =>
  visitor
    .call(auth)
    .me()
    .then(
      () => true,
      () => false,
    )

describe('a sign-in card', () => {
  test('opens the account of a child without an address, in a link that no server sees the secret of', async () => {
    const { advisor, child } = await classOfOne()
    const { url } = await advisor.call(signInCards).makeCard({ params: { id: child.id } })
    expect(url).toMatch(/^http:\/\/lodestar\.test\/card#[\w-]{43}$/)
    expect(await app.anyone.call(signInCards).showCard({ body: { card: secretIn(url) } })).toEqual({
      first_name: 'Mia',
    })
    const reply = await use(secretIn(url))
    expect(reply.user).toMatchObject({ id: child.id, email: null, by_card: true })
    const stored = JSON.stringify(await app.db.selectFrom('sign_in_cards').selectAll().execute())
    expect(stored).not.toContain(secretIn(url))
  })

  test('signs in for a school day, which using it does not extend', async () => {
    const { card } = await classOfOne()
    const reply = await use(card)
    app.moveClock(7.9 * HOUR)
    const tokens = await app.anyone
      .call(auth)
      .refresh({ body: { refresh_token: reply.app_refresh_token } })
    const mia = app.visitor({ authorization: `Bearer ${tokens.access_token}` })
    expect(await mia.call(auth).me()).toMatchObject({ by_card: true })
    app.moveClock(0.2 * HOUR)
    expect(await isOpen(mia)).toBe(false)
    await expect(
      app.anyone.call(auth).refresh({ body: { refresh_token: tokens.refresh_token } }),
    ).rejects.toMatchObject({ status: 401 })
  })

  test('that is replaced or ended opens nothing more, and ends the sessions that it opened and no other', async () => {
    const { advisor, child, card } = await classOfOne()
    const mia = await signedInWith(card)
    const next = await cardFor(advisor, child)
    expect(await isOpen(mia)).toBe(false)
    await expect(use(card)).rejects.toMatchObject(REFUSED)
    const again = await signedInWith(next)
    await advisor.call(signInCards).revokeCard({ params: { id: child.id } })
    expect(await isOpen(again)).toBe(false)
    expect(await isOpen(child)).toBe(true)
    await expect(use(next)).rejects.toMatchObject(REFUSED)
  })

  test('gets the same answer whether it is unknown, replaced or of a suspended child, and ends with the suspension', async () => {
    const { child, card } = await classOfOne()
    const admin = await app.person({ role: 'admin' })
    const mia = await signedInWith(card)
    const suspension = { status: 'suspended' as const, reason: 'A test' }
    await admin.call(people).changePerson({ params: { id: child.id }, body: suspension })
    expect(await isOpen(mia)).toBe(false)
    const answers = await Promise.all(
      [card, 'no-such-card', 'x'.repeat(43), ''].map((secret) =>
        use(secret).then(
          () => 'open',
          (error: Error) => error.message,
        ),
      ),
    )
    expect(new Set(answers).size).toBe(1)
    await admin.call(people).changePerson({ params: { id: child.id }, body: { status: 'active' } })
    await expect(use(card)).rejects.toMatchObject(REFUSED)
  })

  test('never replaces the session of somebody else who is signed in', async () => {
    const { child, card } = await classOfOne()
    const adult = await app.person({ role: 'parent' })
    await expect(use(card, adult)).rejects.toMatchObject({ status: 409 })
    expect(await isOpen(adult)).toBe(true)
    expect((await use(card, child)).user.id).toBe(child.id)
  })

  test('opens nothing in the hands of whoever made it and no longer looks after the child', async () => {
    const { advisor, child, card } = await classOfOne()
    const mia = await signedInWith(card)
    const next = await newAdvisor()
    await assign(next, child)
    expect(await isOpen(mia)).toBe(false)
    await expect(use(card)).rejects.toMatchObject(REFUSED)
    await expect(cardFor(advisor, child)).rejects.toMatchObject({ status: 404 })
    const told = await next.call(notifications).listNotifications()
    expect(JSON.stringify(told.items)).toContain('Mia needs a new sign-in card')
    await assign(await newAdvisor(), child)
    expect(JSON.stringify(await next.call(notifications).listNotifications())).not.toContain('Mia')

    const guardian = await guardianOf(child)
    const home = await cardFor(guardian, child)
    const atHome = await signedInWith(home)
    const admin = await app.person({ role: 'admin' })
    const { id: guardian_id } = await app.db
      .selectFrom('guardian_links')
      .select('id')
      .where('learner_id', '=', child.id)
      .where('guardian_email', '=', guardian.email)
      .executeTakeFirstOrThrow()
    await admin.call(guardians).overrideGuardian({
      params: { id: child.id, guardian_id },
      body: { scopes: ['view'], reason: 'A court order' },
    })
    expect(await isOpen(atHome)).toBe(false)
    await expect(use(home)).rejects.toMatchObject(REFUSED)
    await expect(cardFor(guardian, child)).rejects.toMatchObject({ status: 404 })
  })

  test('of a suspended teacher opens nothing, and that of another teacher stays', async () => {
    const { advisor, card } = await classOfOne()
    const other = await classOfOne()
    const admin = await app.person({ role: 'admin' })
    await admin.call(people).changePerson({
      params: { id: advisor.id },
      body: { status: 'suspended', reason: 'A test' },
    })
    await expect(use(card)).rejects.toMatchObject(REFUSED)
    await use(other.card)
  })

  test('is for learners under 13 or without an address, and never goes around a second factor', async () => {
    const admin = await app.person({ role: 'admin' })
    const refused = { status: 409 }
    const teen = await app.person({ dateOfBirth: app.birthdayAt(14) })
    await expect(cardFor(admin, teen)).rejects.toMatchObject(refused)
    await use(await cardFor(admin, await withoutAddress(14)))
    await use(await cardFor(admin, await app.person({ dateOfBirth: app.birthdayAt(11) })))

    const careful = await withoutAddress(15)
    const card = await cardFor(admin, careful)
    await careful.call(secondFactor).beginTotp({ body: { password: PASSWORD } })
    await app.db
      .insertInto('totp_factors')
      .values({ user_id: careful.id, sealed_secret: 'x', last_step: 0 })
      .execute()
    await expect(use(card)).rejects.toMatchObject(REFUSED)
    await expect(cardFor(admin, careful)).rejects.toMatchObject(refused)
  })

  test('of a child who turns 13 and has an address opens nothing more', async () => {
    const admin = await app.person({ role: 'admin' })
    const almost = new Date(app.parts.clock().getTime() + 3 * 24 * HOUR).toISOString()
    const dateOfBirth = `${Number(almost.slice(0, 4)) - 13}${almost.slice(4, 10)}`
    const child = await app.person({ dateOfBirth })
    const card = await cardFor(admin, child)
    await use(card)
    app.moveClock(4 * 24 * HOUR)
    await expect(use(card)).rejects.toMatchObject(REFUSED)
  })

  test('is made and ended by the advisor, by guardians who decide and by admins, and by nobody else', async () => {
    const { advisor, child } = await classOfOne()
    const may = [advisor, await guardianOf(child), await app.person({ role: 'admin' })]
    const mayNot = [await guardianOf(child, ['view']), await newAdvisor(), child]
    for (const person of may) {
      await cardFor(person, child)
      await person.call(signInCards).revokeCard({ params: { id: child.id } })
    }
    for (const person of mayNot) {
      await expect(cardFor(person, child)).rejects.toBeDefined()
      await expect(
        person.call(signInCards).revokeCard({ params: { id: child.id } }),
      ).rejects.toBeDefined()
    }
    const teen = await withoutAddress(14)
    await expect(cardFor(await guardianOf(teen), teen)).rejects.toMatchObject({ status: 404 })
  })

  test('is announced to the guardians who decide for the child', async () => {
    const { advisor, child } = await classOfOne()
    const guardian = await guardianOf(child)
    await cardFor(advisor, child)
    const told = await guardian.call(notifications).listNotifications()
    expect(JSON.stringify(told.items)).toContain('A sign-in card was made for Mia')
  })
})

describe('a class list', () => {
  test('has a new card for each learner, all or none, and lists who has which', async () => {
    const advisor = await newAdvisor()
    const [mia, noa] = [await withoutAddress(), await withoutAddress(9, { firstName: 'Noa' })]
    await assign(advisor, mia)
    await assign(advisor, noa)
    const ids = [noa.id, mia.id]
    const { items } = await advisor.call(signInCards).printCards({ body: { ids } })
    expect(items.map(({ first_name }) => first_name).toSorted()).toEqual(['Mia', 'Noa'])
    for (const { id, url } of items) expect((await use(secretIn(url))).user.id).toBe(id)
    const listed = (await advisor.call(signInCards).listCards()).items
    expect(listed.map((each) => [each.first_name, each.card?.created_by])).toEqual([
      ['Mia', 'Ada Lovelace'],
      ['Noa', 'Ada Lovelace'],
    ])

    const stranger = await withoutAddress()
    await expect(
      advisor.call(signInCards).printCards({ body: { ids: [mia.id, stranger.id] } }),
    ).rejects.toMatchObject({ status: 404 })
    await use(secretIn(items.find(({ id }) => id === mia.id)!.url))
  })

  test('that is printed twice at the same moment leaves one working card for each learner', async () => {
    const advisor = await newAdvisor()
    const children = [await withoutAddress(), await withoutAddress(), await withoutAddress()]
    for (const child of children) await assign(advisor, child)
    const ids = children.map(({ id }) => id)
    const prints = await Promise.all(
      [ids, ids.toReversed()].map((ids) => advisor.call(signInCards).printCards({ body: { ids } })),
    )
    const works = await Promise.all(
      prints.map(async ({ items }) => {
        const opened = await Promise.allSettled(items.map(({ url }) => use(secretIn(url))))
        return opened.filter(({ status }) => status === 'fulfilled').length
      }),
    )
    expect(works.toSorted()).toEqual([0, 3])
  })
})

describe('a session by card', () => {
  test('changes nothing that lasts longer than itself', async () => {
    const { card } = await classOfOne(14)
    const mia = await signedInWith(card)
    const refused = { status: 403, code: 'card_session' }
    const closed = [
      () => mia.call(auth).changePassword({ body: { current_password: 'x', password: PASSWORD } }),
      () => mia.call(privacy).requestExport(),
      () => mia.call(privacy).closeAccount({ body: { confirmation: 'x', password: 'x' } }),
      () => mia.call(guardians).redeemPairingCode({ body: { code: 'ABCD-EFGH' } }),
      () => mia.call(secondFactor).beginTotp({ body: {} }),
      () => mia.call(profile).changeProfile({ body: { first_name: 'Mina' } }),
    ]
    for (const call of closed) await expect(call()).rejects.toMatchObject(refused)
    expect(await mia.call(profile).getProfile()).toMatchObject({ first_name: 'Mia' })
  })

  test('publishes nothing, and arranges what stays on the site', async () => {
    const { card } = await classOfOne(14)
    const mia = (await signedInWith(card)).call(portfolio)
    const refused = { status: 403, code: 'card_session' }
    for (const body of [{ published: true }, { listed: true }]) {
      await expect(mia.changePortfolio({ body })).rejects.toMatchObject(refused)
    }
    const attempt_id = '00000000-0000-4000-8000-000000000001'
    const items = (audience: 'public' | 'link') => [{ attempt_id, caption: '', audience }]
    for (const audience of ['public', 'link'] as const) {
      await expect(mia.changePortfolio({ body: { items: items(audience) } })).rejects.toMatchObject(
        refused,
      )
    }
    expect(await mia.changePortfolio({ body: { published: false } })).toMatchObject({
      published: false,
    })
  })

  test('is refused exactly these calls by name, besides those that rules/access names', async () => {
    const named = ENDPOINTS.filter(({ notByCard }) => notByCard).map(nameOf)
    expect(named.toSorted((a, b) => a.localeCompare(b))).toMatchInlineSnapshot(`
      [
        "DELETE /api/profile/sessions/{id}",
        "GET /api/profile/exports",
        "POST /api/auth/consent/resend",
        "POST /api/calendar/feed",
        "POST /api/guardian-codes",
        "POST /api/guardian-invitations/{token}",
        "POST /api/profile/export",
        "POST /api/profile/passkeys",
        "POST /api/profile/passkeys/{id}/remove",
        "POST /api/profile/passkeys/options",
        "POST /api/profile/password",
        "POST /api/profile/recovery-codes",
        "POST /api/profile/restore",
        "POST /api/profile/school-account/begin",
        "POST /api/profile/school-account/remove",
        "POST /api/profile/totp",
        "POST /api/profile/totp/begin",
        "POST /api/profile/totp/remove",
        "POST /api/subscription/portal",
        "PUT /api/auth/consent/guardian",
        "PUT /api/notifications/push",
      ]
    `)
  })
})

describe('a learner without an address', () => {
  test('chooses a password with a link that is handed over once, and signs in by name', async () => {
    const { advisor, child } = await classOfOne()
    const params = { id: child.id }
    const { url, sign_in_name } = await advisor.call(signInCards).makePasswordLink({ params })
    const token = new URL(url).searchParams.get('token')!
    const password = 'A-new-Secret-9'
    await app.anyone.call(auth).resetPassword({ body: { token, password } })
    const body = { sign_in_name: sign_in_name.toUpperCase(), password }
    const reply = await app.anyone.call(auth).loginByName({ body })
    expect(reply).toMatchObject({ user: { id: child.id, sign_in_name } })
    await expect(
      app.anyone.call(auth).resetPassword({ body: { token, password } }),
    ).rejects.toMatchObject({ status: 400 })
    for (const wrong of [
      { sign_in_name, password: 'something-else' },
      { sign_in_name: 'nobody9999', password },
    ]) {
      await expect(app.anyone.call(auth).loginByName({ body: wrong })).rejects.toMatchObject({
        status: 401,
        message: 'The sign-in name or password is incorrect.',
      })
    }
  })

  test('does not get a password from a former teacher’s link', async () => {
    const { advisor, child } = await classOfOne()
    const { url } = await advisor.call(signInCards).makePasswordLink({ params: { id: child.id } })
    await assign(await newAdvisor(), child)
    const token = new URL(url).searchParams.get('token')!
    await expect(
      app.anyone.call(auth).resetPassword({ body: { token, password: 'A-new-Secret-9' } }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('stays a learner: every other role needs an address', async () => {
    const grown = await withoutAddress(19)
    const admin = await app.person({ role: 'admin' })
    for (const role of ['parent', 'advisor'] as const) {
      await expect(
        admin.call(people).changePerson({ params: { id: grown.id }, body: { role } }),
      ).rejects.toMatchObject({ status: 409 })
    }
  })

  test('and guardians learn of each password link that was made', async () => {
    const { advisor, child } = await classOfOne()
    const guardian = await guardianOf(child)
    await advisor.call(signInCards).makePasswordLink({ params: { id: child.id } })
    for (const [person, name] of [
      [guardian, 'Mia'],
      [child, 'you'],
    ] as const) {
      const told = await person.call(notifications).listNotifications()
      expect(JSON.stringify(told.items)).toContain(`A password link was made for ${name}`)
    }
  })

  test('has nothing to confirm, and closes the account by typing the sign-in name', async () => {
    const teen = await withoutAddress(15)
    expect(await teen.call(profile).getProfile()).toMatchObject({ email: null })
    const close = (confirmation: string) =>
      teen.call(privacy).closeAccount({ body: { confirmation, password: PASSWORD } })
    await expect(close('somebody')).rejects.toMatchObject({ status: 400 })
    expect(await close(teen.name)).toMatchObject({ status: 'closing' })
  })
})
