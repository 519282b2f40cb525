import { randomUUID } from 'node:crypto'

import type autocannon from 'autocannon'

import { PILLARS } from '#rules/pillars'

import { ADMIN, ADVISOR, GUARDIAN, idOf } from './create-learners.ts'
import type { Size } from './databases.ts'
import type { Load } from './load.ts'
import type { Ports } from './site.ts'

export type Target = {
  name: string
  port: keyof Ports
  load: Load
  /** The reference for comparison, and the minimum share of its speed. */
  against?: 'reference A' | 'reference B'
  atLeast?: number
}

/** Readers whose pages are requested repeatedly, and writers who submit one task after the other. */
const READERS = 32
const WRITERS = 120
/** Maximum number of learners without cached replies; at most half of all. */
const NEWCOMERS = 1000
/** Decisions by one advisor per round. */
const DECISIONS = 320

type Learner = { headers: Record<string, string>; learner: number }
/** @param i index of the requesting learner */
type PathOf = (learner: Learner, i: number) => string
type Card = { id: string }
type Task = { id: string; done: boolean }

/** Targets measured on one site. Signs learners in and starts every quest for the writers. */
export const targetsOf = async ({ product }: Ports, { learners }: Size): Promise<Target[]> => {
  const call = async <R>(method: string, path: string, headers = {}, body?: object): Promise<R> => {
    const response = await fetch(`http://127.0.0.1:${product}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<R>
  }
  const signIn = async (learner: number): Promise<Learner> => {
    const { app_access_token } = await call<{ app_access_token: string }>(
      'POST',
      `/bench/sign-in/${learner}`,
    )
    return { learner, headers: { authorization: `Bearer ${app_access_token}` } }
  }
  const signInAll = async (learners: number[]): Promise<Learner[]> => {
    const signedIn: Learner[] = []
    for (const learner of learners) signedIn.push(await signIn(learner))
    return signedIn
  }
  // Spread over all learners, so that the large size does not benefit from a few warm pages. Each run uses new writers.
  const spread = (count: number, from: number) =>
    Array.from({ length: count }, (_, i) => from + i * Math.floor((learners - WRITERS) / count))
  const first = 1 + Math.floor(Math.random() * (learners - WRITERS))
  const readers = await signInAll(spread(READERS, 1))
  const writers = await signInAll(Array.from({ length: WRITERS }, (_, i) => first + i))
  const known = new Set([...readers, ...writers].map(({ learner }) => learner))
  const newcomers = await signInAll(
    spread(Math.min(NEWCOMERS, Math.floor(learners / 2)), 2).filter((each) => !known.has(each)),
  )

  const { items } = await call<{ items: Card[] }>(
    'GET',
    '/api/quests?limit=100',
    readers[0]!.headers,
  )
  const submissions: autocannon.Request[] = []
  const openTasks = await Promise.all(
    writers.map(async ({ headers }) => {
      const open: autocannon.Request[] = []
      for (const { id } of items) {
        const started = await call<{ tasks: Task[] }>(
          'POST',
          `/api/quests/${id}/start`,
          headers,
        ).catch(() => undefined)
        for (const task of started?.tasks ?? []) {
          if (!task.done) open.push(submission(task.id, headers))
        }
      }
      // Generated learners have no badges yet: the first submission would award all of them, which never happens in practice.
      const first = open.shift()
      if (first?.path) await call('POST', first.path, headers, JSON.parse(String(first.body)))
      return open
    }),
  )
  // Interleaved by learner, so that concurrent requests belong to different people.
  for (let i = 0; openTasks.some((open) => i < open.length); i += 1)
    for (const open of openTasks) submissions.push(...open.slice(i, i + 1))

  let handedIn = 0
  const handIn = () => submissions[handedIn++] ?? { method: 'GET', path: '/api/health' }

  const warm = (pathOf: PathOf, by = readers): Load => ({
    requests: by.map((reader, i) => get(reader, pathOf(reader, i))),
  })
  const forget = () =>
    call(
      'POST',
      '/bench/forget',
      {},
      newcomers.map(({ learner }) => learner),
    )
  const cold = (pathOf: PathOf, by = newcomers): Load => {
    let asked = 0
    return {
      prepare: forget,
      amount: by.length,
      next: () => {
        const i = asked++ % by.length
        return get(by[i]!, pathOf(by[i]!, i))
      },
    }
  }
  const advisor = await signIn(ADVISOR)
  const queue = '/api/advisor/reviews'
  const waiting: string[] = []
  for (let cursor: string | null = ''; cursor !== null && waiting.length < DECISIONS;) {
    type Page = { items: Card[]; next_cursor: string | null }
    const page: Page = await call(
      'GET',
      `${queue}?limit=100${cursor && `&cursor=${cursor}`}`,
      advisor.headers,
    )
    waiting.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor
  }
  const decided: string[] = []
  const decisions = (): Load => ({
    // Reopens the decisions of the previous round; some were prepared there but never sent.
    prepare: async () => {
      const reason = 'Another round.'
      for (const id of decided.splice(0)) {
        await call('POST', `${queue}/${id}/reopen`, advisor.headers, { reason }).catch(() => null)
        waiting.push(id)
      }
    },
    amount: DECISIONS,
    next: () => {
      const id = waiting.shift()
      if (!id) throw new Error(`Less than ${DECISIONS} pieces wait in the data: make it again.`)
      decided.push(id)
      return acceptance(id, advisor.headers)
    },
  })
  const dashboard = () => '/api/dashboard?time_zone=Europe/Berlin'
  const list: PathOf = (_, i) => `/api/quests?pillar=${PILLARS[i % PILLARS.length]}&limit=24`
  const quest: PathOf = (_, i) => `/api/quests/${items[i % items.length]!.id}`
  const guardian = await signIn(GUARDIAN)
  const admin = await signIn(ADMIN)
  /** Learners' pages, requested by the guardian of all of them. */
  const asGuardian = (learners: Learner[]) =>
    learners.map(({ learner }) => ({ ...guardian, learner }))
  const child: PathOf = ({ learner }) =>
    `/api/parent/dashboard/${idOf(learner)}?time_zone=Europe/Berlin`
  const reads: [name: string, pathOf: PathOf, warm: number, cold: number][] = [
    ['GET /api/dashboard', dashboard, 0.5, 0.1],
    ['GET /api/quests, first page, filtered', list, 0.55, 0.2],
    ['GET /api/quests/{id}', quest, 0.55, 0.2],
    ['GET /api/transcript', () => '/api/transcript', 0.5, 0.1],
    ['GET /portfolio/{slug}, HTML', ({ learner }) => `/portfolio/learner-${learner}`, 0.55, 0.12],
  ]

  /** Out of twenty requests: twelve reads by writers, five first reads, two drafts, one submission. */
  const day = (): Load => {
    let asked = 0
    const returning = [dashboard, list, quest]
    return {
      prepare: forget,
      amount: newcomers.length * 4,
      next: () => {
        const i = asked++
        const turn = i % 20
        if (turn === 0) return handIn()
        if (turn % 10 === 5) return draftOf(submissions[(handedIn + i) % submissions.length]!)
        if (turn % 4 === 2)
          return get(newcomers[Math.floor(i / 4) % newcomers.length]!, dashboard())
        const writer = Math.floor(i / 4) % WRITERS
        return get(writers[writer]!, returning[i % returning.length]!(writers[writer]!, writer))
      },
    }
  }

  const caseload: PathOf = (_, i) => `/api/advisor/caseload?limit=${12 + (i % 13)}`

  return [
    { name: 'reference A', port: 'reference', load: { requests: [{ method: 'GET', path: '/a' }] } },
    {
      name: 'reference B',
      port: 'reference',
      load: { requests: [{ method: 'POST', path: '/b' }] },
    },
    ...reads.flatMap(([name, pathOf, atLeastWarm, atLeastCold]): Target[] => [
      {
        name: `${name}, warm`,
        port: 'product',
        load: warm(pathOf),
        against: 'reference A',
        atLeast: atLeastWarm,
      },
      {
        name: `${name}, cold`,
        port: 'product',
        load: cold(pathOf),
        against: 'reference A',
        atLeast: atLeastCold,
      },
    ]),
    {
      name: 'GET /api/parent/dashboard/{id}, warm',
      port: 'product',
      load: warm(child, asGuardian(readers)),
      against: 'reference A',
      atLeast: 0.5,
    },
    {
      name: 'GET /api/parent/dashboard/{id}, cold',
      port: 'product',
      load: cold(child, asGuardian(newcomers)),
      against: 'reference A',
      atLeast: 0.1,
    },
    {
      name: 'GET /api/advisor/caseload, 200 learners, warm',
      port: 'product',
      load: { requests: readers.map((_, i) => get(advisor, caseload(advisor, i))) },
      against: 'reference A',
      atLeast: 0.4,
    },
    {
      name: 'GET /api/admin/users?search=…, by part of a name',
      port: 'product',
      load: {
        // Words of one or two characters have no trigram: for them, people are scanned.
        requests: newcomers
          .filter(({ learner }) => learner > 99)
          .map(({ learner }) => get(admin, `/api/admin/users?search=No+${learner}&limit=50`)),
      },
      against: 'reference A',
      atLeast: 0.25,
    },
    {
      name: 'the mix of a day',
      port: 'product',
      load: day(),
      against: 'reference A',
      atLeast: 0.25,
    },
    {
      name: 'GET /api/advisor/reviews, warm',
      port: 'product',
      load: { requests: [get(advisor, queue)] },
      against: 'reference A',
      atLeast: 0.4,
    },
    {
      name: 'POST /api/advisor/reviews/{id}',
      port: 'product',
      load: decisions(),
      against: 'reference B',
    },
    {
      name: 'POST /api/tasks/{id}/submit',
      port: 'product',
      load: { next: handIn },
      against: 'reference B',
      atLeast: 0.05,
    },
  ]
}

const get = ({ headers }: Learner, path: string): autocannon.Request => ({
  method: 'GET',
  path,
  headers,
})

const draftOf = ({
  path = '',
  headers = {},
  body = '',
}: autocannon.Request): autocannon.Request => ({
  method: 'PUT',
  path: path.replace(/submit$/, 'draft'),
  headers,
  body,
})

const acceptance = (attemptId: string, headers: Record<string, string>): autocannon.Request => ({
  method: 'POST',
  path: `/api/advisor/reviews/${attemptId}`,
  headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify({ decision: 'accepted', comment: 'Well observed.' }),
})

const submission = (taskId: string, headers: Record<string, string>): autocannon.Request => ({
  method: 'POST',
  path: `/api/tasks/${taskId}/submit`,
  headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': taskId },
  body: JSON.stringify({
    blocks: [
      { type: 'text', text: 'What I did, and what I learned from it.' },
      { type: 'link', url: 'https://example.org/' },
    ],
    reflection: 'Next time I would begin earlier.',
  }),
})
