import type { Readable } from 'node:stream'

import { sql } from 'kysely'
import { ZipFile } from 'yazl'

import { wasGuardian } from '#features/family'
import { csvOf } from '#platform/csv'
import type { Db } from '#platform/database'
import type { Role } from '#rules/membership'
import {
  type Cells,
  ROSTER_COLUMNS,
  ROSTER_FILES,
  type RosterFile,
  type RosterRole,
} from '#rules/roster'

/** Files of OneRoster 1.2 that are not supported, so they are absent. */
const OTHER_FILES = [
  'categories',
  'classResources',
  'courseResources',
  'lineItemLearningObjectiveIds',
  'lineItems',
  'lineItemScoreScales',
  'resources',
  'resultLearningObjectiveIds',
  'results',
  'resultScoreScales',
  'scoreScales',
  'userProfiles',
  'userResources',
]

const AT_ONCE = 1000

type Part = { file: RosterFile; columns: readonly string[]; rows: AsyncIterable<Cells[]> }

/**
 * Exports the roster as OneRoster 1.2, bulk: the last import with current names, and suspended people disabled. Without an
 * import, all people under their ids here. Guardians who work here do not see who else is a guardian of their own child.
 */
export const rosterArchive = async (
  db: Db,
  { siteName, readerId }: { siteName: string; readerId: string },
): Promise<Readable> => {
  const brought = await db.selectFrom('roster_columns').select(['file', 'columns']).execute()
  const parts = brought.length > 0 ? partsOf(db, brought, readerId) : partsOfSite(db, siteName)
  const zip = new ZipFile()
  zip.addReadStream(
    csvOf(['propertyName', 'value'], manifestOf(parts, siteName), { bom: false }),
    'manifest.csv',
  )
  for (const { file, columns, rows } of parts) {
    const stream = csvOf(columns, cellsOf(columns, rows), { bom: false })
    stream.on('error', (error) => (zip.outputStream as Readable).destroy(error))
    zip.addReadStream(stream, `${file}.csv`)
  }
  zip.end()
  return zip.outputStream as Readable
}

const manifestOf = async function* (parts: Part[], siteName: string) {
  const here = new Set<string>(parts.map(({ file }) => file))
  yield [
    ['manifest.version', '1.0'],
    ['oneroster.version', '1.2'],
    ...[...ROSTER_FILES, ...OTHER_FILES]
      .toSorted((a, b) => a.localeCompare(b, 'en'))
      .map((file) => [`file.${file}`, here.has(file) ? 'bulk' : 'absent']),
    ['source.systemName', siteName],
    ['source.systemCode', 'lodestar'],
  ]
}

const cellsOf = async function* (columns: readonly string[], batches: AsyncIterable<Cells[]>) {
  for await (const rows of batches)
    yield rows.map((row) => columns.map((column) => row[column] ?? ''))
}

const partsOf = (
  db: Db,
  brought: { file: string; columns: string[] }[],
  readerId: string,
): Part[] =>
  ROSTER_FILES.flatMap((file) => {
    const columns = brought.find((each) => each.file === file)?.columns
    return columns ? [{ file, columns, rows: keptRows(db, file, readerId) }] : []
  })

/** Status and modification time belong to delta files. */
const BULK = { status: '', dateLastModified: '' }

/** Ids in the roster of the children whose guardian the reader is or was. */
const listOwnChildren = async (db: Db, readerId: string): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('roster_rows as row')
    .select('row.sourced_id')
    .where('row.file', '=', 'users')
    .where(wasGuardian(readerId, sql`row.user_id`))
    .execute()
  return new Set(rows.map(({ sourced_id }) => sourced_id))
}

const agentsOf = (cells: Cells) =>
  (cells['agentSourcedIds'] ?? '').split(',').map((id) => id.trim())

const keptRows = async function* (
  db: Db,
  file: RosterFile,
  readerId: string,
): AsyncGenerator<Cells[]> {
  const ownChildren = file === 'users' ? await listOwnChildren(db, readerId) : new Set<string>()
  // Schools name guardians in the children's rows, children in the guardians', or both.
  const withoutOtherGuardian = (
    row: { sourced_id: string; user_id: string | null },
    cells: Cells,
  ): Cells => {
    if (ownChildren.has(row.sourced_id)) return { agentSourcedIds: '' }
    const agents = agentsOf(cells)
    const left = agents.filter((id) => !ownChildren.has(id))
    const isOther = row.user_id !== readerId && left.length < agents.length
    return isOther ? { agentSourcedIds: left.join(',') } : {}
  }
  let after = { line: -1, sourced_id: '' }
  for (;;) {
    const rows = await db
      .selectFrom('roster_rows as row')
      .leftJoin('accounts as person', 'person.id', 'row.user_id')
      .select([
        'row.line',
        'row.sourced_id',
        'row.cells',
        'row.user_id',
        'person.first_name',
        'person.last_name',
        'person.status',
      ])
      .where('row.file', '=', file)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('row.line', 'row.sourced_id'), '>', tuple(after.line, after.sourced_id)),
      )
      .orderBy('row.line')
      .orderBy('row.sourced_id')
      .limit(AT_ONCE)
      .execute()
    yield rows.map((row) => ({
      ...(row.cells as Cells),
      ...BULK,
      ...(file === 'users' ? asHere(row.cells as Cells, row) : {}),
      ...withoutOtherGuardian(row, row.cells as Cells),
    }))
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last
  }
}

type Here = { first_name: string | null; last_name: string | null; status: string | null }

/** Changes only fields that differ from what the school provided. */
const asHere = (cells: Cells, { first_name, last_name, status }: Here): Cells => ({
  ...(first_name !== null && cells['givenName']?.trim() !== first_name
    ? { givenName: first_name }
    : {}),
  ...(last_name !== null && cells['familyName']?.trim() !== last_name
    ? { familyName: last_name }
    : {}),
  ...(status === 'suspended' ? { enabledUser: 'false' } : {}),
})

const ROLE_THERE = {
  student: 'student',
  parent: 'guardian',
  advisor: 'teacher',
  educator: 'teacher',
  observer: 'aide',
  admin: 'systemAdministrator',
} satisfies Record<Role, RosterRole>

/** The single school of a site without a roster. */
const SITE = 'site'

const partsOfSite = (db: Db, siteName: string): Part[] => {
  const part = (file: RosterFile, rows: AsyncIterable<Cells[]>): Part => ({
    file,
    columns: Object.keys(ROSTER_COLUMNS[file]),
    rows,
  })
  const org = async function* (): AsyncGenerator<Cells[]> {
    yield [{ sourcedId: SITE, name: siteName, type: 'school' }]
  }
  return [
    part('orgs', org()),
    part(
      'users',
      accountsOf(db, (person) => ({
        enabledUser: String(person.status !== 'suspended'),
        givenName: person.first_name,
        familyName: person.last_name,
        email: person.email ?? '',
        primaryOrgSourcedId: SITE,
      })),
    ),
    part(
      'demographics',
      accountsOf(db, (person) => ({ birthDate: person.date_of_birth ?? '' })),
    ),
    part(
      'roles',
      accountsOf(db, (person) => ({
        userSourcedId: person.id,
        roleType: 'primary',
        role: ROLE_THERE[person.role],
        orgSourcedId: SITE,
      })),
    ),
  ]
}

const accounts = (db: Db, after: string | undefined) =>
  db
    .selectFrom('accounts')
    .select(['id', 'first_name', 'last_name', 'email', 'role', 'status', 'date_of_birth'])
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(AT_ONCE)
    .$narrowType<{ role: Role }>()
    .execute()
type Account = Awaited<ReturnType<typeof accounts>>[number]

const accountsOf = async function* (
  db: Db,
  cells: (person: Account) => Cells,
): AsyncGenerator<Cells[]> {
  let after: string | undefined
  do {
    const rows = await accounts(db, after)
    yield rows.map((person) => ({ sourcedId: person.id, ...cells(person) }))
    after = rows.length === AT_ONCE ? rows.at(-1)?.id : undefined
  } while (after !== undefined)
}
