import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { ZipFile } from 'yazl'

import type { RosterImport } from '#contract/rosters'
import { type Db, transaction } from '#platform/database'
import type { Files } from '#platform/files'
import type { Jobs } from '#platform/jobs'

import { storedUnder } from './queries.ts'
import { UnreadableRoster } from './read-files.ts'

type NewImport = Pick<RosterImport, 'format' | 'source' | 'file_name'> & {
  isAutomatic: boolean
  madeBy: string | null
  now: Date
}

/** Creates an import whose file is stored later. */
export const insertImport = async (
  db: Db,
  { isAutomatic, madeBy, now, ...given }: NewImport,
): Promise<string> => {
  const id = randomUUID()
  await db
    .insertInto('roster_imports')
    .values({
      id,
      ...given,
      made_by: madeBy,
      is_automatic: isAutomatic,
      total: 1,
      created_at: now.toISOString(),
    })
    .execute()
  return id
}

/** Stores an import's file and starts to read it. */
export const storeFile = async (
  { db, files, jobs }: { db: Db; files: Files; jobs: Pick<Jobs, 'enqueue'> },
  id: string,
  place: string,
): Promise<void> => {
  const { size } = await stat(place)
  await files.put(storedUnder(id), createReadStream(place), size)
  await transaction(db, async (db) => {
    await db.updateTable('roster_imports').set({ total: size }).where('id', '=', id).execute()
    await jobs.enqueue(db, 'roster-read', { importId: id })
  })
}

/** Packs CSV files into one ZIP. */
export const zipInto = async (place: string, tables: { name: string; file: string }[]) => {
  const zip = new ZipFile()
  for (const { name, file } of tables) zip.addFile(file, name)
  zip.end()
  await pipeline(zip.outputStream as Readable, createWriteStream(place, { mode: 0o600 }))
}

/**
 * Starts an import of a ZIP, a CSV file, or a folder of CSV files on this machine. Returns its id.
 * @throws UnreadableRoster for a folder without CSV files
 */
export const importFromDisk = async (
  parts: { db: Db; files: Files; jobs: Pick<Jobs, 'enqueue'> },
  scratch: string,
  place: string,
  given: Omit<NewImport, 'file_name' | 'source'>,
): Promise<string> => {
  const found = await stat(place)
  const names = found.isDirectory()
    ? (await readdir(place)).filter((name) => /\.csv$/i.test(name))
    : []
  if (found.isDirectory() && names.length === 0) {
    throw new UnreadableRoster(`${place} contains no CSV file.`)
  }
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(scratch, 'import-'))
  try {
    const zip = path.join(folder, 'roster.zip')
    if (found.isDirectory()) {
      await zipInto(
        zip,
        names.map((name) => ({ name, file: path.join(place, name) })),
      )
    }
    const file_name = path.basename(place)
    const id = await insertImport(parts.db, { ...given, source: 'command', file_name })
    await storeFile(parts, id, found.isDirectory() ? zip : place)
    return id
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
