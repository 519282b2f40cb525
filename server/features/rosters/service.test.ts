import type { ServerResponse } from 'node:http'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { readConfig } from '#platform/config'
import { rosterOf } from '#testing/roster-builder'
import { type RosterService, startRosterService } from '#testing/roster-service'
import { type RosterSite, rosterSite } from '#testing/roster-site'
import { startApp, type TestApp } from '#testing/start-app'

import { pullEveryNight } from './pull.ts'
import { openService, serviceOf } from './service-client.ts'

let service: RosterService
let app: TestApp
let site: RosterSite
beforeAll(async () => {
  service = await startRosterService(rosterOf(30))
  app = await startApp({
    work: true,
    poolSize: 3,
    env: { ...service.env, PUBLIC_URL: 'http://localhost' },
  })
  site = rosterSite(app, await app.person({ role: 'admin' }))
})
afterAll(async () => {
  await app.stop()
  await service.stop()
})
beforeEach(() => {
  const usual = { fault: undefined, withLinks: true, withTotal: true, pageSize: 1000 }
  Object.assign(service, usual, { requests: [] })
})

const pull = async () => site.settled((await site.call.pullRoster()).id)
/** Pulls as every night, and returns the import. */
const night = async () => {
  app.moveClock(24 * 3_600_000)
  await pullEveryNight(app.parts)
  await site.signInAgain()
  const [newest] = (await site.call.listImports()).items
  return site.settled(newest!.id)
}

test('the button reads the whole roster, page by page, and shows what it would do', async () => {
  service.pageSize = 7
  const shown = await pull()
  expect(shown).toMatchObject({
    state: 'ready',
    source: 'service',
    errors: 0,
    people: { create: 47 },
  })
  expect(service.requests.filter((each) => each.includes('/users?'))).toHaveLength(7)
  expect(await site.user('s1@school.example')).toBeUndefined()
})

test('pages are read by offset as well, without a Link header, and without a total', async () => {
  Object.assign(service, { withLinks: false, withTotal: true, pageSize: 9 })
  expect(await pull()).toMatchObject({ state: 'ready', people: { create: 47 } })
  Object.assign(service, { withLinks: false, withTotal: false, pageSize: 1000 })
  expect(await pull()).toMatchObject({ state: 'ready', people: { create: 47 } })
})

test('the first night creates accounts, and a night without changes changes nothing', async () => {
  expect(await night()).toMatchObject({ state: 'applied', people: { create: 47 }, made_by: null })
  expect(await site.user('s1@school.example')).toMatchObject({ role: 'student' })
  expect(await site.user('t-0@school.example')).toMatchObject({ role: 'advisor' })
  expect(await night()).toMatchObject({ state: 'applied', people: { same: 47 } })
})

test('a service that is busy, fails or forgets the token is asked again', async () => {
  const answers = [429, 503, 500, 401]
  service.fault = (_request, response, url) => {
    const status = url.pathname.endsWith('/users') ? answers.shift() : undefined
    if (!status) return false
    response.writeHead(status, { 'retry-after': '0' }).end('{}')
    return true
  }
  const before = service.tokens
  expect(await pull()).toMatchObject({ state: 'ready', people: { same: 47 } })
  expect(service.tokens).toBe(before + 2)
})

test.each([
  [
    'stays busy',
    (response) => response.writeHead(429, { 'retry-after': '0' }).end(),
    'did not give its enrollments: it answers 429 each time',
  ],
  [
    'refuses',
    (response) => response.writeHead(403).end('{}'),
    'did not give its enrollments: it answers 403',
  ],
  [
    'sends half an answer',
    (response) => response.writeHead(200).end('{"enrollments": [{"sour'),
    'is no JSON, or only half of it',
  ],
  [
    'breaks off',
    (response) => {
      response.writeHead(200, { 'content-length': '5000', 'retry-after': '0' })
      response.write('{"enrollments":')
      setTimeout(() => response.destroy(), 20)
    },
    'cannot be reached, or breaks off',
  ],
  [
    'answers something else',
    (response) => response.writeHead(200).end('{"lineItems": []}'),
    'an answer has no “enrollments”',
  ],
  [
    'loses a page',
    (response) => response.writeHead(200, { 'x-total-count': '32' }).end('{"enrollments": []}'),
    'a page is missing: 0 of 32 records arrived',
  ],
  [
    'sends on to another address',
    (response) =>
      response
        .writeHead(200, { link: '<http://127.0.0.1:1/ims/oneroster/rostering/v1p2/x>; rel="next"' })
        .end('{"enrollments": [{}]}'),
    'its next page is at another address',
  ],
  [
    'redirects',
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'cannot be reached',
  ],
  [
    'repeats its pages',
    (response, url) =>
      response.writeHead(200, { link: `<${url}>; rel="next"` }).end('{"enrollments": [{}]}'),
    'its pages repeat',
  ],
] satisfies [string, (response: ServerResponse, url: string) => unknown, string][])(
  'nothing of a roster is used if the service %s',
  { timeout: 120_000 },
  async (_, answer, words) => {
    service.fault = (request, response, url) => {
      if (!url.pathname.endsWith('/enrollments')) return false
      answer(response, `http://${request.headers.host}${request.url}`)
      return true
    }
    const refused = await pull()
    expect(refused).toMatchObject({ state: 'refused', problem: expect.stringContaining(words) })
    expect(refused.people).toEqual({})
  },
)

test('nothing of a roster is used if the service gives a person thousands of roles', async () => {
  service.fault = (_request, response, url) => {
    if (!url.pathname.endsWith('/users')) return false
    const roles = Array.from({ length: 5000 }, () => ({ roleType: 'secondary', role: 'student' }))
    response.writeHead(200).end(JSON.stringify({ users: [{ sourcedId: 's-1', roles }] }))
    return true
  }
  expect(await pull()).toMatchObject({
    state: 'refused',
    problem: 'The school’s service gives a person more than 100 roles.',
  })
})

test('a service that never stops sending small pages is left at the limit of an archive', async () => {
  let page = 0
  service.fault = (request, response, url) => {
    if (!url.pathname.endsWith('/orgs')) return false
    page += 1
    const next = `http://${request.headers.host}${url.pathname}?page=${page}`
    response
      .writeHead(200, { link: `<${next}>; rel="next"` })
      .end(JSON.stringify({ orgs: [{ sourcedId: `org-${page}`, name: 'x'.repeat(10_000) }] }))
    return true
  }
  const { pages } = openService(
    serviceOf(readConfig(service.env))!,
    AbortSignal.timeout(60_000),
    100_000,
  )
  const readAll = async () => {
    for await (const records of pages('orgs')) expect(records).toHaveLength(1)
  }
  await expect(readAll()).rejects.toThrow('did not give its orgs: it sends more than 1 GB')
  expect(page).toBe(10)
})

test('a page of more than fits in memory is refused', async () => {
  const { pages } = openService(serviceOf(readConfig(service.env))!, AbortSignal.timeout(60_000))
  for (const [records, problem] of [
    ['{},'.repeat(60_000), 'an answer has more than 50000 records'],
    ['{},'.repeat(4_000_000), 'an answer is larger than 10 MB'],
  ] as const) {
    service.fault = (_request, response, url) => {
      if (!url.pathname.endsWith('/orgs')) return false
      response.end(`{"orgs":[${records}{}]}`)
      return true
    }
    await expect(pages('orgs').next()).rejects.toThrow(problem)
  }
})

test('a wrong secret is said, and at night the admins get an email', async () => {
  service.fault = (_request, response, url) => {
    if (url.pathname !== '/token') return false
    response.writeHead(401).end('{"error":"invalid_client"}')
    return true
  }
  const refused = await night()
  expect(refused.problem).toContain('Check ONEROSTER_CLIENT_ID and ONEROSTER_CLIENT_SECRET')
  const mailed = async () =>
    app.db.selectFrom('mailbox').select('body').where('recipient', '=', site.admin.email).execute()
  await expect.poll(mailed, { timeout: 20_000 }).toHaveLength(1)
  expect((await mailed())[0]?.body).toContain(`/admin/imports/${refused.id}`)
})

test('a night beyond the limits waits for an admin, who is told why', async () => {
  const { users, enrollments, ...roster } = rosterOf(30)
  service.serve({
    ...roster,
    users: users.filter(({ sourcedId }) => Number(sourcedId!.split('-')[1]) > 9),
    enrollments,
  })
  const limits = await site.call.getLimits()
  await site.call.setLimits({ body: { ...limits, errors: 1000, suspends_missing: true } })
  const waiting = await night()
  expect(waiting).toMatchObject({
    state: 'ready',
    problem: expect.stringMatching(/would suspend \d+ of 47 people \(the limit is 2 %\)/),
  })
  // An admin who has looked at it can still apply it.
  await site.apply(waiting, { suspend_missing: false, even_many: false })
  await site.call.setLimits({
    body: {
      ...limits,
      errors: 1000,
      suspends_missing: true,
      suspended_percent: 100,
      moved_percent: 100,
    },
  })
  expect(await night()).toMatchObject({ state: 'applied' })
})

test('a night that would take in accounts from outside the school, or give learners other guardians, waits for an admin', async () => {
  const roster = rosterOf(60)
  service.serve(roster)
  const limits = await site.call.getLimits()
  const wide = { errors: 1000, suspended_percent: 100, moved_percent: 100, addresses_percent: 100 }
  const body = { ...limits, ...wide, suspends_missing: false }
  await site.call.setLimits({ body: { ...body, joined_percent: 100, guardians_percent: 100 } })
  expect(await night()).toMatchObject({ state: 'applied' })
  await site.call.setLimits({ body: { ...body, joined_percent: 0, guardians_percent: 0 } })
  expect(await night()).toMatchObject({ state: 'applied' })

  const family = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const stranger = {
    ...roster.users.find(({ sourcedId }) => sourcedId === 'g-1')!,
    sourcedId: 'g-stranger',
    email: family.email,
  }
  const role = { ...roster.roles.find(({ userSourcedId }) => userSourcedId === 'g-1')! }
  const roles = [
    ...roster.roles,
    { ...role, sourcedId: 'r-g-stranger', userSourcedId: 'g-stranger' },
  ]
  service.serve({ ...roster, users: [...roster.users, stranger], roles })
  expect(await night()).toMatchObject({
    state: 'ready',
    problem: expect.stringMatching(/take in accounts that are here already: 1 of \d+ people/),
  })
  const users = [...roster.users, stranger].map((user) =>
    user['sourcedId'] === 's-1' ? { ...user, agentSourcedIds: 'g-0,g-9' } : user,
  )
  service.serve({ ...roster, users: users.filter((user) => user !== stranger) })
  expect(await night()).toMatchObject({
    state: 'ready',
    problem: expect.stringMatching(/give another guardian to 1 of \d+ people/),
  })
  // A guardian whose address changes is no other one, for a child who waits for their consent either.
  const moved = roster.users.map((user) =>
    user['sourcedId'] === 'g-1' ? { ...user, email: 'g-1@married.example' } : user,
  )
  service.serve({ ...roster, users: moved })
  expect(await night()).toMatchObject({ state: 'applied', people: { change: 2 } })

  // An account with an address of its own would be opened by another school account all the same.
  await site.call.setLimits({ body: { ...body, addresses_percent: 0 } })
  await app.db
    .updateTable('users')
    .set({ email: 'own@home.example' })
    .where('email', '=', 's3@school.example')
    .execute()
  const renamed = moved.map((user) =>
    user['sourcedId'] === 's-3' ? { ...user, email: 'mallory@school.example' } : user,
  )
  service.serve({ ...roster, users: renamed })
  expect(await night()).toMatchObject({
    state: 'ready',
    problem: expect.stringMatching(/change the address of 1 of \d+ people/),
  })
})

test('an address without encryption is refused at the start, and so is half a configuration', () => {
  const env = { ...service.env, ONEROSTER_URL: 'http://sis.school.example' }
  expect(() => readConfig(env)).toThrow(/ONEROSTER_URL: must begin with https/)
  expect(() => readConfig({ ...service.env, ONEROSTER_CLIENT_SECRET: '' })).toThrow(
    /ONEROSTER_URL: needs ONEROSTER_TOKEN_URL/,
  )
})
