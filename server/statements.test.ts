import path from 'node:path'

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

const readEverything = async (person: Person, reads: Endpoint[]) => {
  const found = new Map<string, string>([[person.id, '/api/learners/']])
  const answered = new Set<string>()
  const repeated: string[] = []

  const read = async (endpoint: Endpoint, id: string) => {
    const name = nameOf(endpoint)
    const url = fillPath(endpoint.path, { id }) + (QUERIES[name] ?? '')
    const response = await app.http.inject({ url, headers: person.headers })
    if (response.statusCode !== 200) return false
    answered.add(name)
    for (const each of idsIn(response.json())) if (!found.has(each)) found.set(each, endpoint.path)
    for (const [sql, times] of last!.statements)
      if (times > 1) repeated.push(`${name}: ${times} times ${sql}`)
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
  return { answered, repeated }
}

test('no read asks the database the same thing twice, not even for another row', async () => {
  const reads = ENDPOINTS.filter(({ method, kind = 'json' }) => method === 'GET' && kind === 'json')
  const answered = new Set<string>()
  const repeated = new Set<string>()
  for (const key of READERS) {
    const person = await app.signIn(`${key}@example.org`, SAMPLE_PASSWORD)
    const result = await readEverything(person, reads)
    for (const name of result.answered) answered.add(name)
    for (const each of result.repeated) repeated.add(each)
  }
  expect([...repeated]).toEqual([])
  // The remaining calls need a link of their own, or have no data in the sample.
  expect(answered.size / reads.length).toBeGreaterThan(0.75)
  const lists = reads.filter(({ path }) => !path.includes('{')).map(nameOf)
  expect(lists.filter((name) => !answered.has(name))).toEqual(NOT_READ)
})
