import type { Client } from 'pg'

import { CannotStart } from './cannot-start.ts'
import { type Connection, openClient } from './connection.ts'
import type { Log } from './log.ts'
import { type Migration, MIGRATIONS_FOLDER, readMigrations } from './migration-files.ts'

const OLDEST_SERVER = 15

/** An arbitrary number, the same on every node: "Lodestar" in ASCII. */
const LOCK = '5507731256188887410'

/**
 * Migrates the database to this program's schema: runs pending migrations in order, each in its own transaction. Nodes that start
 * together wait for each other.
 *
 * @param options.restoring set by the restore command: number of the backup's last migration
 * @returns true if the database is newer than this program but still compatible: while a newer version is being deployed, or
 * after a rollback (decisions/0065)
 * @throws CannotStart if the database is too new, had a migration that has changed since, or is partly restored
 */
export const migrate = async (options: {
  connection: Connection
  log: Log
  folder?: string
  restoring?: { upTo: number }
}): Promise<{ isNewer: boolean }> => {
  const { connection, log, folder = MIGRATIONS_FOLDER, restoring } = options
  const upTo = restoring?.upTo ?? Infinity
  const migrations = (await readMigrations(folder)).filter(({ number }) => number <= upTo)
  const client = await openClient(connection)
  try {
    await refuseOldServer(client)
    if (restoring === undefined) await refuseUnfinishedRestore(client)
    // The server releases the lock when this connection ends, for whatever reason.
    await lock(client, log)
    const applied = await readApplied(client)
    const isNewer = refuseTooNew(migrations, applied)
    if (isNewer) log.warn('The database is newer than this program: start the newer program soon.')
    const waiting = pending(migrations, applied)
    const last = waiting.at(-1)
    if (last)
      log.info(
        `Migrating the database to ${last.number} ${last.name}; migrations to run: ${waiting.length}.`,
      )
    for (const migration of waiting) await apply(client, migration)
    return { isNewer }
  } finally {
    await client.end()
  }
}

/** Says so if it waits: the statement of a migrating program that was killed may run for minutes. */
const lock = async (client: Client, log: Log): Promise<void> => {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS is_free', [LOCK])
  if (rows[0]!.is_free) return
  log.info('Another program is migrating the database, or was killed while it did: waiting for it.')
  await client.query('SELECT pg_advisory_lock($1)', [LOCK])
}

type Applied = Pick<Migration, 'number' | 'name' | 'checksum' | 'contracts'>

/** Returns true if the database has unknown migrations, none of which removed anything this program needs. */
const refuseTooNew = (migrations: Migration[], applied: Applied[]): boolean => {
  const unknown = applied.filter((old) => !migrations.some(({ number }) => number === old.number))
  const broken = unknown.find(({ number, contracts }) => contracts || number < newestOf(migrations))
  if (broken)
    throw new CannotStart(
      `The database is newer than this program (it has migration ${broken.number} ${broken.name}); start the newer program, or restore an older backup.`,
    )
  return unknown.length > 0
}

const newestOf = (migrations: Pick<Migration, 'number'>[]) =>
  Math.max(0, ...migrations.map(({ number }) => number))

/** Migrations still to run, given those applied. */
const pending = (migrations: Migration[], applied: Applied[]): Migration[] => {
  for (const old of applied) {
    const known = migrations.find(({ number }) => number === old.number)
    if (known && known.checksum !== old.checksum)
      throw new CannotStart(
        `Migration ${old.number} ${old.name} was changed after it ran on this database; restore the file and write a new migration.`,
      )
  }
  const newest = newestOf(applied)
  const waiting = migrations.filter(({ number }) => !applied.some((old) => old.number === number))
  const late = waiting.find(({ number }) => number < newest)
  if (late)
    throw new CannotStart(
      `Migration ${late.number} ${late.name} is too late: the database is already at ${newest}. Give it the next number.`,
    )
  return waiting
}

const readApplied = async (client: Client): Promise<Applied[]> => {
  await client.query(`
    CREATE TABLE IF NOT EXISTS migrations (
      number integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  // Migrations from before this column are known to the caller.
  await client.query(
    'ALTER TABLE migrations ADD COLUMN IF NOT EXISTS contracts boolean NOT NULL DEFAULT false',
  )
  const { rows } = await client.query<Applied>(
    'SELECT number, name, checksum, contracts FROM migrations ORDER BY number',
  )
  return rows
}

const apply = async (
  client: Client,
  { number, name, sql, checksum, contracts }: Migration,
): Promise<void> => {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query(
      'INSERT INTO migrations (number, name, checksum, contracts) VALUES ($1, $2, $3, $4)',
      [number, name, checksum, contracts],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw new Error(`Migration ${number} ${name} failed; the database is unchanged.`, {
      cause: error,
    })
  }
}

/** The table exists from the first change of a restore to its last (features/backup). */
const refuseUnfinishedRestore = async (client: Client): Promise<void> => {
  const { rows } = await client.query("SELECT to_regclass('public.unfinished_restore') AS found")
  if (rows[0]!.found !== null)
    throw new CannotStart(
      'A restore into this database is in progress or did not finish: run npm run restore again with the same file.',
    )
}

const refuseOldServer = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ version: string }>(
    "SELECT current_setting('server_version_num') AS version",
  )
  const major = Math.floor(Number(rows[0]!.version) / 10_000)
  if (major < OLDEST_SERVER)
    throw new CannotStart(
      `The server behind DATABASE_URL is PostgreSQL ${major}; Lodestar needs ${OLDEST_SERVER} or newer.`,
    )
}
