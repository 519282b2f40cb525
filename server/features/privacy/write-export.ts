import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'

import { type Archive, RECORD_FILE, RECORD_VERSION } from '#contract/earlier-work'
import { earlierKeys, earlierRecords } from '#features/earlier-work'
import { listUploads } from '#features/files'
import { isWithoutFamily, withoutWithheld } from '#features/safety'
import type { Db } from '#platform/database'
import { MAX_UPLOAD } from '#rules/uploads'

import { exportedTables, type ExportingGuardian, rowsOf, workOf } from './export-data.ts'
import * as page from './export-page.ts'
import { type Sums, sumsOf } from './export-record.ts'

export type ExportRequest = {
  exportId: string
  person: { id: string; email: string | null; isChild: boolean; name: string }
  guardian: ExportingGuardian | undefined
  site: { name: string; url: string }
  madeAt: string
}

type ExportedUpload = Awaited<ReturnType<typeof listUploads>>[number] & { path: string }

const FILES = ['data.json', RECORD_FILE, 'index.html'] as const
type Name = (typeof FILES)[number] | 'tables.html'

/** Temporary paths of an export's parts. */
const placesAt = (place: string) => ({
  of: (name: Name) => `${place}-${name}`,
  remove: async () => {
    for (const name of [...FILES, 'tables.html'] as const)
      await rm(`${place}-${name}`, { force: true })
  },
})

export type WrittenExport = {
  /** Names in the archive, and their temporary paths. */
  parts: { name: string; place: string }[]
  uploads: ExportedUpload[]
}

/**
 * Writes an export's data into temporary files, row by row, so that neither memory nor blocking time grows with the amount of
 * data. Reads everything in one snapshot. Deletes the files after `work`.
 */
export const withWritten = async <T>(
  db: Db,
  exported: ExportRequest,
  place: string,
  work: (written: WrittenExport) => Promise<T>,
): Promise<T> => {
  const places = placesAt(place)
  try {
    const uploads = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((db) => writeAll(db, exported, places.of))
    const parts = FILES.map((name) => ({ name, place: places.of(name) }))
    return await work({ parts, uploads })
  } finally {
    await places.remove()
  }
}

type PlaceOf = (name: Name) => string

/** Returns the uploads to include in the archive. `db` is a transaction with a stable snapshot. */
const writeAll = async (
  db: Db,
  exported: ExportRequest,
  placeOf: PlaceOf,
): Promise<ExportedUpload[]> => {
  const { person, guardian, exportId } = exported
  const all = await listUploads(db, person.id)
  const data = await writeTables(db, exported, new Set(all.map(({ id }) => id)), placeOf)
  const holdsWork = guardian?.scopes.has('view') ?? true
  const keys = holdsWork ? await earlierKeys(db, person.id) : new Map<string, string>()
  const uploads = all
    // Files that the exported rows mention: for guardians without drafts, for everyone without withheld work.
    .filter(({ id }) => data.mentioned.has(id) || keys.has(id))
    .map((file) => ({ ...file, path: pathOf(file) }))
  const dataFile = { id: exportId, path: 'data.json', name: 'data.json', ...data }
  // An import uploads every file that is listed here, and would fail with one that is too large.
  const files = [...uploads, dataFile]
    .filter(({ size }) => size <= MAX_UPLOAD)
    .map(({ id, path, name, sha256 }) => ({
      key: keys.get(id) ?? id,
      path,
      name,
      sha256: sha256 ?? '',
    }))
  await writeWork(db, { exported, holdsWork, uploads, files }, placeOf)
  return uploads
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

/** In characters; longer rows are shown only as submissions. */
const LONG_ROW = 1_000_000

/** Writes every table as JSON and as HTML. Returns the uploads that the rows mention, and the size of the JSON. */
const writeTables = async (
  db: Db,
  { person, guardian, madeAt }: ExportRequest,
  uploads: ReadonlySet<string>,
  placeOf: PlaceOf,
) => {
  const mentioned = new Set<string>()
  const hash = createHash('sha256')
  let size = 0
  const shownOf = await withoutWithheld(db, person.id, { guardianId: guardian?.id })
  await writing([placeOf('data.json'), placeOf('tables.html')], async ([json, html]) => {
    const write = async (text: string) => {
      const bytes = Buffer.from(text)
      hash.update(bytes)
      size += bytes.length
      await json.appendFile(bytes)
    }
    await write(`{"made_at":${JSON.stringify(madeAt)},"tables":{`)
    for (const [index, exported] of exportedTables(guardian).entries()) {
      const { table } = exported
      await write(`${index > 0 ? ',' : ''}\n${JSON.stringify(table)}:[`)
      let columns: string[] | undefined
      let count = 0
      for await (const row of rowsOf(db, person, exported, guardian)) {
        const shown = shownOf(table, row)
        if (!shown) continue
        const text = `${count > 0 ? ',' : ''}\n${JSON.stringify(shown)}`
        for (const [id] of text.matchAll(UUID)) if (uploads.has(id)) mentioned.add(id)
        await write(text)
        if (!columns) await html.appendFile(page.tableHead(table, shown))
        columns ??= Object.keys(shown)
        await html.appendFile(page.rowPart(columns, shown, { isLong: text.length > LONG_ROW }))
        count += 1
      }
      await write(']')
      await html.appendFile(count > 0 ? page.TABLE_END : page.emptyTable(table))
    }
    await write('}}\n')
  })
  return { mentioned, size, sha256: hash.digest('hex') }
}

type Work = {
  exported: ExportRequest
  holdsWork: boolean
  uploads: readonly ExportedUpload[]
  files: Archive['files']
}

const NO_SUMS: Sums = { xp: 0, badges: [], credits: [] }

/** Writes the submissions: for other sites, and at the top of the page. */
const writeWork = async (
  db: Db,
  { exported, holdsWork, uploads, files }: Work,
  placeOf: PlaceOf,
): Promise<void> => {
  const { person, guardian, site, madeAt } = exported
  const fileOf = new Map(uploads.map((file) => [file.id, file]))
  const sums = holdsWork ? await sumsOf(db, person.id) : NO_SUMS
  await writing([placeOf(RECORD_FILE), placeOf('index.html')], async ([record, html]) => {
    const own = JSON.stringify({ site, person: person.name, made_at: madeAt, ...sums })
    await record.appendFile(
      `{"version":${RECORD_VERSION},"records":[${own.slice(0, -1)},"quests":[`,
    )
    await html.appendFile(page.pageHead(person.name, site.name, madeAt))
    let title: string | undefined
    if (holdsWork) {
      const seesAll = guardian === undefined && (await isWithoutFamily(db, person.id))
      for await (const { quest, ...piece } of workOf(db, person.id, { guardian, seesAll })) {
        const isNew = quest !== title
        const opened = `${title === undefined ? '' : ']},'}{"title":${JSON.stringify(quest)},"pieces":[`
        await record.appendFile(`${isNew ? opened : ','}${JSON.stringify(piece)}`)
        await html.appendFile(
          `${isNew ? page.questHeading(quest) : ''}${page.piecePart(piece, fileOf)}`,
        )
        title = quest
      }
    }
    await record.appendFile(title === undefined ? ']}' : ']}]}')
    if (holdsWork) {
      for await (const json of earlierRecords(db, person.id)) await record.appendFile(`,${json}`)
    }
    await record.appendFile(`],"files":${JSON.stringify(files)}}`)
    await html.appendFile(`${title === undefined ? page.NO_WORK : ''}${page.filesPart(uploads)}`)
    await html.appendFile(createReadStream(placeOf('tables.html')))
    await html.appendFile(page.PAGE_END)
  })
}

/** Opens two new files while `work` runs. */
const writing = async (
  [one, other]: [string, string],
  work: (files: [FileHandle, FileHandle]) => Promise<void>,
): Promise<void> => {
  await using first = await open(one, 'w', 0o600)
  await using second = await open(other, 'w', 0o600)
  await work([first, second])
}

/** File names valid on every system, made unique by the start of the id. */
const pathOf = ({ id, name }: { id: string; name: string }) =>
  `files/${id.slice(0, 8)}-${name.replace(/[<>:"/\\|?*]/g, '_')}`
