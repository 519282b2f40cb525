import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  type Db,
  isDatabaseAway,
  listUnsafeDurabilitySettings,
  noReplica,
  openDatabase,
  transaction,
  violatedConstraint,
} from '#platform/database'
import { newTrace, withTrace } from '#platform/trace'
import { startProxy } from '#testing/chaos/proxy'
import { createTestDatabase, openSecondPool } from '#testing/database'
import { eventually } from '#testing/eventually'
import { silentLog } from '#testing/silent-log'

const { db, connection, drop } = await createTestDatabase()
afterAll(drop)
beforeAll(async () => {
  await sql`CREATE TABLE things (id int CONSTRAINT one_of_each PRIMARY KEY)`.execute(db)
})

const insert = (db: Db, id: number) => sql`INSERT INTO things VALUES (${id})`.execute(db)
const has = async (id: number) =>
  (await sql`SELECT 1 FROM things WHERE id = ${id}`.execute(db)).rows.length > 0
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

it('counts days in UTC, in whatever zone the database’s machine is', async () => {
  const of = await createTestDatabase({ migrated: false })
  await sql`ALTER DATABASE ${sql.id(of.connection.database)} SET timezone = 'Pacific/Kiritimati'`.execute(
    of.db,
  )
  const other = await openSecondPool(of)
  const { rows } = await sql`SELECT '2026-11-20 22:30+00'::timestamptz::date AS day`.execute(
    other.db,
  )
  expect(rows).toEqual([{ day: '2026-11-20' }])
  await other.drop()
  await of.drop()
})

describe('A transaction', () => {
  it('stores all or nothing', async () => {
    await transaction(db, (db) => insert(db, 1))
    await failure(
      transaction(db, async (db) => {
        await insert(db, 2)
        throw new Error('Changed my mind')
      }),
    )
    expect([await has(1), await has(2)]).toEqual([true, false])
  })

  it('inside another belongs to it', async () => {
    await failure(
      transaction(db, async (db) => {
        await transaction(db, (db) => insert(db, 3))
        throw new Error('Changed my mind')
      }),
    )
    expect(await has(3)).toBe(false)
  })

  it('fails in tests when a query escapes it', async () => {
    const outside = db
    const error = await failure(
      transaction(db, async (db) => {
        await insert(db, 4)
        await insert(outside, 5)
      }),
    )
    expect(error).toHaveProperty('message', 'timeout exceeded when trying to connect')
    expect([await has(4), await has(5)]).toEqual([false, false])
  })
})

describe('An error', () => {
  it('names the constraint that refused a row', async () => {
    await insert(db, 10)
    expect(violatedConstraint(await failure(insert(db, 10)))).toBe('one_of_each')
    expect(violatedConstraint(await failure(sql`SELECT 1 / 0`.execute(db)))).toBeUndefined()
  })

  it('tells a database that is away from a query that is wrong', async () => {
    const nowhere = openDatabase({
      connection: { connectionString: 'postgres://localhost:1/nowhere' },
      poolSize: 1,
      log: silentLog,
    })
    expect(isDatabaseAway(await failure(sql`SELECT 1`.execute(nowhere)))).toBe(true)
    expect(isDatabaseAway(await failure(sql`SELECT 1 / 0`.execute(db)))).toBe(false)
    await nowhere.destroy()
  })

  it('of a connection that breaks reaches its query, and the next one gets a new connection', async () => {
    const error = await failure(sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db))
    expect(isDatabaseAway(error)).toBe(true)
    expect(await has(1)).toBe(true)
  })

  it('of a connection that breaks between two queries of a transaction ends the transaction only', async () => {
    const other = await createTestDatabase()
    const error = await failure(
      transaction(db, async (db) => {
        const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)
        await sql`SELECT pg_terminate_backend(${rows[0]!.pid}, 1000)`.execute(other.db)
        await new Promise((resolve) => setTimeout(resolve, 50))
        await insert(db, 11)
      }),
    )
    await other.drop()
    expect(isDatabaseAway(error)).toBe(true)
    expect([await has(1), await has(11)]).toEqual([true, false])
  })
})

it('what may be read from a replica cannot write, also where there is none', async () => {
  const { read } = noReplica(db)
  const write = (db: Db) => db.deleteFrom('users').execute()
  await expect(read('recently', write)).rejects.toThrow('must not write')
  expect(await read('recently', (db) => db.selectFrom('users').select('id').execute())).toEqual([])
})

it('writes each query and its duration to the log at debug level, without its values', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const logged = openDatabase({ connection, poolSize: 1, log })
  await sql`SELECT ${'a secret'}::text`.execute(logged)
  await logged.destroy()
  expect(lines).toEqual([
    expect.objectContaining({
      level: 20,
      msg: 'query',
      sql: 'SELECT $1::text',
      ms: expect.any(Number),
    }),
  ])
  expect(JSON.stringify(lines)).not.toContain('a secret')
})

it('warns of a slow query, and names the request that it was run for', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const logged = openDatabase({ connection, poolSize: 1, log, slowMs: 20 })
  const trace = newTrace({ request_id: 'r-1', method: 'GET', route: '/api/quests/:id' })
  await withTrace(trace, () => sql`SELECT pg_sleep(0.03)`.execute(logged))
  await logged.destroy()
  expect(lines).toEqual([
    expect.objectContaining({ request_id: 'r-1', route: '/api/quests/:id', msg: 'slow statement' }),
  ])
  expect([...trace.statements.values()]).toEqual([1])
  expect(trace.slowStatements).toBe(1)
})

it('warns of a connection that was lost, but not of one that the server ends while it is being closed', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line).msg) })
  const proxy = await startProxy({ path: `${connection.host}/.s.PGSQL.${connection.port}` })
  const through = { ...connection, host: '127.0.0.1', port: proxy.port }
  const logged = openDatabase({ connection: through, poolSize: 1, log })
  const ask = async () =>
    (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(logged)).rows[0]!.pid
  const end = (pid: number) => sql`SELECT pg_terminate_backend(${pid})`.execute(db)

  await end(await ask())
  await eventually(() => expect(lines).toEqual([expect.stringContaining('connection was lost')]))

  const pid = await ask()
  proxy.slow(100)
  await Promise.all([logged.destroy(), end(pid)])
  await sleep(300)
  expect(lines).toHaveLength(1)
  await proxy.stop()
})

it('tells PostgreSQL for which request a query is run, where that is wanted', async () => {
  const commented = openDatabase({ connection, poolSize: 1, log: silentLog, comments: true })
  const shown = () =>
    sql<{ query: string }>`SELECT query FROM pg_stat_activity WHERE pid = pg_backend_pid()`.execute(
      commented,
    )
  const trace = newTrace({ request_id: 'r-2', route: "/*'; --/:id" })
  const { rows } = await withTrace(trace, shown)
  await commented.destroy()
  expect(rows[0]!.query).toMatch(
    /pg_backend_pid\(\) \/\*request_id='r-2',route='%2F%2A%27%3B%20--%2F%3Aid'\*\/$/,
  )
})

it('gives up connections that have died without a word, with the transactions on them', async () => {
  const proxy = await startProxy({ path: `${connection.host}/.s.PGSQL.${connection.port}` })
  const db = openDatabase({
    connection: { ...connection, host: '127.0.0.1', port: proxy.port },
    poolSize: 1,
    queryTimeoutMs: 500,
    log: silentLog,
  })
  const error = await failure(
    transaction(db, async (db) => {
      await insert(db, 20)
      proxy.abandon()
      await insert(db, 21)
    }),
  )
  expect(isDatabaseAway(error)).toBe(true)
  await eventually(() => insert(db, 22))
  expect([await has(20), await has(21), await has(22)]).toEqual([false, false, true])
  await db.destroy()
  await proxy.stop()
})

it('is asked what it would forget in a power cut, which in tests is everything', async () => {
  const names = ['fsync', 'full_page_writes', 'synchronous_commit']
  expect(await listUnsafeDurabilitySettings(db)).toEqual(names)
})
