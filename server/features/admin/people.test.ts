import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { calendar } from '#contract/calendar'
import { connections } from '#contract/connections'
import { consent } from '#contract/consent'
import { guardians } from '#contract/guardians'
import { invitations } from '#contract/invitations'
import { messages } from '#contract/messages'
import { notifications } from '#contract/notifications'
import { parents } from '#contract/parents'
import { people } from '#contract/people'
import { portfolio } from '#contract/portfolio'
import { privacy } from '#contract/privacy'
import { profile } from '#contract/profile'
import { progress } from '#contract/progress'
import { transcript } from '#contract/transcript'
import { tutor } from '#contract/tutor'
import { assignLearner } from '#features/advising'
import { eraseDue, eraseUnconsented } from '#features/privacy'
import { changeDuring } from '#testing/change-during'
import { followEvents } from '#testing/event-stream'
import { recordConsent } from '#testing/family-builder'
import { befriend } from '#testing/message-builder'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startApp({ poolSize: 4 })
  admin = await app.person({ role: 'admin', firstName: 'Grace', lastName: 'Hopper' })
})
afterAll(() => app.stop())

const find = async (query: Parameters<ReturnType<typeof list>>[0]) =>
  (await list(admin)(query)).items.map(({ first_name }) => first_name)
const list =
  (who: Person) =>
  (
    query: NonNullable<
      Parameters<ReturnType<typeof who.call<typeof people>>['listPeople']>[0]
    >['query'],
  ) =>
    who.call(people).listPeople({ query })

const change = (who: Person, id: string, body: Record<string, unknown>) =>
  who.call(people).changePerson({ params: { id }, body })

const show = (id: string) => admin.call(people).showPerson({ params: { id } })

const linesAbout = (subjectId: string) =>
  app.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'detail'])
    .where('subject_id', '=', subjectId)
    .where('actor_id', '=', admin.id)
    .orderBy('id')
    .execute()

describe('people are found', () => {
  test('by any part of their names or address, whatever is typed', async () => {
    const zoe = await app.person({ firstName: 'Zoë-Marlene', lastName: 'O’Neil_Quux' })
    await app.person({ firstName: 'Zygmunt', lastName: '100%Quux' })
    await app.person({ firstName: '李', lastName: '小龙' })
    expect(await find({ search: 'quux' })).toEqual(['Zygmunt', 'Zoë-Marlene'])
    expect(await find({ search: 'arLEN neil' })).toEqual(['Zoë-Marlene'])
    expect(await find({ search: zoe.email.slice(3, 20) })).toEqual(['Zoë-Marlene'])
    expect(await find({ search: 'zoë' })).toEqual(['Zoë-Marlene'])
    expect(await find({ search: '小' })).toEqual(['李'])
    for (const nothing of ['l_Q', '0%Q', 'Q\\', "'; drop table users", 'ux%', '%']) {
      const found = await find({ search: nothing, limit: 100 })
      const literally =
        { l_Q: ['Zoë-Marlene'], '0%Q': ['Zygmunt'], '%': ['Zygmunt'] }[nothing] ?? []
      expect(found, nothing).toEqual(literally)
    }
  })

  test('page by page in both orders, each once, and by role, tier and state', async () => {
    for (const sort of ['name', 'newest'] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await list(admin)({ limit: 2, sort, ...(cursor ? { cursor } : {}) })
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.next_cursor ?? undefined
      } while (cursor)
      const { n } = await app.db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      expect(new Set(seen).size).toBe(n)
      expect(seen).toHaveLength(n)
      await expect(list(admin)({ sort, cursor: 'WyJ4Il0' })).rejects.toThrow('cursor')
    }
    expect(await find({ role: 'admin' })).toEqual(['Grace'])
    expect(await find({ role: 'admin', status: 'suspended' })).toEqual([])
    expect(await find({ role: 'admin', tier: 'free', search: 'hop' })).toEqual(['Grace'])
  })
})

describe('an admin changes', () => {
  test('role, tier and licence, each with a line that says who did it and from what', async () => {
    const { id } = await app.person({ firstName: 'Sam' })
    await change(admin, id, { role: 'advisor', reason: 'Joins us' })
    await change(admin, id, { subscription_tier: 'creator' })
    const person = await change(admin, id, { licence_expires_on: '2031-08-31' })
    expect(person).toMatchObject({
      role: 'advisor',
      subscription_tier: 'creator',
      licence_expires_on: '2031-08-31',
      tiers: [{ source: 'admin', tier: 'creator' }],
    })
    expect((await linesAbout(id)).map(({ action, detail }) => [action, detail])).toEqual([
      ['role_changed', { from: 'student', to: 'advisor', reason: 'Joins us' }],
      ['tier_changed', expect.objectContaining({ source: 'admin', to: 'creator' })],
      ['licence_recorded', { from: null, to: '2031-08-31' }],
    ])
  })

  test('a birthday, and the account of a child whom nobody has allowed it closes', async () => {
    const [ada, ben] = [await app.person(), await app.person()]
    await befriend(app, ada, ben)
    await ada.call(portfolio).changePortfolio({ body: { published: true } })
    const born = { date_of_birth: app.birthdayAt(11), reason: 'The school has told us' }
    await change(admin, ada.id, born)
    expect(await change(admin, ada.id, born)).toMatchObject({
      status: 'pending_consent',
      age_group: 'child',
      sessions: 0,
    })
    const later = await app.signIn(ada.email)
    await expect(later.call(portfolio).getPortfolio()).rejects.toMatchObject({ status: 403 })
    expect(JSON.stringify(await ben.call(connections).listFriends())).not.toContain(ada.id)
    expect((await linesAbout(ada.id)).map(({ action }) => action)).toContain('birthday_corrected')
    // A slip of the hand the other way around.
    const older = { ...born, date_of_birth: app.birthdayAt(14) }
    expect(await change(admin, ada.id, older)).toMatchObject({ status: 'active' })
    const staff = await app.person({ role: 'educator' })
    await expect(change(admin, staff.id, born)).rejects.toMatchObject({ status: 409 })
    const { reason: _, ...silent } = born
    await expect(change(admin, ben.id, silent)).rejects.toMatchObject({ status: 400 })
  })

  test('a birthday of a minor whom somebody had declared an adult ends what an adult has begun', async () => {
    const [ada, ben] = [await app.person(), await app.person()]
    const unborn = { date_of_birth: null }
    await app.db.updateTable('accounts').set(unborn).where('id', '=', ada.id).execute()
    await change(admin, ada.id, { role: 'parent', reason: 'Said so' })
    await befriend(app, ada, ben)
    const born = { role: 'student', date_of_birth: app.birthdayAt(15), reason: 'Is a pupil' }
    expect(await change(admin, ada.id, born)).toMatchObject({ age_group: 'teenager' })
    expect(JSON.stringify(await ben.call(connections).listFriends())).not.toContain(ada.id)
  })

  test.each(['suspended', 'active'])(
    'a birthday in the call that makes the account %s: a child waits for a guardian',
    async (status) => {
      const { id } = await app.person()
      const reason = 'The school has told us'
      const born = { date_of_birth: app.birthdayAt(11) }
      for (const each of ['suspended', 'active']) {
        await change(admin, id, { status: each, reason, ...(each === status ? born : {}) })
      }
      expect(await show(id)).toMatchObject({ status: 'pending_consent' })
    },
  )

  test('a birthday of a closed account: a child does not restore it alone', async () => {
    const ada = await app.person()
    await ada.call(privacy).closeAccount({ body: { confirmation: ada.email, password: PASSWORD } })
    const born = { date_of_birth: app.birthdayAt(11), reason: 'The school has told us' }
    expect(await change(admin, ada.id, born)).toMatchObject({ status: 'closing' })
    await (await app.signIn(ada.email)).call(privacy).restoreAccount()
    expect(await show(ada.id)).toMatchObject({ status: 'pending_consent', sessions: 0 })
  })

  test('nothing that a minor, an unconfirmed person or an unknown one could not have', async () => {
    const minor = await app.person({ dateOfBirth: app.birthdayAt(15) })
    const unconfirmed = await app.person({ verified: false })
    for (const { id } of [minor, unconfirmed]) {
      await expect(change(admin, id, { role: 'educator' })).rejects.toMatchObject({ status: 409 })
    }
    for (const role of ['parent', 'advisor', 'admin']) {
      await expect(change(admin, minor.id, { role })).rejects.toMatchObject({ status: 409 })
    }
    const nobody = '7b0e4f0e-0000-4000-8000-000000000000'
    await expect(change(admin, nobody, { role: 'parent' })).rejects.toMatchObject({ status: 404 })
    await expect(change(admin, minor.id, { status: 'suspended' })).rejects.toMatchObject({
      status: 400,
      fields: { reason: 'A reason is required' },
    })
    const waiting = await app.person({ status: 'pending_consent' })
    const suspension = { status: 'suspended', reason: 'x' }
    await expect(change(admin, waiting.id, suspension)).rejects.toMatchObject({ status: 409 })
    await expect(change(admin, admin.id, suspension)).rejects.toThrow('You cannot suspend yourself')
  })

  test('no last admin, also not two each other at the same moment', async () => {
    await expect(change(admin, admin.id, { role: 'advisor' })).rejects.toThrow('the only admin')
    const other = await app.person({ role: 'admin' })
    const both = await Promise.allSettled([
      change(admin, other.id, { role: 'parent' }),
      change(other, admin.id, { role: 'parent' }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect([403, 409]).toContain(refused.reason.status)
    const left = await app.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
    expect(left).toHaveLength(1)
    await app.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute()
    await app.db.updateTable('users').set({ role: 'parent' }).where('id', '=', other.id).execute()
  })

  test('a password only by mail, and ends every session', async () => {
    const ada = await app.person()
    await admin.call(people).sendPasswordLink({ params: { id: ada.id } })
    const { sessions } = await admin.call(people).endPersonSessions({ params: { id: ada.id } })
    expect(sessions).toBe(0)
    await expect(ada.call(auth).me()).rejects.toMatchObject({ status: 401 })
    expect((await linesAbout(ada.id)).map(({ action }) => action)).toEqual([
      'password_link_sent',
      'sessions_ended',
    ])
  })
})

describe('who is suspended', () => {
  test('is out at once, with every link and invitation; what is theirs comes back when it is lifted', async () => {
    const ada = await app.person({ role: 'student' })
    const colleague = await app.person({ role: 'admin' })
    await ada.call(portfolio).changePortfolio({ body: { published: true, slug: 'suspended-ada' } })
    const share = await ada.call(transcript).addShare({ body: { label: 'A college', days: 30 } })
    const feed = await ada.call(calendar).makeFeed()
    const stream = await followEvents(app, ada)
    await colleague
      .call(invitations)
      .invite({ body: { email: 'a-friend@example.org', role: 'admin' } })

    const opens = async () => {
      const urls = [
        '/api/public/portfolio/suspended-ada',
        `/api/transcript/shared/${share.url.split('/').at(-1)}`,
        new URL(feed.url!).pathname,
      ]
      const answers = await Promise.all(urls.map((url) => app.http.inject({ url })))
      return answers.map(({ statusCode }) => statusCode)
    }
    expect(await opens()).toEqual([200, 200, 200])

    const suspension = { status: 'suspended', reason: 'Somebody else has the password' }
    await change(admin, ada.id, suspension)
    await change(admin, colleague.id, suspension)
    await stream.ended
    for (const each of [ada, colleague]) {
      await expect(each.call(auth).me()).rejects.toMatchObject({ status: 401 })
      await expect(app.signIn(each.email)).rejects.toMatchObject({ code: 'suspended' })
    }
    expect(await opens()).toEqual([404, 404, 404])
    const open = await admin.call(invitations).listInvitations()
    expect(open.items.map(({ email }) => email)).not.toContain('a-friend@example.org')

    await change(admin, ada.id, { status: 'active' })
    expect(await opens()).toEqual([200, 200, 200])
    await app.signIn(ada.email)
  })

  test('cannot have escaped it by closing the account, and closes it again when it is lifted', async () => {
    const leaver = await app.person({ dateOfBirth: app.birthdayAt(20) })
    const closing = { confirmation: leaver.email, password: PASSWORD }
    await leaver.call(privacy).closeAccount({ body: closing })
    await change(admin, leaver.id, { status: 'suspended', reason: 'Writes to children' })
    await expect(leaver.call(privacy).restoreAccount()).rejects.toMatchObject({ status: 401 })
    await expect(app.signIn(leaver.email)).rejects.toMatchObject({ code: 'suspended' })
    app.moveClock(31 * 24 * 3_600_000)
    await eraseDue(app.parts)
    admin = await app.signIn(admin.email)
    const lifted = await change(admin, leaver.id, { status: 'active' })
    expect(lifted).toMatchObject({ status: 'closing' })
    await eraseDue(app.parts)
    const back = await app.signIn(leaver.email)
    expect(await back.call(privacy).restoreAccount()).toMatchObject({ status: 'active' })
  })

  test('and is a child whose last guardian leaves meanwhile, waits for another when the suspension is lifted', async () => {
    const [child, mother] = [
      await app.person({ dateOfBirth: app.birthdayAt(10) }),
      await app.person({ role: 'parent' }),
    ]
    await recordConsent(app, child, mother)
    await change(admin, child.id, { status: 'suspended', reason: 'Has left the school' })
    const leaving = { confirmation: mother.email, password: PASSWORD }
    await mother.call(privacy).closeAccount({ body: leaving })
    expect(await change(admin, child.id, { status: 'active' })).toMatchObject({
      status: 'pending_consent',
    })
  })

  test('and is a child without consent, waits for it when the suspension is lifted', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(11) })
    const longAgo = new Date(app.parts.clock().getTime() - 90 * 24 * 3_600_000).toISOString()
    await app.db
      .updateTable('users')
      .set({ created_at: longAgo })
      .where('id', '=', child.id)
      .execute()
    await change(admin, child.id, { status: 'suspended', reason: 'x' })
    expect(await change(admin, child.id, { status: 'active' })).toMatchObject({
      status: 'pending_consent',
    })
    // This account's guardian has a month to answer, however old the account is.
    await eraseUnconsented(app.parts)
    await eraseDue(app.parts)
    const inAMonth = app.parts.clock().getTime() + 30 * 24 * 3_600_000
    expect(await admin.call(people).showPerson({ params: { id: child.id } })).toMatchObject({
      deletion_due_at: new Date(inAMonth).toISOString(),
    })
  })

  test('and is not taken back by an owner who closes the account at the same moment', async () => {
    const ada = await app.person()
    const body = { confirmation: ada.email, password: PASSWORD }
    const closing = changeDuring(
      app,
      (db) =>
        db.updateTable('users').set({ status: 'suspended' }).where('id', '=', ada.id).execute(),
      () => ada.call(privacy).closeAccount({ body }),
    )
    await expect(closing).rejects.toMatchObject({ status: 409 })
    expect(await admin.call(people).showPerson({ params: { id: ada.id } })).toMatchObject({
      status: 'suspended',
    })
  })
})

describe('an admin sees the site as somebody else', () => {
  const as = async (who: Person, id: string, reason = 'She cannot find her credits') => {
    const reply = await who.call(people).signInAs({ params: { id }, body: { reason } })
    return {
      reply,
      ...app.visitor({ authorization: `Bearer ${reply.app_access_token}` }),
    }
  }

  test('to read what admins may read, and nothing of it counts as the person’s', async () => {
    const ada = await app.person()
    const eyes = await as(admin, ada.id)
    expect(await eyes.call(auth).me()).toMatchObject({
      id: ada.id,
      date_of_birth: null,
      acting: { admin: 'Grace Hopper' },
    })
    await eyes.call(progress).dashboard()
    for (const closed of [
      eyes.call(messages).listConversationsOfPerson(),
      eyes.call(tutor).listConversations(),
      eyes.call(notifications).listNotifications(),
      eyes.call(profile).getProfile(),
      eyes.call(auth).listSessions(),
    ]) {
      await expect(closed).rejects.toMatchObject({ status: 403, code: 'private' })
    }
    for (const write of [
      eyes.call(profile).changeProfile({ body: { first_name: 'Eve' } }),
      eyes.call(notifications).readNotifications({ body: {} }),
      eyes.call(people).signInAs({ params: { id: admin.id }, body: { reason: 'x' } }),
    ]) {
      await expect(write).rejects.toMatchObject({ status: 403, code: 'read_only' })
    }
    expect((await ada.call(auth).listSessions()).items).toHaveLength(1)
    const told = await ada.call(guardians).listDisclosures({ params: { id: ada.id } })
    expect(told.items.map(({ reader, relation, what }) => [reader, relation, what])).toEqual([
      ['Grace Hopper', 'admin', 'the progress'],
      ['Grace Hopper', 'admin', 'the site, as the learner sees it'],
    ])
    expect((await ada.call(notifications).listNotifications()).items[0]!.title).toContain(
      'An admin',
    )
    expect((await linesAbout(ada.id)).map(({ action }) => action)).toEqual([
      'signed_in_as',
      'learner_read',
    ])

    const own = await eyes.call(people).stopActing()
    expect(own.user.id).toBe(admin.id)
    await expect(eyes.call(auth).me()).rejects.toMatchObject({ status: 401 })
    const again = app.visitor({ authorization: `Bearer ${own.app_access_token}` })
    expect(await again.call(auth).me()).toMatchObject({ id: admin.id })
  })

  test('without what the person alone has put into the calendar', async () => {
    const ada = await app.person()
    const eyes = await as(admin, ada.id)
    const hour = { start: '2030-01-07T15:00:00Z', end: '2030-01-07T16:00:00Z' }
    const event = { title: 'Therapy', time_zone: 'UTC', ...hour }
    await ada.call(calendar).addEvent({ body: event })
    const query = { from: '2030-01-01', to: '2030-01-31', time_zone: 'UTC' }
    const titles = async (call: typeof ada.call) =>
      (await call(calendar).readCalendar({ query })).items.map(({ title }) => title)
    expect([await titles(ada.call), await titles(eyes.call)]).toEqual([['Therapy'], []])
  })

  test('and what a parent sees at the same time is neither theirs nor less for the parent', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    await recordConsent(app, child, mother)
    const hour = { start: '2030-01-07T15:00:00Z', end: '2030-01-07T16:00:00Z' }
    await child.call(calendar).addEvent({ body: { title: 'Therapy', time_zone: 'UTC', ...hour } })
    const eyes = await as(admin, mother.id)
    const titles = async (call: typeof mother.call, time_zone: string) => {
      const query = { from: '2030-01-01', to: '2030-01-31', time_zone }
      const { items } = await call(parents).parentCalendar({ params: { id: child.id }, query })
      return items.map(({ title }) => title)
    }
    expect(await titles(mother.call, 'UTC')).toEqual(['Therapy'])
    expect(await titles(eyes.call, 'UTC')).toEqual([])
    expect(await titles(eyes.call, 'Europe/Paris')).toEqual([])
    expect(await titles(mother.call, 'Europe/Paris')).toEqual(['Therapy'])
  })

  test('and not the code by which a guardian is known in a call', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    await recordConsent(app, child, mother)
    const of = { params: { id: child.id } }
    const made = await mother
      .call(consent)
      .makeConsentForm({ ...of, body: { scopes: ['publishing'] } })
    expect(made.form?.code).toMatch(/^\w{4}-\w{4}$/)
    const eyes = await as(admin, mother.id)
    expect((await eyes.call(consent).showConsents(of)).form).toBeNull()
  })

  test('never as an admin, as oneself, or as one’s own child', async () => {
    const colleague = await app.person({ role: 'admin' })
    await expect(as(admin, colleague.id)).rejects.toMatchObject({ status: 403 })
    await expect(as(admin, admin.id)).rejects.toMatchObject({ status: 409 })
    const ada = await app.person()
    await app.db
      .insertInto('guardian_links')
      .values({
        learner_id: ada.id,
        guardian_email: colleague.email,
        guardian_name: 'A parent',
        origin: 'admin',
        scopes: ['view'],
      })
      .execute()
    await app.db
      .updateTable('users')
      .set({ date_of_birth: app.birthdayAt(15) })
      .where('id', '=', ada.id)
      .execute()
    await expect(as(colleague, ada.id)).rejects.toMatchObject({ code: 'guardian' })
    // Nor as a guardian or advisor of that child.
    const [teacher, parent] = [
      await app.person({ role: 'advisor' }),
      await app.person({ role: 'parent' }),
    ]
    await as(colleague, parent.id)
    await assignLearner(app.db, {
      advisorId: teacher.id,
      learnerId: ada.id,
      since: app.parts.clock(),
    })
    await recordConsent(app, ada, parent)
    for (const { id } of [teacher, parent]) {
      await expect(as(colleague, id)).rejects.toMatchObject({ status: 403, code: 'guardian' })
      await as(admin, id)
    }
    const sam = await app.person({ role: 'advisor' })
    const eyes = await as(admin, sam.id)
    await change(admin, sam.id, { role: 'admin' })
    await expect(eyes.call(auth).me()).rejects.toMatchObject({ status: 401 })
  })

  test('for half an hour, and no longer than they are an admin who is signed in', async () => {
    const ada = await app.person()
    const ends: ((who: Person) => Promise<unknown>)[] = [
      (who) => change(admin, who.id, { role: 'educator' }),
      (who) => change(admin, who.id, { status: 'suspended', reason: 'x' }),
      (who) => who.call(auth).logout(),
    ]
    for (const end of ends) {
      const who = await app.person({ role: 'admin' })
      const eyes = await as(who, ada.id)
      await eyes.call(auth).me()
      await end(who)
      await expect(eyes.call(auth).me()).rejects.toMatchObject({ status: 401 })
    }

    const eyes = await as(admin, ada.id)
    app.moveClock(20 * 60_000)
    const { access_token } = await app.anyone
      .call(auth)
      .refresh({ body: { refresh_token: eyes.reply.app_refresh_token } })
    const later = app.visitor({ authorization: `Bearer ${access_token}` })
    await later.call(auth).me()
    app.moveClock(11 * 60_000)
    await expect(later.call(auth).me()).rejects.toMatchObject({ status: 401 })
  })
})
