import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { sql } from 'kysely'

import { type Db, isDatabaseAway, isTransactionConflict, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { PermanentFailure } from '#platform/jobs'
import {
  type CellProblem,
  type Cells,
  isIgnoredColumn,
  missingColumns,
  missingSimpleColumns,
  normalizeRow,
  problemsOfRow,
  roleOfUser,
  ROSTER_COLUMNS,
  ROSTER_FILES,
  type RosterFile,
  toOneRosterRows,
} from '#rules/roster'

import { applyAutomatically } from './automatic.ts'
import { decide } from './decide.ts'
import { rejectImport } from './end-import.ts'
import { findImport, setProgress, storedUnder } from './queries.ts'
import { readRows, type Row, type Table, UnreadableRoster, withTables } from './read-files.ts'
import { markWork } from './run.ts'

/** An admin discarded the import meanwhile. */
class Discarded extends Error {}

/** The job staged as many rows as it may, and continues as another job. */
class Unfinished extends Error {}

/** Rows per job, some 20 seconds: a stopped program repeats no more. */
const ROWS_PER_JOB = 100_000

/**
 * Job that reads a school's upload, row by row, and decides its actions without applying them. Continues where the job before it
 * ended, on any node. Memory does not grow with the file.
 */
export const readImport = async (
  parts: Pick<Parts, 'db' | 'files' | 'clock' | 'config' | 'jobs' | 'mail'>,
  scratch: string,
  { importId }: { importId: string },
  rowsPerJob = ROWS_PER_JOB,
): Promise<void> => {
  const { db, files, clock } = parts
  const found = await findImport(db, importId)
  if (found?.state !== 'reading') {
    // Discarded while its file arrived, or read by a program that was killed before it removed the file.
    await files.remove(storedUnder(importId))
    return
  }
  const place = path.join(scratch, `${importId}.roster`)
  const read: Reading = { db, found, left: rowsPerJob }
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const stored = await files.get(storedUnder(importId))
    if (!stored) throw new UnreadableRoster('The file no longer exists. Please import it again.')
    await pipeline(stored, createWriteStream(place, { mode: 0o600 }))
    await withTables(place, (tables) =>
      found.format === 'simple' ? stageSimple(read, tables) : stageOneRoster(read, tables),
    )
    await transaction(db, async (db) => {
      await markWork(db, importId)
      const stopIfDiscarded = async () => {
        if ((await findImport(db, importId))?.state !== 'reading') throw new Discarded()
      }
      const fingerprint = await decide(db, importId, clock(), stopIfDiscarded)
      await endReading(db, importId, fingerprint)
      await applyAutomatically(parts, db, importId)
    })
  } catch (error) {
    if (error instanceof Discarded) return
    if (error instanceof Unfinished) return parts.jobs.enqueue(db, 'roster-read', { importId })
    if (isDatabaseAway(error) || isTransactionConflict(error)) throw error
    // Discarded meanwhile: whatever refers to the import fails once it is deleted.
    if ((await findImport(db, importId))?.state !== 'reading') return
    await deleteStaged(db, importId)
    const isFaulty = error instanceof UnreadableRoster
    await rejectImport(parts, importId, isFaulty ? error.message : UNEXPECTED)
    if (!isFaulty)
      throw new PermanentFailure(error instanceof Error ? error.message : String(error))
  } finally {
    await rm(place, { force: true })
  }
  await files.remove(storedUnder(importId))
}

const endReading = async (db: Db, importId: string, fingerprint: string): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('roster_imports')
    .set({ state: 'ready', problem: null, fingerprint })
    .where('id', '=', importId)
    .where('state', '=', 'reading')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Discarded()
}

const UNEXPECTED =
  'The file could not be checked, because of a fault of this site that Jobs shows. Nothing has changed.'

const deleteStaged = async (db: Db, importId: string): Promise<void> => {
  await db.deleteFrom('roster_staged').where('import_id', '=', importId).execute()
  await db.deleteFrom('roster_problems').where('import_id', '=', importId).execute()
  await db.deleteFrom('roster_files').where('import_id', '=', importId).execute()
}

/** One job's part of reading an import. `left` counts its remaining rows. */
type Reading = {
  db: Db
  found: { id: string; read_file: string | null; read_line: number }
  left: number
}

const stageSimple = async (read: Reading, tables: Table[]) => {
  const [table] = tables
  if (!table || tables.length > 1) {
    throw new UnreadableRoster('The archive must contain one CSV file; for OneRoster choose that.')
  }
  const onHeader = async (columns: string[]) =>
    refuseMissing('The file', missingSimpleColumns(columns))
  await stageTable(read, { file: 'users', table, onHeader, done: 0, total: table.size }, (row) => {
    const { rows, problems } = toOneRosterRows(row.cells)
    return {
      staged: rows.map((each) => ({ ...each, line: row.line })),
      problems: withFault(row, 'users', problems),
    }
  })
}

type Source = {
  file: RosterFile
  table: Table
  onHeader: (columns: string[]) => Promise<void>
  /** In bytes of all tables. */
  done: number
  total: number
}

/** Stages the rows of a table that no earlier job has staged. @throws Unfinished, Discarded */
const stageTable = async (
  read: Reading,
  { file, table, onHeader, done, total }: Source,
  interpret: (row: Row) => { staged: StagedRow[]; problems: Problem[] },
) => {
  const { db, found } = read
  const after = found.read_file === file ? found.read_line : 0
  for await (const { rows, bytes } of readRows(table, onHeader, after)) {
    if (read.left <= 0 && rows.length > 0) throw new Unfinished()
    read.left -= rows.length
    const interpreted = rows.map(interpret)
    await transaction(db, async (db) => {
      await store(db, found.id, {
        staged: interpreted.flatMap(({ staged }) => staged),
        problems: interpreted.flatMap(({ problems }) => problems),
      })
      const read_line = rows.at(-1)?.line ?? after
      const progress = { done: done + bytes, total, read_file: file, read_line }
      if (!(await setProgress(db, found.id, progress))) throw new Discarded()
    })
  }
}

const stageOneRoster = async (read: Reading, tables: Table[]) => {
  const { db, found } = read
  const mode = await modesOf(tables)
  const byName = new Map(tables.map((table) => [table.name, table]))
  const tablesRead = ROSTER_FILES.flatMap((file) => {
    const table = byName.get(file)
    if (mode.of(file) === 'absent') return []
    if (!table)
      throw new UnreadableRoster(
        `The manifest lists ${file}.csv, but the archive does not contain it.`,
      )
    return [{ file, table }]
  })
  if (!tablesRead.some(({ file }) => file === 'users')) {
    throw new UnreadableRoster('The archive has no users.csv, or its manifest says “absent”.')
  }
  const total = tablesRead.reduce((sum, { table }) => sum + table.size, 0)
  await setProgress(db, found.id, { is_delta: mode.of('users') === 'delta' })
  // OneRoster 1.1 has the role in users.csv.
  const hasRoles = mode.version !== '1.1'
  const resumed = tablesRead.findIndex(({ file }) => file === found.read_file)
  let done = 0
  for (const [index, { file, table }] of tablesRead.entries()) {
    const is_delta = mode.of(file) === 'delta'
    const onHeader = async (columns: string[]) => {
      refuseMissing(`${file}.csv`, missingColumns(file, columns))
      await storeColumns(db, found.id, { file, columns, is_delta })
      if (file === 'users' && !hasRoles) {
        refuseMissing('users.csv', columns.includes('role') ? [] : ['role'])
        const columnsOfRoles = Object.keys(ROSTER_COLUMNS.roles)
        await storeColumns(db, found.id, { file: 'roles', columns: columnsOfRoles, is_delta })
      }
    }
    const interpret = (row: Row) => {
      const { line } = row
      const cells = normalizeRow(file, row.cells)
      const role = hasRoles || file !== 'users' ? undefined : roleOfUser(cells)
      return {
        staged: [
          { file, line, cells: keptOf(file, cells) },
          ...(role?.cells ? [{ file: 'roles' as const, line, cells: role.cells }] : []),
        ],
        problems: withFault(row, file, [...problemsOfRow(file, cells), ...(role?.problems ?? [])]),
      }
    }
    if (index >= resumed) {
      await stageTable(read, { file, table, onHeader, done, total }, interpret)
    }
    done += table.size
  }
}

const storeColumns = async (
  db: Db,
  importId: string,
  file: { file: RosterFile; columns: string[]; is_delta: boolean },
) => {
  await db
    .insertInto('roster_files')
    .values({ import_id: importId, ...file })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Mode = 'bulk' | 'delta' | 'absent'

/** Import mode of each file, from the manifest. @throws for another version or a missing manifest */
const modesOf = async (
  tables: Table[],
): Promise<{ version: string; of: (file: RosterFile) => Mode }> => {
  const manifest = tables.find(({ name }) => name === 'manifest')
  if (!manifest) {
    throw new UnreadableRoster('The archive has no manifest.csv: this is not OneRoster.')
  }
  const said = new Map<string, string>()
  for await (const { rows } of readRows(manifest, async () => {})) {
    for (const { cells } of rows) {
      said.set((cells['propertyName'] ?? '').trim(), (cells['value'] ?? '').trim().toLowerCase())
    }
  }
  const version = said.get('oneroster.version')
  if (version !== '1.2' && version !== '1.1') {
    throw new UnreadableRoster(
      `The manifest says OneRoster ${version ?? 'without a version'}; Lodestar reads 1.1 and 1.2.`,
    )
  }
  const of = (file: RosterFile): Mode => {
    if (version === '1.1' && file === 'roles') return 'absent'
    const mode = said.get(`file.${file}`) ?? 'absent'
    if (mode === 'bulk' || mode === 'delta' || mode === 'absent') return mode
    throw new UnreadableRoster(`The manifest says “${mode}” of ${file}.csv.`)
  }
  return { version, of }
}

const refuseMissing = (file: string, missing: string[]) => {
  if (missing.length === 0) return
  throw new UnreadableRoster(`${file} has no column ${missing.join(', ')}.`)
}

const keptOf = (file: RosterFile, cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([column]) => !isIgnoredColumn(file, column)))

const RAGGED: CellProblem = {
  column: '',
  message: 'Has a different number of cells from the header',
}

type StagedRow = { file: RosterFile; line: number; cells: Cells }
type Problem = CellProblem & { file: string; line: number }

/** A row with a misplaced quote has no other problem: its cells are a guess. */
const withFault = ({ line, isRagged, fault }: Row, file: string, own: CellProblem[]): Problem[] =>
  (fault ? [{ column: '', message: fault }] : [...(isRagged ? [RAGGED] : []), ...own]).map(
    (problem) => ({ ...problem, file, line }),
  )

/** One JSON parameter for all rows: building a statement with a parameter per cell takes longer than running it. */
const store = async (
  db: Db,
  importId: string,
  { staged: rows, problems }: { staged: StagedRow[]; problems: Problem[] },
) => {
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
