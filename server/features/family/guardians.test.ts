import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#contract/audit'
import { auth } from '#contract/auth'
import { consent } from '#contract/consent'
import { guardians } from '#contract/guardians'
import { learners } from '#contract/learners'
import { notifications } from '#contract/notifications'
import { parents } from '#contract/parents'
import { people } from '#contract/people'
import { privacy } from '#contract/privacy'
import { secondFactor } from '#contract/second-factor'
import { signInCards } from '#contract/sign-in-cards'
import { transcript } from '#contract/transcript'
import { assignLearner } from '#features/advising'
import { linkGuardian, linkGuardiansOf, lockPerson, undoLinksMadeAt } from '#features/family'
import { eraseAccount } from '#features/privacy'
import { recordAudit } from '#platform/audit'
import type { GuardianScope } from '#rules/access'
import { changeDuring } from '#testing/change-during'
import { endGuardianship, recordConsent } from '#testing/family-builder'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { befriend, startConversation, write } from '#testing/message-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { PASSWORD, type Person, registration, startApp, type TestApp } from '#testing/start-app'

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

const adult = () => app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
const teen = () => app.person({ dateOfBirth: app.birthdayAt(15) })
const body = (email: string, scopes: GuardianScope[] = ['view']) => ({
  email,
  relation: 'Father',
  scopes,
})
const invite = (by: Person, learner: Person, email: string, scopes?: GuardianScope[]) =>
  by.call(guardians).inviteGuardian({ params: { id: learner.id }, body: body(email, scopes) })
const takeToken = async (email: string) => {
  const mail = await sink.take(email)
  return tokenIn(linkIn(mail, /\/guardian-invitation\//))
}
const accept = (person: Person, token: string) =>
  person.call(guardians).acceptGuardianInvitation({ params: { token } })
const childrenOf = async (person: Person) => (await person.call(parents).listChildren()).children
const linksOf = (reader: Person, learner: Person) =>
  reader.call(guardians).listGuardians({ params: { id: learner.id } })
const missing = { status: 404 }

describe('an invitation', () => {
  test('reaches an adult by mail, works once, and gives what it said and no more', async () => {
    const [learner, father] = [await teen(), await adult()]
    await invite(learner, learner, father.email, ['view'])
    const token = await takeToken(father.email)
    expect(
      await app.anyone.call(guardians).showGuardianInvitation({ params: { token } }),
    ).toMatchObject({
      learner_first_name: expect.any(String),
      scopes: ['view'],
      relation: 'Father',
    })

    expect(await accept(father, token)).toEqual({ learner_id: learner.id })
    await expect(accept(father, token)).rejects.toMatchObject(missing)
    expect(await childrenOf(father)).toMatchObject([{ id: learner.id, status: 'active' }])
    const { guardians: links } = await linksOf(father, learner)
    expect(links).toMatchObject([
      { email: father.email, scopes: ['view'], active: true, own: true, origin: 'invitation' },
    ])
    // A guardian with view access only cannot invite others.
    await expect(invite(father, learner, 'aunt@example.org')).rejects.toMatchObject(missing)
  })

  test('is for the address that it was sent to: nobody else’s account takes it, and no minor’s', async () => {
    const [learner, father, stranger] = [await teen(), await adult(), await adult()]
    await invite(learner, learner, father.email)
    const token = await takeToken(father.email)
    for (const thief of [stranger, learner]) {
      await expect(accept(thief, token)).rejects.toMatchObject({ status: 403 })
    }
    const friend = await teen()
    await invite(learner, learner, friend.email)
    await expect(accept(friend, await takeToken(friend.email))).rejects.toMatchObject({
      status: 403,
    })
    await accept(father, token)
  })

  test('has seven days, can be withdrawn, and sent again makes the link before worthless', async () => {
    const [learner, father] = [await teen(), await adult()]
    await invite(learner, learner, father.email)
    const first = await takeToken(father.email)
    const { id } = await invite(learner, learner, father.email)
    const second = await takeToken(father.email)
    await expect(accept(father, first)).rejects.toMatchObject(missing)
    await learner
      .call(guardians)
      .withdrawGuardianInvitation({ params: { id: learner.id, invitation_id: id } })
    await expect(accept(father, second)).rejects.toMatchObject(missing)

    await invite(learner, learner, father.email)
    const third = await takeToken(father.email)
    const show = () =>
      app.anyone.call(guardians).showGuardianInvitation({ params: { token: third } })
    await show()
    app.moveClock(7 * DAY + 1000)
    await expect(show()).rejects.toMatchObject(missing)
  })

  test('two acceptances at once make one link', async () => {
    const [learner, father] = [await teen(), await adult()]
    await invite(learner, learner, father.email)
    const token = await takeToken(father.email)
    const outcomes = await Promise.allSettled([accept(father, token), accept(father, token)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await linksOf(learner, learner)).guardians).toHaveLength(1)
  })

  test('sent again with less while the first is being accepted gives nothing of the first', async () => {
    const [learner, father] = [await teen(), await adult()]
    const { id } = await invite(learner, learner, father.email, ['view', 'messages'])
    const token = await takeToken(father.email)
    const accepted = changeDuring(
      app,
      async (db) => {
        await lockPerson(db, learner.id)
        await db
          .updateTable('guardian_invitations')
          .set({ scopes: ['view'], token_hash: Buffer.from(randomUUID()) })
          .where('id', '=', id)
          .execute()
      },
      () => accept(father, token),
    )
    await expect(accepted).rejects.toMatchObject(missing)
    expect(await childrenOf(father)).toEqual([])
  })

  test('a learner has ten adults at most, invitations included', async () => {
    const [learner, mother] = [await teen(), await adult()]
    await recordConsent(app, learner, mother)
    const admin = await app.person({ role: 'admin' })
    for (let i = 0; i < 9; i += 1)
      await invite(i % 2 ? admin : mother, learner, `aunt${i}@example.org`)
    await expect(invite(admin, learner, 'one-more@example.org')).rejects.toMatchObject({
      status: 409,
    })
    await expect(invite(admin, learner, mother.email)).rejects.toMatchObject({ status: 409 })
  })

  test('to a guardian is refused like any other once there are ten adults', async () => {
    const [learner, mother, father] = [await teen(), await adult(), await adult()]
    for (const guardian of [mother, father]) await recordConsent(app, learner, guardian)
    for (let i = 0; i < 8; i += 1) await invite(mother, learner, `uncle${i}@example.org`)
    for (const email of [father.email, 'one-more@example.org'])
      await expect(invite(mother, learner, email)).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining('up to 10'),
      })
  })

  test('a child under 13 invites nobody; their guardian does', async () => {
    const [child, mother] = [await app.person({ dateOfBirth: app.birthdayAt(10) }), await adult()]
    await recordConsent(app, child, mother)
    await expect(invite(child, child, 'friend@example.org')).rejects.toMatchObject({ status: 403 })
    expect((await invite(mother, child, 'father@example.org')).email).toBe('father@example.org')
  })
})

describe('a code that the family hands on', () => {
  const makeCode = async (by: Person, learner: Person, scopes: GuardianScope[] = ['view']) =>
    (await by.call(guardians).makePairingCode({ params: { id: learner.id }, body: { scopes } }))
      .code
  const use = (by: Person, code: string) =>
    by.call(guardians).redeemPairingCode({ body: { code, relation: 'Grandmother' } })

  test('links the adult who gives it, once, with what it was made for; those who know the learner are told', async () => {
    const [learner, mother, grandmother] = [await teen(), await adult(), await adult()]
    await recordConsent(app, learner, mother)
    const code = await makeCode(mother, learner)
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(await use(grandmother, ` ${code.toLowerCase()} `)).toEqual({ learner_id: learner.id })
    expect((await linksOf(grandmother, learner)).guardians).toContainEqual(
      expect.objectContaining({ own: true, origin: 'code', scopes: ['view'] }),
    )
    for (const told of [learner, mother]) {
      const { text } = await sink.take(told.email, /has a new guardian/)
      expect(text).toContain('Ada Lovelace has joined')
      expect(text).not.toContain(grandmother.email)
    }
    await expect(use(await adult(), code)).rejects.toMatchObject({ status: 400 })
  })

  test('comes again to who asks with the same key, and is readable nowhere in the database', async () => {
    const learner = await teen()
    const key = { idempotencyKey: randomUUID() }
    const asked = { params: { id: learner.id }, body: { scopes: ['view' as const] } }
    const first = await learner.call(guardians).makePairingCode(asked, key)
    expect(await learner.call(guardians).makePairingCode(asked, key)).toEqual(first)
    const stored = await app.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', key.idempotencyKey)
      .executeTakeFirstOrThrow()
    const readable = JSON.stringify(stored).replaceAll('-', '')
    expect(readable).not.toContain(first.code.replaceAll('-', ''))
  })

  test('is replaced by the next one, ends after seven days, and is made by those alone who may invite', async () => {
    const [learner, father] = [await teen(), await adult()]
    const first = await makeCode(learner, learner)
    const second = await makeCode(learner, learner)
    await expect(use(father, first)).rejects.toMatchObject({ status: 400 })
    app.moveClock(7 * DAY + 1000)
    const later = await app.signIn(father.email)
    await expect(use(later, second)).rejects.toMatchObject({ status: 400 })
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    await expect(makeCode(child, child)).rejects.toMatchObject({ status: 403 })
    await expect(makeCode(later, child)).rejects.toMatchObject(missing)
  })

  test('is for adults, not for oneself, and is not found by guessing', async () => {
    const [learner, friend] = [await teen(), await teen()]
    const code = await makeCode(learner, learner)
    for (const minor of [learner, friend]) {
      await expect(use(minor, code)).rejects.toMatchObject({ status: 403 })
    }
    const guesser = await adult()
    for (let guess = 0; guess < 10; guess += 1) {
      await expect(use(guesser, `0000000${guess}`)).rejects.toMatchObject({ status: 400 })
    }
    await expect(use(guesser, code)).rejects.toMatchObject({ status: 429 })
  })
})

describe('what guardians give out', () => {
  const ALL: GuardianScope[] = ['view', 'upload', 'tutor', 'messages', 'consent']
  const makeCode = async (by: Person, learner: Person, scopes: GuardianScope[]) =>
    (await by.call(guardians).makePairingCode({ params: { id: learner.id }, body: { scopes } }))
      .code
  const use = (by: Person, code: string) =>
    by.call(guardians).redeemPairingCode({ body: { code, relation: '' } })
  const family = async () => {
    const [child, mother, father] = [
      await app.person({ dateOfBirth: app.birthdayAt(10) }),
      await adult(),
      await adult(),
    ]
    await recordConsent(app, child, mother)
    return { child, mother, father, admin: await app.person({ role: 'admin' }) }
  }
  const link = (person: Person, learner: Person, scopes: GuardianScope[]) =>
    linkGuardian(app.db, {
      learnerId: learner.id,
      email: person.email,
      name: 'Lars Lindqvist',
      scopes,
      origin: 'invitation',
      now: app.parts.clock(),
    })
  const override = async (
    admin: Person,
    learner: Person,
    whose: Person,
    scopes: GuardianScope[],
  ) => {
    const { guardians: links } = await linksOf(admin, learner)
    const { id } = links.find(({ email }) => email === whose.email)!
    await admin.call(guardians).overrideGuardian({
      params: { id: learner.id, guardian_id: id },
      body: { scopes, reason: 'By order of the court.' },
    })
    await sink.take(whose.email, /What you can see/)
  }

  test('is never more than they may do themselves', async () => {
    const { child, father } = await family()
    await link(father, child, ['consent'])
    await expect(makeCode(father, child, ALL)).rejects.toMatchObject({ status: 403 })
    await expect(invite(father, child, 'aunt@example.org', ['view'])).rejects.toMatchObject({
      status: 403,
    })
    expect(await makeCode(father, child, ['consent'])).toMatch(/-/)
  })

  test.each([[[]], [['consent']]] as GuardianScope[][][])(
    'ends when an admin leaves them %j: codes and invitations made before open nothing',
    async (left) => {
      const { child, father, admin } = await family()
      await link(father, child, ALL)
      const again = await adult()
      const code = await makeCode(father, child, ALL)
      await invite(father, child, again.email, ALL)
      const token = await takeToken(again.email)
      await override(admin, child, father, left)
      await expect(use(again, code)).rejects.toMatchObject({ status: 400 })
      await expect(accept(again, token)).rejects.toMatchObject(missing)
      expect(await childrenOf(again)).toEqual([])
    },
  )

  test('ends when they leave', async () => {
    const { child, father } = await family()
    await link(father, child, ALL)
    const code = await makeCode(father, child, ALL)
    const { guardians: links } = await linksOf(father, child)
    await father
      .call(guardians)
      .endGuardian({ params: { id: child.id, guardian_id: links[0]!.id } })
    await expect(use(father, code)).rejects.toMatchObject({ status: 400 })
  })

  test('as a code ends with the password under which it was made', async () => {
    const { child, mother, father } = await family()
    const code = await makeCode(mother, child, ALL)
    const password = 'An0ther-strong-one!'
    await mother.call(auth).changePassword({ body: { current_password: PASSWORD, password } })
    await expect(use(father, code)).rejects.toMatchObject({ status: 400 })
    await use(father, await makeCode(mother, child, ALL))
  })

  test('is asked for again when it is taken up: a giver who has lost a scope gives nothing', async () => {
    const { child, mother, father, admin } = await family()
    const code = await makeCode(mother, child, ALL)
    await invite(admin, child, father.email, ['view'])
    const token = await takeToken(father.email)
    await app.db
      .updateTable('guardian_links')
      .set({ scopes: ['consent'] })
      .where('guardian_email', '=', mother.email)
      .execute()
    await app.db.updateTable('users').set({ role: 'parent' }).where('id', '=', admin.id).execute()
    await expect(use(await adult(), code)).rejects.toMatchObject({ status: 400 })
    await expect(accept(father, token)).rejects.toMatchObject(missing)
  })

  test('does not widen again what an admin has narrowed, unless an admin gives it', async () => {
    const { child, mother, father, admin } = await family()
    await link(father, child, ALL)
    const older = await makeCode(mother, child, ALL)
    await override(admin, child, father, ['upload'])
    const { guardians: links } = await linksOf(father, child)
    await father
      .call(guardians)
      .endGuardian({ params: { id: child.id, guardian_id: links[0]!.id } })
    await expect(use(father, older)).rejects.toMatchObject({ status: 400 })
    app.moveClock(1000)
    await use(father, await makeCode(mother, child, ALL))
    expect((await linksOf(father, child)).guardians).toMatchObject([{ scopes: ['upload'] }])

    await override(admin, child, father, [])
    await expect(use(father, await makeCode(mother, child, ALL))).rejects.toMatchObject({
      status: 403,
      code: 'overridden',
    })
    // An admin who is a guardian of the child counts as family.
    const aunt = await app.person({ role: 'admin' })
    await link(aunt, child, ALL)
    await invite(aunt, child, father.email, ['view'])
    await expect(accept(father, await takeToken(father.email))).rejects.toMatchObject({
      code: 'overridden',
    })
    await aunt.call(guardians).withdrawGuardianInvitation({
      params: {
        id: child.id,
        invitation_id: (await linksOf(aunt, child)).invitations[0]!.id,
      },
    })
    await invite(admin, child, father.email, ['view'])
    await accept(father, await takeToken(father.email))
    expect((await linksOf(father, child)).guardians).toMatchObject([{ scopes: ['view'] }])
  })

  test('opens nothing by an admin’s own invitation from before the link was ended', async () => {
    const { child, mother, father, admin } = await family()
    await invite(admin, child, father.email, ALL)
    const token = await takeToken(father.email)
    await use(father, await makeCode(mother, child, ALL))
    await override(admin, child, father, [])
    await expect(accept(father, token)).rejects.toMatchObject(missing)
    expect((await linksOf(admin, child)).invitations).toEqual([])
  })

  test('does not widen by a link that another spelling of the address had before it was narrowed', async () => {
    const { child, mother, father, admin } = await family()
    await link(father, child, ALL)
    const [local, domain] = father.email.split('@')
    const alias = { ...(await adult()), email: `${local}+2@${domain}` }
    await app.db
      .updateTable('users')
      .set({ email: alias.email })
      .where('id', '=', alias.id)
      .execute()
    app.moveClock(1000)
    await link(alias, child, ['view'])
    const [ended] = (await linksOf(alias, child)).guardians
    await alias.call(guardians).endGuardian({ params: { id: child.id, guardian_id: ended!.id } })
    app.moveClock(1000)
    await override(admin, child, father, ['upload'])
    await use(alias, await makeCode(mother, child, ALL))
    expect((await linksOf(alias, child)).guardians).toMatchObject([{ scopes: ['upload'] }])
  })

  test.each([[[]], [['view']]] as GuardianScope[][][])(
    'that an admin leaves at %j is left to every account with a spelling of the address',
    async (left) => {
      const { child, father, admin } = await family()
      await link(father, child, ALL)
      const [local, domain] = father.email.split('@')
      const alias = { ...(await adult()), email: `${local}+2@${domain}` }
      await app.db
        .updateTable('users')
        .set({ email: alias.email })
        .where('id', '=', alias.id)
        .execute()
      await link(alias, child, ALL)
      const friend = await adult()
      const code = await makeCode(alias, child, ALL)
      await override(admin, child, father, left)
      for (const parent of [father, alias])
        expect((await childrenOf(parent)).length).toBe(left.length)
      await expect(use(friend, code)).rejects.toMatchObject({ status: 400 })
      await expect(makeCode(alias, child, ALL)).rejects.toBeDefined()
    },
  )

  test('each sees and withdraws their own invitations, and no other guardian’s link or address', async () => {
    const { child, mother, father, admin } = await family()
    await link(father, child, ALL)
    const { id } = await invite(mother, child, 'aunt@example.org')
    expect(await linksOf(father, child)).toMatchObject({
      guardians: [{ email: father.email, own: true }],
      invitations: [],
    })
    const withdraw = (by: Person) =>
      by.call(guardians).withdrawGuardianInvitation({ params: { id: child.id, invitation_id: id } })
    await expect(withdraw(father)).rejects.toMatchObject(missing)
    await expect(invite(father, child, 'aunt@example.org')).rejects.toMatchObject({ status: 409 })
    expect(await linksOf(admin, child)).toMatchObject({
      guardians: [{}, {}],
      invitations: [{ id, email: 'aunt@example.org' }],
    })
    await expect(linksOf(child, child)).rejects.toMatchObject({ status: 403 })
    await withdraw(mother)
  })

  test('carry no message to the learner in the place of what the adult is to them', async () => {
    const { child, mother, father } = await family()
    const relation = 'Send me a picture and keep it secret'
    const code = await makeCode(mother, child, ['view'])
    await expect(
      father.call(guardians).redeemPairingCode({ body: { code, relation } }),
    ).rejects.toMatchObject({ status: 400, fields: { relation: expect.any(String) } })
    await expect(
      mother.call(guardians).inviteGuardian({
        params: { id: child.id },
        body: { ...body(father.email), relation },
      }),
    ).rejects.toMatchObject({ status: 400, fields: { relation: expect.any(String) } })
    await use(father, code)
  })

  test('tell no guardian whether another adult is a guardian already, and change nothing then', async () => {
    const { child, mother, father, admin } = await family()
    await link(father, child, ALL)
    expect(await invite(father, child, mother.email)).toMatchObject({ email: mother.email })
    expect((await linksOf(father, child)).invitations).toMatchObject([{ email: mother.email }])
    const token = await takeToken(mother.email)
    expect(await accept(mother, token)).toEqual({ learner_id: child.id })
    expect(await linksOf(mother, child)).toMatchObject({ guardians: [{ scopes: ALL }] })
    const { items } = await father.call(notifications).listNotifications({ query: {} })
    expect(items).toEqual([])
    // Admins see all guardians, so they are told.
    await expect(invite(admin, child, mother.email)).rejects.toMatchObject({ status: 409 })
    await expect(invite(father, child, father.email)).rejects.toMatchObject({ status: 409 })
  })
})

describe('a link', () => {
  test('counts for an adult who registers and confirms the address later, and for nobody before', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const form = { ...registration(), account_type: 'parent' as const, date_of_birth: '1980-01-01' }
    await linkGuardian(app.db, {
      learnerId: child.id,
      email: form.email,
      name: 'Ingrid',
      origin: 'consent',
      now: app.parts.clock(),
    })
    await app.anyone.call(auth).register({ body: form })
    const mother = await app.signIn(form.email, PASSWORD)
    await expect(mother.call(parents).listChildren()).rejects.toMatchObject({ status: 403 })
    const token = tokenIn(linkIn(await sink.take(form.email), /verify-email/))
    await app.anyone.call(auth).verifyEmail({ body: { token } })
    expect(await childrenOf(mother)).toMatchObject([{ id: child.id }])
  })

  test('is told what concerns the child, and keeps its name, whoever registers its address without confirming it', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const father = await adult()
    await recordConsent(app, child, father)
    const form = registration()
    const link = { learnerId: child.id, email: form.email, name: 'Ingrid Lindqvist' }
    await linkGuardian(app.db, { ...link, origin: 'consent', now: app.parts.clock() })
    const stranger = {
      ...form,
      first_name: 'Coach',
      last_name: 'Peters',
      date_of_birth: app.birthdayAt(10),
      parent_email: 'strangers-own@example.net',
    }
    await app.anyone.call(auth).register({ body: stranger })
    expect((await sink.take(form.email, /Confirm/)).text).toContain('do not confirm it')
    await father.call(signInCards).makeCard({ params: { id: child.id } })
    await sink.take(form.email, /sign-in card/)
    const admin = await app.person({ role: 'admin' })
    const seen = await admin.call(guardians).listGuardians({ params: { id: child.id } })
    expect(JSON.stringify(seen)).toContain('Ingrid Lindqvist')
    expect(JSON.stringify(seen)).not.toContain('Peters')
  })

  test('shows a child with level, XP and what is going on', async () => {
    const [child, mother] = [await teen(), await adult()]
    await recordConsent(app, child, mother)
    const { id, tasks } = await createQuest(app.db, [
      { pillar: 'creativity', xp: 100 },
      { pillar: 'creativity', xp: 60 },
    ])
    await asLearner(child).start(id)
    await asLearner(child).submit(tasks[0]!)
    expect(await childrenOf(mother)).toMatchObject([
      { xp_total: 100, level: 2, active_quests: 1, last_active_at: expect.any(String) },
    ])
  })

  test('separated parents each see what their own scopes give, and neither ends the other’s link', async () => {
    const [child, mother, father] = [await teen(), await adult(), await adult()]
    await recordConsent(app, child, mother)
    await invite(mother, child, father.email, ['upload'])
    await accept(father, await takeToken(father.email))
    await mother.call(transcript).getTranscript({ query: { learner_id: child.id } })
    await expect(
      father.call(transcript).getTranscript({ query: { learner_id: child.id } }),
    ).rejects.toMatchObject(missing)
    const admin = await app.person({ role: 'admin' })
    const { guardians: links } = await linksOf(admin, child)
    const idOf = (person: Person) => links.find(({ email }) => email === person.email)!.id
    const end = (by: Person, whose: Person) =>
      by.call(guardians).endGuardian({ params: { id: child.id, guardian_id: idOf(whose) } })
    await expect(end(father, mother)).rejects.toMatchObject(missing)
    await expect(end(mother, father)).rejects.toMatchObject(missing)
    await end(father, father)
    expect(await childrenOf(father)).toEqual([])
    expect(await childrenOf(mother)).toHaveLength(1)
  })

  test('an admin narrows and ends any link, with a reason in the log, and it counts not a request longer', async () => {
    const [child, mother] = [await teen(), await adult()]
    const admin = await app.person({ role: 'admin' })
    await recordConsent(app, child, mother)
    const { items } = await admin
      .call(guardians)
      .listGuardianLinks({ query: { search: mother.email.slice(0, 12).toUpperCase() } })
    expect(items).toMatchObject([{ learner_id: child.id, email: mother.email, active: true }])
    const override = (scopes: GuardianScope[], reason = 'Order of the court') =>
      admin.call(guardians).overrideGuardian({
        params: { id: child.id, guardian_id: items[0]!.id },
        body: { scopes, reason },
      })
    const read = () => mother.call(transcript).getTranscript({ query: { learner_id: child.id } })
    await expect(override([], ' ')).rejects.toMatchObject({ status: 400 })
    await override(['view'])
    await read()
    await expect(invite(mother, child, 'aunt@example.org')).rejects.toMatchObject(missing)
    await override([])
    await expect(read()).rejects.toMatchObject(missing)
    await expect(override(['view'])).rejects.toMatchObject(missing)
    const log = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'detail'])
      .where('subject_id', '=', child.id)
      .where('action', '=', 'guardian_overridden')
      .orderBy('id')
      .execute()
    const detail = { link: items[0]!.id, reason: 'Order of the court' }
    expect(log).toEqual([
      { actor_id: admin.id, detail: { ...detail, scopes: ['view'] } },
      { actor_id: admin.id, detail: { ...detail, scopes: [] } },
    ])
  })

  test('the last guardian who decides for a child does not leave, not two of them at the same moment either', async () => {
    const [child, mother, father] = [
      await app.person({ dateOfBirth: app.birthdayAt(10) }),
      await adult(),
      await adult(),
    ]
    for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
    const { guardians: links } = await linksOf(await app.person({ role: 'admin' }), child)
    const leave = (guardian: Person) => {
      const guardian_id = links.find(({ email }) => email === guardian.email)!.id
      return guardian.call(guardians).endGuardian({ params: { id: child.id, guardian_id } })
    }
    const left = await Promise.allSettled([leave(mother), leave(father)])
    expect(left.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const stays = left[0]!.status === 'rejected' ? mother : father
    await expect(leave(stays)).rejects.toMatchObject({ status: 409 })
    const body = { scopes: ['use' as const] }
    await stays.call(consent).withdrawConsent({ params: { id: child.id }, body })
    await leave(stays)
  })

  test('of the last guardian who decides for a child is not left by closing the account, nor to somebody suspended', async () => {
    const [child, mother, father] = [
      await app.person({ dateOfBirth: app.birthdayAt(10) }),
      await adult(),
      await adult(),
    ]
    for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
    const admin = await app.person({ role: 'admin' })
    const suspend = (status: 'suspended' | 'active') =>
      admin
        .call(people)
        .changePerson({ params: { id: father.id }, body: { status, reason: 'A complaint' } })
    const closing = { confirmation: mother.email, password: PASSWORD }
    const close = () => mother.call(privacy).closeAccount({ body: closing })
    const own = (await linksOf(mother, child)).guardians[0]!
    const leave = () =>
      mother.call(guardians).endGuardian({ params: { id: child.id, guardian_id: own.id } })
    await suspend('suspended')
    const refused = { status: 409, message: expect.stringContaining('Nobody else decides') }
    await expect(close()).rejects.toMatchObject(refused)
    await expect(leave()).rejects.toMatchObject(refused)
    await suspend('active')
    const both = await Promise.allSettled([
      close(),
      (await app.signIn(father.email))
        .call(privacy)
        .closeAccount({ body: { confirmation: father.email, password: PASSWORD } }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('that an admin ends leaves no way to write to the learner as a friend', async () => {
    const [child, father, friend] = [await teen(), await adult(), await adult()]
    const admin = await app.person({ role: 'admin' })
    await recordConsent(app, child, father)
    for (const each of [father, friend]) await befriend(app, child, each)
    const talk = await startConversation(father, child)
    await write(father, talk, 'Hello')
    const { guardians: links } = await linksOf(admin, child)
    await admin.call(guardians).overrideGuardian({
      params: { id: child.id, guardian_id: links[0]!.id },
      body: { scopes: [], reason: 'Order of the court' },
    })
    await expect(write(father, talk, 'I know where you live')).rejects.toMatchObject({
      status: 404,
    })
    await startConversation(friend, child)
  })

  test('that an admin has ended and given back in part stays in part, whoever invites its holder', async () => {
    const child = await teen()
    const [mother, father] = [await adult(), await adult()]
    const admin = await app.person({ role: 'admin' })
    for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
    const linkOf = async (guardian: Person) =>
      (await linksOf(admin, child)).guardians.find(({ email }) => email === guardian.email)
    await admin.call(guardians).overrideGuardian({
      params: { id: child.id, guardian_id: (await linkOf(father))!.id },
      body: { scopes: [], reason: 'Order of the court' },
    })
    await sink.take(father.email, /What you can see/)
    app.moveClock(1000)
    await invite(admin, child, father.email, ['view'])
    await accept(father, await takeToken(father.email))
    const { id } = (await linkOf(father))!
    await father.call(guardians).endGuardian({ params: { id: child.id, guardian_id: id } })
    await invite(mother, child, father.email, ['view', 'messages'])
    await accept(father, await takeToken(father.email))
    expect((await linkOf(father))!.scopes).toEqual(['view'])
  })

  test('of a roster that an admin has ended stays ended, also where that import is undone and applied again', async () => {
    const child = await teen()
    const admin = await app.person({ role: 'admin' })
    const email = 'named-by-school@example.org'
    const since = app.parts.clock().toISOString()
    const named = sql`select ${child.id}::uuid as learner_id, ${email} as email, 'Sven' as name`
    await linkGuardiansOf(app.db, named, since)
    const { guardians: links } = await linksOf(admin, child)
    await admin.call(guardians).overrideGuardian({
      params: { id: child.id, guardian_id: links[0]!.id },
      body: { scopes: [], reason: 'Order of the court' },
    })
    await undoLinksMadeAt(app.db, since, sql`select null::uuid as user_id where false`)
    expect(await linkGuardiansOf(app.db, named, app.parts.clock().toISOString())).toEqual([])
  })

  test('of their own child shows an admin no other guardian’s address, in the staff area either', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const [mother, father, other] = [
      await adult(),
      await app.person({ role: 'admin', dateOfBirth: '1985-04-02' }),
      await app.person({ role: 'admin' }),
    ]
    for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
    const scopes = { scopes: ['publishing' as const] }
    await mother.call(consent).makeConsentForm({ params: { id: child.id }, body: scopes })
    const seenBy = async (admin: Person) => [
      ...(await admin.call(guardians).listGuardianLinks({ query: { search: mother.email } })).items,
      ...(await admin.call(consent).listConsentForms({ query: { limit: 100 } })).items,
    ]
    expect(await seenBy(other)).toMatchObject([{ learner_id: child.id }, { learner_id: child.id }])
    expect(await seenBy(father)).toEqual([])
  })

  test('are not locked out by another who is an admin, nor freed of their second factor, and the child’s suspension stays', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const father = await app.person({ role: 'admin', dateOfBirth: '1985-04-02' })
    const [mother, other] = [await adult(), await app.person({ role: 'admin' })]
    for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
    const change = (admin: Person, { id }: Person, status: 'active' | 'suspended') =>
      admin.call(people).changePerson({ params: { id }, body: { status, reason: 'A test' } })
    const refused = { status: 403, code: 'guardian' }
    await expect(change(father, mother, 'suspended')).rejects.toMatchObject(refused)
    const lift = (admin: Person) =>
      admin.call(secondFactor).liftSecondFactor({ params: { id: mother.id } })
    await expect(lift(father)).rejects.toMatchObject(refused)
    await expect(lift(other)).rejects.toMatchObject({ status: 404 })
    await change(other, child, 'suspended')
    await expect(change(father, child, 'active')).rejects.toMatchObject(refused)
    await change(other, mother, 'suspended')
  })

  test('of their own child tells an admin nothing of what another guardian may do, or that there is one', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const father = await app.person({ role: 'admin', dateOfBirth: '1985-04-02' })
    const [mother, other] = [await adult(), await app.person({ role: 'admin' })]
    for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
    const explain = (admin: Person, person: Person) =>
      admin.call(learners).explainAccess({ query: { learner_id: child.id, person_id: person.id } })
    const guardiansShownTo = async (admin: Person) =>
      (await admin.call(people).showPerson({ params: { id: child.id } })).guardians
    expect(await explain(other, mother)).toMatchObject({ relation: 'guardian' })
    expect(await guardiansShownTo(other)).toHaveLength(2)
    expect(await explain(father, mother)).toEqual(await explain(father, await adult()))
    expect(await explain(father, father)).toMatchObject({ relation: 'guardian' })
    expect(await guardiansShownTo(father)).toMatchObject([{ id: father.id }])
    const childrenShownTo = async (admin: Person, guardian: Person) =>
      (await admin.call(people).showPerson({ params: { id: guardian.id } })).children
    expect(await childrenShownTo(other, mother)).toMatchObject([{ id: child.id }])
    expect(await childrenShownTo(father, mother)).toEqual([])
    expect(await childrenShownTo(father, father)).toMatchObject([{ id: child.id }])
  })

  test('that was ended is not given back by its holder, who is an admin, and the reason is for others', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const father = await app.person({ role: 'admin', dateOfBirth: '1985-04-02' })
    const [mother, other] = [await adult(), await app.person({ role: 'admin' })]
    for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
    const { guardians: links } = await linksOf(other, child)
    const link = links.find(({ email }) => email === father.email)!
    await other.call(guardians).overrideGuardian({
      params: { id: child.id, guardian_id: link.id },
      body: { scopes: [], reason: 'Noah has told his teacher' },
    })
    await sink.take(father.email, /What you can see/)
    await invite(father, child, father.email)
    await expect(accept(father, await takeToken(father.email))).rejects.toMatchObject({
      code: 'overridden',
    })
    const reasonFor = async (admin: Person) => {
      const query = { subject_id: child.id, action: 'guardian_overridden' } as const
      const { items } = await admin.call(audit).listAudit({ query })
      return items.map(({ detail }) => detail['reason'])
    }
    expect(await reasonFor(other)).toEqual(['Noah has told his teacher'])
    expect(await reasonFor(father)).toEqual([undefined])
    const sheetFor = async ({ headers }: Person) =>
      (await app.http.inject({ url: '/api/admin/exports/audit.csv', headers })).body
    expect(await sheetFor(other)).toContain('Noah has told his teacher')
    expect(await sheetFor(father)).not.toContain('Noah has told his teacher')
  })

  test('does not tell an admin who is one from where the other guardian signs in', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const father = await app.person({ role: 'admin', dateOfBirth: '1985-04-02' })
    const [mother, other] = [await adult(), await app.person({ role: 'admin' })]
    for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
    await recordAudit(app.db, {
      actorId: mother.id,
      subjectId: mother.id,
      action: 'signed_in',
      address: '192.0.2.77',
    })
    const shownTo = async (admin: Person) => {
      const { items } = await admin.call(audit).listAudit({ query: { actor_id: mother.id } })
      const { body } = await app.http.inject({
        url: '/api/admin/exports/audit.csv',
        headers: admin.headers,
      })
      return [items.some(({ address }) => address === '192.0.2.77'), body.includes('192.0.2.77')]
    }
    expect(await shownTo(other)).toEqual([true, true])
    expect(await shownTo(father)).toEqual([false, false])
  })

  test('new to a learner is no news for a guardian who is suspended', async () => {
    const [child, father, mother] = [await teen(), await adult(), await adult()]
    for (const guardian of [father, mother]) await recordConsent(app, child, guardian)
    const admin = await app.person({ role: 'admin' })
    await admin.call(people).changePerson({
      params: { id: father.id },
      body: { status: 'suspended', reason: 'Has threatened the family' },
    })
    const friend = await adult()
    await invite(child, child, friend.email)
    await accept(friend, await takeToken(friend.email))
    // Written after the one to him would have been.
    await sink.take(mother.email, /new guardian/)
    expect(sink.letters.filter(({ to }) => to?.[0]?.address === father.email)).toEqual([])
  })

  test('new to a learner is not told at an address that the learner has not confirmed', async () => {
    const [child, mother] = [await teen(), await adult()]
    await recordConsent(app, child, mother)
    await app.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', child.id)
      .execute()
    const friend = await adult()
    await invite(mother, child, friend.email)
    await accept(friend, await takeToken(friend.email))
    // Written after the one to the learner would have been.
    await sink.take(mother.email, /new guardian/)
    expect(sink.letters.filter(({ to }) => to?.[0]?.address === child.email)).toEqual([])
  })

  test('takes what its holder was told about the learner along when it ends, mailed or not', async () => {
    const [child, mother, father] = [await teen(), await adult(), await adult()]
    const other = await teen()
    for (const each of [child, other]) await recordConsent(app, each, mother)
    for (const each of [child, other]) {
      await invite(mother, each, father.email)
      await accept(father, await takeToken(father.email))
    }
    const paths = async () =>
      (await mother.call(notifications).listNotifications()).items.map(({ path }) => path)
    const of = (each: Person) => `/parent/dashboard/${each.id}`
    expect((await paths()).toSorted()).toEqual([of(child), of(other)].toSorted())
    const own = (await linksOf(mother, child)).guardians[0]!
    await mother.call(guardians).endGuardian({ params: { id: child.id, guardian_id: own.id } })
    expect(await paths()).toEqual([of(other)])
  })

  test('ends with the account of its holder, whose address may be somebody else’s by then', async () => {
    const [child, mother, father] = [await teen(), await adult(), await adult()]
    for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
    await eraseAccount(app.db, mother.id)
    expect((await linksOf(father, child)).guardians).toHaveLength(1)
    expect((await linksOf(child, child)).guardians).toMatchObject([{ email: father.email }])
  })

  test('takes emails that wait along also where its holder has no account', async () => {
    // No worker runs on its queue.
    const site = await startApp({ env: { SMTP_URL: sink.url } })
    try {
      const child = await site.person({ dateOfBirth: site.birthdayAt(15) })
      const [admin, friend] = [await site.person({ role: 'admin' }), await site.person()]
      const email = 'by-mail-alone@example.org'
      await recordConsent(site, child, { email })
      const scopes = ['view' as const]
      const params = { id: child.id }
      const { code } = await child.call(guardians).makePairingCode({ params, body: { scopes } })
      await friend.call(guardians).redeemPairingCode({ body: { code } })
      const waiting = async () => {
        const { rows } = await sql<{ id: string }>`
          select id from pgboss.job where data ->> 'to' = ${email}`.execute(site.db)
        return rows.map(({ id }) => id)
      }
      const [letter] = await waiting()
      const link = (await linksOf(admin, child)).guardians.find((each) => each.email === email)!
      await admin.call(guardians).overrideGuardian({
        params: { ...params, guardian_id: link.id },
        body: { scopes: [], reason: 'An order of the court.' },
      })
      // Only the email about the end of the link.
      expect(await waiting()).toEqual([expect.not.stringContaining(letter!)])
    } finally {
      await site.stop()
    }
  })

  test('a forged, an ended and another family’s link open nothing', async () => {
    const [child, other, ended] = [await teen(), await adult(), await adult()]
    await recordConsent(app, await teen(), other)
    await recordConsent(app, child, ended)
    await endGuardianship(app, ended)
    for (const stranger of [other, ended]) {
      await expect(linksOf(stranger, child)).rejects.toMatchObject(missing)
      await expect(invite(stranger, child, 'x@example.org')).rejects.toMatchObject(missing)
    }
    await expect(accept(other, randomUUID())).rejects.toMatchObject(missing)
  })
})

test('a family reads who else has read what, newest first and page by page, without one’s own visits', async () => {
  const [child, mother, father] = [await teen(), await adult(), await adult()]
  await recordConsent(app, child, mother)
  await recordConsent(app, child, father)
  const admin = await app.person({ role: 'admin' })
  await admin.call(transcript).getTranscript({ query: { learner_id: child.id } })
  await father.call(transcript).getTranscript({ query: { learner_id: child.id } })
  await mother.call(transcript).getTranscript({ query: { learner_id: child.id } })
  const list = (cursor?: string) =>
    mother.call(guardians).listDisclosures({
      params: { id: child.id },
      query: { limit: 1, ...(cursor ? { cursor } : {}) },
    })
  const first = await list()
  expect(first.items).toMatchObject([{ relation: 'guardian', what: 'the record' }])
  const second = await list(first.next_cursor!)
  expect(second).toMatchObject({
    items: [{ relation: 'admin', what: 'the record' }],
    next_cursor: null,
  })
  await expect(list('bm9uc2Vuc2U')).rejects.toMatchObject({ status: 400 })
})

test('what guardians decide for a child is no reading of its work', async () => {
  const child = await app.person({ dateOfBirth: app.birthdayAt(8) })
  const [mother, father] = [await adult(), await adult()]
  for (const guardian of [mother, father]) await recordConsent(app, child, guardian)
  const params = { id: child.id }
  await father.call(consent).showConsents({ params })
  await father.call(signInCards).showSignIn({ params })
  await father.call(guardians).showYoungScreen({ params })
  const { items } = await mother.call(guardians).listDisclosures({ params })
  expect(items).toEqual([])
})

test('an entry about safety reports is for the learner alone: from guardians, reports may be withheld', async () => {
  const [child, mother, father] = [await teen(), await adult(), await adult()]
  const admin = await app.person({ role: 'admin' })
  for (const [guardian, scopes] of [
    [mother, ['view', 'tutor']],
    [father, ['view']],
  ] as const) {
    const { email } = guardian
    const link = { learnerId: child.id, email, name: 'X', scopes, origin: 'invitation' } as const
    await linkGuardian(app.db, { ...link, now: app.parts.clock() })
  }
  const advisor = await app.person({ role: 'advisor' })
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
  await app.parts.learners.recordDisclosure(
    { userId: advisor.id },
    { id: child.id, relation: 'advisor' },
    { call: 'openSafetyReport', may: 'readSafetyReports', address: '10.1.1.1' },
  )
  const seenBy = async (reader: Person) => {
    const log = await reader.call(guardians).listDisclosures({ params: { id: child.id } })
    return log.items.map(({ what }) => what)
  }
  expect(await seenBy(child)).toEqual(['safety reports'])
  for (const reader of [mother, father, admin]) expect(await seenBy(reader)).toEqual([])
})
