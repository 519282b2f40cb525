import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { parse } from 'csv-parse'
import { type Entry, openPromise } from 'yauzl'

/** A file that cannot be read as a roster, in words for who brought it. */
export class UnreadableRoster extends Error {}

export type Table = {
  /** Without folder and ending: `users`. */
  name: string
  /** bytes of its text */
  size: number
  open: () => Promise<Readable>
}

/** bytes of text; an archive that unpacks to more is a mistake or an attack */
const MAX_UNPACKED = 1_000_000_000

const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\.csv$/i, '')

/** Opens what a school has sent, a ZIP or one CSV file, and hands its tables to `work`, each to be read when its turn comes. */
export const withTables = async <T>(
  place: string,
  work: (tables: Table[]) => Promise<T>,
): Promise<T> => {
  if (!(await isZip(place))) {
    const { size } = await stat(place)
    return work([{ name: '', size, open: async () => createReadStream(place) }])
  }
  const zip = await openPromise(place, { autoClose: false }).catch(() => {
    throw new UnreadableRoster('This ZIP archive is damaged.')
  })
  try {
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) {
      if (/\.csv$/i.test(entry.fileName)) entries.push(entry)
      if (entries.length > MAX_TABLES) {
        throw new UnreadableRoster(`The archive contains more than ${MAX_TABLES} CSV files.`)
      }
    }
    const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
    if (unpacked > MAX_UNPACKED) {
      throw new UnreadableRoster('The archive contains more than 1 GB of text.')
    }
    return await work(
      entries.map((entry) => ({
        name: nameOf(entry.fileName),
        size: entry.uncompressedSize,
        open: () => zip.openReadStreamPromise(entry),
      })),
    )
  } finally {
    zip.close()
  }
}

const isZip = async (place: string) => {
  const file = await open(place)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'PK\u0003\u0004'
  } finally {
    await file.close()
  }
}

export type Row = { line: number; cells: Record<string, string>; isRagged: boolean }
type Batch = { rows: Row[]; bytes: number }

const ROWS_AT_ONCE = 2000
/** characters; rows can be long */
const TEXT_AT_ONCE = 4_000_000
/** Thrice what OneRoster has, for columns of one's own. */
const MAX_COLUMNS = 100
const MAX_TABLES = 100
/** bytes; a quote that is never closed would make one cell of the whole file */
const LONGEST_ROW = 200_000

/** Spreadsheets separate by what their country uses. */
const delimiterOf = (header: string) =>
  [',', ';', '\t'].reduce((best, each) =>
    header.split(each).length > header.split(best).length ? each : best,
  )

/** The text of a table. Of other encodings nobody could tell which. */
const textOf = async function* (table: Table): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of await table.open()) {
      const text = decoder.decode(chunk, { stream: true })
      if (text.includes('\0'))
        throw new UnreadableRoster(`${fileNameOf(table)} is not a text file.`)
      yield text
    }
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UnreadableRoster(
      `${fileNameOf(table)} is not UTF-8. Save it as “CSV UTF-8” and import it again.`,
    )
  }
}

const fileNameOf = ({ name }: Table) => (name ? `${name}.csv` : 'The file')

/**
 * Reads a table in batches, whatever its length.
 * @param onHeader is told the columns before the first row
 */
export const readRows = async function* (
  table: Table,
  onHeader: (columns: string[]) => Promise<void>,
): AsyncGenerator<Batch> {
  const text = textOf(table)
  const first = await text.next()
  const start = first.done ? '' : first.value
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(start.split(/\r?\n/, 1)[0] ?? ''),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    info: true,
  })
  const whole = async function* () {
    yield start
    yield* text
  }
  // What goes wrong in one ends the other, and is thrown by the loop below.
  pipeline(whole, parser).catch(() => {})

  let columns: string[] | undefined
  let rows: Row[] = []
  let bytes = 0
  let yielded = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number; bytes: number }
    }>) {
      bytes = info.bytes
      if (!columns) {
        if (record.length > MAX_COLUMNS) {
          throw new UnreadableRoster(`${fileNameOf(table)} has more than ${MAX_COLUMNS} columns.`)
        }
        columns = record.map((name) => name.trim())
        await onHeader(columns)
        continue
      }
      rows.push({
        line: info.lines,
        cells: Object.fromEntries(columns.map((name, index) => [name, record[index] ?? ''])),
        isRagged: record.length !== columns.length,
      })
      if (rows.length === ROWS_AT_ONCE || bytes - yielded > TEXT_AT_ONCE) {
        yield { rows, bytes }
        rows = []
        yielded = bytes
      }
    }
  } catch (error) {
    throw asUnreadable(error, table)
  }
  if (!columns) throw new UnreadableRoster(`${fileNameOf(table)} is empty.`)
  yield { rows, bytes }
}

const asUnreadable = (error: unknown, table: Table) => {
  const isCsv = error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
  return isCsv
    ? new UnreadableRoster(`${fileNameOf(table)} is not a CSV file: ${error.message}.`)
    : error
}
