import { randomUUID } from 'node:crypto'

import { Client } from 'pg'
import { inject } from 'vitest'

import { type ServerAddress, type Db, openDatabase } from '#platform/database'
import { silentLog } from '#testing/silent-log'

export type TestDatabase = { db: Db; connection: ServerAddress; drop: () => Promise<void> }

/**
 * A new, empty, migrated database; call `drop` afterwards. With `migrated: false`, it has no tables.
 * Its pool has one connection, so that a query outside its transaction fails instead of passing by chance. Concurrency tests ask
 * for more.
 */
export const createTestDatabase = async ({
  migrated = true,
  poolSize = 1,
} = {}): Promise<TestDatabase> => {
  const server = inject('database')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = migrated ? 'lodestar' : 'template0'
  // File copy takes half the time of the default, which copies pages through the log.
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

/** Another pool on a test's database; `drop` only closes it. */
export const openSecondPool = async ({
  connection,
}: Pick<TestDatabase, 'connection'>): Promise<TestDatabase> => {
  const db = openDatabase({ connection, poolSize: 1, connectTimeoutMs: 10_000, log: silentLog })
  return { db, connection, drop: () => db.destroy() }
}
