import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { connections } from '#contract/connections'
import { files } from '#contract/files'
import { messages } from '#contract/messages'
import { notifications } from '#contract/notifications'
import { quests } from '#contract/quests'
import { safety } from '#contract/safety'
import { assignLearner } from '#features/advising'
import { sweepFiles } from '#features/files'
import { eraseAccount } from '#features/privacy'
import { withoutWithheld } from '#features/safety'
import { deleteOldConversations } from '#features/tutor'
import { transaction } from '#platform/database'
import { openSecondPool } from '#testing/database'
import { followEvents } from '#testing/event-stream'
import { eventually } from '#testing/eventually'
import { endGuardianship, recordConsent } from '#testing/family-builder'
import { befriend, startConversation, read, write } from '#testing/message-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { fileForm } from '#testing/sample-files'
import { type Person, registration, startApp, type TestApp } from '#testing/start-app'

import { notifyUnread } from './notices.ts'
import { storeMessage } from './send.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ poolSize: 4 })
})
afterAll(() => app.stop())

const teen = (firstName = 'Maya') => app.person({ firstName, dateOfBirth: app.birthdayAt(15) })
const friends = async (): Promise<[Person, Person]> => {
  const pair: [Person, Person] = [await teen('Maya'), await teen('Ben')]
  await befriend(app, ...pair)
  return pair
}
const assign = (advisor: Person, learner: Person) =>
  assignLearner(app.db, {
    advisorId: advisor.id,
    learnerId: learner.id,
    since: app.parts.clock(),
  })
const ownTask = async (learner: Person) => {
  const { id } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(learner).start(id)
  const { tasks } = await learner.call(quests).getQuest({ params: { id } })
  return tasks[0]!
}
/** Uploads and submits a file. */
const evidenceOf = async (learner: Person) => {
  const { id } = await learner.call(files).uploadFile({ form: fileForm('Work', 'work.txt') })
  const body = { blocks: [{ type: 'file' as const, file_id: id }] }
  await learner.call(quests).submitTask({ params: { id: (await ownTask(learner)).id }, body })
  return id
}
const block = (blocker: Person, blocked: Person) =>
  app.db
    .insertInto('blocks')
    .values({ blocker_id: blocker.id, blocked_id: blocked.id, since: new Date().toISOString() })
    .execute()
const of = (id: string) => ({ params: { id } })
const list = async (person: Person) =>
  (await person.call(messages).listConversationsOfPerson()).items
const report = (person: Person, id: string, reason: 'unsafe' | 'bullying' = 'bullying') =>
  person.call(messages).reportMessage({ ...of(id), body: { reason, note: 'Again and again' } })

test('a quest group has one conversation, of those who are in it at that moment', async () => {
  const [maya, ben] = await friends()
  const stranger = await teen('Eve')
  const { id: quest_id } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  for (const each of [maya, ben]) await asLearner(each).start(quest_id)
  const group = await maya
    .call(connections)
    .makeGroup({ body: { quest_id, name: 'Code breakers', friend_ids: [ben.id] } })
  await ben.call(connections).joinGroup(of(group.id))

  const begin = (by: Person) =>
    by.call(messages).beginConversation({ body: { group_id: group.id } })
  const begun = await Promise.all([begin(maya), begin(ben), begin(maya)])
  expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
  const { id } = begun[0]
  expect(begun[0]).toMatchObject({ title: 'Code breakers' })
  await expect(begin(stranger)).rejects.toMatchObject({ status: 400 })
  const body = { group_id: group.id, title: 'Another name' }
  expect(await ben.call(messages).beginConversation({ body })).toMatchObject({
    id,
    title: 'Code breakers',
  })

  await write(maya, id, 'Who begins?')
  expect(await read(ben, id)).toEqual(['Who begins?'])
  await ben.call(connections).leaveGroup(of(group.id))
  await expect(write(ben, id, 'Still me')).rejects.toMatchObject({ status: 403 })
})

describe('two friends', () => {
  test('have one conversation, however often and from whichever side it is begun', async () => {
    const [maya, ben] = await friends()
    const begun = await Promise.all([
      startConversation(maya, ben),
      startConversation(ben, maya),
      startConversation(maya, ben),
      startConversation(ben, maya),
    ])
    expect(new Set(begun).size).toBe(1)
  })

  test('read what the other wrote, once, in order, with what is unread counted from where they were', async () => {
    const [maya, ben] = await friends()
    const id = await startConversation(maya, ben)
    const key = randomUUID()
    const send = () =>
      maya
        .call(messages)
        .sendMessage({ ...of(id), body: { text: ' Hello\nBen ' } }, { idempotencyKey: key })
    const [first, again] = await Promise.all([send(), send()])
    expect(again).toEqual(first)
    expect(first).toMatchObject({ number: 1, text: 'Hello\nBen', author: { name: 'Maya L.' } })
    await Promise.all(Array.from({ length: 6 }, (_, i) => write(i % 2 ? maya : ben, id, `n${i}`)))
    const shown = await read(ben, id)
    expect(shown).toHaveLength(7)
    expect(await read(maya, id)).toEqual(shown)

    await write(maya, id, 'And now?')
    expect(await list(ben)).toMatchObject([
      { id, participants: [{ name: 'Maya L.' }], last_message: { text: 'And now?' } },
    ])
    await ben.call(messages).markRead({ ...of(id), body: { up_to: 7 } })
    expect((await list(ben))[0]?.unread_count).toBe(1)
    await ben.call(messages).markRead({ ...of(id), body: { up_to: 3 } })
    expect((await list(ben))[0]?.unread_count).toBe(1)
    await ben.call(messages).markRead({ ...of(id), body: undefined })
    expect((await list(ben))[0]?.unread_count).toBe(0)
    expect((await ben.call(messages).openConversation(of(id))).read_by).toEqual([])
  })

  test('read no character that reverses a text, in the list of conversations either', async () => {
    const [maya, ben] = await friends()
    const id = await startConversation(maya, ben)
    await write(maya, id, 'See photo\u202egnp.exe\u2066')
    expect(await read(ben, id)).toEqual(['See photognp.exe'])
    expect(await list(ben)).toMatchObject([{ last_message: { text: 'See photognp.exe' } }])
  })

  test('page back by cursor and forward by number', async () => {
    const [maya, ben] = await friends()
    const id = await startConversation(maya, ben)
    for (let i = 1; i <= 7; i += 1) await write(i % 2 ? maya : ben, id, `n${i}`)
    const page = (query: object) =>
      ben.call(messages).listMessagesOfConversation({ ...of(id), query: { limit: 3, ...query } })
    const numbers = async (query: object) => (await page(query)).items.map(({ number }) => number)
    const first = await page({})
    expect(first.items.map(({ number }) => number)).toEqual([7, 6, 5])
    expect(await numbers({ cursor: first.next_cursor })).toEqual([4, 3, 2])
    expect(await numbers({ after: 4 })).toEqual([5, 6, 7])
    await expect(page({ cursor: 'x' })).rejects.toMatchObject({ status: 400 })
  })

  test('are told live, and only they', async () => {
    const [maya, ben] = await friends()
    const other = await teen('Eve')
    const [toBen, toEve] = [await followEvents(app, ben), await followEvents(app, other)]
    const id = await startConversation(maya, ben)
    await write(maya, id, 'Hello')
    const told = await toBen.until(({ event }) => event === 'signals')
    expect(told.data).toEqual([{ kind: 'conversation', id }])
    expect(JSON.stringify(toEve.told)).not.toContain(id)
    toBen.leave()
    toEve.leave()
  })

  test('send no film that may say where it was made: until it is clean, only its author’s family opens it', async () => {
    const [maya, ben] = await friends()
    const mother = await app.person({ role: 'parent' })
    const other = await app.person({ role: 'parent' })
    await recordConsent(app, maya, mother, ['use', 'tutor'])
    await recordConsent(app, ben, other, ['use', 'tutor'])
    const film = path.join(import.meta.dirname, '../../../testing/hidden/old-film.mp4')
    const form = fileForm(await readFile(film), 'old-film.mp4')
    const file = await maya.call(files).uploadFile({ form })
    expect(file.publishable).toBe(false)
    const sent = await write(maya, await startConversation(maya, ben), 'Look', [file.id])
    expect(sent.files).toMatchObject([{ id: file.id, kept_inside: true }])
    const opens = async ({ headers }: Person) =>
      (await app.http.inject({ url: file.url, headers })).statusCode
    expect(await Promise.all([maya, mother].map(opens))).toEqual([200, 200])
    expect(await Promise.all([ben, other].map(opens))).toEqual([404, 404])
    await report(ben, sent.id)
    await maya.call(messages).deleteMessage(of(sent.id))
    expect(await Promise.all([maya, mother, ben, other].map(opens))).toEqual([404, 404, 404, 404])
    await app.db.updateTable('files').set({ cleaned: true }).where('id', '=', file.id).execute()
    expect(await Promise.all([ben, other].map(opens))).toEqual([404, 200])
  })

  test('delete their own words and files, and a mark stays', async () => {
    const [maya, ben] = await friends()
    const id = await startConversation(maya, ben)
    const file = await maya.call(files).uploadFile({ form: fileForm('A secret', 'secret.txt') })
    const opens = async (person: Person) =>
      (await app.http.inject({ url: file.url, headers: person.headers })).statusCode
    expect(await opens(ben)).toBe(404)
    const sent = await write(maya, id, 'Look', [file.id])
    expect(sent.files).toMatchObject([{ id: file.id, name: 'secret.txt', kept_inside: false }])
    expect(await opens(ben)).toBe(200)
    for (const [person, again] of [
      [ben, file.id],
      [maya, file.id],
      [maya, await evidenceOf(maya)],
    ] as const)
      await expect(write(person, id, 'Mine', [again])).rejects.toMatchObject({ status: 400 })
    const work = { blocks: [{ type: 'file' as const, file_id: file.id }] }
    const { id: task } = await ownTask(maya)
    await expect(
      maya.call(quests).submitTask({ params: { id: task }, body: work }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(ben.call(messages).deleteMessage(of(sent.id))).rejects.toMatchObject({
      status: 404,
    })
    await maya.call(messages).deleteMessage(of(sent.id))
    await maya.call(messages).deleteMessage(of(sent.id))
    expect(await read(ben, id)).toEqual(['(deleted)'])
    expect((await list(ben))[0]).toMatchObject({
      unread_count: 0,
      last_message: { text: '', deleted: true, files: 0 },
    })
    expect(await opens(ben)).toBe(404)
  })

  test('who repeats the beginning of a conversation reads what is there now, not what was', async () => {
    const [maya, ben] = await friends()
    const id = await startConversation(maya, ben)
    const { id: message } = await write(ben, id, 'A secret')
    const key = randomUUID()
    const body = { participant_ids: [ben.id] }
    const begin = () => maya.call(messages).beginConversation({ body }, { idempotencyKey: key })
    expect((await begin()).last_message?.text).toBe('A secret')
    await ben.call(messages).deleteMessage({ params: { id: message } })
    expect((await begin()).last_message).toMatchObject({ text: '', deleted: true })
    const kept = await app.db.selectFrom('idempotency_keys').select('reply').execute()
    expect(JSON.stringify(kept)).not.toContain('A secret')
  })

  test('find words in their own conversations, in any script', async () => {
    const [maya, ben] = await friends()
    const [eve, id] = [await teen('Eve'), await startConversation(maya, ben)]
    await befriend(app, ben, eve)
    await write(maya, id, 'Wir treffen uns im CAFÉ am See')
    await write(ben, id, '明日は図書館へ行きます')
    await write(eve, await startConversation(eve, ben), 'The café is closed')
    const found = async (person: Person, search: string) =>
      (await person.call(messages).searchMessages({ query: { search } })).items.map(
        ({ text }) => text,
      )
    expect(await found(maya, 'cafe\u0301')).toEqual(['Wir treffen uns im CAFÉ am See'])
    expect(await found(ben, 'café')).toHaveLength(2)
    expect(await found(ben, '図書')).toEqual(['明日は図書館へ行きます'])
    expect(await found(eve, '図書')).toEqual([])
    expect(await found(ben, '%')).toEqual([])
  })

  test('search one after the other, however long it takes: others’ calls find a free connection', async () => {
    const [maya, ben] = await friends()
    const other = await openSecondPool(app.database)
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const locking = other.db.transaction().execute(async (db) => {
      await sql`lock table messages`.execute(db)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const query = { search: 'x' }
    const searches = Promise.all(
      Array.from({ length: 6 }, () => maya.call(messages).searchMessages({ query })),
    )
    const countWaiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from pg_locks where not granted and database = (
          select oid from pg_database where datname = current_database())`.execute(app.db)
      return rows[0]?.count
    }
    await eventually(async () => expect(await countWaiting()).toBe(1))
    expect(await ben.call(messages).getQuietHours()).toEqual({ quiet_hours: null })
    expect(await countWaiting()).toBe(1)
    released.resolve()
    await locking
    for (const { items } of await searches) expect(items).toEqual([])
    await other.drop()
  })
})

describe('who may write is asked at each message', () => {
  test('after a block nothing arrives, what was written stays, and the words are neutral', async () => {
    const [maya, ben] = await friends()
    const id = await startConversation(maya, ben)
    await write(maya, id, 'Hello')
    await block(ben, maya)
    for (const person of [maya, ben]) {
      await expect(write(person, id, 'Are you there?')).rejects.toMatchObject({
        status: 403,
        code: 'not_reached',
        message: expect.not.stringMatching(/block/i),
      })
      expect((await person.call(messages).openConversation(of(id))).can_write).toBe(false)
      expect(await read(person, id)).toEqual(['Hello'])
    }
    await expect(startConversation(maya, ben)).rejects.toMatchObject({ status: 400 })
  })

  test('strangers, somebody else’s friends and ids that nobody has are refused alike', async () => {
    const [maya, ben] = await friends()
    const eve = await teen('Eve')
    const refusals = await Promise.all(
      [ben.id, randomUUID(), eve.id].map((id) =>
        eve
          .call(messages)
          .beginConversation({ body: { participant_ids: [id] } })
          .catch(({ status, message }) => ({ status, message })),
      ),
    )
    expect(new Set(refusals.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(refusals[0]).toMatchObject({ status: 400 })
    const id = await startConversation(maya, ben)
    const { id: message } = await write(maya, id, 'Hello')
    for (const call of [
      () => eve.call(messages).openConversation(of(id)),
      () => read(eve, id),
      () => write(eve, id, 'Hello?'),
      () => eve.call(messages).markRead({ ...of(id), body: undefined }),
      () => report(eve, message),
      () => eve.call(messages).deleteMessage(of(message)),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404 })
    }
  })

  test('in a group a minor has contact with everybody; whom a member has blocked does not get what they write', async () => {
    const [maya, ben] = await friends()
    const [eve, tom] = [await teen('Eve'), await teen('Tom')]
    await befriend(app, maya, eve)
    await expect(startConversation(maya, ben, eve)).rejects.toMatchObject({ status: 400 })
    await befriend(app, ben, eve)
    const id = await startConversation(maya, ben, eve)
    await write(maya, id, 'All of us')
    await block(eve, ben)
    await write(ben, id, 'To Maya alone')
    await write(eve, id, 'To Maya as well')
    expect(await read(maya, id)).toEqual(['All of us', 'To Maya alone', 'To Maya as well'])
    expect(await read(eve, id)).toEqual(['All of us', 'To Maya as well'])
    expect(await read(ben, id)).toEqual(['All of us', 'To Maya alone'])
    expect((await list(eve))[0]).toMatchObject({ last_message: { text: 'To Maya as well' } })
    expect((await list(maya))[0]?.unread_count).toBe(2)
    await expect(read(tom, id)).rejects.toMatchObject({ status: 404 })
  })

  test('a conversation that cannot start names whom to leave out, and starts without them', async () => {
    const [maya, ben] = await friends()
    const [eve, tom] = [await teen('Eve'), await teen('Tom')]
    for (const each of [eve, tom]) await befriend(app, maya, each)
    await befriend(app, ben, tom)
    const begin = (people: Person[], title?: string) =>
      maya.call(messages).beginConversation({
        body: { participant_ids: people.map(({ id }) => id), ...(title ? { title } : {}) },
      })
    const stranger = await teen('Ida')
    const cannot = 'Can’t be in this conversation'
    for (const title of [undefined, 'Bridge builders']) {
      await expect(begin([ben, stranger, eve, tom], title)).rejects.toMatchObject({
        status: 400,
        fields: {
          participant_ids: 'You can’t write to everyone you’ve chosen.',
          'participant_ids.1': cannot,
          'participant_ids.2': cannot,
        },
      })
    }
    expect(await list(maya)).toEqual([])
    expect((await begin([ben, tom, ben, maya], 'Bridge builders')).participants).toHaveLength(2)
  })

  test('an advisor has a part in the conversation for as long as they look after the learner', async () => {
    const maya = await teen()
    const [advisor, mother] = [
      await app.person({ role: 'advisor', firstName: 'Sam' }),
      await app.person({ role: 'parent', firstName: 'Ines' }),
    ]
    await assign(advisor, maya)
    await recordConsent(app, maya, mother)
    const [withChild, withMother] = [
      await startConversation(advisor, maya),
      await startConversation(mother, advisor),
    ]
    await write(advisor, withChild, 'How is the bridge?')
    await write(maya, withChild, 'It holds.')
    await write(mother, withMother, 'May I ask something?')
    expect((await mother.call(messages).openConversation(of(withMother))).read_by).toEqual([
      { name: 'Sam Lovelace', number: 0 },
    ])
    await app.db.deleteFrom('caseload').where('learner_id', '=', maya.id).execute()
    expect(await list(advisor)).toEqual([])
    expect(await list(mother)).toEqual([])
    await expect(read(advisor, withChild)).rejects.toMatchObject({ status: 404 })
    await expect(write(advisor, withChild, 'Still there?')).rejects.toMatchObject({ status: 404 })
    expect(await read(maya, withChild)).toEqual(['How is the bridge?', 'It holds.'])
    await expect(write(maya, withChild, 'Hello?')).rejects.toMatchObject({ status: 403 })
  })

  test('what is refused leaves nothing behind, and others wait for a message that is being stored', async () => {
    const [maya, ben] = await friends()
    const id = await startConversation(maya, ben)
    const body = { text: 'Never', file_ids: [], checked: false }
    const failing = transaction(app.db, async (db) => {
      await storeMessage(app.parts, db, { authorId: maya.id, conversationId: id, body })
      throw new Error('no')
    })
    await Promise.all([expect(failing).rejects.toThrow('no'), write(ben, id, 'After')])
    expect(await read(ben, id)).toEqual(['After'])
  })
})

describe('families', () => {
  const world = async () => {
    const [maya, ben] = await friends()
    const [mother, aunt, other] = [
      await app.person({ role: 'parent' }),
      await app.person({ role: 'parent' }),
      await app.person({ role: 'parent' }),
    ]
    await recordConsent(app, maya, mother)
    await recordConsent(app, maya, aunt)
    await recordConsent(app, ben, other)
    await app.db
      .updateTable('guardian_links')
      .set({ scopes: ['view'] })
      .where('guardian_email', '=', aunt.email)
      .execute()
    return { maya, ben, mother, aunt, other, id: await startConversation(maya, ben) }
  }
  const threadsOf = async (guardian: Person, child: Person) =>
    (await guardian.call(messages).listConversationsOfLearner(of(child.id))).items
  const threadOf = async (guardian: Person, child: Person, conversation_id: string) => {
    const params = { id: child.id, conversation_id }
    const { items } = await guardian.call(messages).listMessagesOfLearner({ params })
    return items.map(({ text }) => text).toReversed()
  }

  test('read their child’s conversations with the scope for it, both children are told so, and it is on record', async () => {
    const { maya, ben, mother, aunt, other, id } = await world()
    await write(maya, id, 'Hello')
    expect(await threadsOf(mother, maya)).toMatchObject([
      { id, participants: [{ name: 'Ben L.' }] },
    ])
    expect(await threadOf(mother, maya, id)).toEqual(['Hello'])
    for (const who of [aunt, other, ben]) {
      await expect(threadsOf(who, maya)).rejects.toMatchObject({ status: 404 })
      await expect(threadOf(who, maya, id)).rejects.toMatchObject({ status: 404 })
    }
    await expect(threadOf(mother, maya, randomUUID())).rejects.toMatchObject({ status: 404 })
    await expect(write(mother, id, 'I am her mother')).rejects.toMatchObject({ status: 404 })
    const open = (person: Person) => person.call(messages).openConversation(of(id))
    expect((await open(maya)).families).toEqual({ own: true, of: ['Ben'] })
    expect((await open(ben)).families).toEqual({ own: true, of: ['Maya'] })
    const lines = await app.db
      .selectFrom('audit_log')
      .select('detail')
      .where('subject_id', '=', maya.id)
      .where('action', '=', 'learner_read')
      .execute()
    expect(lines).toMatchObject([
      { detail: { may: 'readMessages' } },
      { detail: { may: 'readMessages' } },
    ])
    await endGuardianship(app, mother)
    await expect(threadOf(mother, maya, id)).rejects.toMatchObject({ status: 404 })
    expect((await open(ben)).families).toEqual({ own: true, of: [] })
  })

  test('see nothing from where a child speaks of being hurt at home, nor in an export; safeguarding hears of it', async () => {
    const { maya, ben, mother, other, id } = await world()
    const guard = await app.person({ role: 'educator' })
    await app.db
      .updateTable('users')
      .set({ safeguarding: true })
      .where('id', '=', guard.id)
      .execute()
    await write(maya, id, 'Hello')
    await write(maya, id, 'My dad hits me with a belt every night')
    await write(ben, id, 'Tell somebody')
    expect(await read(ben, id)).toHaveLength(3)
    expect(await threadOf(mother, maya, id)).toEqual(['Hello'])
    expect(await threadOf(other, ben, id)).toEqual(['Hello'])
    expect(await threadsOf(mother, maya)).toMatchObject([{ last_message: { text: 'Hello' } }])
    const cases = (await guard.call(safety).listSafetyCases({ query: { limit: 100 } })).items
    const found = cases.find(({ learner }) => learner.id === maya.id)
    expect(found).toMatchObject({ category: 'abuse', held_back: true })
    const opened = await guard.call(safety).openSafetyReport(of(found!.id))
    expect(opened.quoted?.messages).toMatchObject([{ reported: true, delivered: true }])
    const rows = await app.db
      .selectFrom('messages')
      .selectAll()
      .where('conversation_id', '=', id)
      .execute()
    const shown = await withoutWithheld(app.db, maya.id)
    expect(rows.flatMap((row) => shown('messages', row) ?? [])).toMatchObject([{ text: 'Hello' }])
  })
})

describe('what minors write is looked at', () => {
  test('see nothing from where an advisor speaks of it with the child, who gets every word', async () => {
    const [maya, mother, advisor] = [
      await teen(),
      await app.person({ role: 'parent', dateOfBirth: '1985-04-02' }),
      await app.person({ role: 'advisor' }),
    ]
    await recordConsent(app, maya, mother, ['use', 'connections_and_messages'])
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: advisor.id, learnerId: maya.id, since })
    const id = await startConversation(advisor, maya)
    await write(advisor, id, 'Your bridge holds!')
    await write(advisor, id, 'I am sorry that your mother hits you. Are you safe?')
    await write(maya, id, 'For now')
    expect(await read(maya, id)).toHaveLength(3)
    const { items } = await mother.call(messages).listMessagesOfLearner({
      params: { id: maya.id, conversation_id: id },
      query: {},
    })
    expect(items.map(({ text }) => text)).toEqual(['Your bridge holds!'])
  })

  test.each([
    'he keeps sending me dick pics',
    'Tom wants me to send nudes',
    'a man online wants nudes from me',
    'they tell me kill yourself every day',
    'my uncle had sex with me',
  ])('a child’s own advisor hears what others did, in plain words: %s', async (told) => {
    const [maya, ben] = await friends()
    const advisor = await app.person({ role: 'advisor' })
    await assign(advisor, maya)
    const id = await startConversation(maya, advisor)
    await expect(write(maya, id, 'send nudes')).rejects.toMatchObject({ status: 422 })
    await write(maya, id, told)
    expect(await read(advisor, id)).toEqual([told])
    const others = await startConversation(maya, ben)
    await expect(write(maya, others, told)).rejects.toMatchObject({ status: 422 })
  })

  test('a telephone number is asked about, what may hurt is reported and not delivered, homework passes', async () => {
    const [maya, ben] = await friends()
    const mother = await app.person({ role: 'parent' })
    await recordConsent(app, maya, mother, ['use', 'tutor'])
    const id = await startConversation(maya, ben)
    const number = 'Call me, my phone number is 0171 555 2368'
    await expect(write(maya, id, number)).rejects.toMatchObject({
      status: 409,
      code: 'please_check',
    })
    await maya.call(messages).sendMessage({ ...of(id), body: { text: number, checked: true } })
    await expect(write(maya, id, 'I will kill you tomorrow at school')).rejects.toMatchObject({
      status: 422,
      code: 'not_sent',
    })
    await write(maya, id, 'In the play Macbeth kills the king with a dagger')
    expect(await read(ben, id)).toHaveLength(2)
    const { items } = await mother.call(safety).listSafetyReports(of(maya.id))
    expect(items).toMatchObject([{ category: 'violence', conversation_id: null }])
    const opened = await mother.call(safety).openSafetyReport(of(items[0]!.id))
    expect(opened.quoted?.messages).toMatchObject([
      { text: 'I will kill you tomorrow at school', delivered: false },
    ])
  })

  test('a call for help with a telephone number is heard, even if its writer then does not send it', async () => {
    const [maya, ben] = await friends()
    const mother = await app.person({ role: 'parent' })
    await recordConsent(app, maya, mother, ['use', 'tutor'])
    const id = await startConversation(maya, ben)
    const text = 'I want to kill myself. Call me, my phone number is 0171 555 2368'
    await expect(write(maya, id, text)).rejects.toMatchObject({ code: 'please_check' })
    expect(await read(ben, id)).toEqual([])
    const { items } = await mother.call(safety).listSafetyReports(of(maya.id))
    expect(items).toMatchObject([{ category: 'self_harm', severity: 'high' }])
    await maya.call(messages).sendMessage({ ...of(id), body: { text, checked: true } })
    expect(await read(ben, id)).toEqual([text])
    expect((await mother.call(safety).listSafetyReports(of(maya.id))).items).toHaveLength(1)
  })

  test('a friend who is told of despair gets the message, and somebody grown up hears of it', async () => {
    const [maya, ben] = await friends()
    const mother = await app.person({ role: 'parent' })
    await recordConsent(app, maya, mother, ['use', 'tutor'])
    const id = await startConversation(maya, ben)
    await write(maya, id, 'I want to die')
    expect(await read(ben, id)).toEqual(['I want to die'])
    const { items } = await mother.call(safety).listSafetyReports(of(maya.id))
    expect(items).toMatchObject([{ category: 'self_harm', severity: 'high' }])
  })
})

describe('who is protected', () => {
  const GROOMING =
    'You are so mature for your age. Send me a picture of you, and keep it secret from your parents.'

  test.each(['parent', 'student'] as const)(
    'is a 15-year-old who registered as “%s”: an adult’s grooming is refused, and staff hear of it',
    async (account_type) => {
      const body = {
        ...registration(),
        account_type,
        first_name: 'Maya',
        last_name: 'Unmistakable',
        date_of_birth: app.birthdayAt(15),
      }
      const { user } = await app.anyone.call(auth).register({ body })
      expect(user.role).toBe('student')
      await app.db
        .updateTable('users')
        .set({ email_verified_at: app.parts.clock().toISOString() })
        .where('id', '=', user.id)
        .execute()
      const maya = await app.signIn(body.email)
      const stranger = await app.person({ role: 'parent', dateOfBirth: '1980-01-01' })
      await befriend(app, maya, stranger)
      const id = await startConversation(maya, stranger)
      await expect(write(stranger, id, GROOMING)).rejects.toMatchObject({
        status: 422,
        code: 'not_sent',
      })
      expect(await read(maya, id)).toEqual([])
      const reports = await app.db
        .selectFrom('safety_reports')
        .select(['category', 'held_back'])
        .where('learner_id', '=', maya.id)
        .execute()
      expect(reports).toContainEqual({ category: 'grooming', held_back: true })
      const { items } = await stranger.call(messages).listConversationsOfPerson({ query: {} })
      expect(JSON.stringify(items)).not.toContain('Unmistakable')
    },
  )

  test('from an adult who writes as children do, in another language, or in two messages', async () => {
    const maya = await teen()
    const stranger = await app.person({ role: 'parent', dateOfBirth: '1980-01-01' })
    await befriend(app, maya, stranger)
    const id = await startConversation(maya, stranger)
    await write(stranger, id, 'You write well. Please never')
    for (const text of [
      'tell your parents that we write',
      'dont tell ur parents about us',
      'lass uns allein treffen, sag es niemandem',
    ]) {
      await expect(write(stranger, id, text)).rejects.toMatchObject({ code: 'not_sent' })
    }
    expect(await read(maya, id)).toEqual(['You write well. Please never'])
  })

  test('from an adult who has registered as a minor: several lures are reported, more are refused, and the family reads on', async () => {
    const [maya, liar] = await friends()
    const mother = await app.person({ role: 'parent' })
    await recordConsent(app, maya, mother, ['use', 'tutor'])
    const guard = await app.person({ role: 'educator' })
    const named = { safeguarding: true }
    await app.db.updateTable('users').set(named).where('id', '=', guard.id).execute()
    const id = await startConversation(maya, liar)
    await write(liar, id, 'You are so mature for your age')
    await write(liar, id, 'Which quest do you do?')
    await write(liar, id, 'Send me a pic of you')
    await expect(write(liar, id, 'Dont tell your mum about us')).rejects.toMatchObject({
      code: 'not_sent',
    })
    expect(await read(maya, id)).toHaveLength(3)
    const { items } = await guard.call(safety).listSafetyCases({ query: { limit: 100 } })
    const cases = items.filter(({ learner }) => learner.id === liar.id)
    expect(cases).toMatchObject([{ category: 'grooming', severity: 'high', held_back: true }])
    const opened = await guard.call(safety).openSafetyReport(of(cases[0]!.id))
    expect(opened.quoted?.messages).toMatchObject([
      { text: 'You are so mature for your age', reported: false },
      { text: 'Send me a pic of you', reported: true, delivered: true },
      { text: 'Dont tell your mum about us', reported: true, delivered: false },
    ])
    const params = { id: maya.id, conversation_id: id }
    const seen = await mother.call(messages).listMessagesOfLearner({ params })
    expect(seen.items).toHaveLength(3)

    // A later report about the conversation shows the liar no more than any other author.
    const familiesSeen = async () => (await liar.call(messages).openConversation(of(id))).families
    expect(await familiesSeen()).toEqual({ own: false, of: ['Maya'] })
    await report(maya, seen.items[0]!.id, 'unsafe')
    expect(await familiesSeen()).toEqual({ own: false, of: ['Maya'] })
  })

  test('also if each lure is deleted before the next one is written', async () => {
    const [maya, liar] = await friends()
    const id = await startConversation(maya, liar)
    for (const text of ['You are so mature for your age', 'Send me a pic of you']) {
      await write(liar, id, text)
      const { items } = await liar.call(messages).listMessagesOfConversation(of(id))
      await liar.call(messages).deleteMessage(of(items[0]!.id))
    }
    await expect(write(liar, id, 'Dont tell your mum about us')).rejects.toMatchObject({
      code: 'not_sent',
    })
    const reports = await app.db
      .selectFrom('safety_reports')
      .select(['category', 'severity', 'held_back'])
      .where('learner_id', '=', liar.id)
      .execute()
    expect(reports).toEqual([{ category: 'grooming', severity: 'high', held_back: true }])
    const left = await app.db
      .selectFrom('messages')
      .select('text')
      .where('author_id', '=', liar.id)
      .execute()
    expect(left.map(({ text }) => text)).toEqual(['', ''])
  })

  test('and friends who say one of these things are not reported', async () => {
    const [maya, ben] = await friends()
    const id = await startConversation(maya, ben)
    for (const text of [
      'Are you home alone or is your brother there?',
      'Do you want to come to my house on Saturday?',
      'Dont tell your mum, we make her a card',
      'Our secret base is nearly done',
      'Send me a picture of the worksheet',
    ])
      await write(maya, id, text)
    expect(
      await app.db
        .selectFrom('safety_reports')
        .select('id')
        .where('learner_id', '=', maya.id)
        .execute(),
    ).toEqual([])
  })

  test('and nobody reads messages through the family’s eyes by their own id', async () => {
    const [maya, ben] = await friends()
    const id = await startConversation(maya, ben)
    await write(maya, id, 'Hello')
    await expect(
      maya.call(messages).listConversationsOfLearner({ ...of(maya.id), query: {} }),
    ).rejects.toMatchObject({ status: 403 })
    expect(await read(maya, id)).toEqual(['Hello'])
  })
})

describe('a report', () => {
  test('keeps what was written, with its files, when the author deletes it and leaves', async () => {
    const [maya, ben] = await friends()
    const advisor = await app.person({ role: 'advisor' })
    await assign(advisor, maya)
    const id = await startConversation(ben, maya)
    const file = await ben.call(files).uploadFile({ form: fileForm('Mean', 'mean.txt') })
    await write(ben, id, 'Before')
    const mean = await write(ben, id, 'Nobody likes you', [file.id])
    await write(maya, id, 'Stop')
    await report(maya, mean.id)
    await report(maya, mean.id)
    await ben.call(messages).deleteMessage(of(mean.id))

    const cases = (await advisor.call(safety).listSafetyCases({ query: { limit: 100 } })).items
    expect(cases).toMatchObject([{ category: 'reported', learner: { id: maya.id } }])
    const opened = await advisor.call(safety).openSafetyReport(of(cases[0]!.id))
    expect(opened.quoted).toMatchObject({
      by: 'Maya Lovelace',
      reason: 'bullying',
      note: 'Again and again',
      messages: [
        { text: 'Before', reported: false },
        { text: 'Nobody likes you', reported: true, files: [{ id: file.id, name: 'mean.txt' }] },
        { text: 'Stop', reported: false },
      ],
    })
    const opens = async (person: Person) =>
      (await app.http.inject({ url: file.url, headers: person.headers })).statusCode
    expect([await opens(advisor), await opens(maya)]).toEqual([200, 404])
    // To the author, the file is gone like one that nobody has reported.
    expect(await opens(ben)).toBe(404)
    await expect(ben.call(files).showUpload(of(file.id))).rejects.toMatchObject({ status: 404 })
    await expect(write(ben, id, 'Again', [file.id])).rejects.toMatchObject({ status: 400 })
    await eraseAccount(app.db, ben.id)
    expect(await read(maya, id)).toEqual(['Stop'])
    const kept = await advisor.call(safety).openSafetyReport(of(cases[0]!.id))
    expect(kept.quoted?.messages).toHaveLength(3)
  })

  test('keeps the files of a message that was refused, which can be sent with other words', async () => {
    const maya = await teen()
    const [stranger, lead] = [
      await app.person({ role: 'parent', dateOfBirth: '1980-01-01' }),
      await app.person({ role: 'advisor' }),
    ]
    await befriend(app, maya, stranger)
    await app.db
      .updateTable('users')
      .set({ safeguarding: true })
      .where('id', '=', lead.id)
      .execute()
    const id = await startConversation(maya, stranger)
    const file = await stranger.call(files).uploadFile({ form: fileForm('Where', 'where.txt') })
    const bad = 'You are so mature for your age. Keep this secret from your parents.'
    await expect(write(stranger, id, bad, [file.id])).rejects.toMatchObject({ code: 'not_sent' })
    const opens = async (person: Person) =>
      (await app.http.inject({ url: file.url, headers: person.headers })).statusCode
    const days = 8 * 24 * 3_600_000
    app.moveClock(days)
    await sweepFiles({ ...app.parts, quota: 0 })
    app.moveClock(-days)
    expect([await opens(lead), await opens(maya)]).toEqual([200, 404])

    await write(stranger, id, 'Here is the plan', [file.id])
    expect(await opens(maya)).toBe(200)
    await expect(write(stranger, id, 'And again', [file.id])).rejects.toMatchObject({ status: 400 })
  })

  test.each([
    ['its retention is over', 'closed'],
    ['the child is erased', 'erased'],
  ])('takes the files of a refused message with it when %s', async (_, end) => {
    const maya = await teen()
    const stranger = await app.person({ role: 'parent', dateOfBirth: '1980-01-01' })
    await befriend(app, maya, stranger)
    const id = await startConversation(maya, stranger)
    const [kept, gone] = await Promise.all(
      ['here.txt', 'there.txt'].map((name) =>
        stranger.call(files).uploadFile({ form: fileForm('Where', name) }),
      ),
    )
    const bad = 'You are so mature for your age. Keep this secret from your parents.'
    await expect(write(stranger, id, bad, [kept!.id, gone!.id])).rejects.toMatchObject({
      code: 'not_sent',
    })
    await write(stranger, id, 'Here is the plan', [kept!.id])
    const stored = async () => {
      await deleteOldConversations(app.parts)
      await sweepFiles({ ...app.parts, quota: 0 })
      const rows = await app.db
        .selectFrom('files')
        .select('id')
        .where('id', 'in', [kept!.id, gone!.id])
        .execute()
      return rows.map((row) => row.id).toSorted()
    }
    expect(await stored()).toEqual([kept!.id, gone!.id].toSorted())
    if (end === 'erased') await eraseAccount(app.db, maya.id)
    else {
      await app.db
        .updateTable('safety_reports')
        .set({ state: 'acted', closed_at: '2020-01-01T00:00:00Z' })
        .where('thread_id', '=', id)
        .execute()
    }
    expect(await stored()).toEqual([kept!.id])
  })

  test('about a grown-up goes to safeguarding alone', async () => {
    const maya = await teen()
    const [advisor, mother] = [
      await app.person({ role: 'advisor' }),
      await app.person({ role: 'parent' }),
    ]
    await assign(advisor, maya)
    await recordConsent(app, maya, mother, ['use', 'tutor'])
    const id = await startConversation(advisor, maya)
    const { id: message } = await write(advisor, id, 'You are the worst in the class')
    await report(maya, message, 'unsafe')
    expect((await advisor.call(safety).listSafetyCases({ query: { limit: 100 } })).items).toEqual(
      [],
    )
    expect((await mother.call(safety).listSafetyReports(of(maya.id))).items).toEqual([])
  })
})

test('a report by an adult about an adult, with no learner between them, goes to safeguarding', async () => {
  const [ingrid, lars] = [
    await app.person({ role: 'parent', firstName: 'Ingrid', dateOfBirth: '1985-04-02' }),
    await app.person({ role: 'parent', firstName: 'Lars', dateOfBirth: '1985-04-02' }),
  ]
  await befriend(app, ingrid, lars)
  const lead = await app.person({ role: 'advisor' })
  await app.db.updateTable('users').set({ safeguarding: true }).where('id', '=', lead.id).execute()
  const id = await startConversation(lars, ingrid)
  const { id: message } = await write(lars, id, 'I know where you park')
  await report(ingrid, message, 'unsafe')
  const { items } = await lead.call(safety).listSafetyCases({ query: { limit: 100 } })
  const own = items.find(({ learner }) => learner.id === ingrid.id)
  expect((await lead.call(safety).openSafetyReport(of(own!.id))).quoted).toMatchObject({
    reason: 'unsafe',
    messages: [{ text: 'I know where you park', reported: true }],
  })
})

test('a report stays short, however much of what is reported is written within an hour', async () => {
  const [maya, ben] = await friends()
  const id = await startConversation(maya, ben)
  const long = `I want to die. ${'The rain goes on. '.repeat(1000)}`
  for (let i = 0; i < 14; i++) await write(maya, id, `${i}. ${long}`)
  const reports = await app.db
    .selectFrom('safety_reports')
    .select('quoted')
    .where('learner_id', '=', maya.id)
    .execute()
  for (const { quoted } of reports)
    expect((quoted as unknown as { messages: unknown[] }).messages.length).toBeLessThan(10)
})

describe('what is held back leaves no trace', () => {
  test('nor what the learner has read of it', async () => {
    const [maya, ben] = await friends()
    const mother = await app.person({ role: 'parent' })
    await recordConsent(app, maya, mother, ['use', 'tutor'])
    const id = await startConversation(maya, ben)
    await write(ben, id, 'Hello')
    const seen = () => mother.call(messages).listConversationsOfLearner(of(maya.id))
    const before = await seen()
    await write(maya, id, 'My mum hits me')
    expect(await seen()).toEqual(before)
  })

  test('neither the conversation on the list of the family, nor its number or time in lists and exports', async () => {
    const [maya, ben] = await friends()
    const mother = await app.person({ role: 'parent' })
    await recordConsent(app, maya, mother, ['use', 'tutor'])
    const [cem, dana] = [await teen('Cem'), await teen('Dana')]
    for (const each of [cem, dana]) await befriend(app, maya, each)
    const withBen = await startConversation(maya, ben)
    await write(maya, withBen, 'Hello')
    app.moveClock(60_000)
    const withCem = await startConversation(maya, cem)
    await write(maya, withCem, 'Hi')
    app.moveClock(60_000)
    const withDana = await startConversation(maya, dana)
    await write(maya, withDana, 'My mum hits me')
    await write(maya, withBen, 'My mum hits me')
    const seen = await mother.call(messages).listConversationsOfLearner(of(maya.id))
    expect(seen.items.map(({ id }) => id)).toEqual([withCem, withBen])
    const open = (conversation_id: string) =>
      mother.call(messages).listMessagesOfLearner({ params: { id: maya.id, conversation_id } })
    await expect(open(withDana)).rejects.toMatchObject({ status: 404 })

    const shown = await withoutWithheld(app.db, maya.id)
    const rowsOf = async (table: 'conversations' | 'conversation_members' | 'messages') => {
      const rows: Record<string, unknown>[] = await app.db
        .selectFrom(table)
        .selectAll()
        .where(table === 'conversations' ? 'id' : 'conversation_id', 'in', [withBen, withDana])
        .execute()
      return rows.flatMap((row): Record<string, unknown>[] => {
        const left = shown(table, row)
        return left ? [left] : []
      })
    }
    const hello = (await rowsOf('messages')).map((row) => [row['text'], row['created_at']])
    expect(hello).toMatchObject([['Hello', expect.any(String)]])
    expect(
      (await rowsOf('conversations')).map((row) => [
        row['id'],
        new Date(String(row['last_message_at'])).toISOString(),
      ]),
    ).toEqual([[withBen, hello[0]![1]]])
    for (const row of await rowsOf('conversation_members')) {
      expect(row).toMatchObject({ conversation_id: withBen })
      expect([0, 1]).toContain(row['read_number'])
    }
  })
})

test('a call for help is heard, also if it cannot be sent: the friend is gone, or a file', async () => {
  const [maya, ben] = await friends()
  const id = await startConversation(maya, ben)
  const call = 'My dad hits me every night'
  const heard = () =>
    app.db
      .selectFrom('safety_reports')
      .select(['category', 'held_back', 'excerpt', 'quoted'])
      .where('learner_id', '=', maya.id)
      .execute()
  await expect(write(maya, id, call, [randomUUID()])).rejects.toMatchObject({ status: 400 })
  const unsent = { text: call, delivered: false }
  const report = { category: 'abuse', held_back: true, excerpt: call }
  expect(await heard()).toMatchObject([{ ...report, quoted: { messages: [unsent] } }])
  await block(ben, maya)
  app.moveClock(1000)
  await expect(write(maya, id, 'See you')).rejects.toMatchObject({ code: 'not_reached' })
  await expect(write(maya, id, call)).rejects.toMatchObject({ code: 'not_reached' })
  expect(await heard()).toMatchObject([{ ...report, quoted: { messages: [unsent, unsent] } }])
})

test('titles of conversations are looked at like messages, and who is in need is heard', async () => {
  const [maya, ben] = await friends()
  const cem = await teen('Cem')
  for (const each of [maya, ben]) await befriend(app, each, cem)
  const guard = await app.person({ role: 'educator' })
  const named = { safeguarding: true }
  await app.db.updateTable('users').set(named).where('id', '=', guard.id).execute()
  const begin = (title: string) =>
    maya.call(messages).beginConversation({ body: { participant_ids: [ben.id, cem.id], title } })
  for (const title of ['My mum hits me', 'send nudes', 'call me at 0176 5551234']) {
    await expect(begin(title)).rejects.toMatchObject({ status: 400 })
  }
  expect(await begin('Bridge builders')).toMatchObject({ title: 'Bridge builders' })
  const cases = (await guard.call(safety).listSafetyCases({ query: { limit: 100 } })).items
  const found = cases.find(
    ({ category, learner }) => category === 'abuse' && learner.id === maya.id,
  )
  expect(found).toMatchObject({ held_back: true })
})

test('a refused title does not tell a grown-up friend who lives with a child', async () => {
  const [maya, tom] = [await teen('Maya'), await app.person({ dateOfBirth: '1990-01-01' })]
  const mother = await app.person({ role: 'parent', firstName: 'Karen' })
  await recordConsent(app, maya, mother)
  await befriend(app, maya, tom)
  for (const name of ['Karen', 'Julia']) {
    const body = { participant_ids: [maya.id], title: `I want to die: ${name}` }
    await expect(tom.call(messages).beginConversation({ body }), name).rejects.toMatchObject({
      code: 'not_saved',
    })
  }
})

describe('a report that may be about home', () => {
  const world = async () => {
    const [maya, ben] = await friends()
    const [mother, other, guard, advisor] = [
      await app.person({ role: 'parent', firstName: 'Karen', lastName: 'Whitlock' }),
      await app.person({ role: 'parent' }),
      await app.person({ role: 'educator' }),
      await app.person({ role: 'advisor' }),
    ]
    await recordConsent(app, maya, mother, ['use', 'tutor'])
    await recordConsent(app, ben, other, ['use', 'tutor'])
    for (const learner of [maya, ben]) await assign(advisor, learner)
    const named = { safeguarding: true }
    await app.db.updateTable('users').set(named).where('id', '=', guard.id).execute()
    return { maya, ben, mother, other, guard, advisor, id: await startConversation(maya, ben) }
  }
  const tell = (by: Person, message: string, note: string) =>
    by.call(messages).reportMessage({ ...of(message), body: { reason: 'other', note } })
  const reportsOf = (child: Person) =>
    app.db.selectFrom('safety_reports').select('id').where('learner_id', '=', child.id).execute()
  /** Neither family nor advisor can find, open or close it; safeguarding can. */
  const expectWithheld = async (people: Awaited<ReturnType<typeof world>>, child: Person) => {
    const made = await reportsOf(child)
    expect(made).not.toEqual([])
    for (const { id } of made) {
      for (const person of [people.mother, people.other, people.advisor]) {
        const calls = person.call(safety)
        await expect(calls.openSafetyReport(of(id))).rejects.toMatchObject({ status: 404 })
        const body = { state: 'false_positive' } as const
        await expect(calls.changeSafetyReport({ ...of(id), body })).rejects.toMatchObject({
          status: 404,
        })
      }
      expect(await people.guard.call(safety).openSafetyReport(of(id))).toMatchObject({
        held_back: true,
      })
    }
  }

  test('because of its note, is closed to the one it names, whoever reports', async () => {
    const people = await world()
    const { maya, ben, id } = people
    const { id: message } = await write(maya, id, 'Can we talk?')
    await tell(maya, message, 'Please help me, my mum hits me')
    await tell(ben, message, 'I am worried, it is about Karen')
    await expectWithheld(people, maya)
    await expectWithheld(people, ben)
    // A second note within the hour is recorded as well.
    await tell(maya, message, 'It was last night')
    const [report] = await reportsOf(maya)
    const opened = await people.guard.call(safety).openSafetyReport(of(report!.id))
    expect(opened.quoted?.note).toContain('my mum hits me')
    expect(opened.quoted?.note).toContain('It was last night')
  })

  test('because of what it quotes, is closed to the family, and so is the conversation from there on', async () => {
    const people = await world()
    const { maya, ben, mother, id } = people
    await write(maya, id, 'Hello')
    await write(maya, id, 'Something happened with my mum yesterday')
    const { id: message } = await write(ben, id, 'Do not be a baby')
    await tell(maya, message, '')
    await expectWithheld(people, maya)
    const params = { id: maya.id, conversation_id: id }
    const { items } = await mother.call(messages).listMessagesOfLearner({ params })
    expect(items.map(({ text }) => text)).toEqual(['Hello'])
  })

  test('because somebody asks for help with their own words, or says that somebody is in danger', async () => {
    const people = await world()
    const { maya, ben, id } = people
    const { id: own } = await write(maya, id, 'She did it again')
    await tell(maya, own, 'Please do something')
    const { id: message } = await write(ben, id, 'I do not dare to go')
    await report(maya, message, 'unsafe')
    await expectWithheld(people, maya)
  })

  test('because an adult makes it: what they note is not for the family before safeguarding has read it', async () => {
    const people = await world()
    const { maya, advisor, guard, mother } = people
    const id = await startConversation(maya, advisor)
    const { id: message } = await write(maya, id, 'I slept in the car again')
    await tell(advisor, message, 'I think she is neglected. Please follow this up.')
    await expectWithheld(people, maya)
    expect((await mother.call(safety).listSafetyReports(of(maya.id))).items).toEqual([])
    expect((await mother.call(safety).countSafetyReports()).children).toEqual([])
    const [report] = await reportsOf(maya)
    await guard.call(safety).releaseSafetyReport({ ...of(report!.id), body: { reason: 'Agreed' } })
    expect((await mother.call(safety).listSafetyReports(of(maya.id))).items).toHaveLength(1)
  })

  test('by the advisor quotes for a family what its child was sent, with others’ names as it sees them', async () => {
    const { maya, ben, mother, advisor } = await world()
    const id = await startConversation(advisor, maya, ben)
    await write(maya, id, 'Hello')
    await block(ben, maya)
    await write(ben, id, 'Not for Maya')
    await app.db.deleteFrom('blocks').where('blocker_id', '=', ben.id).execute()
    await write(ben, id, 'Who begins?')
    const { id: message } = await write(maya, id, 'Not you, stupid')
    const body = { reason: 'bullying' } as const
    await advisor.call(messages).reportMessage({ ...of(message), body })
    const [found] = (await mother.call(safety).listSafetyReports(of(maya.id))).items
    const opened = await mother.call(safety).openSafetyReport(of(found!.id))
    expect(opened.quoted?.messages).toMatchObject([
      { author: 'Maya L.', text: 'Hello' },
      { author: 'Ben L.', text: 'Who begins?' },
      { author: 'Maya L.', text: 'Not you, stupid', reported: true },
    ])
  })

  test('shows in no export of the adult who wrote it', async () => {
    const { maya, advisor } = await world()
    const id = await startConversation(maya, advisor)
    await write(advisor, id, 'How was your week?')
    const { id: message } = await write(advisor, id, 'We had a good time, had we not?')
    const exported = async () => {
      const shown = await withoutWithheld(app.db, advisor.id)
      const ofThread = (table: 'messages' | 'conversation_members') =>
        app.db.selectFrom(table).selectAll().where('conversation_id', '=', id).execute()
      const rows = {
        messages: await ofThread('messages'),
        members: await ofThread('conversation_members'),
      }
      return [
        rows.messages.flatMap((row) => shown('messages', row) ?? []),
        rows.members.flatMap((row) => shown('conversation_members', row) ?? []),
      ]
    }
    const before = await exported()
    await report(maya, message, 'unsafe')
    expect(await exported()).toEqual(before)
  })

  test('does not tell the other child that there is one', async () => {
    const people = await world()
    const { maya, ben, id } = people
    const familiesSeenBy = async (person: Person) =>
      (await person.call(messages).openConversation(of(id))).families
    const before = await familiesSeenBy(ben)
    const { id: message } = await write(ben, id, 'I do not dare to go')
    await report(maya, message, 'unsafe')
    expect(await familiesSeenBy(ben)).toEqual(before)
    expect(await familiesSeenBy(maya)).toEqual({ own: false, of: [] })
  })

  test('because of the name of a file', async () => {
    const people = await world()
    const { maya, ben, id } = people
    const send = async (by: Person, name: string) => {
      const file = await by.call(files).uploadFile({ form: fileForm('Work', name) })
      return (await write(by, id, 'Look', [file.id])).id
    }
    const message = await send(ben, 'MayasMumAgain.txt')
    await tell(maya, message, '')
    await expectWithheld(people, maya)
    await send(maya, 'my_mum_hits_me.txt')
    expect((await reportsOf(maya)).length).toBeGreaterThan(1)
    await expectWithheld(people, maya)
  })

  test('because a brother or a sister wrote the message, or asked for what nobody may', async () => {
    const people = await world()
    const { maya, mother } = people
    const tom = await teen()
    await recordConsent(app, tom, mother, ['use', 'tutor'])
    await befriend(app, maya, tom)
    const id = await startConversation(maya, tom)
    const { id: message } = await write(tom, id, 'Come to my room again tonight')
    await tell(maya, message, 'I do not want this')
    await expectWithheld(people, maya)
    await expect(write(tom, id, 'send nudes')).rejects.toMatchObject({ code: 'not_sent' })
    await expectWithheld(people, tom)
  })

  test('and every later one in a conversation that is held back, found or told', async () => {
    const people = await world()
    const { maya, ben, id } = people
    await write(maya, id, 'My mum hits me')
    for (let i = 0; i < 16; i++) await write(i % 2 ? maya : ben, id, `Page ${i} of the book`)
    app.moveClock(2 * 3_600_000)
    const again = { maya: await app.signIn(maya.email), ben: await app.signIn(ben.email) }
    await write(again.maya, id, 'I want to die')
    const { id: message } = await write(again.ben, id, 'Nobody likes you')
    await tell(again.maya, message, 'He is mean')
    const signedIn = {
      ...people,
      mother: await app.signIn(people.mother.email),
      other: await app.signIn(people.other.email),
      guard: await app.signIn(people.guard.email),
      advisor: await app.signIn(people.advisor.email),
    }
    expect(await reportsOf(maya)).toHaveLength(3)
    await expectWithheld(signedIn, maya)
  })
})

test('who was away is told a minute later, once for each conversation, and not in quiet hours', async () => {
  const [maya, ben] = await friends()
  const id = await startConversation(maya, ben)
  const told = async (person: Person) =>
    (await person.call(notifications).listNotifications()).items
      .filter(({ category }) => category === 'messages')
      .map(({ title, read }) => [title, read])
  const later = async (minutes: number) => {
    app.moveClock(minutes * 60_000)
    await notifyUnread(app.parts)
  }
  await write(maya, id, 'Hello')
  await notifyUnread(app.parts)
  expect(await told(ben)).toEqual([])
  await write(maya, id, 'Are you there?')
  await later(2)
  await later(2)
  expect(await told(ben)).toEqual([['Maya L. has written to you', false]])
  expect(await told(maya)).toEqual([])
  await ben.call(messages).markRead({ ...of(id), body: undefined })
  expect(await told(ben)).toEqual([['Maya L. has written to you', true]])

  const now = app.parts.clock()
  const at = (hours: number) =>
    new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 16)
  const quiet_hours = { from: at(-1), to: at(1), time_zone: 'UTC' }
  await ben.call(messages).setQuietHours({ body: { quiet_hours } })
  await write(maya, id, 'Good night')
  await later(2)
  expect(await told(ben)).toHaveLength(1)
  await ben.call(messages).setQuietHours({ body: { quiet_hours: null } })
  await later(2)
  expect(await told(ben)).toHaveLength(2)
})

test('who was away is told, however many others are in quiet hours', async () => {
  const [maya, ben] = await friends()
  const id = await startConversation(maya, ben)
  await write(maya, id, 'Hello')
  await sql`
    with sleeper as (
      insert into users (id, email, first_name, last_name, role, password_hash, status, legal_version)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'sleeper' || n || '@example.org', 'Sleeper', 'S', 'student', '', 'active', '1' from generate_series(1, 1001) as n
      returning id),
    quiet as (
      insert into quiet_hours (user_id, begins, ends, time_zone)
      select id, '00:00', '23:59', 'UTC' from sleeper)
    insert into conversation_members (conversation_id, user_id, first_number, read_number, told_number)
    select ${id}, id, 1, 0, 0 from sleeper`.execute(app.db)
  app.moveClock(61_000)
  await notifyUnread(app.parts)
  const { items } = await ben.call(notifications).listNotifications()
  expect(items.filter(({ category }) => category === 'messages')).toHaveLength(1)
})

test('who was away is not told of somebody whom they have no contact with any more', async () => {
  const [maya, ben] = await friends()
  const [former, next] = [
    await app.person({ role: 'advisor' }),
    await app.person({ role: 'advisor' }),
  ]
  await assign(former, maya)
  await write(maya, await startConversation(maya, former), 'Hello')
  await write(ben, await startConversation(maya, ben), 'Hello')
  await assign(next, maya)
  await maya.call(connections).block({ params: { user_id: ben.id } })
  app.moveClock(61_000)
  await notifyUnread(app.parts)
  for (const person of [former, maya]) {
    const { items } = await person.call(notifications).listNotifications()
    expect(items.filter(({ title }) => title.includes('has written'))).toEqual([])
  }
})

test('20,000 characters are a message, and one more is refused in words', async () => {
  const [maya, ben] = await friends()
  const id = await startConversation(maya, ben)
  const nasty = '<script>alert(1)</script>'
  await write(maya, id, nasty)
  await write(maya, id, 'é'.repeat(20_000))
  expect((await read(ben, id))[0]).toBe(nasty)
  await expect(write(maya, id, 'é'.repeat(20_001))).rejects.toMatchObject({
    status: 400,
    message: 'Please use up to 20000 characters',
  })
  await expect(write(maya, id, ' \n ')).rejects.toMatchObject({ status: 400 })
})

test('padding that screening would leave out the middle of is refused where a minor reads or writes', async () => {
  const [maya, ben] = await friends()
  const id = await startConversation(maya, ben)
  const padded = (words: string) => `${'ﬃ'.repeat(8000)} ${words} ${'ﬃ'.repeat(8000)}`
  await expect(write(ben, id, padded('kill yourself')).then(() => 'sent')).rejects.toMatchObject({
    status: 400,
    message: 'This is too long for one message. Please send it in parts.',
  })
  await write(ben, id, '안녕'.repeat(10_000))
  expect(await read(maya, id)).toEqual(['안녕'.repeat(10_000)])
})
