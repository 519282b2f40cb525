import { Readable } from 'node:stream'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { filesOf, rosterOf, zipOf } from '#testing/roster-builder'
import { type RosterSite, rosterSite } from '#testing/roster-site'
import { startApp, type TestApp } from '#testing/start-app'

import { readImport } from './stage.ts'

const DAY = 24 * 3_600_000

let app: TestApp
let site: RosterSite
beforeAll(async () => {
  const env = { PUBLIC_URL: 'http://localhost', MAIL_PER_MINUTE: '1000' }
  app = await startApp({ work: true, poolSize: 3, env })
  site = rosterSite(app, await app.person({ role: 'admin' }))
})
afterAll(() => app.stop())

test('an error of the database ends in a failed import that says what to do, and can be applied again', async () => {
  const shown = await site.bringRoster(rosterOf(4))
  await sql`
    create function break_it() returns trigger language plpgsql as
    $$ begin raise exception 'disk is full'; end $$`.execute(app.db)
  await sql`
    create trigger break_it before insert on guardian_links
    for each row execute function break_it()`.execute(app.db)
  const failed = await site.apply(shown)
  expect(failed).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('Apply the file again'),
  })
  expect(await site.user('s1@school.example')).toBeUndefined()
  await sql`drop trigger break_it on guardian_links`.execute(app.db)
  expect(await site.apply(shown)).toMatchObject({ state: 'applied', problem: null })
  expect(await site.user('s1@school.example')).toBeDefined()
})

test('a birthday in a year that the database does not know is an error of its row', async () => {
  const roster = rosterOf(4)
  roster.demographics[1]!['birthDate'] = '0000-01-01'
  const shown = await site.bringRoster(roster)
  expect(shown.state).toBe('ready')
  expect(await site.problems(shown)).toContain(
    'demographics:3 birthDate: Must be a day written as 2026-09-01',
  )
})

test('each file is a full list or a list of changes, as the manifest says', async () => {
  await site.apply(await site.bringRoster(rosterOf(6)))
  const { users, enrollments, ...roster } = rosterOf(6)
  const [first] = users
  const mixed = async (modes: Record<string, string>) => {
    const files = filesOf({ ...roster, users: [{ ...first!, givenName: 'Nia' }], enrollments })
    let manifest = files.get('manifest.csv')!
    for (const [file, mode] of Object.entries(modes)) {
      manifest = manifest.replace(`file.${file},bulk`, `file.${file},${mode}`)
    }
    return site.bring(await zipOf(files.set('manifest.csv', manifest)))
  }
  const shown = await mixed({ users: 'delta', roles: 'absent', demographics: 'absent' })
  expect(shown).toMatchObject({ is_delta: true, people: { change: 1 } })
  expect(await site.problems(shown)).toEqual([])
  expect((await site.call.listMoves({ params: { id: shown.id } })).items).toEqual([])

  // A full list of people beside a list of changed enrollments: who is not in the first is missing.
  const full = await mixed({ enrollments: 'delta', roles: 'delta', demographics: 'delta' })
  expect(full).toMatchObject({ is_delta: false, people: { missing: 9 } })
})

test('a row with the status tobedeleted ends its enrollment in a file of changes', async () => {
  const roster = rosterOf(6)
  await site.apply(await site.bringRoster(roster))
  const gone = roster.enrollments.find(({ userSourcedId }) => userSourcedId === 's-1')!
  const shown = await site.bringRoster(
    { users: [roster.users[1]!], enrollments: [{ ...gone, status: 'tobedeleted' }] },
    { mode: 'delta' },
  )
  expect((await site.call.listMoves({ params: { id: shown.id } })).items).toMatchObject([
    { to: null, learners: 1 },
  ])
})

test('a large file is read in steps, each of which continues where the one before it ended', async () => {
  const roster = rosterOf(40)
  const { id } = await site.bringRoster(roster)
  const counts = async () => {
    const staged = await app.db
      .selectFrom('roster_staged')
      .select(['file', 'line'])
      .where('import_id', '=', id)
      .execute()
    return staged.length
  }
  const whole = await counts()
  const { people } = await site.call.getImport({ params: { id } })
  // As if it had to be read again, by jobs of a single batch each.
  for (const table of ['roster_staged', 'roster_files', 'roster_decisions'] as const) {
    await app.db.deleteFrom(table).where('import_id', '=', id).execute()
  }
  await app.parts.files.put(
    `roster-${id}`,
    Readable.from([await zipOf(filesOf(roster))]),
    (await zipOf(filesOf(roster))).length,
  )
  await app.db
    .updateTable('roster_imports')
    .set({ state: 'reading', read_file: null, read_line: 0 })
    .where('id', '=', id)
    .execute()
  let steps = 0
  const jobs = { ...app.parts.jobs, enqueue: async () => {} }
  while ((await site.call.getImport({ params: { id } })).state === 'reading') {
    await readImport({ ...app.parts, jobs }, `${app.folder}/scratch`, { importId: id }, 1)
    steps += 1
  }
  expect(steps).toBe(8)
  expect(await counts()).toBe(whole)
  expect((await site.call.getImport({ params: { id } })).people).toEqual(people)
})

test('an import that is discarded while it is read disappears at once and leaves nothing', async () => {
  const form = new FormData()
  form.set('format', 'oneroster')
  form.set('file', new Blob([(await zipOf(filesOf(rosterOf(2000)))) as BlobPart]), 'roster.zip')
  const { id } = await site.call.startImport({ form })
  await site.call.discardImport({ params: { id } })
  await expect(site.call.getImport({ params: { id } })).rejects.toMatchObject({ status: 404 })
  const left = () => app.db.selectFrom('roster_imports').select('id').where('id', '=', id).execute()
  await expect.poll(left, { timeout: 40_000 }).toEqual([])
  const dead = await sql`select from pgboss.job where name = 'roster-read-dead'`.execute(app.db)
  expect(dead.rows).toEqual([])
})

test('an import that is deleted between two statements of its reading is no failure', async () => {
  const { id } = await site.bringRoster(rosterOf(2))
  await app.db
    .updateTable('roster_imports')
    .set({ state: 'reading' })
    .where('id', '=', id)
    .execute()
  const content = await zipOf(filesOf(rosterOf(2)))
  const files = {
    ...app.parts.files,
    get: async () => {
      await app.db.deleteFrom('roster_imports').where('id', '=', id).execute()
      return Readable.from([content])
    },
  }
  await readImport({ ...app.parts, files }, `${app.folder}/scratch`, { importId: id })
  const left = await app.db.selectFrom('roster_staged').where('import_id', '=', id).execute()
  expect(left).toEqual([])
})

test('guardians who do not answer are asked a second and last time, at an admin’s press after a week', async () => {
  const roster = rosterOf(6)
  const rename = JSON.stringify(roster).replaceAll(/"(s|g)-(\d)"/g, '"again-$1-$2"')
  const renamed = JSON.parse(rename.replaceAll(/"(s|g-)(\d)@/g, '"again-$1$2@')) as typeof roster
  const { id } = await site.apply(await site.bringRoster(renamed))
  const params = { id }
  await site.call.inviteImported({ params })
  const waiting = async () => site.call.listWaiting({ params })
  const asks = async () => (await waiting()).items.map((each) => each.asks)
  await expect.poll(asks, { timeout: 20_000 }).toEqual([1, 1])
  const guardians = (await waiting()).items.map(({ guardian_email }) => guardian_email)
  expect(guardians).toContain('again-g-0@school.example')
  expect(await site.call.askAgain({ params })).toEqual({ asked: 0 })
  app.moveClock(8 * DAY)
  await site.signInAgain()
  expect((await waiting()).due).toBe(2)
  expect(await site.call.askAgain({ params })).toEqual({ asked: 2 })
  expect(await site.call.askAgain({ params })).toEqual({ asked: 0 })
  await expect.poll(asks, { timeout: 20_000 }).toEqual([2, 2])
  app.moveClock(30 * DAY)
  await site.signInAgain()
  expect(await site.call.askAgain({ params })).toEqual({ asked: 0 })
})
