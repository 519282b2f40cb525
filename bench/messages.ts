import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { createParser } from 'eventsource-parser'
import { sql } from 'kysely'

import { openDatabase } from '#platform/database'
import { silentLog } from '#testing/silent-log'

import { idOf } from './create-learners.ts'
import { databaseOf, startBenchServer } from './databases.ts'
import { run } from './load.ts'
import { startSite } from './start-site.ts'
import { storeConversations } from './store-conversations.ts'

// npm run bench -- messages: reads at a million messages, latency of a message to another browser with a thousand open streams,
// cost of five thousand streams, and the time in which a thousand browsers reconnect after losing their node.

const SIZE = { learners: 1000, submissions: 50_000 }
/** Each learner has a conversation with this many of the next learners, and as many of the previous ones. */
const FRIENDS = 10
const MESSAGES_EACH = 100
const READERS = 32
const SENT = 300
const STREAMS = 1000
const MANY_STREAMS = 5000
const ROUNDS = 3
const SECONDS = 2

const PAIRS = sql`select one.id as one, other.id as other, gen_random_uuid() as id
  from (select id, row_number() over (order by email) as n from users where role = 'student') one
  join (select id, row_number() over (order by email) as n from users where role = 'student') other
    on (other.n - one.n + ${SIZE.learners}) % ${SIZE.learners} between 1 and ${FRIENDS}`

const server = await startBenchServer()
const connection = await databaseOf(server.connection, SIZE)
const db = openDatabase({ connection, poolSize: 1, log: silentLog })
await db
  .connection()
  .execute((db) => storeConversations(db, PAIRS, { each: MESSAGES_EACH, unread: 3 }))
const site = await startSite(connection)
const base = `http://127.0.0.1:${site.ports.product}`

type Learner = { id: string; headers: Record<string, string> }

const signIn = async (learner: number): Promise<Learner> => {
  const response = await fetch(`${base}/bench/sign-in/${learner}`, { method: 'POST' })
  const { app_access_token } = (await response.json()) as { app_access_token: string }
  return { id: idOf(learner), headers: { authorization: `Bearer ${app_access_token}` } }
}

type Stream = {
  request: ClientRequest
  cursor: string
  /** Called at each event. */
  heard: (data: string) => void
}

/** Resolves at the first event. */
const follow = ({ headers }: Learner, cursor = ''): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const request = get(
      `${base}/api/events`,
      { agent: false, headers: { ...headers, 'last-event-id': cursor } },
      (response: IncomingMessage) => {
        if (response.statusCode !== 200) return reject(new Error(String(response.statusCode)))
        const stream: Stream = { request, cursor, heard: () => {} }
        const parser = createParser({
          onEvent: ({ id = '', data }) => {
            stream.cursor = id
            stream.heard(data)
            resolve(stream)
          },
        })
        response.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
        response.on('error', () => {})
      },
    )
    request.on('error', reject)
  })

const followAll = async (learners: Learner[], cursors: string[] = []) => {
  const open: Stream[] = []
  // As many concurrent streams as a node gets when another one fails.
  for (let i = 0; i < learners.length; i += 250) {
    const some = learners.slice(i, i + 250)
    open.push(...(await Promise.all(some.map((each, j) => follow(each, cursors[i + j])))))
  }
  return open
}

const at = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)]!.toFixed(1)

try {
  const learners: Learner[] = []
  for (let i = 1; i <= STREAMS; i += 1) learners.push(await signIn(i))

  const conversations = await db
    .selectFrom('conversations')
    .innerJoin('conversation_members as member', 'member.conversation_id', 'conversations.id')
    .select(['conversations.id', 'conversations.first_id', 'conversations.second_id'])
    .select('member.user_id')
    .execute()
  const ofLearner = Map.groupBy(conversations, ({ user_id }) => user_id)
  const readers = learners.filter((_, i) => i % Math.floor(STREAMS / READERS) === 0)
  const listed = readers.map(({ headers }) => ({
    method: 'GET' as const,
    path: '/api/conversations',
    headers,
  }))
  const paged = readers.map(({ id, headers }) => ({
    method: 'GET' as const,
    path: `/api/conversations/${ofLearner.get(id)![0]!.id}/messages?limit=30`,
    headers,
  }))
  const reference = [{ method: 'GET' as const, path: '/a' }]
  for (let round = 0; round < ROUNDS; round += 1) {
    const a = await run(site.ports.reference, { requests: reference }, SECONDS)
    const before = site.used()
    const list = await run(site.ports.product, { requests: listed }, SECONDS)
    const between = site.used()
    const page = await run(site.ports.product, { requests: paged }, SECONDS)
    const after = site.used()
    const cpu = (from: typeof before, to: typeof before, { sent }: { sent: number }) =>
      `${Math.round(((to.site - from.site) * 1000) / sent)} + ${Math.round(((to.database - from.database) * 1000) / sent)} µs`
    const ratio = ({ requests }: { requests: number }) => (requests / a.requests).toFixed(2)
    console.log(
      `A ${Math.round(a.requests)}/s; conversations ${Math.round(list.requests)}/s, ${ratio(list)} × A, ${cpu(before, between, list)}; first page ${Math.round(page.requests)}/s, ${ratio(page)} × A, ${cpu(between, after, page)}; failed ${list.failed + page.failed}`,
    )
  }

  const idle = site.memory()
  const streams = await followAll(learners)
  console.log(`${streams.length} streams: ${(site.memory() - idle).toFixed(0)} MiB more`)
  const times: number[] = []
  for (let i = 0; i < SENT; i += 1) {
    const author = learners[i]!
    const { id, first_id, second_id } = ofLearner.get(author.id)![0]!
    const other = learners.findIndex(
      (each) => each.id === (first_id === author.id ? second_id : first_id),
    )
    const told = new Promise<number>((resolve) => {
      streams[other]!.heard = (data) => {
        if (data.includes(id)) resolve(performance.now())
      }
    })
    const begun = performance.now()
    const response = await fetch(`${base}/api/conversations/${id}/messages`, {
      method: 'POST',
      headers: { ...author.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ text: `Hello for the ${i}th time` }),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    times.push((await told) - begun)
  }
  console.log(
    `from “Send” to the other browser at ${STREAMS} streams, ms: median ${at(times, 0.5)}, p95 ${at(times, 0.95)}, most ${at(times, 0.999)}`,
  )

  const cursors = streams.map(({ cursor }) => cursor)
  for (const { request } of streams) request.on('error', () => {}).destroy()
  await sleep(1000)
  const begun = performance.now()
  const back = await Promise.all(learners.map((each, i) => follow(each, cursors[i])))
  console.log(
    `${back.length} browsers at once were back after ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  )
  while (back.length < MANY_STREAMS) back.push(...(await followAll(learners)))
  await sleep(5000)
  console.log(
    `${back.length} streams: ${site.memory().toFixed(0)} MiB in all, ${idle.toFixed(0)} before`,
  )
  for (const { request } of back) request.on('error', () => {}).destroy()
} finally {
  site.stop()
  await db.destroy()
  await server.stop()
}
