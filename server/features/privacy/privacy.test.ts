import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { auth } from '#contract/auth'
import { calendar } from '#contract/calendar'
import { connections } from '#contract/connections'
import { consent } from '#contract/consent'
import { files } from '#contract/files'
import { guardians } from '#contract/guardians'
import { messages } from '#contract/messages'
import { operations } from '#contract/operations'
import { parents } from '#contract/parents'
import { people } from '#contract/people'
import { portfolio } from '#contract/portfolio'
import { privacy } from '#contract/privacy'
import { profile } from '#contract/profile'
import { quests } from '#contract/quests'
import { reviews } from '#contract/reviews'
import { assignLearner } from '#features/advising'
import { linkGuardian } from '#features/family'
import { sweepFiles } from '#features/files'
import type { AccountCondition } from '#features/people'
import { type LibraryQuest, readQuestLibrary, storeLibrary } from '#features/quests'
import type { GuardianScope } from '#rules/access'
import { MAX_UPLOAD } from '#rules/uploads'
import { eventually } from '#testing/eventually'
import { recordConsent } from '#testing/family-builder'
import { befriend, startConversation, write } from '#testing/message-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { readZip } from '#testing/read-zip'
import { fileForm, PDF } from '#testing/sample-files'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/start-app'

import { eraseDue } from './closing.ts'
import { createExport } from './create-export.ts'
import { eraseAccount } from './erase.ts'
import { deleteOldExports } from './exports.ts'

const DAY = 24 * 3_600_000

let app: TestApp
let library: LibraryQuest[]
beforeAll(async () => {
  app = await startApp({ work: true, env: { PUBLIC_URL: 'http://localhost' } })
  library = await readQuestLibrary()
  await storeLibrary(app.db, library)
})
afterAll(() => app.stop())
afterEach(() => vi.restoreAllMocks())

const open = (url: string, by: { headers: Record<string, string> } = { headers: {} }) =>
  app.http.inject({ url, headers: by.headers })
const sweep = () => sweepFiles({ ...app.parts, quota: 0 })

/** Stores a message that a member of the conversation, who has blocked its author, does not get. */
const hideMessage = async (author: Person) => {
  const blocker = await app.person()
  const at = app.parts.clock().toISOString()
  const { id } = await app.db
    .insertInto('conversations')
    .values({
      kind: 'group',
      created_by: author.id,
      created_at: at,
      last_message_at: at,
      last_number: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('conversation_members')
    .values({ conversation_id: id, user_id: author.id, first_number: 1, read_number: 1 })
    .execute()
  await app.db
    .insertInto('messages')
    .values({
      conversation_id: id,
      number: 1,
      author_id: author.id,
      text: 'Are you there?',
      hidden_from: [blocker.id],
      files: 0,
      created_at: at,
    })
    .execute()
}

/** Starts a quest and submits its first task with a file. */
const handIn = async (person: Person, text = 'Seen from the bench') => {
  const quest = library.find(({ slug }) => slug === 'stream-doctor')!
  await person.call(quests).startQuest({ params: { id: quest.id } })
  const file = await person.call(files).uploadFile({ form: fileForm(PDF, 'sketch.pdf') })
  await person.call(quests).submitTask({
    params: { id: quest.tasks[0]!.id },
    body: {
      blocks: [
        { type: 'text', text },
        { type: 'file', file_id: file.id, caption: '<b>my</b> sketch' },
      ],
      reflection: 'Cold feet',
    },
  })
  return file
}

const readyExport = async (person: Person) => {
  const asked = await person.call(privacy).requestExport()
  expect(asked).toMatchObject({ state: 'waiting', url: null })
  return eventually(async () => {
    const { items } = await person.call(privacy).listExports()
    expect(items[0]).toMatchObject({ id: asked.id, state: 'ready' })
    return items[0]!
  })
}

const close = (person: Person, given: Partial<{ confirmation: string; password: string }> = {}) =>
  person
    .call(privacy)
    .closeAccount({ body: { confirmation: person.email, password: PASSWORD, ...given } })

/** The email about the action. */
const letterTo = (person: Person) =>
  eventually(async () => {
    const letters = await app.db
      .selectFrom('mailbox')
      .select('subject')
      .where('recipient', '=', person.email)
      .execute()
    expect(letters.map(({ subject }) => subject).join()).toContain('will be deleted')
  })

describe('an export', () => {
  test('is a ZIP with all data, the files and a page to read them, for its owner alone', async () => {
    const ada = await app.person({ firstName: 'Ada <3' })
    const file = await handIn(ada, '<script>alert(1)</script>')
    const made = await readyExport(ada)
    const answer = await open(made.url!, ada)
    expect(answer.headers['content-type']).toBe('application/zip')
    expect(answer.headers['content-disposition']).toContain('attachment')
    expect((await open(made.url!, await app.person())).statusCode).toBe(404)

    const zip = readZip(answer.rawPayload)
    const place = `files/${file.id.slice(0, 8)}-sketch.pdf`
    expect([...zip.keys()]).toEqual(['data.json', 'record.json', 'index.html', place])
    expect(zip.get(place)).toEqual(PDF)
    const { tables } = JSON.parse(zip.get('data.json')!.toString())
    expect(tables.users).toMatchObject([{ id: ada.id, email: ada.email, first_name: 'Ada <3' }])
    expect(tables.attempts).toHaveLength(1)
    expect(tables.xp_entries).toMatchObject([{ amount: 70 }])
    const json = zip.get('data.json')!.toString()
    expect(json).not.toMatch(/argon2id|password_hash|"seed"|"hash"/)

    const page = zip.get('index.html')!.toString()
    expect(page).toContain(`href="${place}"`)
    expect(page).toContain('Cold feet')
    expect(page).not.toMatch(/<script|<b>/)
  })

  test('holds nothing of anybody else', async () => {
    const [ada, ben] = [await app.person(), await app.person({ firstName: 'Ben' })]
    await handIn(ben, 'Only for Ben')
    const made = await readyExport(ada)
    const zip = readZip((await open(made.url!, ada)).rawPayload)
    const all = [...zip.values()].map(String).join('')
    expect(all).not.toMatch(/Only for Ben/)
    expect(all).not.toContain(ben.id)
  })

  test('has no quest of another learner’s, also where its reader wrote what that learner repeats', async () => {
    const [author, mia] = [await app.person(), await app.person()]
    const { id } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    const repeated = { title: 'A walk: my sick grandfather', author_id: author.id }
    await app.db
      .updateTable('quests')
      .set({ ...repeated, learner_id: mia.id })
      .where('id', '=', id)
      .execute()
    const questsOf = async (person: Person) => {
      const { url } = await readyExport(person)
      const zip = readZip((await open(url!, person)).rawPayload)
      return JSON.parse(zip.get('data.json')!.toString()).tables.quests
    }
    expect(await questsOf(author)).toEqual([])
    expect(await questsOf(mia)).toMatchObject([{ title: repeated.title }])
  })

  test('does not give the reason of a suspension, which may name who reported its owner', async () => {
    const [admin, ben] = [await app.person({ role: 'admin' }), await app.person()]
    for (const status of ['suspended', 'active'] as const) {
      const body = { status, reason: 'Maya has told us of him' }
      await admin.call(people).changePerson({ params: { id: ben.id }, body })
    }
    const owner = await app.signIn(ben.email)
    const made = await readyExport(owner)
    const data = readZip((await open(made.url!, owner)).rawPayload)
      .get('data.json')!
      .toString()
    expect(data).toContain('person_suspended')
    expect(data).not.toContain('Maya')
  })

  test('does not say whom a message did not reach, nor from where others have read', async () => {
    const [ada, advisor] = [await app.person(), await app.person({ role: 'advisor' })]
    await hideMessage(ada)
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: advisor.id, learnerId: ada.id, since })
    await advisor.call(parents).parentDashboard({ params: { id: ada.id } })
    const made = await readyExport(ada)
    const zip = readZip((await open(made.url!, ada)).rawPayload)
    const { tables } = JSON.parse(zip.get('data.json')!.toString())
    expect(tables.messages).toMatchObject([{ text: 'Are you there?' }])
    expect(tables.messages[0]).not.toHaveProperty('hidden_from')
    const lines = tables.audit_log as Record<string, unknown>[]
    const read = lines.find(({ action }) => action === 'learner_read')
    expect(read).toMatchObject({ actor_id: advisor.id })
    expect(read).not.toHaveProperty('address')
    expect(lines.find(({ actor_id }) => actor_id === ada.id)).toHaveProperty('address')
  })

  test('of a child under 13 has no guardian’s address: a parent who lives apart may hold the device', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    await recordConsent(app, child, mother)
    await mother.call(guardians).inviteGuardian({
      params: { id: child.id },
      body: { email: 'her-new-partner@example.org', scopes: ['view'] },
    })
    const { rawPayload } = await open((await readyExport(child)).url!, child)
    const all = [...readZip(rawPayload).values()].map(String).join()
    expect(all).toContain(child.email)
    expect(all).not.toContain(mother.email)
    expect(all).not.toContain('her-new-partner')
  })

  test('of a child under 13 has no guardian’s address from the school’s list either', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const email = 'mother-moved@example.org'
    const linked = { learnerId: child.id, email, name: email, now: app.parts.clock() }
    await linkGuardian(app.db, { ...linked, origin: 'admin' })
    const row = { sourced_id: `s-${child.id}`, user_id: child.id }
    const given = { first_name: 'Ada', parent_email: email }
    await app.db
      .insertInto('roster_people')
      .values({ ...row, given: JSON.stringify(given) })
      .execute()
    const cells = JSON.stringify({ givenName: 'Ada', parentEmail: email })
    for (const table of ['roster_rows', 'roster_rows_before'] as const) {
      await app.db
        .insertInto(table)
        .values({ ...row, file: 'users', line: 2, cells })
        .execute()
    }
    const { rawPayload } = await open((await readyExport(child)).url!, child)
    const all = [...readZip(rawPayload).values()].map(String).join()
    expect(all).toContain(row.sourced_id)
    expect(all).not.toContain(email)
  })

  test('says that a guardian’s link was narrowed, and not the staff’s reason', async () => {
    const ada = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const guardian = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    await recordConsent(app, ada, guardian)
    const detail = { link: ada.id, scopes: ['view'], reason: 'By order of the court' }
    const entry = { actor_id: null, subject_id: ada.id, detail: JSON.stringify(detail) }
    await app.db
      .insertInto('audit_log')
      .values({ ...entry, action: 'guardian_overridden' })
      .execute()
    const zip = readZip((await open((await readyExport(ada)).url!, ada)).rawPayload)
    const { tables } = JSON.parse(zip.get('data.json')!.toString())
    const lines = tables.audit_log as Record<string, unknown>[]
    expect(lines.find(({ action }) => action === 'guardian_overridden')).toMatchObject({
      detail: { scopes: ['view'] },
    })
    expect([...zip.values()].map(String).join('')).not.toContain('order of the court')
  })

  test('that was made with the password is not opened in a session by card', async () => {
    const ada = await app.person()
    const url = (await readyExport(ada)).url!
    const byCard = await app.signIn(ada.email)
    await app.db
      .updateTable('sessions')
      .set({ by_card: true })
      .where('user_id', '=', ada.id)
      .execute()
    expect((await open(url, byCard)).statusCode).toBe(404)
    expect((await open(url, await app.signIn(ada.email))).statusCode).toBe(200)
  })

  test('takes no room, cannot be handed in as work, and is gone after seven days', async () => {
    const ada = await app.person()
    const made = await readyExport(ada)
    const id = made.url!.split('/').at(-1)!
    const quest = library.find(({ slug }) => slug === 'stream-doctor')!
    await ada.call(quests).startQuest({ params: { id: quest.id } })
    await expect(
      ada.call(quests).submitTask({
        params: { id: quest.tasks[0]!.id },
        body: { blocks: [{ type: 'file', file_id: id }] },
      }),
    ).rejects.toMatchObject({ status: 400 })
    app.moveClock(7 * DAY + 60_000)
    await sweep()
    await deleteOldExports(app.parts)
    const later = await app.signIn(ada.email)
    expect((await open(made.url!, later)).statusCode).toBe(404)
    expect((await later.call(privacy).listExports()).items).toEqual([])
  })

  test('that cannot be made says so, and a later try makes it ready', async () => {
    const ada = await app.person()
    await handIn(ada)
    const row = await app.db
      .insertInto('exports')
      .values({
        user_id: ada.id,
        expires_at: new Date(app.parts.clock().getTime() + DAY).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const scratch = path.join(app.folder, 'uploads')
    const away = { ...app.parts.files, get: () => Promise.reject(new Error('AccessDenied')) }
    const parts = { ...app.parts, files: away }
    await expect(createExport(parts, scratch, { exportId: row.id })).rejects.toThrow('AccessDenied')
    expect((await ada.call(privacy).listExports()).items).toMatchObject([
      { state: 'failed', url: null },
    ])
    await createExport(app.parts, scratch, { exportId: row.id })
    expect((await ada.call(privacy).listExports()).items).toMatchObject([{ state: 'ready' }])
  })

  test('of a person one of whose files is lost is made without its content', async () => {
    const ada = await app.person()
    const { id } = await handIn(ada)
    await app.parts.files.remove(id)
    const { url } = await readyExport(ada)
    const zip = readZip((await open(url!, ada)).rawPayload)
    const sketch = [...zip].find(([name]) => name.endsWith('sketch.pdf'))
    expect(String(sketch![1])).toContain('is lost')
    expect(String(zip.get('data.json'))).toContain('Seen from the bench')
  })

  test('whose job an admin removes has failed, and can be requested again', async () => {
    const ada = await app.person()
    const admin = await app.person({ role: 'admin' })
    const at = app.parts.clock()
    const { id } = await app.db
      .insertInto('exports')
      .values({
        user_id: ada.id,
        created_at: new Date(at.getTime() - 1000).toISOString(),
        expires_at: new Date(at.getTime() + DAY).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.parts.jobs.enqueue(app.db, 'export', { exportId: id }, { after: 3600 })
    const { items } = await admin.call(operations).listJobs({ query: { queue: 'export' } })
    const job = items.find(({ about }) => about === id)
    await admin.call(operations).cancelJob({ params: { id: job!.id } })
    expect((await ada.call(privacy).listExports()).items).toMatchObject([{ id, state: 'failed' }])
    expect((await readyExport(ada)).id).not.toBe(id)
  })

  test('that holds a file larger than an upload may be can still be imported, without it', async () => {
    const ada = await app.person()
    const file = await handIn(ada)
    await app.db
      .updateTable('files')
      .set({ size: MAX_UPLOAD + 1 })
      .where('id', '=', file.id)
      .execute()
    const made = await open((await readyExport(ada)).url!, ada)
    const parts = readZip(made.rawPayload)
    const { files: listed } = JSON.parse(String(parts.get('record.json')))
    expect(listed).toMatchObject([{ path: 'data.json' }])
    expect([...parts.keys()].join()).toContain('sketch.pdf')
  })

  test('can be asked for again and again, and the newest alone takes up space', async () => {
    const ada = await app.person()
    const ids = new Set<string>()
    // More rounds than PostgreSQL needs to switch to a generic plan.
    for (let round = 0; round < 8; round += 1) {
      ids.add((await readyExport(ada)).id)
      app.moveClock(1000)
    }
    expect(ids.size).toBe(8)
    expect((await ada.call(privacy).listExports()).items).toHaveLength(1)
    const stored = app.db.selectFrom('files').select('id').where('owner_id', '=', ada.id)
    expect(await stored.execute()).toHaveLength(1)
  })

  test('is made once, however often it is asked for while it waits', async () => {
    const ada = await app.person()
    vi.spyOn(app.parts.jobs, 'enqueue').mockResolvedValue()
    const [first, second] = await Promise.all([
      ada.call(privacy).requestExport(),
      ada.call(privacy).requestExport(),
    ])
    expect(second.id).toBe(first.id)
  })
})

describe('a child’s export by a guardian', () => {
  const family = async (scopes: GuardianScope[]) => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    const father = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    await recordConsent(app, child, mother)
    const now = app.parts.clock()
    const link = { learnerId: child.id, name: 'Lars', origin: 'admin' as const, now }
    await linkGuardian(app.db, { ...link, email: father.email, scopes })
    return { child, mother, father }
  }
  const params = (child: Person) => ({ params: { id: child.id } })
  const exportBy = async (guardian: Person, child: Person) => {
    const { id } = await guardian.call(privacy).requestChildExport(params(child))
    return eventually(async () => {
      const { items } = await guardian.call(privacy).listChildExports(params(child))
      expect(items[0]).toMatchObject({ id, state: 'ready' })
      return items[0]!
    })
  }
  const fetchAs = (person: Person, url: string) =>
    app.http.inject({ method: 'GET', url, headers: person.headers })
  const dataIn = async (body: Buffer) => {
    const files = await readZip(body)
    const { tables } = JSON.parse(String(files.get('data.json')))
    return { files, tables: tables as Record<string, Record<string, unknown>[]> }
  }

  test('holds what the maker’s scopes open, and no other guardian’s address', async () => {
    const { child, mother, father } = await family(['consent'])
    await handIn(child, 'Only for those who may look on')
    const narrow = await fetchAs(father, (await exportBy(father, child)).url!)
    expect(narrow.statusCode).toBe(200)
    const { tables, files } = await dataIn(narrow.rawPayload)
    expect(tables.consents).toHaveLength(1)
    expect(Object.keys(tables).toSorted()).toEqual(['consent_forms', 'consents', 'policy_requests'])
    const text = [...files.values()].map(String).join()
    expect(text).not.toContain('Only for those who may look on')
    expect(text).not.toContain(mother.email)

    const wide = await dataIn(
      (await fetchAs(mother, (await exportBy(mother, child)).url!)).rawPayload,
    )
    expect(wide.tables.attempts).toHaveLength(1)
    expect([...wide.files.keys()].some((name) => name.endsWith('sketch.pdf'))).toBe(true)
    expect(wide.tables.sessions).toBeUndefined()
    expect(String(wide.files.get('data.json'))).not.toContain(father.email)
  })

  test('is deleted when the child is erased, also one that is being made then', async () => {
    const { child, mother, father } = await family(['view', 'consent'])
    await handIn(child)
    const made = await exportBy(mother, child)
    const own = await readyExport(father)
    const { id } = await app.db
      .insertInto('exports')
      .values({
        user_id: father.id,
        learner_id: child.id,
        scopes: ['view'],
        expires_at: made.expires_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const put: typeof app.parts.files.put = async (...given) => {
      await app.parts.files.put(...given)
      await eraseAccount(app.db, child.id)
    }
    const parts = { ...app.parts, files: { ...app.parts.files, put } }
    await createExport(parts, path.join(app.folder, 'uploads'), { exportId: id })
    await sweep()
    expect((await fetchAs(mother, made.url!)).statusCode).toBe(404)
    expect((await fetchAs(father, own.url!)).statusCode).toBe(200)
    for (const key of [made.id, id]) expect(await app.parts.files.get(key)).toBeUndefined()
  })

  test('is in the log that the family reads, whether its list was looked at or not', async () => {
    const { child, mother, father } = await family(['view', 'consent'])
    await father.call(privacy).requestChildExport(params(child))
    const { items } = await mother.call(guardians).listDisclosures(params(child))
    expect(items).toMatchObject([{ relation: 'guardian', what: 'all data' }])
  })

  test('holds their own consent forms, and none of another guardian', async () => {
    const { child, mother, father } = await family(['consent'])
    for (const guardian of [mother, father]) {
      const body = { scopes: ['publishing' as const] }
      await guardian.call(consent).makeConsentForm({ ...params(child), body })
    }
    const formsIn = async (guardian: Person) =>
      (await dataIn((await fetchAs(guardian, (await exportBy(guardian, child)).url!)).rawPayload))
        .tables.consent_forms
    for (const guardian of [mother, father]) {
      expect(await formsIn(guardian)).toMatchObject([{ guardian_email: guardian.email }])
    }
  })

  test('holds their own comments on work, and none of another guardian', async () => {
    const { child, mother, father } = await family(['view', 'consent'])
    await handIn(child, 'A drawing of the house')
    const { id } = await app.db
      .selectFrom('attempts')
      .select('id')
      .where('learner_id', '=', child.id)
      .executeTakeFirstOrThrow()
    for (const [guardian, words] of [
      [mother, 'The roof is lovely'],
      [father, 'I like the garden'],
    ] as const) {
      await guardian.call(reviews).commentAsFamily({ params: { id }, body: { words } })
    }
    const { tables } = await dataIn(
      (await fetchAs(father, (await exportBy(father, child)).url!)).rawPayload,
    )
    expect(tables.attempt_comments).toMatchObject([{ words: 'I like the garden' }])
  })

  test('holds nothing that another guardian has added before it is handed in', async () => {
    const { child, mother, father } = await family(['view', 'consent'])
    const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await asLearner(child).start(quest.id)
    const form = new FormData()
    form.set('task_id', quest.tasks[0]!)
    form.set('text', 'We move to Lund on Friday')
    form.append('file', new File(['1 Quay, Lund'], 'address.txt'))
    await mother.call(parents).addEvidence({ params: { id: child.id }, form })
    const read = async () => {
      const { url } = await exportBy(father, child)
      const { files } = await dataIn((await fetchAs(father, url!)).rawPayload)
      return [...files.keys(), ...files.values()].map(String).join()
    }
    const early = await read()
    expect(early).not.toContain('Lund')
    expect(early).not.toContain('address.txt')
    await asLearner(child).submit(quest.tasks[0]!)
    app.moveClock(1000)
    expect(await read()).toContain('We move to Lund on Friday')
  })

  test('holds nothing of work that the child has withdrawn', async () => {
    const { child, mother } = await family(['view'])
    await handIn(child, 'I wish I had not written this')
    const { id } = library.find(({ slug }) => slug === 'stream-doctor')!.tasks[0]!
    await child.call(quests).withdrawTask({ params: { id } })
    const { url } = await exportBy(mother, child)
    const { files } = await dataIn((await fetchAs(mother, url!)).rawPayload)
    const text = [...files.keys(), ...files.values()].map(String).join()
    expect(text).not.toContain('I wish I had not written this')
    expect(text).not.toContain('sketch.pdf')
  })

  test('holds no event that the child has removed, and no decision that was undone', async () => {
    const { child, mother } = await family(['view'])
    const at = app.parts.clock().toISOString()
    const { id } = await child.call(calendar).addEvent({
      body: { title: 'Phone aunt Ida', start: at, end: at, time_zone: 'UTC' },
    })
    await child.call(calendar).removeEvent({ params: { id }, query: {} })
    const advisor = await app.person({ role: 'advisor' })
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
    await handIn(child)
    const attempt = await app.db
      .selectFrom('attempts')
      .select('id')
      .where('learner_id', '=', child.id)
      .executeTakeFirstOrThrow()
    const piece = { params: { id: attempt.id } }
    const body = { decision: 'returned' as const, comment: 'Meant for another learner' }
    await advisor.call(reviews).decide({ ...piece, body })
    await advisor.call(reviews).undoDecision(piece)
    const { url } = await exportBy(mother, child)
    const { tables, files } = await dataIn((await fetchAs(mother, url!)).rawPayload)
    expect(tables).toMatchObject({ calendar_events: [], decisions: [] })
    expect([...files.values()].map(String).join()).not.toMatch(/aunt Ida|another learner/)
  })

  test('does not say who has blocked the child', async () => {
    const { child, mother } = await family(['messages'])
    await hideMessage(child)
    const { url } = await exportBy(mother, child)
    const { tables } = await dataIn((await fetchAs(mother, url!)).rawPayload)
    expect(tables.messages).toMatchObject([{ text: 'Are you there?' }])
    expect(tables.messages![0]).not.toHaveProperty('hidden_from')
  })

  test('is its maker’s alone, for as long as their link opens what it holds', async () => {
    const { child, mother, father } = await family(['view', 'consent'])
    const { url } = await exportBy(mother, child)
    expect((await father.call(privacy).listChildExports(params(child))).items).toEqual([])
    expect((await child.call(privacy).listExports()).items).toEqual([])
    for (const other of [father, child]) expect((await fetchAs(other, url!)).statusCode).toBe(404)
    expect((await fetchAs(mother, url!)).statusCode).toBe(200)
    const scopesOf = (scopes: GuardianScope[]) =>
      app.db
        .updateTable('guardian_links')
        .set({ scopes })
        .where('guardian_email', '=', mother.email)
        .execute()
    await scopesOf(['consent'])
    expect((await fetchAs(mother, url!)).statusCode).toBe(404)
    await scopesOf([])
    expect((await fetchAs(mother, url!)).statusCode).toBe(404)
  })
})

test('the code that proves a guardian’s voice in a call is in no export', async () => {
  const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
  const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  await recordConsent(app, child, mother)
  const { form } = await mother
    .call(consent)
    .makeConsentForm({ params: { id: child.id }, body: { scopes: ['publishing'] } })
  const zip = readZip((await open((await readyExport(child)).url!, child)).rawPayload)
  const { tables } = JSON.parse(zip.get('data.json')!.toString())
  expect(tables.consent_forms).toMatchObject([{ id: form!.id, scopes: ['publishing'] }])
  expect([...zip.values()].join('')).not.toContain(form!.code.replace('-', ''))
})

describe('a closed account', () => {
  test('is a learner’s own decision from 13 on; before, a guardian withdraws the consent', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(11) })
    await expect(close(child)).rejects.toMatchObject({ status: 403, code: 'guardian_closes' })
    expect(await child.call(profile).getProfile()).toMatchObject({ status: 'active' })
    for (const person of [
      await app.person({ dateOfBirth: app.birthdayAt(13) }),
      await app.person({ role: 'parent' }),
      await app.person({ role: 'advisor' }),
    ]) {
      expect(await close(person)).toMatchObject({ status: 'closing' })
    }
  })

  test('takes the own address and the password to close', async () => {
    const ada = await app.person()
    await expect(close(ada, { confirmation: 'somebody@example.org' })).rejects.toMatchObject({
      status: 400,
      fields: { confirmation: expect.any(String) },
    })
    await expect(close(ada, { password: 'wrong' })).rejects.toMatchObject({
      fields: { password: expect.any(String) },
    })
    expect(await ada.call(profile).getProfile()).toMatchObject({ status: 'active' })
    expect(await close(ada, { confirmation: ada.email.toUpperCase() })).toMatchObject({
      status: 'closing',
    })
  })

  test('ends other sessions, says so by mail, hides the portfolio, and can be taken back', async () => {
    const ada = await app.person()
    const phone = await app.signIn(ada.email)
    const file = await handIn(ada)
    await ada.call(portfolio).changePortfolio({ body: { published: true, slug: 'ada-closes' } })
    const closed = await close(ada)
    const due = Date.parse(closed.deletion_due_at!) - app.parts.clock().getTime()
    expect(due).toBe(30 * DAY)

    await expect(phone.call(auth).me()).rejects.toMatchObject({ status: 401 })
    await expect(ada.call(profile).getProfile()).rejects.toMatchObject({ code: 'closing' })
    expect((await open(file.url, ada)).statusCode).toBe(200)
    const look = { params: { slug: 'ada-closes' } }
    await expect(app.anyone.call(portfolio).publicPortfolio(look)).rejects.toMatchObject({
      status: 404,
    })
    await letterTo(ada)

    app.moveClock(29 * DAY)
    await eraseDue(app.parts)
    const back = await app.signIn(ada.email)
    expect(await back.call(auth).me()).toMatchObject({ status: 'closing' })
    expect(await back.call(privacy).restoreAccount()).toMatchObject({
      status: 'active',
      deletion_due_at: null,
    })
    expect(await back.call(profile).getProfile()).toMatchObject({ status: 'active' })
    await app.anyone.call(portfolio).publicPortfolio(look)
    app.moveClock(2 * DAY)
    await eraseDue(app.parts)
    await app.signIn(ada.email)
  })

  test('that is taken back between the look for what is due and the erasing stays', async () => {
    const ada = await app.person()
    await close(ada)
    const isClosing: AccountCondition = (users) => users('status', '=', 'closing')
    await ada.call(privacy).restoreAccount()
    expect(await eraseAccount(app.db, ada.id, isClosing)).toBe(false)
    await close(ada)
    expect(await eraseAccount(app.db, ada.id, isClosing)).toBe(true)
  })

  test('that cannot be erased leaves the others to be erased', async () => {
    const people = [await app.person(), await app.person(), await app.person()]
    for (const person of people) await close(person)
    const refuse = people[1]!.id
    await sql`
      create function refuse_erasing() returns trigger language plpgsql as
      $$ begin raise exception 'It takes too long'; end $$`.execute(app.db)
    await sql`
      create trigger refuse_erasing before delete on users for each row
      when (old.id = ${sql.lit(refuse)}) execute function refuse_erasing()`.execute(app.db)
    app.moveClock(30 * DAY + 1000)
    await expect(eraseDue(app.parts)).rejects.toThrow('1 accounts failed')
    await sql`drop trigger refuse_erasing on users`.execute(app.db)
    const left = app.db.selectFrom('users').select('id')
    const ids = people.map(({ id }) => id)
    expect(await left.where('id', 'in', ids).execute()).toEqual([{ id: refuse }])
    expect(await eraseDue(app.parts)).toBe(1)
    app.moveClock(-30 * DAY - 1000)
  })

  test('is not erased while a report of its owner about another person is open', async () => {
    const lead = await app.person({ role: 'advisor' })
    const teacher = await app.person({ role: 'advisor' })
    const ada = await app.person({ dateOfBirth: app.birthdayAt(15) })
    await app.db
      .updateTable('users')
      .set({ safeguarding: true })
      .where('id', '=', lead.id)
      .execute()
    await assignLearner(app.db, {
      advisorId: teacher.id,
      learnerId: ada.id,
      since: app.parts.clock(),
    })
    await ada.call(connections).reportPerson({
      params: { user_id: teacher.id },
      body: { reason: 'asks_for_private_things', words: 'He asks for a picture of me.' },
    })
    await close(ada)
    const isThere = async () =>
      (await app.db.selectFrom('users').select('id').where('id', '=', ada.id).execute()).length
    app.moveClock(31 * DAY)
    await eraseDue(app.parts)
    expect(await isThere()).toBe(1)
    const reader = await app.signIn(lead.email)
    const { items } = await reader.call(connections).listPersonReports()
    const open = items.find(({ reporter }) => reporter.id === ada.id)!
    await reader.call(connections).closePersonReport({
      params: { id: open.id },
      body: { outcome: 'Spoken with both.' },
    })
    await eraseDue(app.parts)
    expect(await isThere()).toBe(0)
  })

  test('is not erased while a report that families do not see quotes what its owner wrote', async () => {
    const [ada, ben] = [
      await app.person({ dateOfBirth: app.birthdayAt(15) }),
      await app.person({ dateOfBirth: app.birthdayAt(15) }),
    ]
    await befriend(app, ada, ben)
    const { id: fileId } = await ben.call(files).uploadFile({ form: fileForm(PDF, 'plan.pdf') })
    const conversation = await startConversation(ben, ada)
    const { id: message } = await write(ben, conversation, 'Look', [fileId])
    const body = { reason: 'unsafe' } as const
    await ada.call(messages).reportMessage({ params: { id: message }, body })
    await close(ben)
    app.moveClock(31 * DAY)
    const left = async () => {
      await eraseDue(app.parts)
      await sweep()
      const files = await app.db.selectFrom('files').select('id').where('id', '=', fileId).execute()
      return files.length
    }
    expect(await left()).toBe(1)
    const closed = { state: 'acted', closed_at: app.parts.clock().toISOString() }
    await app.db
      .updateTable('safety_reports')
      .set(closed)
      .where('thread_id', '=', conversation)
      .execute()
    expect(await left()).toBe(0)
  })

  test('is erased after thirty days: rows, files and sessions; the log keeps ids alone', async () => {
    const ada = await app.person()
    const file = await handIn(ada)
    await app.parts.db
      .insertInto('idempotency_keys')
      .values({ scope: ada.id, key: 'k', fingerprint: 'f' })
      .execute()
    await close(ada)
    await letterTo(ada)
    app.moveClock(30 * DAY + 1000)
    expect(await eraseDue(app.parts)).toBeGreaterThan(0)
    await sweep()

    await expect(app.signIn(ada.email)).rejects.toMatchObject({ status: 401 })
    expect((await open(`/api/files/${file.id}`)).statusCode).toBe(404)
    const rows = await Promise.all([
      app.db.selectFrom('users').select('id').where('id', '=', ada.id).execute(),
      app.db.selectFrom('files').select('id').where('id', '=', file.id).execute(),
      app.db.selectFrom('attempts').select('id').where('learner_id', '=', ada.id).execute(),
      app.db.selectFrom('xp_entries').select('id').where('learner_id', '=', ada.id).execute(),
      app.db.selectFrom('idempotency_keys').select('key').where('scope', '=', ada.id).execute(),
      app.db.selectFrom('mailbox').select('id').where('recipient', '=', ada.email).execute(),
    ])
    expect(rows.flat()).toEqual([])
    expect(await app.parts.files.get(file.id)).toBeUndefined()
    const log = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', ada.id)
      .execute()
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['signed_in', 'account_closed', 'account_erased']),
    )
    expect(log.every(({ address, detail }) => address === null && isEmpty(detail))).toBe(true)
  })

  test('of a child takes the form along that a guardian has signed, and nothing else of the guardian’s', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    await recordConsent(app, child, mother)
    const [scan, own] = [
      await mother.call(files).uploadFile({ form: fileForm(PDF, 'signed.pdf') }),
      await mother.call(files).uploadFile({ form: fileForm(PDF, 'own.pdf') }),
    ]
    const of = { params: { id: child.id } }
    const made = await mother
      .call(consent)
      .makeConsentForm({ ...of, body: { scopes: ['publishing'] } })
    await mother.call(consent).sendConsentForm({
      params: { ...of.params, form_id: made.form!.id },
      body: { file_id: scan.id },
    })
    await eraseAccount(app.db, child.id)
    expect((await open(scan.url, mother)).statusCode).toBe(404)
    expect((await open(own.url, mother)).statusCode).toBe(200)
  })

  test('cannot be that of the last admin', async () => {
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('role', '=', 'admin')
      .execute()
    const admin = await app.person({ role: 'admin' })
    await expect(close(admin)).rejects.toMatchObject({ status: 409 })
    await app.person({ role: 'admin' })
    expect(await close(admin)).toMatchObject({ status: 'closing' })
  })
})

const isEmpty = (value: unknown) => JSON.stringify(value) === '{}'
