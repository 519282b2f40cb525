import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { hashPassword } from '#features/auth'
import { readQuestLibrary } from '#features/quests'
import { LEGAL_VERSION } from '#features/site'
import { migrate, openDatabase } from '#platform/database'
import type { Db } from '#platform/database'
import { startEmbeddedPostgres } from '#platform/embedded-postgres'
import { eventually } from '#testing/eventually'
import { totalsAndLedger, words } from '#testing/quest-builder'
import { freePort, postmasterOf, startSite } from '#testing/running-site'
import type { RunningSite } from '#testing/running-site'
import { silentLog } from '#testing/silent-log'
import { makeDataFolder } from '#testing/throw-away-database'

// The whole program on a durable database, killed while people hand in their work.

const PASSWORD = 'Str0ng-enough!'
const LEARNERS = 6

let dataDir: string
let port: number
let url: string
beforeEach(async () => {
  dataDir = await makeDataFolder()
  port = await freePort()
  url = `http://127.0.0.1:${port}`
  await withDatabase(insertLearners)
})
afterEach(() => rm(dataDir, { recursive: true }))

/** The database while no site runs on it. */
const withDatabase = async (work: (db: Db) => Promise<void>) => {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog })
  await migrate({ connection: server.connection, log: silentLog })
  const db = openDatabase({ connection: server.connection, poolSize: 2, log: silentLog })
  await work(db).finally(async () => {
    await db.destroy()
    await server.stop()
  })
}

const emailOf = (learner: number) => `learner${learner}@example.org`

const insertLearners = async (db: Db) => {
  const password_hash = await hashPassword(PASSWORD)
  const rows = Array.from({ length: LEARNERS }, (_, i) => ({
    email: emailOf(i),
    first_name: 'Ada',
    last_name: 'Lovelace',
    date_of_birth: '2000-01-01',
    email_verified_at: '2026-01-01T00:00:00Z',
    legal_version: LEGAL_VERSION,
    password_hash,
  }))
  await db.insertInto('users').values(rows).execute()
}

const start = () =>
  startSite({ DATA_DIR: dataDir, PORT: String(port), SAMPLE_DATA: 'off', LOG_LEVEL: 'silent' })

/** One request on a connection of its own; undefined when no answer came. */
const request = async (path: string, init: { token?: string; key?: string; body?: object }) => {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        connection: 'close',
        'content-type': 'application/json',
        ...(init.token ? { authorization: `Bearer ${init.token}` } : {}),
        ...(init.key ? { 'idempotency-key': init.key } : {}),
      },
      body: JSON.stringify(init.body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  } catch {
    return undefined
  }
}

/** As a phone does it: again with the same key until there is an answer that means something. */
const insist: typeof request = async (path, init) => {
  for (;;) {
    const answer = await request(path, init)
    if (answer && answer.status < 500) return answer
    await sleep(30)
  }
}

/** A learner who hands tasks in and takes them back, over and over. Answers what was acknowledged. */
const work = async (
  learner: number,
  quest: { id: string; tasks: { id: string }[] },
  options: { isOver: () => boolean; ask: typeof request; acknowledged: number[] },
): Promise<{ userId: string; submitted: string[] }> => {
  const login = await insist('/api/auth/login', {
    body: { email: emailOf(learner), password: PASSWORD },
  })
  const token = login!.body.app_access_token as string
  const userId = (login!.body.user as { id: string }).id
  await insist(`/api/quests/${quest.id}/start`, { token })

  const submitted: string[] = []
  for (let i = 0; !options.isOver(); i += 1) {
    const task = quest.tasks[i % quest.tasks.length]!
    const path = `/api/tasks/${task.id}`
    const key = randomUUID()
    const answer = await options.ask(`${path}/submit`, { token, key, body: words(`Try ${i}`) })
    if (!answer || answer.status >= 500) continue
    expect(answer).toMatchObject({ status: 201 })
    submitted.push((answer.body.attempt as { id: string }).id)
    options.acknowledged[learner] = submitted.length
    const back = await options.ask(`${path}/withdraw`, { token, key: randomUUID() })
    if (back && back.status < 500) expect(back.status).toBe(200)
  }
  return { userId, submitted }
}

/** Waits until each learner got five more answers. */
const moreFromEveryone = (acknowledged: number[]) => {
  const before = [...acknowledged]
  return eventually(() =>
    expect(acknowledged.every((count, i) => count > before[i]! + 5)).toBe(true),
  )
}

const findQuest = async () => {
  const library = await readQuestLibrary()
  return library.find(({ prerequisites }) => prerequisites.length === 0)!
}

const attemptsOf = async (db: Db, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('attempts')
    .select('id')
    .where('learner_id', '=', userId)
    .execute()
  return rows.map(({ id }) => id).toSorted()
}

test('whatever is killed, all that was acknowledged is there, and nothing is there twice', async () => {
  const quest = await findQuest()
  let site: RunningSite = await start()
  let isOver = false
  const acknowledged = Array<number>(LEARNERS).fill(0)
  const learners = Promise.all(
    acknowledged.map((_, i) => work(i, quest, { isOver: () => isOver, ask: insist, acknowledged })),
  )
  const killDatabase = async () => process.kill(await postmasterOf(dataDir), 'SIGKILL')
  const restart = async () => {
    await site.kill()
    site = await start()
  }
  for (let round = 0; round < 2; round += 1) {
    await sleep(700 + Math.random() * 600)
    await restart()
    await sleep(700 + Math.random() * 600)
    await killDatabase()
    await sleep(1500 + Math.random() * 600)
    await Promise.all([killDatabase(), restart()])
  }
  await moreFromEveryone(acknowledged)
  isOver = true
  const results = await learners
  await site.stop()

  await withDatabase(async (db) => {
    for (const { userId, submitted } of results) {
      expect(submitted.length).toBeGreaterThan(5)
      const stored = await attemptsOf(db, userId)
      expect(stored).toEqual(submitted.toSorted())
      const { totals, ledger } = await totalsAndLedger(db, userId)
      expect(totals).toEqual(ledger)
    }
  })
}, 240_000)

test('asked to stop, it finishes what it has begun and is gone within ten seconds, with its database', async () => {
  const quest = await findQuest()
  const site = await start()
  const postmaster = await postmasterOf(dataDir)
  let isOver = false
  const acknowledged = Array<number>(LEARNERS).fill(0)
  const learners = Promise.all(
    acknowledged.map((_, i) =>
      work(i, quest, { isOver: () => isOver, ask: request, acknowledged }),
    ),
  )
  await moreFromEveryone(acknowledged)
  // It ends itself with 1 when it is not through after nine seconds (server/main.ts).
  expect(await site.stop()).toBe(0)
  expect(() => process.kill(postmaster, 0)).toThrow('ESRCH')
  isOver = true
  const results = await learners

  await withDatabase(async (db) => {
    for (const { userId, submitted } of results) {
      expect(submitted.length).toBeGreaterThan(5)
      // Nobody tried again: what is stored was answered, and what was answered is stored.
      const stored = await attemptsOf(db, userId)
      expect(stored).toEqual(submitted.toSorted())
    }
  })
}, 120_000)
