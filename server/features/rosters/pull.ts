import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Config } from '#platform/config'
import { csvOf } from '#platform/csv'
import { isDatabaseAway, transaction } from '#platform/database'
import { conflict, type Parts } from '#platform/http'
import { ROSTER_COLUMNS, type RosterFile } from '#rules/roster'
import {
  cellsOfRecord,
  COLLECTIONS,
  rolesOfRecord,
  type ServiceRecord,
} from '#rules/roster-service'

import { rejectImport } from './end-import.ts'
import { findImport } from './queries.ts'
import { UnreadableRoster } from './read-files.ts'
import { openService, type Service, serviceOf } from './service-client.ts'
import { insertImport, storeFile, zipInto } from './start-import.ts'

/** An hour: a district with a slow service. */
const MAX_DURATION_MS = 3_600_000

/**
 * Starts an import from the school's service. Returns its id.
 * @param by an admin who will review it; null at night
 * @throws conflict if no service is configured
 */
export const startPull = async (parts: Parts, by: string | null): Promise<string> => {
  const service = serviceOf(parts.config)
  if (!service) throw conflict('No OneRoster service is configured.')
  return transaction(parts.db, async (db) => {
    const importId = await insertImport(db, {
      format: 'oneroster',
      source: 'service',
      file_name: new URL(service.url).host,
      isAutomatic: by === null,
      madeBy: by,
      now: parts.clock(),
    })
    await parts.jobs.enqueue(db, 'roster-pull', { importId })
    return importId
  })
}

/** Null if no service is configured. */
export const hostOfService = (config: Config): string | null => {
  const service = serviceOf(config)
  return service ? new URL(service.url).host : null
}

/** Nightly job: does nothing without a service. */
export const pullEveryNight = async (parts: Parts): Promise<void> => {
  if (serviceOf(parts.config)) await startPull(parts, null)
}

/**
 * Job that reads the whole roster from the school's service into the files of the CSV binding, then starts to read them. Nothing of
 * it is used unless all of it arrives.
 */
export const pullRoster = async (
  parts: Pick<Parts, 'config' | 'db' | 'files' | 'jobs' | 'mail'>,
  scratch: string,
  { importId }: { importId: string },
): Promise<void> => {
  const found = await findImport(parts.db, importId)
  const service = serviceOf(parts.config)
  if (found?.state !== 'reading' || !service) return
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(scratch, 'pull-'))
  try {
    const zip = await download(service, folder)
    await storeFile(parts, importId, zip)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await rejectImport(
      parts,
      importId,
      error instanceof UnreadableRoster
        ? error.message
        : 'The school’s service took longer than an hour, or its roster could not be stored. Nothing has changed.',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const download = async (service: Service, folder: string): Promise<string> => {
  const signal = AbortSignal.timeout(MAX_DURATION_MS)
  const { pages } = openService(service, signal)
  const tables: { name: string; file: string }[] = []
  const write = async (
    name: string,
    columns: readonly string[],
    rows: AsyncIterable<string[][]>,
  ) => {
    const file = path.join(folder, `${name}.csv`)
    tables.push({ name: `${name}.csv`, file })
    await pipeline(csvOf(columns, rows, { bom: false }), createWriteStream(file, { mode: 0o600 }))
  }
  // Written beside the users, whose records contain them: in memory they would be as large as the service likes.
  const roles = new PassThrough({ objectMode: true, highWaterMark: 1 })
  const columnsOfRoles = Object.keys(ROSTER_COLUMNS.roles)
  const writing = write('roles', columnsOfRoles, roles)
  // Handled below; unhandled meanwhile, it would end the process.
  writing.catch(() => {})
  for (const file of COLLECTIONS) {
    const columns = Object.keys(ROSTER_COLUMNS[file])
    const rows = async function* () {
      for await (const records of pages(file)) {
        if (file === 'users') {
          const rows = records.flatMap((user) =>
            rolesOfRecord(columnsOfRoles, requireFewRoles(user)),
          )
          if (!roles.write(rows)) await Promise.race([once(roles, 'drain', { signal }), writing])
        }
        yield records.map((record) => cellsOfRecord(file, columns, record))
      }
    }
    await write(file, columns, rows()).catch((error: unknown) => {
      roles.destroy()
      throw error
    })
  }
  roles.end()
  await writing
  await write('manifest', ['propertyName', 'value'], manifest())
  const zip = path.join(folder, 'roster.zip')
  await zipInto(zip, tables)
  return zip
}

const MAX_ROLES = 100
const MAX_ID_LENGTH = 255

/** Each row of roles.csv repeats the id of its user: a few megabytes could become terabytes. */
const requireFewRoles = (user: ServiceRecord): ServiceRecord => {
  const { sourcedId, roles } = user
  if (Array.isArray(roles) && roles.length > MAX_ROLES) {
    throw new UnreadableRoster(`The school’s service gives a person more than ${MAX_ROLES} roles.`)
  }
  if (typeof sourcedId !== 'string' || sourcedId.length > MAX_ID_LENGTH) {
    throw new UnreadableRoster('The school’s service gives a person no valid sourcedId.')
  }
  return user
}

const manifest = async function* () {
  const files: RosterFile[] = [...COLLECTIONS, 'roles']
  yield [['oneroster.version', '1.2'], ...files.map((file) => [`file.${file}`, 'bulk'])]
}
