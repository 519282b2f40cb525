import { rm } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { readQuestLibrary } from '#features/quests'
import { type Db, openDatabase } from '#platform/database'
import { eventually } from '#testing/eventually'
import { freePort, type RunningSite, startSite } from '#testing/running-site'
import { silentLog } from '#testing/silent-log'
import { createDataFolder } from '#testing/throw-away-database'

import { questToWorkOn, startWork, type Work } from './learners-at-work.ts'
import { type Member, startPatroni } from './patroni.ts'
import { addPeople, signIn } from './people.ts'
import { createServerFolder } from './postgres.ts'
import { stopServers } from './server-process.ts'

// Two databases under Patroni, as in docs/scaling.md ("Failover without an operator"). The second test continues from the state of
// the first.

let folder: string
let cluster: Awaited<ReturnType<typeof startPatroni>>
let site: RunningSite
let url: string
let db: Db
let lost: Member
let survivor: Member

beforeAll(async () => {
  folder = await createDataFolder()
  const servers = await createServerFolder(path.join(folder, 'servers'))
  const [etcd, peer, haproxy, port, ...rest] = await Promise.all(
    Array.from({ length: 8 }, freePort),
  )
  const [first, second, ...checks] = rest
  cluster = await startPatroni(servers, {
    etcd: etcd!,
    peer: peer!,
    haproxy: haproxy!,
    db: [first!, second!],
    rest: checks,
  })
  ;[lost, survivor] = cluster.members as [Member, Member]
  url = `http://127.0.0.1:${port}`
  site = await startSite({
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: path.join(folder, 'site'),
    APP_SECRET: 'the same before and after the failover',
    DATABASE_URL: cluster.url,
  })
  db = openDatabase({ connection: { connectionString: cluster.url }, poolSize: 2, log: silentLog })
})
afterAll(async () => {
  await db?.destroy()
  await site?.kill()
  await cluster?.stop()
  await stopServers()
  await rm(folder, { recursive: true })
})

/** Longer than `eventually` waits: a lost primary keeps its lock for `ttl` seconds. */
const becomes = (member: Member, role: Awaited<ReturnType<Member['role']>>) =>
  vi.waitFor(async () => expect(await member.role()).toBe(role), {
    timeout: 100_000,
    interval: 100,
  })

let work: Work

test('the primary loses its power during writes: the standby takes its place without an operator, nothing is lost, nothing happens twice', async () => {
  const names = ['ada', 'ben', 'cleo', 'dan']
  await addPeople(db, [...names, 'eve'])
  const quest = questToWorkOn(await readQuestLibrary())
  const heard = new Set<number>()
  const learners = await Promise.all(
    names.map((name) => signIn(url, name, (status) => heard.add(status))),
  )
  work = startWork(learners, quest)
  await work.goesOn()
  const since = Date.now()
  await lost.cutPower()
  await becomes(survivor, 'primary')
  await work.goesOn()
  console.log(`Writes went on ${((Date.now() - since) / 1000).toFixed(1)} s after the loss.`)
  expect([...heard].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
})

test('the lost primary comes back as the standby, and has everything', async () => {
  await lost.start()
  await becomes(lost, 'sync standby')
  await work.goesOn()
  await eventually(() => work.isStoredIn(db))
  const connectionString = `postgres://lodestar:nodes@127.0.0.1:${lost.port}/lodestar`
  const copy = openDatabase({
    connection: { connectionString },
    poolSize: 2,
    log: silentLog,
    isPrimary: false,
  })
  await eventually(() => work.isStoredIn(copy))
  await copy.destroy()
})
