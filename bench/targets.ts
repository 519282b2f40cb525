import type autocannon from 'autocannon'

import { PILLARS } from '#rules/pillars'

import type { Size } from './databases.ts'
import type { Load } from './load.ts'
import { emailOf, PASSWORD } from './make-learners.ts'
import type { Ports } from './site.ts'

export type Target = {
  name: string
  port: keyof Ports
  load: Load
  /** The reference that it is measured against, and how much of its speed it must have. */
  against?: 'reference A' | 'reference B'
  atLeast?: number
}

/** Readers whose pages are asked for, and writers who hand in one task after the other. */
const READERS = 32
const WRITERS = 120

type Learner = { headers: Record<string, string>; learner: number }
type Card = { id: string }
type Task = { id: string; done: boolean }

/** What is measured on one site. Signs learners in and lets the writers take up every quest there is. */
export const targetsOf = async ({ product }: Ports, { learners }: Size): Promise<Target[]> => {
  const call = async <R>(method: string, path: string, headers = {}, body?: object): Promise<R> => {
    const response = await fetch(`http://127.0.0.1:${product}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<R>
  }
  const signIn = async (learner: number): Promise<Learner> => {
    const body = { email: emailOf(learner), password: PASSWORD }
    const { app_access_token } = await call<{ app_access_token: string }>(
      'POST',
      '/api/auth/login',
      {},
      body,
    )
    return { learner, headers: { authorization: `Bearer ${app_access_token}` } }
  }
  // Spread over the whole size, so that the large one does not live off a few warm pages. A run takes writers that no run
  // before it took.
  const first = Math.floor(Math.random() * (learners - READERS - WRITERS))
  const step = Math.floor((learners - WRITERS) / READERS)
  const readers = await Promise.all(Array.from({ length: READERS }, (_, i) => signIn(1 + i * step)))
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, (_, i) => signIn(1 + first + i)),
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
      // What was made in the database alone has no badges yet: the first hand-in awards all at once, which no real one does.
      const first = open.shift()
      if (first?.path) await call('POST', first.path, headers, JSON.parse(String(first.body)))
      return open
    }),
  )
  // In turn by learner, so that requests at one moment belong to different people.
  for (let i = 0; openTasks.some((open) => i < open.length); i += 1)
    for (const open of openTasks) submissions.push(...open.slice(i, i + 1))

  const each = (path: (reader: number) => string): Load => ({
    requests: readers.map(({ headers }, i) => ({ method: 'GET', path: path(i), headers })),
  })
  const pages = Array.from({ length: READERS }, (_, i) => `learner-${1 + i * step}`)
  let next = 0

  return [
    { name: 'reference A', port: 'reference', load: { requests: [{ method: 'GET', path: '/a' }] } },
    {
      name: 'reference B',
      port: 'reference',
      load: { requests: [{ method: 'POST', path: '/b' }] },
    },
    {
      name: 'GET /api/dashboard',
      port: 'product',
      load: each(() => '/api/dashboard?time_zone=Europe/Berlin'),
      against: 'reference A',
      atLeast: 0.4,
    },
    {
      name: 'GET /api/quests, first page, filtered',
      port: 'product',
      load: each((i) => `/api/quests?pillar=${PILLARS[i % PILLARS.length]}&limit=24`),
      against: 'reference A',
      atLeast: 0.5,
    },
    {
      name: 'GET /api/quests/{id}',
      port: 'product',
      load: each((i) => `/api/quests/${items[i % items.length]!.id}`),
      against: 'reference A',
      atLeast: 0.5,
    },
    {
      name: 'GET /api/transcript',
      port: 'product',
      load: each(() => '/api/transcript'),
      against: 'reference A',
      atLeast: 0.35,
    },
    {
      name: 'GET /portfolio/{slug}, HTML',
      port: 'product',
      load: each((i) => `/portfolio/${pages[i]}`),
      against: 'reference A',
      atLeast: 0.5,
    },
    {
      name: 'POST /api/tasks/{id}/submit',
      port: 'product',
      load: { next: () => submissions[next++] ?? { method: 'GET', path: '/api/health' } },
      against: 'reference B',
      atLeast: 0.2,
    },
  ]
}

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
