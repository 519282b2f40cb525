import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'

import { type Entry, openPromise } from 'yauzl'

import { readCsv } from './read-csv.ts'

/** A file that is no readable roster, with a message for the person who uploaded it. */
export class UnreadableRoster extends Error {}

export type Table = {
  /** Without folder and extension: `users`. */
  name: string
  /** In bytes of text. */
  size: number
  open: () => Promise<Readable>
}

/** In bytes of text; a roster with more is a mistake or an attack */
export const MAX_UNPACKED = 1_000_000_000

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

export type Row = { line: number; cells: Record<string, string>; isRagged: boolean; fault?: string }
type Batch = { rows: Row[]; bytes: number }

const ROWS_AT_ONCE = 2000
/** In characters; rows can be long */
const TEXT_AT_ONCE = 4_000_000
/** Three times the number in OneRoster, to allow custom columns. */
const MAX_COLUMNS = 100
const MAX_TABLES = 100
/** More misplaced quotes are no list that a person would work through. */
const MAX_FAULTS = 1000

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
    if (error instanceof UnreadableRoster) throw error
    if (!(error instanceof TypeError)) {
      throw new UnreadableRoster(`${fileNameOf(table)} cannot be unpacked: the archive is damaged.`)
    }
    throw new UnreadableRoster(
      `${fileNameOf(table)} is not UTF-8. Save it as “CSV UTF-8” and import it again.`,
    )
  }
}

const fileNameOf = ({ name }: Table) => (name ? `${name}.csv` : 'The file')

/**
 * Reads a table of any length in batches.
 * @param onHeader called with the columns before the first row
 * @param after skips the rows up to this line
 */
export const readRows = async function* (
  table: Table,
  onHeader: (columns: string[]) => Promise<void>,
  after = 0,
): AsyncGenerator<Batch> {
  const text = textOf(table)
  const first = await text.next()
  const start = (first.done ? '' : first.value).replace(/^\uFEFF/, '')
  const whole = async function* () {
    yield start
    yield* text
  }
  const delimiter = delimiterOf(start.split(/\r?\n/, 1)[0] ?? '')
  let columns: string[] | undefined
  let rows: Row[] = []
  let bytes = 0
  let yielded = 0
  let faults = 0
  for await (const { line, cells, read, fault } of readCsv(whole(), delimiter)) {
    bytes = read
    if (!columns) {
      if (fault) throw new UnreadableRoster(`${fileNameOf(table)}, line ${line}: ${fault}.`)
      if (cells.length > MAX_COLUMNS) {
        throw new UnreadableRoster(`${fileNameOf(table)} has more than ${MAX_COLUMNS} columns.`)
      }
      columns = cells.map((name) => name.trim())
      await onHeader(columns)
      continue
    }
    faults += fault === undefined ? 0 : 1
    if (faults > MAX_FAULTS) {
      throw new UnreadableRoster(
        `${fileNameOf(table)} has misplaced quotes in more than ${MAX_FAULTS} lines, the last in line ${line}.`,
      )
    }
    if (line <= after) {
      yielded = bytes
      continue
    }
    rows.push({
      line,
      cells: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])),
      isRagged: isRagged(cells, columns),
      ...(fault === undefined ? {} : { fault }),
    })
    if (rows.length === ROWS_AT_ONCE || bytes - yielded > TEXT_AT_ONCE) {
      yield { rows, bytes }
      rows = []
      yielded = bytes
    }
  }
  if (!columns) throw new UnreadableRoster(`${fileNameOf(table)} is empty.`)
  yield { rows, bytes }
}

/** Empty cells at the end of a row come from spreadsheets. */
const isRagged = (cells: readonly string[], columns: readonly string[]) =>
  cells.length < columns.length || cells.slice(columns.length).some((cell) => cell.trim() !== '')
