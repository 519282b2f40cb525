import path from 'node:path'

import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Endpoint, fillPath } from '#contract/endpoint'
import { readBadgeLibrary, storeBadges } from '#features/badges'
import { readQuestLibrary, storeLibrary } from '#features/quests'
import { createSampleData, SAMPLE_PASSWORD } from '#features/sample'
import type { Trace } from '#platform/trace'
import { ENDPOINTS, nameOf } from '#testing/every-endpoint'
import { type Person, startApp, type TestApp } from '#testing/start-app'

// A list that queries the database for each of its rows is fast only on a developer's machine. So the sample, in which most lists
// have several rows, is read through every call of the contract, by everyone.

const READERS = ['student', 'child', 'parent', 'advisor', 'admin']
const QUERIES: Record<string, string> = {
  'GET /api/calendar': '?from=2026-01-01&to=2026-12-31',
  'GET /api/parent/calendar/{id}': '?from=2026-01-01&to=2026-12-31',
  'GET /api/conversations/search': '?search=the',
}
/** Lists that no reader of the sample gets: they need a waiting account, two people's ids, or a site without SMTP. */
const NOT_READ = ['GET /api/auth/consent', 'GET /api/admin/access', 'GET /api/mailbox']
/** Ids tried for a call that needs one, until it has succeeded this often. */
const MAX_IDS = 40
const ENOUGH = 2

let app: TestApp
let last: Trace | undefined
beforeAll(async () => {
  app = await startApp({ poolSize: 4 })
  app.http.addHook('onResponse', async ({ trace }) => void (last = trace))
  const library = await readQuestLibrary()
  await storeLibrary(app.db, library)
  await storeBadges(app.db, await readBadgeLibrary(library))
  const scratch = path.join(app.folder, 'uploads')
  await createSampleData({ ...app.parts, scratch }, library, new Date())
})
afterAll(() => app.stop())

const idsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const own = 'id' in value && typeof value.id === 'string' ? [value.id] : []
  return [...own, ...Object.values(value).flatMap(idsIn)]
}

/** Length of the common prefix of two paths. */
const likeness = (a: string, b: string) => [...a].findIndex((character, i) => character !== b[i])

const reads = ENDPOINTS.filter(({ method, kind = 'json' }) => method === 'GET' && kind === 'json')

const readEverything = async (person: Person) => {
  const found = new Map<string, string>([[person.id, '/api/learners/']])
  const answered = new Set<string>()
  const repeated: string[] = []
  const statements = new Map<string, string>()

  const read = async (endpoint: Endpoint, id: string) => {
    const name = nameOf(endpoint)
    const url = fillPath(endpoint.path, { id }) + (QUERIES[name] ?? '')
    const response = await app.http.inject({ url, headers: person.headers })
    if (response.statusCode !== 200) return false
    answered.add(name)
    for (const each of idsIn(response.json())) if (!found.has(each)) found.set(each, endpoint.path)
    for (const [sql, times] of last!.statements) {
      statements.set(sql, name)
      if (times > 1) repeated.push(`${name}: ${times} times ${sql}`)
    }
    return true
  }

  for (const endpoint of reads.filter(({ path }) => !path.includes('{'))) await read(endpoint, '')
  for (const endpoint of reads.filter(({ path }) => path.includes('{'))) {
    const likely = [...found]
      .toSorted(([, a], [, b]) => likeness(endpoint.path, b) - likeness(endpoint.path, a))
      .slice(0, MAX_IDS)
    let successes = 0
    for (const [id] of likely) {
      if (successes < ENOUGH && (await read(endpoint, id))) successes += 1
    }
  }
  return { answered, repeated, statements }
}

test('no read asks the database the same thing twice, not even for another row', async () => {
  const answered = new Set<string>()
  const repeated = new Set<string>()
  for (const key of READERS) {
    const person = await app.signIn(`${key}@example.org`, SAMPLE_PASSWORD)
    const result = await readEverything(person)
    for (const name of result.answered) answered.add(name)
    for (const each of result.repeated) repeated.add(each)
  }
  expect([...repeated]).toEqual([])
  // The remaining calls need a link of their own, or have no data in the sample.
  expect(answered.size / reads.length).toBeGreaterThan(0.75)
  const lists = reads.filter(({ path }) => !path.includes('{')).map(nameOf)
  expect(lists.filter((name) => !answered.has(name))).toEqual(NOT_READ)
})

const OTHERS = 5000

/** Strangers, each with an open request to the next and a conversation with a message. */
const storeOthers = async () => {
  await sql`create table others as select id, lead(id, 1, id) over (order by n) as next, n || '@example.org' as email
    from (select n, gen_random_uuid() as id from generate_series(0, ${sql.lit(OTHERS)}) n) made`.execute(
    app.db,
  )
  await sql`delete from others where id = next`.execute(app.db)
  await sql`insert into users select made.* from users, others,
    jsonb_populate_record(users, to_jsonb(others) || '{"portfolio_slug": null}') made
    where users.email = 'student@example.org'`.execute(app.db)
  await sql`insert into connection_requests (sender_id, email, created_at, expires_at)
    select id, email, now(), now() + interval '1 day' from others`.execute(app.db)
  await sql`insert into conversations
      (id, kind, first_id, second_id, created_by, created_at, last_number, last_message_at)
    select id, 'pair', least(id, next), greatest(id, next), id, now(), 1, now() from others
    where next in (select id from users)`.execute(app.db)
  await sql`insert into conversation_members
      (conversation_id, user_id, first_number, read_number, told_number)
    select id, who, 1, 0, 0 from conversations, unnest(array[first_id, second_id]) who
    where id in (select id from others)`.execute(app.db)
  await sql`insert into messages (conversation_id, number, author_id, text, files, created_at)
    select id, 1, id, 'Hello', 0, now() from conversations where id in (select id from others)`.execute(
    app.db,
  )
  await sql`analyze`.execute(app.db)
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/** Tables that are read from end to end, perhaps in the order of an index. */
const scannedIn = (plan: Plan): string[] => {
  const { 'Node Type': node, 'Relation Name': table, 'Index Cond': condition, Plans = [] } = plan
  const isWhole = node === 'Seq Scan' || (/^Index.* Scan$/.test(node) && condition === undefined)
  return [...(isWhole && table ? [table] : []), ...Plans.flatMap(scannedIn)]
}

// With generic plans, one condition that no index answers makes PostgreSQL read everybody's rows for one person's list.
test('no read of a family scans the accounts, requests or conversations of the whole site', async () => {
  const statements = new Map<string, string>()
  for (const key of ['student', 'child', 'parent']) {
    const person = await app.signIn(`${key}@example.org`, SAMPLE_PASSWORD)
    for (const each of (await readEverything(person)).statements) statements.set(...each)
  }
  await storeOthers()
  const grown = new Set([
    'users',
    'connection_requests',
    'conversations',
    'conversation_members',
    'messages',
  ])
  const scans: string[] = []
  // Prepared statements, as the pool's, would ask for values.
  const client = new Client(app.database.connection)
  await client.connect()
  for (const [text, name] of statements) {
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
    const tables = scannedIn(rows[0]!['QUERY PLAN'][0].Plan).filter((table) => grown.has(table))
    if (tables.length > 0) scans.push(`${name} scans ${tables.join(', ')}: ${text}`)
  }
  await client.end()
  expect(statements.size).toBeGreaterThan(80)
  expect(scans).toEqual([])
})
