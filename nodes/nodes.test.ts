import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import S3rver from 's3rver'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { auth } from '#contract/auth'
import { files } from '#contract/files'
import { messages } from '#contract/messages'
import { portfolio } from '#contract/portfolio'
import { readQuestLibrary } from '#features/quests'
import { type Db, openDatabase, openReplica } from '#platform/database'
import { followEventsAt } from '#testing/event-stream'
import { eventually } from '#testing/eventually'
import { persistentClient } from '#testing/persistent-client'
import { freePort, type RunningSite, startSite } from '#testing/running-site'
import { silentLog } from '#testing/silent-log'
import { createDataFolder } from '#testing/throw-away-database'

import { type Learner, questToWorkOn, startWork } from './learners-at-work.ts'
import { startNginx } from './nginx.ts'
import { addPeople, emailOf, signIn } from './people.ts'
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts'
import {
  disableSynchronousStandby,
  createServerFolder,
  type Postgres,
  startPostgres,
  waitForStandby,
} from './postgres.ts'
import { stopServers } from './server-process.ts'

// One site on two nodes behind nginx, two databases behind PgBouncer, and files in S3, as in docs/scaling.md. Each test continues
// from the state of the previous one.

const LEARNERS = 6

let folder: string
let s3: S3rver
let primary: Postgres
let standby: Postgres
let pgbouncer: PgBouncer
/** The public URL. */
let site: string
let nodes: { port: number; url: string; env: Record<string, string>; process?: RunningSite }[]
let db: Db
let quest: { id: string; tasks: string[] }

const openAt = ({ url }: Postgres) =>
  openDatabase({ connection: { connectionString: url }, poolSize: 2, log: silentLog })

const startNode = async (node: (typeof nodes)[number]) => {
  node.process = await startSite(node.env)
}

beforeAll(async () => {
  folder = await createDataFolder()
  const servers = await createServerFolder(path.join(folder, 'servers'))
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 'bucket'),
    configureBuckets: [{ name: 'lodestar', configs: [] }],
  })
  const bucket = await s3.run()
  const [first, second, bouncer, balancer, ...ports] = await Promise.all(
    Array.from({ length: 6 }, freePort),
  )
  ;({ primary, standby } = await startPostgres(servers, { primary: first!, standby: second! }))
  await waitForStandby(primary)
  pgbouncer = await startPgBouncer(servers, bouncer!, primary)
  nodes = ports.map((port) => ({ port, url: `http://127.0.0.1:${port}`, env: {} }))
  site = (await startNginx(servers, balancer!, nodes)).url
  for (const { port, env } of nodes) {
    Object.assign(env, {
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      PUBLIC_URL: site,
      TRUST_PROXY: '127.0.0.1',
      DATA_DIR: path.join(folder, `node-${port}`),
      APP_SECRET: 'the same on both nodes, and nowhere else',
      DATABASE_URL: pgbouncer.url,
      DATABASE_REPLICA_URL: standby.url,
      S3_BUCKET: 'lodestar',
      S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    })
  }
  db = openAt(primary)
})

afterAll(async () => {
  await db?.destroy()
  await Promise.all((nodes ?? []).map(({ process }) => process?.kill()))
  await stopServers()
  await s3?.close()
  await rm(folder, { recursive: true })
})

/** Names of a class. */
const classOf = (name: string) => Array.from({ length: LEARNERS }, (_, i) => `${name}-${i}`)

const signInMany = (name: string, heard: (status: number) => void = () => {}) =>
  Promise.all(classOf(name).map((each) => signIn(site, each, heard)))

/** The same person with the same session, at another node. */
const elsewhere = ({ client }: Learner, url: string) => {
  const other = persistentClient(url, () => {})
  Object.assign(other.headers, client.headers)
  return other
}

const statusOf = async (path: string) => (await fetch(site + path)).status

test('two nodes that start at once on an empty database make it ready between them', async () => {
  await Promise.all(nodes.map(startNode))
  await addPeople(db, ['ada', 'ben', 'cleo', ...classOf('first'), ...classOf('second')])
  const library = await readQuestLibrary()
  quest = questToWorkOn(library)
  const stored = await db.selectFrom('quests').select('id').execute()
  expect(stored).toHaveLength(library.length)
  // Records each time that a job is due, and its runs. A minute of the clock would not tell which run is whose: pg-boss hands jobs
  // over some seconds later. After a kill, another node runs the job again.
  await primary.sql(`
    CREATE TABLE job_runs (slot text, id uuid);
    CREATE FUNCTION note_run() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      IF new.name = 'calendar-reminders' THEN INSERT INTO job_runs (id) VALUES (new.id);
      ELSIF new.data ->> 'name' = 'calendar-reminders' THEN INSERT INTO job_runs (slot) VALUES (new.data ->> 'slot');
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_run AFTER UPDATE OF state ON pgboss.job FOR EACH ROW
      WHEN (new.state = 'active' AND new.name IN ('calendar-reminders', '__pgboss__send-it')) EXECUTE FUNCTION note_run()`)
})

test('whoever signs in on one is known on the other, and signed out there at once', async () => {
  const [one, other] = nodes
  const ada = await signIn(one!.url, 'ada')
  const there = elsewhere(ada, other!.url).call(auth)
  expect((await there.me()).id).toBe(ada.id)
  await ada.client.call(auth).logout()
  await eventually(() => expect(there.me()).rejects.toMatchObject({ status: 401 }))
})

test('a message that is sent on one arrives live on the other', async () => {
  const [one, other] = nodes
  const [ada, ben] = [await signIn(one!.url, 'ada'), await signIn(other!.url, 'ben')]
  const [first_id = '', second_id = ''] = [ada.id, ben.id].toSorted()
  await db
    .insertInto('connections')
    .values({ first_id, second_id, since: new Date().toISOString() })
    .execute()
  const call = ada.client.call(messages)
  const { id } = await call.beginConversation({ body: { participant_ids: [ben.id] } })
  const stream = await followEventsAt(other!.url, ben.client.headers)
  await stream.until(({ event }) => event === 'reset')
  await call.sendMessage({ params: { id }, body: { text: 'Are you there?', file_ids: [] } })
  await stream.until(({ data }) => data?.some((signal) => signal.id === id) === true)
  stream.leave()
  const { items } = await ben.client
    .call(messages)
    .listMessagesOfConversation({ params: { id }, query: { limit: 10 } })
  expect(items.map(({ text }) => text)).toEqual(['Are you there?'])
})

const upload = (person: Learner, bytes: Buffer, chunkSize: number) =>
  new Promise<string>((resolve, reject) => {
    const sending = new Upload(bytes, {
      endpoint: `${site}/api/uploads/resumable`,
      headers: person.client.headers,
      metadata: { filename: 'notes.txt', filetype: 'text/plain' },
      chunkSize,
      uploadSize: bytes.length,
      onError: reject,
      onSuccess: () => resolve(sending.url!.split('/').at(-1)!),
    })
    sending.start()
  })

test('what is uploaded on one can be opened on the other, also when it came in parts', async () => {
  const [one, other] = nodes
  const ada = await signIn(one!.url, 'ada')
  const form = new FormData()
  form.set('file', new File(['What I saw.'], 'notes.txt', { type: 'text/plain' }))
  const whole = await ada.client.call(files).uploadFile({ form })
  const there = elsewhere(ada, other!.url)
  expect((await there.download(`/api/files/${whole.id}`)).toString()).toBe('What I saw.')

  const text = Buffer.from('And what I heard. '.repeat(5000))
  const id = await upload(ada, text, 20_000)
  for (const { url } of nodes) {
    await eventually(async () =>
      expect(await elsewhere(ada, url).download(`/api/files/${id}`)).toEqual(text),
    )
  }
})

test('limits hold across both', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 24; i += 1) {
    const response = await fetch(`${nodes[i % 2]!.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: emailOf('cleo'), password: 'Wr0ng-enough!' }),
    })
    statuses.push(response.status)
  }
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(4).fill(429)])
})

const publish = (person: Learner, published: boolean) =>
  person.client.call(portfolio).changePortfolio({ body: { published, slug: 'ada' } })

/** Checks that strangers' pages were read from the standby since a moment. */
const standbyServes = async (since: unknown) => {
  expect(await statusOf('/portfolio/ada')).toBe(200)
  const { reads } = await standby.sql(
    `SELECT count(*)::int AS reads FROM pg_stat_activity
     WHERE application_name = 'lodestar' AND query LIKE '%portfolio_slug%' AND query_start > '${String(since)}'`,
  )
  expect(reads).toBeGreaterThan(0)
}

const nowOf = async (server: Postgres) => (await server.sql('SELECT now()::text AS now')).now

test('one node is killed during writes: the site goes on, nothing is lost, nothing happens twice', async () => {
  const work = startWork(await signInMany('first'), quest)
  await work.goesOn()
  await nodes[0]!.process!.kill()
  await work.goesOn()
  await startNode(nodes[0]!)
  await work.goesOn()
  await work.isStoredIn(db)
})

test('strangers are served by the standby, and by the primary while it is stopped', async () => {
  const ada = await signIn(site, 'ada')
  await publish(ada, true)
  await eventually(async () => standbyServes(await nowOf(standby)))
  await standby.end('SIGINT')
  expect(await statusOf('/portfolio/ada')).toBe(200)
  expect(await statusOf('/api/public/portfolio/ada')).toBe(200)
  await disableSynchronousStandby(primary)
  await publish(ada, false)
  await eventually(async () => expect(await statusOf('/portfolio/ada')).toBe(404))
  await publish(ada, true)
  await eventually(async () => expect(await statusOf('/portfolio/ada')).toBe(200))
  await standby.start()
  await waitForStandby(primary)
  await eventually(async () => standbyServes(await nowOf(standby)))
})

test('what is taken down is gone although the standby stands still, and comes from it again afterwards', async () => {
  const ada = await signIn(site, 'ada')
  await standby.sql('SELECT pg_wal_replay_pause()')
  await publish(ada, false)
  for (const { url } of nodes) {
    for (const page of ['/portfolio/ada', '/api/public/portfolio/ada']) {
      await eventually(async () => expect((await fetch(url + page)).status).toBe(404))
    }
  }
  const { published } = await standby.sql(
    `SELECT portfolio_published_at IS NOT NULL AS published FROM users WHERE id = '${ada.id}'`,
  )
  expect(published).toBe(true)
  await publish(ada, true)
  await standby.sql('SELECT pg_wal_replay_resume()')
  await eventually(async () => standbyServes(await nowOf(standby)))
})

test('both databases lose their power during writes, and the standby takes the place of the primary: nothing is lost, nothing happens twice', async () => {
  const heard = new Set<number>()
  const learners = await signInMany('second', (status) => heard.add(status))
  const work = startWork(learners, quest)
  await work.goesOn()
  await standby.end('SIGKILL')
  // Anything acknowledged now would be lost: gives the nodes time to make that mistake.
  await sleep(1000)
  await primary.end('SIGKILL')
  await standby.start()
  await disableSynchronousStandby(standby)
  await pgbouncer.leadTo(standby)
  // A standby must not be used as the primary: its data may be stale.
  await eventually(async () => expect(await statusOf('/api/settings')).toBe(503))
  await standby.sql('SELECT pg_promote()')
  await work.goesOn()
  await db.destroy()
  db = openAt(standby)
  await work.isStoredIn(db)
  for (const { url } of nodes) expect((await fetch(`${url}/api/health`)).status).toBe(200)
  // Meanwhile, the nodes replied with Retry-After, and nginx never reported that none is available.
  expect([...heard].toSorted()).toEqual([200, 201, 503])
})

test('the old primary, come back by mistake, is not read: it is no replica of the new one', async () => {
  await primary.start()
  const readAt = async ({ url }: Postgres) => {
    const connection = { connectionString: url }
    const replica = openReplica({ primary: db, connection, poolSize: 2, log: silentLog })
    // Gives the nodes time to make a mistake.
    await sleep(1000)
    const state = replica.state()
    const { email } = await replica.read('now', (db) =>
      db
        .selectFrom('users')
        .select('email')
        .where('first_name', '=', 'cleo')
        .executeTakeFirstOrThrow(),
    )
    await replica.close()
    return { email, state }
  }
  await db
    .updateTable('users')
    .set({ email: 'new@example.org' })
    .where('first_name', '=', 'cleo')
    .execute()
  expect(await readAt(primary)).toEqual({ email: 'new@example.org', state: 'behind' })
})

test('through all of this, a job of the clock has run once each time that it was due', async () => {
  // Jobs are due every minute and checked every half: longer than `eventually` waits.
  const { slots, runs } = await vi.waitFor(
    async () => {
      const row = await standby.sql(
        'SELECT count(DISTINCT slot)::int AS slots, count(DISTINCT id)::int AS runs FROM job_runs',
      )
      expect(row.slots).toBeGreaterThan(1)
      expect(row.runs).toBeGreaterThanOrEqual(Number(row.slots))
      return row
    },
    { timeout: 110_000, interval: 200 },
  )
  expect(runs).toBe(slots)
})
