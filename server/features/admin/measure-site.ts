import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { connect } from 'node:tls'

import { sql } from 'kysely'

import { findNewestBackup } from '#features/backup'
import { showsMailbox } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { countJobs } from '#platform/jobs'
import type { SiteMeasurements } from '#rules/site-health'

type Deps = Pick<Parts, 'config' | 'db' | 'files'>

/** Measures everything about the site's health that does not depend on the responding node. */
export const measureSite = async ({
  config,
  db,
  files,
}: Deps): Promise<Omit<SiteMeasurements, 'speed'>> => {
  const queues = await countJobs(db)
  const mail = queues.find(({ name }) => name === 'mail')
  const others = queues.filter(({ name }) => name !== 'mail')
  return {
    backup: await findNewestBackup(db),
    jobs: {
      waiting: sum(others.map(({ waiting, retrying }) => waiting + retrying)),
      oldest_at: others.flatMap(({ oldest_at }) => oldest_at ?? []).toSorted()[0] ?? null,
      failed: sum(others.map(({ failed }) => failed)),
    },
    mail: {
      way: wayOf(config),
      waiting: (mail?.waiting ?? 0) + (mail?.retrying ?? 0),
      oldest_at: mail?.oldest_at ?? null,
      failed: mail?.failed ?? 0,
    },
    storage: {
      ...(await measureFiles(db)),
      free_bytes: await files.free(),
      problem: await files.problem(),
    },
    database: await measureDatabase(db),
    address: await checkAddress(config),
    program: await PROGRAM,
  }
}

const PROGRAM = readFile(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8').then(
  (text) => ({ version: (JSON.parse(text) as { version: string }).version, node: process.version }),
)

/** Until an unreachable address counts as such. */
const PATIENCE_MS = 3000

const checkAddress = async ({
  isLocal,
  publicUrl,
}: Deps['config']): Promise<SiteMeasurements['address']> => {
  if (isLocal) return { state: 'local', certificate_expires_at: null }
  const { protocol, hostname, port } = new URL(publicUrl)
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const { ok } = await fetch(`${publicUrl}/api/health/live`, { signal, redirect: 'manual' })
    if (!ok) return { state: 'unreachable', certificate_expires_at: null }
    const certificate_expires_at =
      protocol === 'https:' ? await certificateEnd(hostname, Number(port || 443)) : null
    return { state: 'reachable', certificate_expires_at }
  } catch {
    return { state: 'unreachable', certificate_expires_at: null }
  }
}

const certificateEnd = (hostname: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port, servername: hostname, timeout: PATIENCE_MS })
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to).toISOString())
      socket.end()
    })
    socket.once('timeout', () => socket.destroy(new Error('timeout')))
    socket.once('error', reject)
  })

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

const wayOf = (config: Parts['config']) => {
  if (config.SMTP_URL) return 'smtp'
  return showsMailbox(config) ? 'mailbox' : 'none'
}

const measureFiles = async (db: Db) =>
  db
    .selectFrom('files')
    .select(({ fn, val }) => [
      fn.coalesce(fn.sum<number>('size'), val(0)).as('bytes'),
      fn.countAll<number>().as('files'),
    ])
    .where('stored_at', 'is not', null)
    .executeTakeFirstOrThrow()

/** Server settings, and the last migration, which the generated table types omit. */
const measureDatabase = async (db: Db): Promise<SiteMeasurements['database']> => {
  const { rows } = await sql<Omit<SiteMeasurements['database'], 'standbys' | 'archive'>>`
    select current_setting('server_version') as version,
           pg_database_size(current_database()) as bytes,
           (select count(*) from pg_stat_activity where datname = current_database()) as connections,
           current_setting('max_connections')::int as most_connections,
           (select number || ' ' || name from migrations order by number desc limit 1) as migration`.execute(
    db,
  )
  const standbys = await sql<SiteMeasurements['database']['standbys'][number]>`
    select coalesce(nullif(application_name, ''), 'unnamed') as name,
           case when state is not null
             then coalesce(round(extract(epoch from replay_lag))::int, 0) end as lag_seconds
    from pg_stat_replication order by 1`.execute(db)
  return { ...rows[0]!, standbys: standbys.rows, archive: await findArchive(db) }
}

/** A file that failed once is retried: failing is what has not succeeded since. */
export const findArchive = async (db: Db): Promise<SiteMeasurements['database']['archive']> => {
  const { rows } = await sql<NonNullable<SiteMeasurements['database']['archive']>>`
    select last_archived_time as last_at,
           coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as is_failing
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`.execute(db)
  return rows[0] ?? null
}
