import { randomUUID } from 'node:crypto'

import { Client } from 'pg'
import { inject } from 'vitest'

import { type ServerAddress, type Db, openDatabase } from '#platform/database'
import { silentLog } from '#testing/silent-log'

export type TestDatabase = { db: Db; connection: ServerAddress; drop: () => Promise<void> }

/**
 * A migrated, empty database of one's own; call `drop` afterwards. With `migrated: false` it has no tables at all.
 *
 * Its pool has one connection: a query that escapes its transaction then fails instead of passing by chance. Tests of what
 * happens at the same time ask for more.
 */
export const createTestDatabase = async ({
  migrated = true,
  poolSize = 1,
} = {}): Promise<TestDatabase> => {
  const server = inject('database')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = migrated ? 'lodestar' : 'template0'
  // Copied file by file in half the time of page by page through the log, which is the default.
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const connection = { ...server, database: name }
  const db = openDatabase({ connection, poolSize, connectTimeoutMs: 10_000, log: silentLog })
  return {
    db,
    connection,
    drop: async () => {
      await db.destroy()
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

const administer = async (server: ServerAddress, sql: string): Promise<void> => {
  const client = new Client({ ...server, database: 'postgres' })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** One more pool on a test's database; `drop` only closes it. */
export const openBeside = async ({
  connection,
}: Pick<TestDatabase, 'connection'>): Promise<TestDatabase> => {
  const db = openDatabase({ connection, poolSize: 1, connectTimeoutMs: 10_000, log: silentLog })
  return { db, connection, drop: () => db.destroy() }
}
