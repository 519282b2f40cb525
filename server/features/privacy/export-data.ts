import type { LearningRecord } from '#contract/earlier-work'
import { type DB, type Db, rowByRow } from '#platform/database'
import type { GuardianScope } from '#rules/access'

import { PERSONAL_DATA, type PersonalData } from './personal-data.ts'

export type ExportedRow = Record<string, unknown>

const withoutSecrets = (row: ExportedRow, secret: readonly string[] = []): ExportedRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !secret.includes(column)))

// Tables and columns are checked against the database by personal-data.test.ts.
const TABLES = Object.entries(PERSONAL_DATA) as [keyof DB, PersonalData][]

/** A guardian who exports a child's data: parents may live apart, so the export omits other guardians' addresses and comments. */
export type ExportingGuardian = {
  id: string
  email: string | null
  scopes: ReadonlySet<GuardianScope>
}

/** Tables with a person's data; for a guardian, only those their scopes allow. */
export const exportedTables = (guardian?: ExportingGuardian) =>
  TABLES.flatMap(([table, declared]) =>
    declared.exported === true && isOpenTo(guardian, declared) ? [{ table, declared }] : [],
  )

type Person = {
  id: string
  email: string | null
  /** A child does not see their guardians' addresses, and a parent who lives apart may hold the child's device. */
  isChild: boolean
}

/** Yields every row of a table with a person's data, without secrets. `db` is a transaction. */
export const rowsOf = async function* (
  db: Db,
  person: Person,
  { table, declared }: { table: keyof DB; declared: PersonalData },
  guardian?: ExportingGuardian,
): AsyncGenerator<ExportedRow> {
  const value = declared.by === 'email' ? person.email : person.id
  const rows = rowByRow<ExportedRow>(
    db,
    db
      .selectFrom(db.dynamic.table(table).as('personal'))
      .selectAll()
      .where(({ eb, or }) =>
        or(declared.of.map((column) => eb(db.dynamic.ref(column), '=', value))),
      )
      .$if(declared.orderedBy !== undefined, (query) =>
        query.orderBy(db.dynamic.ref(declared.orderedBy!)),
      ),
  )
  for await (const row of rows) {
    if (isForOther(row, person, declared)) continue
    const shown = withoutSecrets(row, [
      ...(declared.secret ?? []),
      ...ofOthers(row, person, declared),
    ])
    if (guardian && (isOfOther(row, guardian, declared) || isRemoved(row, declared))) continue
    const reader = guardian ?? (person.isChild ? person : undefined)
    yield reader ? withoutOthers(shown, declared, reader) : shown
  }
}

const isOpenTo = (guardian: ExportingGuardian | undefined, { opens }: PersonalData): boolean =>
  guardian === undefined || (opens !== undefined && guardian.scopes.has(opens))

/** Columns about somebody else, such as the address from which another person has read. */
const ofOthers = (row: ExportedRow, person: Person, { about = {} }: PersonalData): string[] =>
  Object.keys(about).filter((column) => row[about[column]!] !== person.id)

const isForOther = (row: ExportedRow, person: Person, { heldFor }: PersonalData): boolean =>
  heldFor !== undefined && row[heldFor] !== null && row[heldFor] !== person.id

const isRemoved = (row: ExportedRow, { removed }: PersonalData): boolean =>
  removed !== undefined && row[removed] !== null

/** Guardians' comments are for the child and the advisor (decisions/0087), their forms for staff. */
const isOfOther = (row: ExportedRow, guardian: ExportingGuardian, { ofGuardian }: PersonalData) =>
  (row.author === 'guardian' && row.author_id !== guardian.id) ||
  (ofGuardian !== undefined && row[ofGuardian] !== guardian.email)

const GUARDIAN_ADDRESSES = ['guardian_email', 'parent_email']

const withoutOthers = (
  row: ExportedRow,
  { guardianAddress }: PersonalData,
  { email }: { email: string | null },
): ExportedRow => {
  const columns = [...GUARDIAN_ADDRESSES, ...(guardianAddress ? [guardianAddress] : [])]
  // Schools may give an address in place of a name.
  if (String(row['guardian_name'] ?? '').includes('@')) columns.push('guardian_name')
  return withoutSecrets(
    row,
    columns.filter((column) => row[column] !== email),
  )
}

export type WorkPiece = LearningRecord['quests'][number]['pieces'][number] & { quest: string }

/**
 * A learner's submissions with titles, by quest in chronological order; for a guardian without withdrawn ones. `db` is a
 * transaction.
 * @param by.seesAll includes those that are withheld from guardians
 */
export const workOf = (
  db: Db,
  learnerId: string,
  { guardian, seesAll }: { guardian: ExportingGuardian | undefined; seesAll: boolean },
): AsyncGenerator<WorkPiece> =>
  rowByRow(
    db,
    db
      .selectFrom('attempts')
      .innerJoin('quests', 'quests.id', 'attempts.quest_id')
      .innerJoin('tasks', 'tasks.id', 'attempts.task_id')
      .select(({ fn }) => [
        'quests.title as quest',
        'tasks.title as task',
        'attempts.number',
        'attempts.state',
        fn<string>('iso', ['attempts.submitted_at']).as('submitted_at'),
        'attempts.blocks',
        'attempts.reflection',
        'attempts.comment',
      ])
      .where('attempts.learner_id', '=', learnerId)
      .$if(!seesAll, (query) => query.where('attempts.held_back', '=', false))
      .$if(guardian !== undefined, (query) => query.where('attempts.state', '<>', 'withdrawn'))
      .orderBy(({ fn }) =>
        fn.min('attempts.submitted_at').over((over) => over.partitionBy('attempts.quest_id')),
      )
      .orderBy('attempts.quest_id')
      .orderBy('attempts.submitted_at')
      .$narrowType<Pick<WorkPiece, 'blocks' | 'state'>>(),
  )
