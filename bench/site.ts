import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'

import fastify from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'

import { openSession } from '#features/auth'
import { readConfig } from '#platform/config'
import { noReplica, openDatabase } from '#platform/database'
import { openFiles } from '#platform/files'
import { createJobs } from '#platform/jobs'
import { createLimits } from '#platform/limits'
import { createMail } from '#platform/mail'
import { openPubSub } from '#platform/pubsub'
import { createApp } from '#server/app'

import { idOf } from './create-learners.ts'

// The product and the two references in one process, with a shared connection pool; sends the ports to its parent.

export type Ports = { product: number; reference: number }

const connection = JSON.parse(process.env.BENCH_CONNECTION ?? '')
/** Set if bench/tutor.ts runs a model. */
const tutor = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name.startsWith('TUTOR_')),
)
const config = readConfig({
  NODE_ENV: 'production',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
  // Allows sign-ins from many addresses.
  TRUST_PROXY: '127.0.0.1',
  ...tutor,
})
// As in production: JSON lines, to a file that discards them.
const log = pino({ level: config.LOG_LEVEL, base: null }, pino.destination('/dev/null'))
const db = openDatabase({ connection, poolSize: config.DATABASE_POOL, log })
const scratch = path.join(tmpdir(), 'lodestar-bench-files')

const secret = randomBytes(32)
const pubsub = await openPubSub(connection, log)
const jobs = createJobs(connection, pubsub, log)
const limits = createLimits(db, secret)
const { http: product, parts } = await createApp({
  config,
  db,
  log,
  jobs,
  pubsub,
  files: await openFiles(config, path.join(scratch, 'files')),
  clock: () => new Date(),
  limits: {
    ...limits,
    // Here an advisor accepts more per minute than anyone could by hand: counted, but not limited.
    takeCall: (declared, by) =>
      limits.takeCall(
        [declared ?? []].flat().map((limit) => ({ ...limit, points: Number.MAX_SAFE_INTEGER })),
        by,
      ),
  },
  mail: createMail(config, secret, db, jobs, log),
  replica: noReplica(db),
  secret,
  scratchFolder: path.join(scratch, 'uploads'),
  webFolder: path.resolve(import.meta.dirname, '../build/client'),
})
// As on a real site, enqueued jobs also run.
await jobs.start()

await sql`create table if not exists bench_rows (id bigint generated always as identity primary key, word text)`.execute(
  db,
)
// Several runs within five minutes exceed the sign-in limit per address.
await sql`delete from rate_limits`.execute(db)
const { rows } = await sql<{ id: string }>`select id from quests limit 1`.execute(db)
const id = rows[0]?.id

/** Signs a learner in without a password: a thousand hashes would take a minute. */
product.post<{ Params: { learner: number } }>('/bench/sign-in/:learner', (request, reply) =>
  openSession(parts, { request, reply }, idOf(request.params.learner)),
)
/** Resets caches for these learners: new versions, and sessions that are read again. */
product.post<{ Body: number[] }>('/bench/forget', async ({ body }) => {
  const ids = body.map(idOf)
  await sql`update learner_revisions set revision = pg_current_xact_id() where learner_id = any(${ids}::uuid[])`.execute(
    db,
  )
  for (const id of ids) parts.callers.forget(id)
  return {}
})

const reference = fastify()
/** A: a route that does one primary-key SELECT and nothing else. */
reference.get('/a', async () => {
  const { rows } = await sql`select id, title from quests where id = ${id}`.execute(db)
  return rows[0]
})
/** B: one durable single-row INSERT. */
reference.post('/b', async () => {
  const { rows } = await sql`insert into bench_rows (word) values ('word') returning id`.execute(db)
  return rows[0]
})

const listen = async (server: {
  listen: (at: { port: number; host: string }) => Promise<string>
}) => Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)

const ports: Ports = { product: await listen(product), reference: await listen(reference) }
process.send?.(ports)
process.on('disconnect', () => process.exit())
