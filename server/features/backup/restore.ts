import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Client } from 'pg'
import { from } from 'pg-copy-streams'
import type { Logger } from 'pino'

import { renewCatalogVersion } from '#features/catalog'
import { eraseAccount } from '#features/privacy'
import {
  CannotStart,
  type Connection,
  type Db,
  migrate,
  newestMigration,
  openClient,
} from '#platform/database'
import type { Files } from '#platform/files'
import { createJobs } from '#platform/jobs'
import { openPubSub } from '#platform/pubsub'

import { checkArchive, readArchive } from './archive.ts'
import type { SiteFacts, Manifest } from './manifest.ts'
import { columnList, tableExists, hasJobTables, listTables, type Table } from './tables.ts'

/** Numbers issued after the backup (of diplomas, transcripts, credentials) are in use: they are not issued again. */
const NUMBERS_LEFT_OUT = 1000

type Archive = { file: string; identity: string | undefined }
type Site = { connection: Connection; db: Db; files: Files; log: Logger }

export type RestoreResult = { about: SiteFacts; manifest: Manifest; erasedAgain: number }

/**
 * Restores a site to the state of a backup. Validates everything before the first change. While the restore runs, the program
 * refuses to use the database; an interrupted restore can be run again.
 *
 * @param options.fingerprint of the site's secret
 * @param options.anySecret accept another secret than the backup's, because that one is lost
 * @param options.replace allow the loss of the site's current data
 * @throws CannotStart with a sentence for the operator
 */
export const restore = async (
  site: Site,
  archive: Archive,
  options: { fingerprint: string | undefined; anySecret: boolean; replace: boolean },
): Promise<RestoreResult> => {
  const newest = await newestMigration()
  const { about, manifest } = await checkArchive(archive, (about) => {
    refuseNewer(about, newest)
    if (!options.anySecret) refuseOtherSecret(about, options.fingerprint)
  })
  const { connection, files, log } = site
  const client = await openClient(connection)
  try {
    await rejectRunning(client)
    await refuseToReplace(client, files, options.replace)
    await emptySite(client, files)
    await migrate({ connection, log, restoring: { upTo: about.schema } })
    await makeQueues(site, manifest.queues)
    await load(client, files, archive, manifest)
    await migrate({ connection, log, restoring: { upTo: newest } })
    const erasedAgain = await eraseAgain(client, site.db)
    // Cached responses with a version that was rolled back must not match a future version.
    await renewCatalogVersion(site.db)
    await client.query('DROP TABLE unfinished_restore')
    return { about, manifest, erasedAgain }
  } finally {
    await client.end()
  }
}

const refuseNewer = ({ schema, program }: SiteFacts, newestSchema: number) => {
  if (schema <= newestSchema) return
  throw new CannotStart(
    `This backup was made by a newer version (${program}, migration ${schema}) than this one (migration ${newestSchema}). Restore it with that version.`,
  )
}

const refuseOtherSecret = ({ secret_fingerprint }: SiteFacts, fingerprint: string | undefined) => {
  if (secret_fingerprint === null || secret_fingerprint === fingerprint) return
  throw new CannotStart(
    'This backup belongs to a site with another secret. Put that site’s file "secret" into the data folder, or its APP_SECRET into the settings, and restore again. If it is lost, add --without-secret.',
  )
}

export const rejectRunning = async (client: Client): Promise<void> => {
  const { rowCount } = await client.query(`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'lodestar-jobs'`)
  if (rowCount) throw new CannotStart('The site is running: stop it on every machine first.')
}

const refuseToReplace = async (client: Client, files: Files, replace: boolean) => {
  if (await tableExists(client, 'public.unfinished_restore')) return
  if (!(await tableExists(client, 'public.migrations')) && (await listTables(client)).length > 0)
    throw new CannotStart('The database contains another program’s tables. Use an empty one.')
  if (replace) return
  const accounts = (await tableExists(client, 'public.users'))
    ? (await client.query<{ count: string }>('SELECT count(*) FROM users')).rows[0]!.count
    : '0'
  const isKeeping = await hasAny(files)
  if (accounts === '0' && !isKeeping) return
  throw new CannotStart(
    `There is already a site here, with ${accounts} accounts${isKeeping ? ' and files' : ''}. To delete it and restore the backup in its place, add --replace.`,
  )
}

const hasAny = async (files: Files): Promise<boolean> => {
  for await (const _ of files.list()) return true
  return false
}

/** Deletes everything except the list of erased accounts, which are erased again after the restore. */
const emptySite = async (client: Client, files: Files) => {
  await client.query('BEGIN')
  const erased = await listErased(client)
  await client.query('DROP SCHEMA public CASCADE')
  await client.query('DROP SCHEMA IF EXISTS pgboss CASCADE')
  await client.query('CREATE SCHEMA public AUTHORIZATION pg_database_owner')
  await client.query('GRANT USAGE ON SCHEMA public TO public')
  await client.query('CREATE TABLE unfinished_restore (erased uuid[] NOT NULL)')
  await client.query('INSERT INTO unfinished_restore VALUES ($1)', [erased])
  await client.query('COMMIT')
  for await (const key of files.list()) await files.remove(key)
}

const listErased = async (client: Client): Promise<string[]> => {
  const query = (await tableExists(client, 'public.unfinished_restore'))
    ? 'SELECT unnest(erased) AS id FROM unfinished_restore'
    : (await tableExists(client, 'public.audit_log'))
      ? "SELECT DISTINCT subject_id AS id FROM audit_log WHERE action = 'account_erased'"
      : undefined
  if (!query) return []
  const { rows } = await client.query<{ id: string }>(query)
  return rows.map(({ id }) => id)
}

/** Has pg-boss create its tables and the queues of the backup. */
const makeQueues = async ({ connection, log }: Site, queues: string[]) => {
  const events = await openPubSub(connection, log)
  const jobs = createJobs(connection, events, log)
  for (const name of queues) jobs.accept(name)
  await jobs.start({ work: false })
  await jobs.stop()
  await events.close()
}

const load = async (client: Client, files: Files, archive: Archive, manifest: Manifest) => {
  await client.query('BEGIN')
  await client.query('SET LOCAL statement_timeout = 0')
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  const tables = (await listTables(client)).filter(({ name }) => name !== 'unfinished_restore')
  const known = new Map(tables.map(({ name, quoted }) => [name, quoted]))
  const unknown = Object.keys(manifest.tables).find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new CannotStart(
      `The backup contains a table that its migrations don’t create: ${unknown}.`,
    )
  const copy = (name: string, rows: AsyncIterable<Buffer>) =>
    copyIn(client, `${known.get(name)} (${columnList(manifest.tables[name]!.columns)})`, rows)
  await withoutRules(client, tables, async () => {
    await client.query(`TRUNCATE ${tables.map(({ quoted }) => quoted).join(', ')}`)
    await client.query('CREATE TEMPORARY TABLE restored_jobs (job jsonb NOT NULL) ON COMMIT DROP')
    for await (const { name, size, content } of readArchive(archive)) {
      const [kind, of = ''] = name.split('/')
      if (kind === 'files') await files.put(of, Readable.from(content), size)
      else if (kind === 'jobs') await copyIn(client, 'restored_jobs (job)', content)
      else await copy(of, content)
    }
  })
  await skipNumbers(client, manifest.sequences)
  await insertJobs(client)
  await client.query('COMMIT')
}

/** Advances each sequence from its last number: null if it was not used before, though it may have been since. */
export const skipNumbers = async (
  client: Client,
  sequences: Record<string, number | null>,
): Promise<void> => {
  for (const [name, last] of Object.entries(sequences))
    await client.query('SELECT setval(quote_ident($1)::regclass, $2)', [
      name,
      (last ?? 0) + NUMBERS_LEFT_OUT,
    ])
}

const copyIn = (client: Client, target: string, rows: AsyncIterable<Buffer>) =>
  pipeline(rows, client.query(from(`COPY ${target} FROM STDIN`)))

/**
 * Runs `work` without triggers and foreign keys, then validates the foreign keys again. Requires only ownership of the tables:
 * managed databases offer no superuser.
 */
const withoutRules = async (client: Client, tables: Table[], work: () => Promise<void>) => {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass AS table, quote_ident(conname) AS name,
           pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`)
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { quoted } of tables) await client.query(`ALTER TABLE ${quoted} DISABLE TRIGGER USER`)
  await work()
  for (const { quoted } of tables) await client.query(`ALTER TABLE ${quoted} ENABLE TRIGGER USER`)
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
}

/** Inserts into the columns of this pg-boss version; columns unknown to the backup get their defaults. */
const insertJobs = async (client: Client) => {
  if (!(await hasJobTables(client))) return
  const { rows } = await client.query<{ columns: string | null }>(`
    SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
    WHERE attrelid = 'pgboss.job'::regclass AND attnum > 0 AND NOT attisdropped
      AND EXISTS (SELECT FROM restored_jobs WHERE job ? attname)`)
  const { columns } = rows[0]!
  if (columns === null) return
  await client.query(`
    INSERT INTO pgboss.job (${columns})
    SELECT ${columns} FROM restored_jobs, jsonb_populate_record(null::pgboss.job, restored_jobs.job)`)
}

/** Erases accounts that the replaced site erased after the backup. Returns how many the backup contained. */
const eraseAgain = async (client: Client, db: Db): Promise<number> => {
  let erased = 0
  for (const id of await listErased(client)) if (await eraseAccount(db, id)) erased += 1
  return erased
}
