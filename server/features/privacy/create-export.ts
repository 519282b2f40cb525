import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { ZipFile } from 'yazl'

import type { Export } from '#contract/privacy'
import { dropFiles, findOwnFile, finishExport, reserveExport } from '#features/files'
import { findSettings } from '#features/site'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import type { GuardianScope } from '#rules/access'
import { isChild } from '#rules/age'

import { replaceEarlierExports } from './exports.ts'
import { type ExportRequest, withWritten } from './write-export.ts'

/** Job that packs a person's data and files into a ZIP, stored as a file of that person. Idempotent. */
export const createExport = async (
  parts: Parts,
  scratch: string,
  { exportId }: { exportId: string },
): Promise<void> => {
  const { db, files, clock } = parts
  const person = await db
    .selectFrom('exports')
    .innerJoin('accounts', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb('accounts.id', '=', fn.coalesce(ref('exports.learner_id'), ref('exports.user_id'))),
      ),
    )
    .innerJoin('accounts as maker', 'maker.id', 'exports.user_id')
    .select(['accounts.id', 'accounts.email', 'accounts.first_name', 'accounts.last_name'])
    .select('accounts.date_of_birth')
    .select(['maker.id as maker_id', 'maker.email as maker_email', 'exports.scopes'])
    .$narrowType<{ scopes: GuardianScope[] | null }>()
    .where('exports.id', '=', exportId)
    .where('exports.state', '<>', 'ready')
    .executeTakeFirst()
  if (!person) return
  const guardian = person.scopes
    ? { id: person.maker_id, email: person.maker_email, scopes: new Set(person.scopes) }
    : undefined
  const { date_of_birth } = person
  const today = clock().toISOString().slice(0, 10)
  const place = path.join(scratch, `${exportId}.export`)
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const exported = {
      exportId,
      person: {
        ...person,
        isChild: isChild(date_of_birth, today),
        name: `${person.first_name} ${person.last_name}`,
      },
      guardian,
      site: { name: (await findSettings(parts)).site_name, url: parts.config.publicUrl },
      madeAt: clock().toISOString(),
    }
    const packed = await pack(parts, exported, place)
    const name = `lodestar-export-${clock().toISOString().slice(0, 10)}.zip`
    await reserveExport(db, { id: exportId, ownerId: person.maker_id, name }, clock())
    await files.put(exportId, createReadStream(place), packed.size)
    await transaction(db, async (db) => {
      await finishExport(db, { id: exportId, ...packed }, clock())
      const { numUpdatedRows } = await setState(db, exportId, {
        state: 'ready',
        file_id: exportId,
      })
      if (numUpdatedRows > 0n)
        await replaceEarlierExports(db, { exportId, makerId: person.maker_id })
      // The child was erased meanwhile.
      else await dropFiles(db, person.maker_id, [exportId])
    })
  } catch (error) {
    // A retry may still complete it.
    await setState(db, exportId, { state: 'failed' })
    throw error
  } finally {
    await rm(place, { force: true })
  }
}

const setState = (db: Db, id: string, change: { state: Export['state']; file_id?: string }) =>
  db.updateTable('exports').set(change).where('id', '=', id).executeTakeFirst()

/** Ends an export whose job is gone: while one waits, its maker cannot request another. */
export const giveUpExport = async (db: Db, exportId: string): Promise<void> => {
  await db
    .updateTable('exports')
    .set({ state: 'failed' })
    .where('id', '=', exportId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Writes the archive to `place`. Streams files one after the other. */
const pack = (parts: Parts, exported: ExportRequest, place: string) =>
  withWritten(parts.db, exported, place, async (written) => {
    const zip = new ZipFile()
    for (const { name, place } of written.parts) zip.addFile(place, name)
    for (const file of written.uploads) {
      const stream = Readable.from(bytesOf(parts, { ...file, ownerId: exported.person.id }))
      // The archive does not propagate errors of its entries.
      stream.on('error', (error) => breakOff(zip, error))
      // Most files are already compressed.
      zip.addReadStream(stream, file.path, { compress: false })
    }
    zip.end()
    return write(zip, place)
  })

const LOST = 'The content of this file is lost: the site has its name only.\n'

/**
 * Streams a stored file, opened on first read. One whose bytes are lost, for example since the database was restored, does not cost
 * its owner the export of everything else.
 */
const bytesOf = async function* (
  { db, files }: Pick<Parts, 'db' | 'files'>,
  file: { id: string; ownerId: string; path: string; storage_key: string },
) {
  const stream = await files.get(file.storage_key)
  if (stream) return yield* stream
  const now = await findOwnFile(db, file.ownerId, file.id)
  // Sanitized or deleted meanwhile: a retry exports the state of then.
  if (now?.storage_key !== file.storage_key) throw new Error(`${file.path} is gone`)
  yield Buffer.from(LOST)
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
