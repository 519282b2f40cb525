import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { sql } from 'kysely'
import type { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { calendar } from '#contract/calendar'
import { earlierWork } from '#contract/earlier-work'
import { files } from '#contract/files'
import { messages } from '#contract/messages'
import { privacy } from '#contract/privacy'
import { profile } from '#contract/profile'
import { quests } from '#contract/quests'
import { readBadgeLibrary, storeBadges } from '#features/badges'
import { sweepFiles } from '#features/files'
import { type LibraryQuest, readQuestLibrary, storeLibrary } from '#features/quests'
import { createSampleData, SAMPLE_PASSWORD } from '#features/sample'
import { openClient } from '#platform/database'
import { ENDPOINTS } from '#testing/every-endpoint'
import { readZip } from '#testing/read-zip'
import { fileForm } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { eraseDue } from './closing.ts'
import { createExport } from './create-export.ts'
import { PERSONAL_DATA, type PersonalData } from './personal-data.ts'

// Plants an unmistakable word in every place that can contain a learner's text. The learner's export must contain all of it, no
// other learner's export any, and nothing may be found after erasure.

const DAY = 24 * 3_600_000
const CANARY = 'kanarienvogel'
const OWN = `${CANARY} of her own`
const ADDRESS = `${CANARY}@example.org`

const declared = new Map(Object.entries<PersonalData>(PERSONAL_DATA))

let app: TestApp
let maya: Person
let others: Person[]
let library: LibraryQuest[]
/** All planted places, as `table.column`. */
const planted: string[] = []
let logged = ''

beforeAll(async () => {
  const lines = new Writable({
    write: (line, _encoding, done) => {
      logged += String(line)
      done()
    },
  })
  // Emails stay in the queue: this server does not exist.
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', NODE_ENV: 'production' }
  app = await startApp({ log: pino({ level: 'debug' }, lines), poolSize: 2, env })
  library = await readQuestLibrary()
  await storeLibrary(app.db, library)
  await storeBadges(app.db, await readBadgeLibrary(library))
  const scratch = path.join(app.folder, 'uploads')
  await createSampleData({ ...app.parts, scratch }, library, app.parts.clock())
  maya = await app.signIn('student@example.org', SAMPLE_PASSWORD)
  others = await signInOthers()
  await liveWithCanaries()
  await plantEverywhere()
  // Emails, rate limits and refusals that now contain her address.
  await app.anyone.call(auth).forgotPassword({ body: { email: ADDRESS } })
  const wrong = { email: ADDRESS, password: OWN }
  await expect(app.anyone.call(auth).login({ body: wrong })).rejects.toMatchObject({ status: 401 })
})
afterAll(() => app.stop())

/** The people with the widest access to her data: a guardian, her advisor and an admin. */
const signInOthers = () =>
  Promise.all(
    ['parent', 'advisor', 'admin'].map((key) => app.signIn(`${key}@example.org`, SAMPLE_PASSWORD)),
  )

/** Typical activity with the word in all texts. */
const liveWithCanaries = async () => {
  const writes = (what: string) => `${OWN}: ${what}`
  await maya.call(profile).changeProfile({
    body: { first_name: CANARY, last_name: CANARY, interests: writes('interests') },
  })
  const file = await maya
    .call(files)
    .uploadFile({ form: fileForm(writes('file'), `${CANARY}.txt`) })
  const begun = await app.db.selectFrom('enrollments').select('quest_id').execute()
  const quest = library.find(
    ({ id, prerequisites }) =>
      prerequisites.length === 0 && !begun.some(({ quest_id }) => quest_id === id),
  )!
  await maya.call(quests).startQuest({ params: { id: quest.id } })
  await maya.call(quests).submitTask({
    params: { id: quest.tasks[0]!.id },
    body: {
      blocks: [
        { type: 'text', text: writes('work') },
        { type: 'file', file_id: file.id, caption: writes('caption') },
      ],
      reflection: writes('reflection'),
    },
  })
  const site = { name: writes('site'), url: 'https://earlier.example' }
  const earlier = { site, person: OWN, made_at: '2026-01-01T00:00:00.000Z', xp: 0 }
  const records = [{ ...earlier, quests: [], badges: [], credits: [] }]
  const record = await maya.call(files).uploadFile({
    form: fileForm(JSON.stringify({ version: 1, records, files: [] }), 'record.json'),
  })
  await maya
    .call(earlierWork)
    .bringEarlierWork({ params: { id: maya.id }, body: { record: record.id, files: [] } })
  const { contacts } = await maya.call(messages).listContacts()
  const talk = await maya
    .call(messages)
    .beginConversation({ body: { participant_ids: [contacts[0]!.id] } })
  await maya
    .call(messages)
    .sendMessage({ params: { id: talk.id }, body: { text: `${CANARY} to a friend` } })
  await maya.call(calendar).addEvent({
    body: {
      title: writes('event'),
      start: '2027-01-01',
      end: '2027-01-02',
      all_day: true,
      time_zone: 'Europe/Berlin',
    },
  })
}

/** Data of the program or of a group rather than of the learner. */
const NOT_HERS = new Set([
  'users.password_hash',
  'files.storage_key',
  'audit_log.action',
  'conversations.title',
])

/** Content she made for others, and her id in the school's own system. */
const STAYS = new Set(['badges', 'roster_imports', 'roster_people'])

/** Plants the word in every text column of every row of the learner, bypassing triggers, unless a check constraint forbids it. */
const plantEverywhere = async () => {
  const client = await openClient(app.database.connection)
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const [table, { of, by }] of declared) {
    if (STAYS.has(table)) continue
    const her = by === 'email' ? ADDRESS : maya.id
    const mine = of.map((column) => `"${column}"::text = $1`).join(' or ')
    await insertUnlessThere(client, table, { column: of[0]!, her, mine })
    const { rows: columns } = await client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
         and format_type(atttypid, null) in ('text', 'jsonb') and attname <> all ($2)`,
      [table, of],
    )
    for (const { name, type } of columns) {
      if (NOT_HERS.has(`${table}.${name}`)) continue
      const word = `${CANARY} ${table}.${name}`
      const value =
        table === 'users' && name === 'email'
          ? `'${ADDRESS}'`
          : type === 'text'
            ? `'${word} ' || gen_random_uuid()`
            : `regexp_replace("${name}"::text, '"(text|title|caption|note|name|comment)": "[^"]*"', '"\\1": "${word}"', 'g')::jsonb`
      await client.query('savepoint planting')
      const { rowCount } = await client
        .query(
          `with changed as (update "${table}" set "${name}" = ${value} where ${mine} returning "${name}"::text)
           select from changed where "${name}" like '%${CANARY}%'`,
          [her],
        )
        .catch(() => ({ rowCount: 0 }))
      if (rowCount) planted.push(`${table}.${name}`)
      else await client.query('rollback to planting')
    }
  }
  await client.query('commit')
  await client.end()
}

/** Values for columns without a default. */
const FILLED: Record<string, string> = {
  bigint: '1',
  boolean: 'false',
  bytea: "'\\x00'",
  date: "'2010-01-01'",
  integer: '1',
  jsonb: "'{}'",
  smallint: '1',
  text: "'x'",
  'text[]': "'{}'",
  'time without time zone': "'12:00'",
  'timestamp with time zone': 'now()',
  uuid: 'gen_random_uuid()',
  xid8: "'1'",
}

/**
 * Inserts a row of hers into tables that the sample site leaves empty, so that a new table is tested as soon as it is declared.
 */
const insertUnlessThere = async (
  client: Client,
  table: string,
  { column, her, mine }: { column: string; her: string; mine: string },
) => {
  // A paid plan would have to end before the account; exports are requested below.
  if (table === 'subscriptions' || table === 'exports') return
  const { rowCount } = await client.query(`select from "${table}" where ${mine}`, [her])
  if (rowCount) return
  const { rows } = await client.query<{ name: string; type: string; choice: string | null }>(
    `select attname as name, format_type(atttypid, null) as type,
            (select substring(pg_get_constraintdef(oid) from '''([^'']+)''::text') from pg_constraint
             where conrelid = attrelid and contype = 'c' and conkey = array[attnum] limit 1) as choice
     from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull
       and not atthasdef and attidentity = '' and attname <> $2`,
    [table, column],
  )
  const names = [column, ...rows.map(({ name }) => name)].map((name) => `"${name}"`)
  const values = rows.map(({ type, choice }) => (choice ? `'${choice}'` : FILLED[type]))
  await client.query('savepoint inserting')
  await client
    .query(`insert into "${table}" (${names.join()}) values (${['$1', ...values].join()})`, [her])
    .catch(() => client.query('rollback to inserting'))
}

const exportOf = async (userId: string): Promise<{ json: string; all: string }> => {
  const expires_at = new Date(app.parts.clock().getTime() + DAY).toISOString()
  const { id } = await app.db
    .insertInto('exports')
    .values({ user_id: userId, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await createExport(app.parts, path.join(app.folder, 'uploads'), { exportId: id })
  const zip = readZip(await buffer((await app.parts.files.get(id))!))
  return { json: zip.get('data.json')!.toString(), all: [...zip.values()].map(String).join('') }
}

/** Fetches every response that only requires signing in, which fills and reads caches. */
const readAll = async (people: Person[]): Promise<string> => {
  let all = ''
  for (const { path: url, method } of ENDPOINTS) {
    if (method !== 'GET' || url.includes('{') || url.includes('/events')) continue
    for (const { headers } of people) all += (await app.http.inject({ url, headers })).body
  }
  return all
}

const where = (text: string) => {
  const at = text.toLowerCase().indexOf(CANARY)
  return at < 0 ? '' : text.slice(Math.max(0, at - 150), at + 150)
}

test('the export has every word of the learner, but secrets and what others may keep to themselves', async () => {
  expect(planted.length).toBeGreaterThan(120)
  const { json, all } = await exportOf(maya.id)
  for (const place of planted) {
    const [table = '', column = ''] = place.split('.')
    const { exported, secret = [] } = declared.get(table)!
    const isHers = exported === true && !secret.includes(column)
    const words = [`${CANARY} ${place} `, `${CANARY} ${place}"`]
    if (place === 'users.email') words.push(ADDRESS)
    expect(
      words.some((word) => json.includes(word)),
      place,
    ).toBe(isHers)
  }
  expect(all).toContain(`${OWN}: file`)
})

test('nobody else’s export has any of it, but for what they share', async () => {
  const isHersAlone = (place: string) => declared.get(place.split('.')[0]!)!.of.length === 1
  const hers = [OWN, ...planted.filter(isHersAlone).map((place) => `${CANARY} ${place}`)]
  for (const { id } of others) {
    const { all } = await exportOf(id)
    expect(hers.filter((word) => all.includes(word))).toEqual([])
  }
})

test('the log never has any of it', () => {
  expect(logged).toContain('/api/tasks/:id/submit')
  expect(where(logged)).toBe('')
})

test('after erasing, no row, file, queue, log or cached answer has any of it', async () => {
  await readAll(others)
  await maya
    .call(privacy)
    .closeAccount({ body: { confirmation: ADDRESS, password: SAMPLE_PASSWORD } })
  app.moveClock(30 * DAY + 1000)
  // An open report outlives its author's account.
  expect(await eraseDue(app.parts)).toBe(0)
  await app.db
    .updateTable('person_reports')
    .set({ closed_at: app.parts.clock().toISOString(), outcome: 'talked' })
    .execute()
  expect(await eraseDue(app.parts)).toBe(1)
  await sweepFiles({ ...app.parts, quota: 0 })

  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`.execute(app.db)
  expect(tables.length).toBeGreaterThan(80)
  const found: Record<string, string> = {}
  const withId: string[] = []
  for (const { schema, name } of tables) {
    // Rate limits expire within the hour.
    if (declared.get(name)?.erased === 'expires') continue
    const { rows } = await sql<{ line: string }>`
      select each::text as line from ${sql.table(`${schema}.${name}`)} as each
      where each::text ilike ${`%${CANARY}%`} or each::text like ${`%${maya.id}%`}`.execute(app.db)
    for (const { line } of rows) {
      if (line.includes(maya.id)) withId.push(name)
      if (line.toLowerCase().includes(CANARY)) found[name] = where(line)
    }
  }
  expect(found).toEqual({})
  expect([...new Set(withId)]).toEqual(['audit_log'])

  const owned = await app.db.selectFrom('files').select('storage_key').execute()
  for await (const key of app.parts.files.list()) {
    expect(owned.map(({ storage_key }) => storage_key)).toContain(key)
    expect(where((await buffer((await app.parts.files.get(key))!)).toString('latin1'))).toBe('')
  }
  for (const name of await readdir(path.join(app.folder, 'uploads')))
    expect(where(await readFile(path.join(app.folder, 'uploads', name), 'latin1'))).toBe('')
  expect(where(logged)).toBe('')

  expect(where(await readAll(await signInOthers()))).toBe('')
})
