import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { ZipFile } from 'yazl'

import { type Archive, RECORD_FILE, RECORD_VERSION } from '#contract/earlier-work'
import type { Export } from '#contract/privacy'
import { earlierRecords } from '#features/earlier-work'
import { finishExport, listUploads, reserveExport } from '#features/files'
import { findSettings } from '#features/site'
import { type Db, transaction } from '#platform/database'
import type { Files } from '#platform/files'
import type { Parts } from '#platform/http'
import type { GuardianScope } from '#rules/access'

import { collectRows, collectWork, type ExportingGuardian } from './export-data.ts'
import { type ExportedFile, exportPage } from './export-page.ts'
import { collectRecord } from './export-record.ts'

/** The job that packs a person's data and files into a ZIP, which becomes a file of their own. May run again. */
export const makeExport = async (
  parts: Parts,
  scratch: string,
  { exportId }: { exportId: string },
): Promise<void> => {
  const { db, files, clock } = parts
  const person = await db
    .selectFrom('exports')
    .innerJoin('users', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb('users.id', '=', fn.coalesce(ref('exports.learner_id'), ref('exports.user_id'))),
      ),
    )
    .innerJoin('users as maker', 'maker.id', 'exports.user_id')
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name'])
    .select(['maker.id as maker_id', 'maker.email as maker_email', 'exports.scopes'])
    .$narrowType<{ scopes: GuardianScope[] | null }>()
    .where('exports.id', '=', exportId)
    .where('exports.state', '<>', 'ready')
    .executeTakeFirst()
  if (!person) return
  const guardian = person.scopes
    ? { email: person.maker_email, scopes: new Set(person.scopes) }
    : undefined
  const place = path.join(scratch, `${exportId}.export`)
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const packed = await pack(parts, { person, guardian }, exportId, place)
    const name = `lodestar-export-${clock().toISOString().slice(0, 10)}.zip`
    await reserveExport(db, { id: exportId, ownerId: person.maker_id, name }, clock())
    await files.put(exportId, createReadStream(place), packed.size)
    await transaction(db, async (db) => {
      await finishExport(db, { id: exportId, ...packed }, clock())
      await setState(db, exportId, { state: 'ready', file_id: exportId })
    })
  } catch (error) {
    // A later try may still make it ready.
    await setState(db, exportId, { state: 'failed' })
    throw error
  } finally {
    await rm(place, { force: true })
  }
}

const setState = (
  db: Db,
  id: string,
  change: { state: Export['state']; file_id?: string },
): Promise<unknown> => db.updateTable('exports').set(change).where('id', '=', id).execute()

type Person = { id: string; email: string; first_name: string; last_name: string }

const NO_RECORD = { xp: 0, quests: [], badges: [], credits: [] }
const NO_KEYS: ReadonlyMap<string, string> = new Map()

/** Writes the archive to `place`. Everything is read in one snapshot; files are streamed one after the other. */
const pack = async (
  parts: Parts,
  { person, guardian }: { person: Person; guardian: ExportingGuardian | undefined },
  exportId: string,
  place: string,
) => {
  const holdsWork = guardian?.scopes.has('view') ?? true
  const { work, tables, uploads, record, earlier } = await parts.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => ({
      work: holdsWork ? await collectWork(db, person.id) : [],
      tables: await collectRows(db, person, guardian),
      uploads: await listUploads(db, person.id),
      record: holdsWork ? await collectRecord(db, person.id) : NO_RECORD,
      earlier: holdsWork ? await earlierRecords(db, person.id) : { records: [], keys: NO_KEYS },
    }))
  const mentioned = JSON.stringify([tables, earlier.records, [...earlier.keys.keys()]])
  const exported = uploads
    // The files that belong to the rows: for a guardian not those of drafts, say, and for nobody those of what is held back.
    .filter(({ id }) => mentioned.includes(id))
    .map((file) => ({ ...file, path: pathOf(file) }))
  const madeAt = parts.clock().toISOString()
  const zip = new ZipFile()
  const name = `${person.first_name} ${person.last_name}`
  const siteName = (await findSettings(parts)).site_name
  const json = { made_at: madeAt, tables: Object.fromEntries(tables.map((t) => [t.table, t.rows])) }
  const data = Buffer.from(JSON.stringify(json, null, 2))
  zip.addBuffer(data, 'data.json')
  const site = { name: siteName, url: parts.config.publicUrl }
  const archive: Archive = {
    version: RECORD_VERSION,
    records: [{ site, person: name, made_at: madeAt, ...record }, ...earlier.records],
    files: [
      ...exported.map(({ id, path, name, sha256 }) => ({
        key: earlier.keys.get(id) ?? id,
        path,
        name,
        sha256: sha256 ?? '',
      })),
      { key: exportId, path: 'data.json', name: 'data.json', sha256: hashOf(data) },
    ],
  }
  zip.addBuffer(Buffer.from(JSON.stringify(archive)), RECORD_FILE)
  const page = exportPage({
    name,
    siteName,
    madeAt,
    work,
    tables,
    files: exported satisfies ExportedFile[],
  })
  zip.addBuffer(Buffer.from(page), 'index.html')
  for (const file of exported) {
    const stream = Readable.from(bytesOf(parts.files, file))
    // The archive does not pass on what goes wrong in its parts.
    stream.on('error', (error) => breakOff(zip, error))
    // Most files are compressed already.
    zip.addReadStream(stream, file.path, { compress: false })
  }
  zip.end()
  return write(zip, place)
}

/** The bytes of a kept file, fetched when their turn comes. */
const bytesOf = async function* (files: Files, file: { path: string; storage_key: string }) {
  const stream = await files.get(file.storage_key)
  if (!stream) throw new Error(`${file.path} is gone`)
  yield* stream
}

const breakOff = (zip: ZipFile, error: Error) => (zip.outputStream as Readable).destroy(error)

const write = async (zip: ZipFile, place: string) => {
  const hash = createHash('sha256')
  let size = 0
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  zip.on('error', (error: Error) => breakOff(zip, error))
  const target = createWriteStream(place, { mode: 0o600 })
  await pipeline(zip.outputStream as Readable, measured, target)
  return { size, sha256: hash.digest('hex') }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Names that every system can unpack, kept apart by the beginning of the id. */
const pathOf = ({ id, name }: { id: string; name: string }) =>
  `files/${id.slice(0, 8)}-${name.replace(/[<>:"/\\|?*]/g, '_')}`
