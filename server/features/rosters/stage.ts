import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { sql } from 'kysely'

import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import {
  type CellProblem,
  type Cells,
  isLeftOut,
  missingColumns,
  missingSimpleColumns,
  problemsOfRow,
  ROSTER_FILES,
  type RosterFile,
  rowsOfSimple,
} from '#rules/roster'

import { decide } from './decide.ts'
import { findImport, rejectImport, setProgress, storedUnder } from './queries.ts'
import { readRows, type Row, type Table, UnreadableRoster, withTables } from './read-files.ts'

/**
 * Job that reads a school's upload, row by row, and decides its actions without applying them. Idempotent, on any node. Memory
 * does not grow with the file.
 */
export const readImport = async (
  parts: Pick<Parts, 'db' | 'files' | 'clock'>,
  scratch: string,
  { importId }: { importId: string },
): Promise<void> => {
  const { db, files } = parts
  const found = await findImport(db, importId)
  if (found?.state !== 'reading') return
  const place = path.join(scratch, `${importId}.roster`)
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const stored = await files.get(storedUnder(importId))
    if (!stored) throw new UnreadableRoster('The file is gone. Please import it again.')
    await pipeline(stored, createWriteStream(place, { mode: 0o600 }))
    await forgetStaged(db, importId)
    await withTables(place, (tables) =>
      found.format === 'simple'
        ? stageSimple(db, importId, tables)
        : stageOneRoster(db, importId, tables),
    )
    await transaction(db, (db) => decide(db, importId))
  } catch (error) {
    if (!(error instanceof UnreadableRoster)) throw error
    await forgetStaged(db, importId)
    await rejectImport(db, importId, error.message)
  } finally {
    await rm(place, { force: true })
  }
  await files.remove(storedUnder(importId))
}

/** Deletes data of an earlier attempt that failed halfway. */
const forgetStaged = async (db: Db, importId: string): Promise<void> => {
  await db.deleteFrom('roster_staged').where('import_id', '=', importId).execute()
  await db.deleteFrom('roster_problems').where('import_id', '=', importId).execute()
  await db.deleteFrom('roster_files').where('import_id', '=', importId).execute()
}

const stageSimple = async (db: Db, importId: string, tables: Table[]) => {
  const [table] = tables
  if (!table || tables.length > 1) {
    throw new UnreadableRoster('The archive must contain one CSV file; for OneRoster choose that.')
  }
  await setProgress(db, importId, { done: 0, total: table.size })
  const onHeader = async (columns: string[]) =>
    refuseMissing('The file', missingSimpleColumns(columns))
  for await (const { rows, bytes } of readRows(table, onHeader)) {
    const staged: StagedRow[] = []
    const problems: Problem[] = []
    for (const { line, cells, isRagged } of rows) {
      const read = rowsOfSimple(cells)
      staged.push(...read.rows.map((row) => ({ ...row, line })))
      const all = isRagged ? [RAGGED, ...read.problems] : read.problems
      problems.push(...all.map((problem) => ({ ...problem, file: 'users', line })))
    }
    await store(db, importId, staged, problems)
    await setProgress(db, importId, { done: bytes })
  }
}

const stageOneRoster = async (db: Db, importId: string, tables: Table[]) => {
  const mode = await modesOf(tables)
  const byName = new Map(tables.map((table) => [table.name, table]))
  const read = ROSTER_FILES.flatMap((file) => {
    const table = byName.get(file)
    if (mode.of(file) === 'absent') return []
    if (!table) throw new UnreadableRoster(`The manifest names ${file}.csv, which is not there.`)
    return [{ file, table }]
  })
  if (!read.some(({ file }) => file === 'users')) {
    throw new UnreadableRoster('The archive has no users.csv, or its manifest says “absent”.')
  }
  const total = read.reduce((sum, { table }) => sum + table.size, 0)
  const isDelta = read.some(({ file }) => mode.of(file) === 'delta')
  await setProgress(db, importId, { done: 0, total, is_delta: isDelta })
  let before = 0
  for (const { file, table } of read) {
    const onHeader = async (columns: string[]) => {
      refuseMissing(`${file}.csv`, missingColumns(file, columns))
      await db.insertInto('roster_files').values({ import_id: importId, file, columns }).execute()
    }
    for await (const { rows, bytes } of readRows(table, onHeader)) {
      const isBulk = mode.of(file) === 'bulk'
      await store(
        db,
        importId,
        rows.map((row) => ({ file, line: row.line, cells: keptOf(file, row.cells) })),
        rows.flatMap((row) => problemsOf(file, row, isBulk ? 'bulk' : 'delta')),
      )
      await setProgress(db, importId, { done: before + bytes })
    }
    before += table.size
  }
}

type Mode = 'bulk' | 'delta' | 'absent'

/** Import mode of each file, from the manifest. @throws for another version or a missing manifest */
const modesOf = async (tables: Table[]): Promise<{ of: (file: RosterFile) => Mode }> => {
  const manifest = tables.find(({ name }) => name === 'manifest')
  if (!manifest) {
    throw new UnreadableRoster('The archive has no manifest.csv: this is not OneRoster 1.2.')
  }
  const said = new Map<string, string>()
  for await (const { rows } of readRows(manifest, async () => {})) {
    for (const { cells } of rows) said.set(cells['propertyName'] ?? '', cells['value'] ?? '')
  }
  const version = said.get('oneroster.version')
  if (version !== '1.2') {
    throw new UnreadableRoster(
      `The manifest says OneRoster ${version ?? 'without a version'}; Lodestar reads 1.2.`,
    )
  }
  const of = (file: RosterFile): Mode => {
    const mode = said.get(`file.${file}`) ?? 'absent'
    if (mode === 'bulk' || mode === 'delta' || mode === 'absent') return mode
    throw new UnreadableRoster(`The manifest says “${mode}” of ${file}.csv.`)
  }
  return { of }
}

const refuseMissing = (file: string, missing: string[]) => {
  if (missing.length === 0) return
  throw new UnreadableRoster(`${file} has no column ${missing.join(', ')}.`)
}

const keptOf = (file: RosterFile, cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([column]) => !isLeftOut(file, column)))

const RAGGED: CellProblem = {
  column: '',
  message: 'Has a different number of cells from the header',
}

type StagedRow = { file: RosterFile; line: number; cells: Cells }
type Problem = CellProblem & { file: string; line: number }

const problemsOf = (file: RosterFile, row: Row, mode: 'bulk' | 'delta'): Problem[] =>
  [...(row.isRagged ? [RAGGED] : []), ...problemsOfRow(file, row.cells, mode)].map((problem) => ({
    ...problem,
    file,
    line: row.line,
  }))

/** One JSON parameter for all rows: building a statement with a parameter per cell takes longer than running it. */
const store = async (db: Db, importId: string, rows: StagedRow[], problems: Problem[]) => {
  const staged = JSON.stringify(rows.map((row) => ({ ...row, sourced_id: row.cells['sourcedId'] })))
  await sql`
    insert into roster_staged (import_id, file, line, sourced_id, cells)
    select ${importId}::uuid, file, line, coalesce(sourced_id, ''), cells
    from jsonb_to_recordset(${staged}::jsonb) as row (file text, line int, sourced_id text, cells jsonb)
  `.execute(db)
  if (problems.length === 0) return
  await sql`
    insert into roster_problems (import_id, file, line, "column", message, is_error, is_own)
    select ${importId}::uuid, file, line, "column", message, true, true
    from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb)
      as problem (file text, line int, "column" text, message text)
  `.execute(db)
}
