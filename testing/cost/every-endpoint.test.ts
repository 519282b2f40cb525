import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Endpoint } from '#contract/endpoint'
import { PRACTICE_LIMITS } from '#rules/practice/exercise'
import { ENDPOINTS, nameOf } from '#testing/every-endpoint'
import { registration, startApp, type TestApp } from '#testing/start-app'

import { costOf, exceededLimits } from './measure.ts'
import { addressOf, callerOf, createWorld, type World } from './world.ts'
import { ALPHABETS, worstInput } from './worst-input.ts'

// Calls every endpoint that accepts text, dates or lists with the worst input that its schema allows, as a permitted caller. New
// endpoints are included as soon as they are in their table. Files: files.test.ts. Large stored data: stored.test.ts.

const AN_HOUR = {
  all_day: false,
  start: '2030-01-07T15:00:00.000Z',
  end: '2030-01-07T16:00:00.000Z',
  time_zone: 'Europe/Berlin',
  recurrence: null,
}

/** Body fields with rules that generated values do not meet. */
const KNOWN: Record<string, object> = {
  'POST /api/calendar/events': AN_HOUR,
  'POST /api/learners/{id}/meetings': AN_HOUR,
  'POST /api/auth/register': {
    ...registration(),
    date_of_birth: '2000-01-01',
    parent_email: undefined,
  },
  'POST /api/practice/{slug}/answers': {
    answers: Array.from({ length: PRACTICE_LIMITS.answers }, (_, tries) => ({
      exercise: 'recovery',
      tries,
      answer: '9'.repeat(PRACTICE_LIMITS.answer),
      hint: false,
    })),
  },
  'POST /api/outside-work': {
    kind: 'job',
    title: 'ﷺ'.repeat(100),
    organisation: 'ﷺ'.repeat(100),
    subject: 'science',
    from_day: '2000-01-01',
    until_day: '2026-01-01',
    hours: 480,
    about: 'ﷺ'.repeat(2000),
    witness_name: 'ﷺ'.repeat(100),
    witness_role: 'ﷺ'.repeat(100),
    witness_email: 'witness@example.org',
  },
}

/** Calls with further rules, of which only the refusal is measured. Add new calls to `KNOWN` instead. */
const OWN_RULES = [
  'POST /api/admin/plan',
  'POST /api/advisor/learners/{id}/grades',
  'POST /api/advisor/reviews/{id}',
  'POST /api/learners/{id}/proposals',
  'POST /api/learners/{id}/proposals/{quest_id}/approve',
  'POST /api/learners/{id}/quests',
  'PUT /api/advisor/reviews/{id}/draft',
  'PUT /api/learners/{id}/quests/{quest_id}',
  'PUT /api/notifications/push',
]

/** Would end the session that other calls need, or never ends. */
const isLeftOut = ({ method, path, kind }: Endpoint) =>
  (kind === 'events' && method === 'GET') || kind === 'upload' || path === '/api/auth/logout'

let app: TestApp
let world: World
beforeAll(async () => {
  app = await startApp()
  world = await createWorld(app)
})
afterAll(() => app.stop())

let calls = 0

const call = async (endpoint: Endpoint, alphabet: string, body: unknown, query: unknown) => {
  calls += 1
  const url = addressOf(endpoint, world, alphabet)
  return app.http.inject({
    method: endpoint.method,
    url: query ? `${url}?${asQuery(query)}` : url,
    headers: {
      ...callerOf(endpoint, world).headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: body as string }),
    remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
  })
}

/** Node.js's limit for headers and URL together. */
const MAX_QUERY = 12_000

const asQuery = (query: unknown): string =>
  new URLSearchParams(
    Object.entries(query as Record<string, unknown>).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  )
    .toString()
    .slice(0, MAX_QUERY)
    .replace(/%.?$/, '')

/** Reads come first, before writes store their worst input. */
const endpoints = ENDPOINTS.filter((endpoint) => !isLeftOut(endpoint)).toSorted(
  (a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'),
)

test('no call takes more than 200 ms of the main thread, or 64 MiB, for the worst that it accepts', async () => {
  const excess: string[] = []
  const refused = new Set<string>()
  for (const endpoint of endpoints) {
    const { body, query, path } = endpoint
    if (!body && !query && !/\{(?!id\})/.test(path)) continue
    await app.db.deleteFrom('rate_limits').execute()
    const ids = Object.values(world.ids)
    for (const alphabet of ALPHABETS) {
      const worstBody = body && worstInput(body, alphabet, ids, KNOWN[nameOf(endpoint)])
      const worstQuery = query && worstInput(query, alphabet, ids)
      if (worstBody?.isAccepted === false) refused.add(nameOf(endpoint))
      const payload = worstBody && JSON.stringify(worstBody.value)
      const cost = await costOf(() => call(endpoint, alphabet, payload, worstQuery?.value))
      excess.push(...exceededLimits(`${nameOf(endpoint)} of ${alphabet}`, cost))
    }
  }
  expect(excess).toEqual([])
  expect([...refused].toSorted()).toEqual(OWN_RULES)
}, 300_000)
