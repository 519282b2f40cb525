import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { parse } from 'csv-parse'
import { type Entry, openPromise } from 'yauzl'

/** A file that is no readable roster, with a message for the person who uploaded it. */
export class UnreadableRoster extends Error {}

export type Table = {
  /** Without folder and extension: `users`. */
  name: string
  /** In bytes of text. */
  size: number
  open: () => Promise<Readable>
}

/** bytes of text; an archive that unpacks to more is a mistake or an attack */
const MAX_UNPACKED = 1_000_000_000

const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\.csv$/i, '')

/** Opens a school's upload, a ZIP or a single CSV file, and runs `work` with its tables, which are read lazily. */
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
/** In characters; rows can be long */
const TEXT_AT_ONCE = 4_000_000
/** Three times the number in OneRoster, to allow custom columns. */
const MAX_COLUMNS = 100
const MAX_TABLES = 100
/** In bytes; an unclosed quote would turn the rest of the file into one cell */
const LONGEST_ROW = 200_000

/** Spreadsheets use a locale-dependent delimiter. */
const delimiterOf = (header: string) =>
  [',', ';', '\t'].reduce((best, each) =>
    header.split(each).length > header.split(best).length ? each : best,
  )

/** Decodes a table's text. Only UTF-8 is supported, because other encodings cannot be detected reliably. */
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
 * Reads a table of any length in batches.
 * @param onHeader called with the columns before the first row
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
  // An error in one stream ends the other, and is thrown by the loop below.
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
