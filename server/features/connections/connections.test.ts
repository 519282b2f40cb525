import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { connections } from '#contract/connections'
import { consent } from '#contract/consent'
import { parents } from '#contract/parents'
import { people } from '#contract/people'
import { profile } from '#contract/profile'
import { safety } from '#contract/safety'
import { linkGuardian, lockPerson } from '#features/family'
import { eraseAccount } from '#features/privacy'
import type { NotificationCategory } from '#rules/notifications'
import { openSecondPool } from '#testing/database'
import { eventually } from '#testing/eventually'
import { recordConsent } from '#testing/family-builder'
import { mailingTo, type MailSink, startMailSink } from '#testing/mail-sink'
import { befriend as connect } from '#testing/message-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { fileForm, photoFromBerlin } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { mayContact } from './contacts.ts'
import { endAllConnections } from './pair.ts'

const DAY_MS = 24 * 3_600_000

let app: TestApp
let mail: MailSink
beforeAll(async () => {
  mail = await startMailSink()
  app = await startApp(mailingTo(mail))
})
afterAll(async () => {
  await app.stop()
  await mail.stop()
})

const teenager = (firstName: string) =>
  app.person({ firstName, lastName: 'Rivera', dateOfBirth: app.birthdayAt(15) })

const community = (person: Person) => {
  const call = person.call(connections)
  return {
    ...call,
    see: () => call.listFriends(),
    ask: (other: { email: string }) => call.requestFriend({ body: { email: other.email } }),
    accept: (id: string) => call.acceptFriend({ params: { id } }),
    block: (other: { id: string }) => call.block({ params: { user_id: other.id } }),
  }
}

const namesOf = async (person: Person) =>
  (await community(person).see()).friends.map(({ name }) => name)

const receivedBy = async (person: Person) => (await community(person).see()).requests_received
const sentBy = async (person: Person) => (await community(person).see()).requests_sent

const befriend = async (one: Person, other: Person) => {
  await community(one).ask(other)
  await community(other).ask(one)
}

/** A person's notifications in a category. */
const toldTo = async (person: { id: string }, category: NotificationCategory) => {
  const rows = await app.db
    .selectFrom('notifications')
    .select('title')
    .where('person_id', '=', person.id)
    .where('category', '=', category)
    .orderBy('created_at')
    .execute()
  return rows.map(({ title }) => title)
}

const childWith = async (age: number, scopes: string[]) => {
  const dateOfBirth = app.birthdayAt(age)
  const child = await app.person({ firstName: 'Noah', lastName: 'Berg', dateOfBirth })
  const guardian = await app.person({
    role: 'parent',
    firstName: 'Ines',
    dateOfBirth: '1985-04-02',
  })
  await recordConsent(app, child, guardian, ['use', ...scopes])
  return { child, guardian }
}

test('whose friend somebody is after their eighteenth birthday is told to no guardian whom they let go on', async () => {
  const { child, guardian } = await childWith(17, [])
  await befriend(child, await teenager('Mia'))
  expect(await toldTo(guardian, 'family')).toEqual(['Noah and Mia R. are connected'])
  await app.db
    .updateTable('users')
    .set({ date_of_birth: app.birthdayAt(18) })
    .where('id', '=', child.id)
    .execute()
  await app.db
    .updateTable('guardian_links')
    .set({ kept_at: app.parts.clock().toISOString() })
    .where('learner_id', '=', child.id)
    .execute()
  await befriend(child, await teenager('Ben'))
  expect(await toldTo(guardian, 'family')).toEqual(['Noah and Mia R. are connected'])
})

test('no notification of a guardian names a child, or the child’s friend, whose account is erased', async () => {
  const { child, guardian } = await childWith(15, [])
  const [mia, ben] = [await teenager('Mia'), await teenager('Ben')]
  await befriend(child, mia)
  await befriend(child, ben)
  expect(await toldTo(guardian, 'family')).toHaveLength(2)
  await eraseAccount(app.db, mia.id)
  expect(await toldTo(guardian, 'family')).toEqual(['Noah and Ben R. are connected'])
  await eraseAccount(app.db, child.id)
  expect(await toldTo(guardian, 'family')).toEqual([])
})

test('a picture is for friends: nobody sees one of a stranger who asks', async () => {
  const { child, guardian } = await childWith(10, ['connections_and_messages'])
  const stranger = await app.person({ dateOfBirth: '1985-04-02' })
  const form = fileForm(await photoFromBerlin(), 'me.jpg')
  const { avatar_url } = await stranger.call(profile).changeAvatar({ form })
  const open = async () =>
    (await app.http.inject({ url: avatar_url!, headers: child.headers })).statusCode
  await community(stranger).ask(child)
  const [asked] = await receivedBy(child)
  expect(asked!.person).toMatchObject({ id: stranger.id, avatar_url: null })
  expect(await open()).toBe(404)
  await community(child).accept(asked!.id)
  await guardian.call(connections).decideConnection({
    params: { id: child.id, request_id: asked!.id },
    body: { allowed: true },
  })
  expect(await namesOf(child)).toEqual(['Ada Lovelace'])
  expect(await open()).toBe(200)
})

describe('a request', () => {
  test('is accepted, and both see each other with first name and initial', async () => {
    const [mia, ben] = [await teenager('Mia'), await teenager('Ben')]
    await community(mia).ask(ben)
    await community(mia).ask(ben)
    const [request, ...others] = await receivedBy(ben)
    expect(others).toEqual([])
    expect(request).toMatchObject({
      person: { id: mia.id, name: 'Mia R.', is_adult: false },
      waits_for: 'you',
    })
    await eventually(async () =>
      expect(await toldTo(ben, 'connections')).toEqual(['Mia R. would like to connect with you']),
    )
    expect(await community(ben).accept(request!.id)).toEqual({ connected: true })
    expect([await namesOf(mia), await namesOf(ben)]).toEqual([['Ben R.'], ['Mia R.']])
    expect([await sentBy(mia), await receivedBy(ben)]).toEqual([[], []])
    expect(await toldTo(mia, 'connections')).toEqual(['You and Ben R. are connected'])
    await expect(community(ben).accept(request!.id)).rejects.toMatchObject({ status: 404 })
  })

  test('to an existing friend is refused: nothing waits for an answer, and no guardian is asked', async () => {
    const { child, guardian } = await childWith(10, ['connections_and_messages'])
    const ben = await teenager('Ben')
    await app.db
      .insertInto('connections')
      .values({
        first_id: child.id < ben.id ? child.id : ben.id,
        second_id: child.id < ben.id ? ben.id : child.id,
        since: app.parts.clock().toISOString(),
      })
      .execute()
    const before = await toldTo(guardian, 'connections')
    for (const [one, other] of [
      [child, ben],
      [ben, child],
    ] as const) {
      await expect(community(one).ask(other)).rejects.toMatchObject({ status: 409 })
      expect([await sentBy(one), await receivedBy(other)]).toEqual([[], []])
    }
    expect(await toldTo(guardian, 'connections')).toEqual(before)
  })

  test('looks the same to who sent it, whoever has the address', async () => {
    const mia = await teenager('Mia')
    const [blocker, suspended, decliner] = [
      await teenager('Ben'),
      await teenager('Eve'),
      await teenager('Joe'),
    ]
    const { child } = await childWith(10, [])
    await community(blocker).block(mia)
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', suspended.id)
      .execute()
    const asked = [blocker, suspended, decliner, child, { email: 'nobody@example.org' }]
    const replies = []
    for (const each of asked) replies.push(await community(mia).ask(each))
    const [request] = await receivedBy(decliner)
    await decliner.call(connections).declineFriend({ params: { id: request!.id } })
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    const sent = await sentBy(mia)
    expect(new Set(sent.map(({ email }) => email))).toEqual(
      new Set(asked.map(({ email }) => email)),
    )
    expect(new Set(sent.map(({ waits_for }) => waits_for))).toEqual(new Set(['them']))
    expect(await receivedBy(blocker)).toEqual([])
    await expect(community(mia).ask(mia)).rejects.toMatchObject({ status: 400 })
  })

  test('that was declined does not come back, however it is sent again, until the cooldown is over', async () => {
    const [mia, ben] = [await teenager('Mia'), await teenager('Ben')]
    await community(mia).ask(ben)
    const [request] = await receivedBy(ben)
    await ben.call(connections).declineFriend({ params: { id: request!.id } })
    const [sent] = await sentBy(mia)
    await mia.call(connections).cancelFriend({ params: { id: sent!.id } })
    expect(await sentBy(mia)).toEqual([])
    await community(mia).ask(ben)
    expect(await sentBy(mia)).toHaveLength(1)
    expect(await receivedBy(ben)).toEqual([])

    app.moveClock(91 * DAY_MS)
    const [later, friend] = [await app.signIn(mia.email), await app.signIn(ben.email)]
    await community(later).ask(ben)
    expect(await receivedBy(friend)).toHaveLength(1)
  })

  test('of each to the other at the same moment makes one connection', async () => {
    const both = await startApp({ poolSize: 4 })
    for (let round = 0; round < 5; round += 1) {
      const [mia, ben] = [
        await both.person({ firstName: 'Mia' }),
        await both.person({ firstName: 'Ben' }),
      ]
      await Promise.all([community(mia).ask(ben), community(ben).ask(mia)])
      const seen = [await community(mia).see(), await community(ben).see()]
      expect(seen.map(({ friends }) => friends.length)).toEqual([1, 1])
      expect(seen.flatMap((each) => [...each.requests_received, ...each.requests_sent])).toEqual([])
    }
    await both.stop()
  })

  test('is nobody else’s to answer', async () => {
    const [mia, ben, eve] = [await teenager('Mia'), await teenager('Ben'), await teenager('Eve')]
    await community(mia).ask(ben)
    const [{ id } = { id: '' }] = await receivedBy(ben)
    const params = { id }
    const missing = { status: 404 }
    for (const third of [eve, mia]) {
      await expect(community(third).accept(id)).rejects.toMatchObject(missing)
      await expect(third.call(connections).declineFriend({ params })).rejects.toMatchObject(missing)
    }
    for (const third of [eve, ben]) {
      await expect(third.call(connections).cancelFriend({ params })).rejects.toMatchObject(missing)
    }
    await expect(
      eve.call(connections).removeFriend({ params: { user_id: ben.id } }),
    ).rejects.toMatchObject(missing)
    expect(await receivedBy(ben)).toHaveLength(1)
  })
})

describe('blocking', () => {
  test('ends the connection and what is pending, lets nothing through, and shows nothing to the other', async () => {
    const [mia, ben] = [await teenager('Mia'), await teenager('Ben')]
    await befriend(mia, ben)
    await community(mia).block(ben)
    expect([await namesOf(mia), await namesOf(ben)]).toEqual([[], []])
    await community(ben).ask(mia)
    expect(await sentBy(ben)).toHaveLength(1)
    expect(await receivedBy(mia)).toEqual([])
    const { items } = await mia.call(connections).listBlocked()
    expect(items).toMatchObject([{ user_id: ben.id, name: 'Ben R.' }])

    await mia.call(connections).unblock({ params: { user_id: ben.id } })
    expect(await namesOf(mia)).toEqual([])
    expect(await mayContact(app.db, ben.id, mia.id, app.parts.clock())).toBe(false)
  })

  test('an id that was found somewhere tells neither whether it exists nor a name', async () => {
    const [mia, ben] = [await teenager('Mia'), await teenager('Ben')]
    await community(mia).block(ben)
    await community(mia).block({ id: '7b0e4f0e-0000-4000-8000-000000000000' })
    const { items } = await mia.call(connections).listBlocked()
    expect(items).toMatchObject([{ user_id: ben.id, name: null }])
  })

  test('takes invitations along, and who blocks leaves the groups that both are in', async () => {
    const [mia, ben] = [await teenager('Mia'), await teenager('Ben')]
    await befriend(mia, ben)
    const { id: quest_id } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await asLearner(mia).start(quest_id)
    await asLearner(ben).start(quest_id)
    const body = { quest_id, name: 'Kites', friend_ids: [ben.id] }
    const [group, waiting] = [
      await mia.call(connections).makeGroup({ body }),
      await mia.call(connections).makeGroup({ body }),
    ]
    await ben.call(connections).joinGroup({ params: { id: group.id } })
    await community(mia).block(ben)
    expect((await mia.call(connections).listGroups()).items.map(({ id }) => id)).toEqual([
      waiting.id,
    ])
    expect(await ben.call(connections).listGroups()).toMatchObject({
      items: [{ id: group.id, members: [] }],
    })
  })
})

test('an invitation to a group is void once the person who sent it is no friend any more, whoever else is in the group', async () => {
  const [mia, ben, leo] = [await teenager('Mia'), await teenager('Ben'), await teenager('Leo')]
  await befriend(mia, ben)
  await befriend(mia, leo)
  await befriend(ben, leo)
  const { id: quest_id } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(mia).start(quest_id)
  await asLearner(leo).start(quest_id)
  const { id } = await mia
    .call(connections)
    .makeGroup({ body: { quest_id, name: 'Kites', friend_ids: [ben.id, leo.id] } })
  await leo.call(connections).joinGroup({ params: { id } })
  expect((await ben.call(connections).listGroups()).items).toMatchObject([{ invited_by: 'Mia' }])
  await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', mia.id).execute()
  expect((await ben.call(connections).listGroups()).items).toEqual([])
  expect((await leo.call(connections).listGroups()).items).toMatchObject([{ id, invited_by: null }])
})

describe('a child under 13', () => {
  test('without a guardian’s permission hears in plain words why it waits', async () => {
    const { child } = await childWith(10, [])
    const mia = await teenager('Mia')
    await community(mia).ask(child)
    const seen = await community(child).see()
    expect(seen.not_yet).toBe('Your guardian has not allowed this yet.')
    const [request] = seen.requests_received
    await expect(community(child).accept(request!.id)).rejects.toMatchObject({
      status: 403,
      code: 'guardian_permission',
      message: 'Your guardian has not allowed this yet.',
    })
    await expect(community(child).ask(mia)).rejects.toMatchObject({ status: 403 })
  })

  test('of an adult whose birthday nobody knows says to child and family that a grown-up asks', async () => {
    const { child, guardian } = await childWith(10, ['connections_and_messages'])
    // A teacher or guardian from a school's list.
    const adult = await app.person({ role: 'parent' })
    await app.db
      .updateTable('users')
      .set({ date_of_birth: null, declared_adult: true })
      .where('id', '=', adult.id)
      .execute()
    await community(adult).ask(child)
    const [request] = await receivedBy(child)
    expect(request!.person.is_adult).toBe(true)
    await community(child).accept(request!.id)
    const params = { id: child.id }
    const { requests } = await guardian.call(connections).listChildConnections({ params })
    expect(requests).toMatchObject([{ is_adult: true }])
  })

  test('who is asked accepts, and a guardian has the last word', async () => {
    const { child, guardian } = await childWith(10, ['connections_and_messages'])
    const mia = await teenager('Mia')
    await community(mia).ask(child)
    const [request] = await receivedBy(child)
    expect(await community(child).accept(request!.id)).toEqual({ connected: false })
    const letter = await mail.take(guardian.email, /would like to connect/)
    expect(letter.text).toContain(`/parent/dashboard/${child.id}#connections`)
    expect(letter.text).not.toContain('Mia')
    expect(await receivedBy(child)).toMatchObject([{ waits_for: 'guardian' }])
    expect(await sentBy(mia)).toMatchObject([{ waits_for: 'them' }])

    const params = { id: child.id }
    const family = guardian.call(connections)
    const { requests } = await family.listChildConnections({ params })
    expect(requests).toMatchObject([{ direction: 'received', other: 'Mia R.', is_adult: false }])
    const onFirstScreen = async (of: Person) => (await of.call(parents).listChildren({})).requests
    expect(await onFirstScreen(guardian)).toEqual([
      { ...requests[0]!, child: { id: child.id, first_name: 'Noah' } },
    ])
    const viewer = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    await linkGuardian(app.db, {
      learnerId: child.id,
      email: viewer.email,
      name: 'X',
      origin: 'invitation',
      scopes: ['view'],
      now: app.parts.clock(),
    })
    expect(await onFirstScreen(viewer)).toEqual([])
    const decided = await family.decideConnection({
      params: { ...params, request_id: requests[0]!.id },
      body: { allowed: true },
    })
    expect(decided).toMatchObject({ requests: [], friends: [{ name: 'Mia R.' }] })
    expect(await namesOf(mia)).toEqual(['Noah B.'])
    expect(await onFirstScreen(guardian)).toEqual([])

    await family.endChildConnection({ params: { ...params, user_id: mia.id } })
    expect(await namesOf(mia)).toEqual([])
  })

  test('is nobody of whose requests an admin reads who sees the site as the guardian', async () => {
    const { child, guardian } = await childWith(10, ['connections_and_messages'])
    await community(child).ask(await teenager('Mia'))
    const admin = await app.person({ role: 'admin' })
    const { app_access_token } = await admin.call(people).signInAs({
      params: { id: guardian.id },
      body: { reason: 'A question about the family page' },
    })
    const eyes = app.visitor({ authorization: `Bearer ${app_access_token}` })
    expect((await guardian.call(parents).listChildren({})).requests).toHaveLength(1)
    expect((await eyes.call(parents).listChildren({})).requests).toEqual([])
  })

  test('who asks somebody that has asked them needs a guardian’s word all the same', async () => {
    const { child, guardian } = await childWith(10, ['connections_and_messages'])
    const mia = await teenager('Mia')
    await community(mia).ask(child)
    await community(child).ask(mia)
    await mail.take(guardian.email, /would like to connect/)
    expect([await namesOf(mia), await namesOf(child)]).toEqual([[], []])
    expect(await receivedBy(child)).toMatchObject([{ waits_for: 'guardian' }])
  })

  test('who asks reaches nobody before a guardian has allowed it, and hears of a refusal', async () => {
    const { child, guardian } = await childWith(10, ['connections_and_messages'])
    const [mia, ben] = [await teenager('Mia'), await teenager('Ben')]
    for (const other of [mia, ben]) await community(child).ask(other)
    expect([await receivedBy(mia), await receivedBy(ben)]).toEqual([[], []])
    expect(await sentBy(child)).toMatchObject([
      { waits_for: 'guardian' },
      { waits_for: 'guardian' },
    ])
    const params = { id: child.id }
    const family = guardian.call(connections)
    const { requests } = await family.listChildConnections({ params })
    const decide = (email: string, allowed: boolean) => {
      const { id: request_id = '' } = requests.find(({ other }) => other === email) ?? {}
      return family.decideConnection({ params: { ...params, request_id }, body: { allowed } })
    }
    await decide(ben.email, false)
    expect(await toldTo(child, 'connections')).toEqual([
      `Your family has said no to connecting with ${ben.email}`,
    ])
    await decide(mia.email, true)
    expect([await receivedBy(mia), await receivedBy(ben)]).toMatchObject([
      [{ person: { name: 'Noah B.' } }],
      [],
    ])
    expect(await sentBy(child)).toMatchObject([{ email: mia.email, waits_for: 'them' }])
  })

  test('who asks again after being declined sees the same as after asking an unknown address, and so does the guardian', async () => {
    const { child, guardian } = await childWith(10, ['connections_and_messages'])
    const mia = await teenager('Mia')
    const params = { id: child.id }
    const family = guardian.call(connections)
    const decide = async (email: string, allowed: boolean) => {
      const { requests } = await family.listChildConnections({ params })
      const { id: request_id } = requests.find(({ other }) => other === email)!
      await family.decideConnection({ params: { ...params, request_id }, body: { allowed } })
    }
    const askAgain = async (email: string) => {
      const sent = (await sentBy(child)).find((each) => each.email === email)
      if (sent) await child.call(connections).cancelFriend({ params: { id: sent.id } })
      await community(child).ask({ email })
    }
    const unknown = 'nobody-at-all@example.org'
    for (const email of [mia.email, unknown]) await community(child).ask({ email })
    for (const email of [mia.email, unknown]) await decide(email, true)
    const [received] = await receivedBy(mia)
    await mia.call(connections).declineFriend({ params: { id: received!.id } })
    for (const email of [mia.email, unknown]) await askAgain(email)
    expect((await sentBy(child)).map(({ waits_for }) => waits_for)).toEqual([
      'guardian',
      'guardian',
    ])
    for (const email of [mia.email, unknown]) await decide(email, true)
    expect((await sentBy(child)).map(({ waits_for }) => waits_for)).toEqual(['them', 'them'])
    expect(await receivedBy(mia)).toEqual([])

    await askAgain(mia.email)
    await decide(mia.email, false)
    await askAgain(mia.email)
    await decide(mia.email, true)
    expect(await receivedBy(mia)).toEqual([])
  })

  test('loses all connections when the permission is withdrawn, and they do not come back with it', async () => {
    const { child, guardian } = await childWith(10, ['connections_and_messages'])
    const mia = await teenager('Mia')
    await community(mia).ask(child)
    const [request] = await receivedBy(child)
    await community(child).accept(request!.id)
    const family = guardian.call(connections)
    const params = { id: child.id, request_id: request!.id }
    await family.decideConnection({ params, body: { allowed: true } })
    expect(await mayContact(app.db, mia.id, child.id, app.parts.clock())).toBe(true)

    await guardian.call(consent).withdrawConsent({
      params: { id: child.id },
      body: { scopes: ['connections_and_messages'] },
    })
    expect(await namesOf(mia)).toEqual([])
    await recordConsent(app, child, guardian, ['connections_and_messages'])
    expect(await namesOf(mia)).toEqual([])
  })

  test('has a guardian who only looks, and decides nothing; from 13 on nobody decides', async () => {
    const { child, guardian } = await childWith(14, [])
    const { child: younger } = await childWith(10, [])
    const mia = await teenager('Mia')
    await befriend(mia, child)
    expect(
      await guardian.call(connections).listChildConnections({ params: { id: child.id } }),
    ).toMatchObject({ friends: [{ name: 'Mia R.' }], requests: [] })
    await expect(
      guardian.call(connections).endChildConnection({ params: { id: child.id, user_id: mia.id } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      guardian.call(connections).listChildConnections({ params: { id: younger.id } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await toldTo(guardian, 'family')).toEqual(['Noah and Mia R. are connected'])
  })
})

describe('friends are shown', () => {
  test('nothing until somebody chooses it, and nothing any more once they take it back', async () => {
    const [mia, ben, eve] = [await teenager('Mia'), await teenager('Ben'), await teenager('Eve')]
    await befriend(mia, ben)
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }], {
      title: 'A kite that flies',
    })
    await asLearner(ben).start(id)
    await asLearner(ben).submit(tasks[0]!)
    const activity = async (person: Person, query = {}) =>
      person.call(connections).friendsActivity({ query })
    const show = (shown: ('level' | 'quests_begun' | 'quests_finished')[]) =>
      ben.call(connections).changeSharing({ body: { shown } })
    expect((await activity(mia)).items).toEqual([])
    expect((await community(mia).see()).friends).toMatchObject([{ level: null }])

    await show(['level', 'quests_begun', 'quests_finished'])
    const first = await activity(mia, { limit: 1 })
    const second = await activity(mia, { limit: 1, cursor: first.next_cursor ?? '' })
    expect([...first.items, ...second.items].map(({ kind }) => kind).toSorted()).toEqual([
      'quest_begun',
      'quest_finished',
    ])
    expect(first.items).toMatchObject([{ title: 'A kite that flies', person: { name: 'Ben R.' } }])
    expect(second.next_cursor).toBeNull()
    expect((await community(mia).see()).friends[0]?.level).toBeGreaterThan(0)
    expect((await activity(eve)).items).toEqual([])

    await show(['quests_begun'])
    expect((await activity(mia)).items.map(({ kind }) => kind)).toEqual(['quest_begun'])
    await community(ben).block(mia)
    expect((await activity(mia)).items).toEqual([])
  })
})

test('what somebody shows their friends is not shown to the friends’ parents', async () => {
  const { child, guardian } = await childWith(15, [])
  const ben = await teenager('Ben')
  await befriend(child, ben)
  await ben.call(connections).changeSharing({ body: { shown: ['level'] } })
  expect((await community(child).see()).friends).toMatchObject([{ id: ben.id, level: 1 }])
  const { friends } = await guardian
    .call(connections)
    .listChildConnections({ params: { id: child.id } })
  expect(friends).toMatchObject([{ id: ben.id, level: null }])
})

describe('a group on a quest', () => {
  test('is joined by friends of everybody in it who do the quest', async () => {
    const [mia, ben, eve] = [await teenager('Mia'), await teenager('Ben'), await teenager('Eve')]
    await befriend(mia, ben)
    await befriend(mia, eve)
    const { id: quest_id } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    const make = (friend_ids: string[], name = 'Kites') =>
      mia.call(connections).makeGroup({ body: { quest_id, name, friend_ids } })
    await expect(make([ben.id])).rejects.toMatchObject({ status: 400 })
    await asLearner(mia).start(quest_id)
    const stranger = await teenager('Joe')
    await expect(make([ben.id, stranger.id])).rejects.toMatchObject({ status: 404 })

    await expect(make([ben.id], 'My mum hits me')).rejects.toMatchObject({ status: 400 })
    const heard = await app.db
      .selectFrom('safety_reports')
      .select(['excerpt', 'held_back'])
      .where('learner_id', '=', mia.id)
      .execute()
    expect(heard).toEqual([{ excerpt: 'My mum hits me', held_back: true }])
    const { id } = await make([ben.id, eve.id])
    const join = (person: Person) => person.call(connections).joinGroup({ params: { id } })
    await expect(join(stranger)).rejects.toMatchObject({ status: 404 })
    await expect(join(ben)).rejects.toMatchObject({ status: 409 })
    for (const person of [ben, eve]) await asLearner(person).start(quest_id)
    expect(await join(ben)).toMatchObject({ state: 'joined', members: [{ name: 'Mia R.' }] })
    await expect(join(eve)).rejects.toMatchObject({
      message: 'You can join once you’re friends with everyone in the group.',
    })
    await befriend(ben, eve)
    expect((await join(eve)).members.map(({ name }) => name)).toEqual(['Ben R.', 'Mia R.'])
    await eve.call(connections).leaveGroup({ params: { id } })
    expect((await eve.call(connections).listGroups()).items).toEqual([])
  })

  test('is one of a hundred at most', async () => {
    const [mia, ben] = [await teenager('Mia'), await teenager('Ben')]
    await befriend(mia, ben)
    const { id: quest_id } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await asLearner(mia).start(quest_id)
    const at = app.parts.clock().toISOString()
    const made = await app.db
      .insertInto('quest_groups')
      .values(Array.from({ length: 100 }, () => ({ quest_id, name: 'Kites', created_at: at })))
      .returning('id as group_id')
      .execute()
    const joined = { member_id: mia.id, invited_at: at, joined_at: at }
    await app.db
      .insertInto('quest_group_members')
      .values(made.map((group) => ({ ...group, ...joined })))
      .execute()
    const body = { quest_id, name: 'Kites', friend_ids: [ben.id] }
    const make = () => mia.call(connections).makeGroup({ body })
    await expect(make()).rejects.toMatchObject({ status: 409 })
    await mia.call(connections).leaveGroup({ params: { id: made[0]!.group_id } })
    await make()
  })
})

test('a group that is made while a guardian withdraws consent does not contain the child', async () => {
  const [mia, ben] = [await teenager('Mia'), await teenager('Ben')]
  await befriend(mia, ben)
  const { id: quest_id } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(mia).start(quest_id)
  const other = await openSecondPool(app.database)
  // As recordConsent does.
  const { made } = await other.db.transaction().execute(async (db) => {
    await lockPerson(db, ben.id)
    await endAllConnections(db, ben.id, app.parts.clock())
    const body = { quest_id, name: 'Kites', friend_ids: [ben.id] }
    const made = mia
      .call(connections)
      .makeGroup({ body })
      .catch((error: unknown) => error)
    await sleep(300)
    return { made }
  })
  expect(await made).toMatchObject({ status: 404 })
  await other.drop()
  const rows = app.db.selectFrom('quest_group_members').select('group_id')
  expect(await rows.where('member_id', '=', ben.id).execute()).toEqual([])
})

describe('a report about a person', () => {
  test('comes with what bound the two, to staff named for safeguarding alone, and hides nobody', async () => {
    const [mia, ben] = [await teenager('Mia'), await teenager('Ben')]
    const named = await app.person({ role: 'educator' })
    const colleague = await app.person({ role: 'educator' })
    await app.db
      .updateTable('users')
      .set({ safeguarding: true })
      .where('id', '=', named.id)
      .execute()
    const report = (other: { id: string }) =>
      mia.call(connections).reportPerson({
        params: { user_id: other.id },
        body: { reason: 'unkind', words: 'He laughs at me.' },
      })
    await expect(report(ben)).rejects.toMatchObject({ status: 404 })
    await befriend(mia, ben)
    await report(ben)
    const letter = await mail.take(named.email, /was reported/)
    expect(letter.text).not.toContain('laughs')
    expect(await namesOf(mia)).toEqual(['Ben R.'])
    await ben.call(connections).removeFriend({ params: { user_id: mia.id } })

    const list = async (person: Person) =>
      (await person.call(connections).listPersonReports()).items
    expect(await list(colleague)).toEqual([])
    const [found] = await list(named)
    expect(found).toMatchObject({
      reporter: { id: mia.id },
      reported: { id: ben.id, name: 'Ben Rivera', role: 'student' },
      tie: expect.stringMatching(/^Connected since \d{4}-\d\d-\d\d$/),
      words: 'He laughs at me.',
      closed_at: null,
    })
    const close = (person: Person) =>
      person
        .call(connections)
        .closePersonReport({ params: { id: found!.id }, body: { outcome: 'Spoke with both.' } })
    await expect(close(colleague)).rejects.toMatchObject({ status: 404 })
    expect(await close(named)).toMatchObject({ outcome: 'Spoke with both.' })
  })

  test('with a call for help is a safety report as well, which its subject does not read', async () => {
    const mia = await teenager('Mia')
    const [coach, guard] = [
      await app.person({ role: 'educator', firstName: 'Will', lastName: 'Young' }),
      await app.person({ role: 'educator' }),
    ]
    await app.db
      .updateTable('users')
      .set({ safeguarding: true })
      .where('id', 'in', [coach.id, guard.id])
      .execute()
    await connect(app, mia, coach)
    await mia.call(connections).reportPerson({
      params: { user_id: coach.id },
      body: { reason: 'something_else', words: 'He touched my private parts after training.' },
    })
    const casesOf = async (lead: Person) => {
      const { items } = await lead.call(safety).listSafetyCases({ query: {} })
      return items.filter(({ learner }) => learner.id === mia.id)
    }
    expect(await casesOf(guard)).toMatchObject([{ category: 'abuse', held_back: true }])
    expect(await casesOf(coach)).toEqual([])
  })

  test('a child’s call for help about somebody whom they cannot report any more is heard, and not by that person', async () => {
    const mia = await teenager('Mia')
    const [former, guard] = [
      await app.person({ role: 'advisor', firstName: 'Wendell', lastName: 'Castellano' }),
      await app.person({ role: 'educator' }),
    ]
    await app.db
      .updateTable('users')
      .set({ safeguarding: true })
      .where('id', 'in', [former.id, guard.id])
      .execute()
    const body = { reason: 'something_else', words: 'He touched my private parts.' } as const
    await expect(
      mia.call(connections).reportPerson({ params: { user_id: former.id }, body }),
    ).rejects.toMatchObject({ status: 404 })
    const casesOf = async (lead: Person) => {
      const { items } = await lead.call(safety).listSafetyCases({ query: {} })
      return items.filter(({ learner }) => learner.id === mia.id)
    }
    expect(await casesOf(guard)).toMatchObject([{ category: 'abuse', held_back: true }])
    expect(await casesOf(former)).toEqual([])
  })
})
