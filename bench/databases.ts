import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Client } from 'pg'

import { type Log, migrate, openDatabase, type ServerAddress } from '#platform/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres'
import { silentLog } from '#testing/silent-log'

import { createLearners } from './create-learners.ts'

/** Smaller databases are created for each run; larger ones are reused. */
const WORTH_KEEPING = 10_000

export type Size = { learners: number; submissions: number }

/** Starts a durable PostgreSQL in its own folder, which preserves databases for later runs. */
export const startBenchServer = async (log: Log = silentLog): Promise<EmbeddedPostgres> => {
  const dataDir = process.env.BENCH_DATA_DIR ?? path.join(tmpdir(), 'lodestar-bench')
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o711)
  return startEmbeddedPostgres({ dataDir, log })
}

/** Returns a migrated database with this many learners and submissions. */
export const databaseOf = async (server: ServerAddress, size: Size): Promise<ServerAddress> => {
  const name = `bench_${size.learners}_${size.submissions}_${await versionOf()}`
  const connection = { ...server, database: name }
  const isThere = await query(server, `select from pg_database where datname = '${name}_done'`)
  if (isThere.length > 0) {
    const existing = { ...connection, database: `${name}_done` }
    await migrate({ connection: existing, log: silentLog })
    return existing
  }

  console.log(`Making ${size.learners} learners with ${size.submissions} submissions.`)
  await query(server, `drop database if exists ${name}`)
  await query(server, `create database ${name}`)
  await migrate({ connection, log: silentLog })
  const db = openDatabase({ connection, poolSize: 1, log: silentLog })
  await createLearners(db, size).finally(() => db.destroy())
  if (size.learners < WORTH_KEEPING) return connection
  await query(server, `alter database ${name} rename to ${name}_done`)
  return { ...connection, database: `${name}_done` }
}

const query = async (server: ServerAddress, sql: string) => {
  const client = new Client({ ...server, database: 'postgres' })
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

/** Changes with the code that generates the data. Existing databases get new migrations like any other. */
const versionOf = async () =>
  createHash('sha256')
    .update(await readFile(path.join(import.meta.dirname, 'create-learners.ts')))
    .digest('hex')
    .slice(0, 8)
