import { createHash } from 'node:crypto'
import { setInterval } from 'node:timers'

import type { Client } from 'pg'
import { to } from 'pg-copy-streams'

import { findSettings } from '#features/site'
import type { Config } from '#platform/config'
import {
  CannotStart,
  type Connection,
  type Db,
  blockFileRemoval,
  type Log,
  openClient,
} from '#platform/database'
import type { Files } from '#platform/files'

import { type AddEntry, writeArchive } from './archive.ts'
import type { SiteFacts, Manifest } from './manifest.ts'
import {
  columnList,
  tableExists,
  hasJobTables,
  inChunks,
  listSequences,
  listTables,
} from './tables.ts'

const FILES_AT_ONCE = 500
const PROGRESS_MS = 10_000

export type BackupResult = { about: SiteFacts; manifest: Manifest }

/**
 * Copies a site into one file: all rows of one snapshot, the jobs waiting in it, and the files that its rows name. The site may
 * run meanwhile; file deletion pauses until the backup is complete.
 */
export const backUp = async (
  site: { config: Config; connection: Connection; db: Db; files: Files; log: Log },
  archive: { file: string; recipient: string | undefined },
  { program, now }: { program: string; now: Date },
): Promise<BackupResult> => {
  const client = await openClient(site.connection)
  try {
    await refuseNoSite(client)
    await blockFileRemoval(client)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // Copying a large file may take long between two statements of this transaction.
    await client.query('SET LOCAL statement_timeout = 0')
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    const about: SiteFacts = {
      format: 1,
      made_at: now.toISOString(),
      program,
      ...(await aboutDatabase(client)),
      site_name: (await findSettings(site)).site_name,
      public_url: site.config.publicUrl,
    }
    const manifest = await writeArchive(archive, about, async (add) => {
      const progress = reportProgress(site.log)
      try {
        return await copyAll(client, site.files, progress.counting(add))
      } finally {
        progress.stop()
      }
    })
    return { about, manifest }
  } finally {
    await client.end()
  }
}

/** A backup of an empty database would rotate a good one out of the folder. */
const refuseNoSite = async (client: Client) => {
  if (!(await tableExists(client, 'public.migrations')))
    throw new CannotStart('There is no site in this database: check DATA_DIR and DATABASE_URL.')
  if (await tableExists(client, 'public.unfinished_restore'))
    throw new CannotStart('A restore into this database did not finish: run npm run restore again.')
}

const reportProgress = (log: Log) => {
  let bytes = 0
  const timer = setInterval(() => log.info(`${(bytes / 1e9).toFixed(1)} GB copied.`), PROGRESS_MS)
  const counting =
    (add: AddEntry): AddEntry =>
    async (name, size, content) => {
      await add(name, size, content)
      bytes += size
    }
  return { counting, stop: () => clearInterval(timer) }
}

type AboutDatabase = Pick<SiteFacts, 'schema' | 'postgres' | 'secret_fingerprint'>

const aboutDatabase = async (client: Client): Promise<AboutDatabase> => {
  const { rows } = await client.query<AboutDatabase>(`
    SELECT (SELECT max(number) FROM migrations) AS schema,
           current_setting('server_version') AS postgres,
           (SELECT value #>> '{}' FROM settings WHERE name = 'secret_fingerprint')
             AS secret_fingerprint`)
  return rows[0]!
}

const copyAll = async (
  client: Client,
  files: Files,
  add: AddEntry,
): Promise<Omit<Manifest, 'sha256'>> => {
  const tables: Manifest['tables'] = {}
  for (const { name, quoted, columns } of await listTables(client)) {
    const query = `SELECT ${columnList(columns)} FROM ${quoted}`
    tables[name] = { columns, rows: await copyRows(client, query, `tables/${name}`, add) }
  }
  const { queues, jobs } = await copyJobs(client, add)
  return {
    tables,
    // Sequences are not transactional: their current values are at least those of the snapshot's rows.
    sequences: await listSequences(client),
    jobs,
    queues,
    files: await copyFiles(client, files, add),
  }
}

/**
 * Copies the rows of a query in PostgreSQL's text format, as entries that can be loaded separately. Returns the number of rows.
 */
const copyRows = async (client: Client, query: string, folder: string, add: AddEntry) => {
  const rows = client.query(to(`COPY (${query}) TO STDOUT`))
  let part = 0
  for await (const chunk of inChunks(rows)) {
    await add(`${folder}/${String(part).padStart(5, '0')}.copy`, chunk.length, [chunk])
    part += 1
  }
  return rows.rowCount
}

/** As JSON, because pg-boss may have other columns at the restore. Completed jobs and pg-boss's own are omitted. */
const copyJobs = async (
  client: Client,
  add: AddEntry,
): Promise<{ jobs: number; queues: string[] }> => {
  if (!(await hasJobTables(client))) return { jobs: 0, queues: [] }
  const waiting = `FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND left(name, 2) <> '__'`
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT regexp_replace(name, '-dead$', '') AS name ${waiting} ORDER BY 1`,
  )
  const jobs = await copyRows(client, `SELECT to_jsonb(job) ${waiting}`, 'jobs', add)
  return { jobs, queues: rows.map(({ name }) => name) }
}

type StoredFile = { storage_key: string; size: number; sha256: string }

const copyFiles = async (
  client: Client,
  files: Files,
  add: AddEntry,
): Promise<Manifest['files']> => {
  const result: Manifest['files'] = { count: 0, bytes: 0, missing: [], damaged: [] }
  for await (const file of listFiles(client)) {
    const bytes = await files.get(file.storage_key)
    if (!bytes) {
      result.missing.push(file.storage_key)
      continue
    }
    const copied = { isWhole: true }
    await add(`files/${file.storage_key}`, file.size, exactly(file, bytes, copied))
    if (!copied.isWhole) result.damaged.push(file.storage_key)
    result.count += 1
    result.bytes += file.size
  }
  return result
}

const listFiles = async function* (client: Client): AsyncGenerator<StoredFile> {
  await client.query(`
    DECLARE stored NO SCROLL CURSOR FOR
    SELECT storage_key, size::float8, sha256 FROM files
    WHERE stored_at IS NOT NULL AND owner_id IS NOT NULL ORDER BY storage_key`)
  for (;;) {
    const { rows } = await client.query<StoredFile>(`FETCH ${FILES_AT_ONCE} FROM stored`)
    yield* rows
    if (rows.length < FILES_AT_ONCE) return
  }
}

/** Yields exactly as many bytes as the file's row says; a truncated file is padded with zeros. */
const exactly = async function* (
  { size, sha256 }: StoredFile,
  bytes: AsyncIterable<Buffer>,
  copied: { isWhole: boolean },
) {
  const hash = createHash('sha256')
  let left = size
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk.subarray(0, left)
    left = Math.max(0, left - chunk.length)
  }
  copied.isWhole = hash.digest('hex') === sha256
  for (; left > 0; left -= Math.min(left, 65_536)) yield Buffer.alloc(Math.min(left, 65_536))
}
