import type { LearningRecord } from '#contract/earlier-work'
import { withoutHeldBack } from '#features/safety'
import type { DB, Db } from '#platform/database'
import type { GuardianScope } from '#rules/access'

import { PERSONAL_DATA, type PersonalData } from './personal-data.ts'

export type ExportedRow = Record<string, unknown>
export type TableRows = { table: string; rows: ExportedRow[] }

const withoutSecrets = (row: ExportedRow, secret: readonly string[] = []): ExportedRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !secret.includes(column)))

// Tables and columns are checked against the database by personal-data.test.ts.
const TABLES = Object.entries(PERSONAL_DATA) as [keyof DB, PersonalData][]

/** A guardian who exports a child's data: parents may live apart, and do not learn each other's addresses from it. */
export type ExportingGuardian = { email: string; scopes: ReadonlySet<GuardianScope> }

/** Every row that holds a person's data, table by table, without secrets; for a guardian those that their scopes open. */
export const collectRows = async (
  db: Db,
  person: { id: string; email: string },
  guardian?: ExportingGuardian,
): Promise<TableRows[]> => {
  const tables: TableRows[] = []
  for (const [table, declared] of TABLES) {
    if (declared.exported !== true || !isOpenTo(guardian, declared)) continue
    const value = declared.by === 'email' ? person.email : person.id
    const rows: ExportedRow[] = await db
      .selectFrom(db.dynamic.table(table).as('personal'))
      .selectAll()
      .where(({ eb, or }) =>
        or(declared.of.map((column) => eb(db.dynamic.ref(column), '=', value))),
      )
      .execute()
    const shown = rows.map((row) => withoutSecrets(row, declared.secret))
    tables.push({
      table,
      rows: guardian ? shown.map((row) => withoutOthers(row, guardian)) : shown,
    })
  }
  return withoutHeldBack(db, person.id, tables)
}

const isOpenTo = (guardian: ExportingGuardian | undefined, { opens }: PersonalData): boolean =>
  guardian === undefined || (opens !== undefined && guardian.scopes.has(opens))

const GUARDIAN_ADDRESSES = ['guardian_email', 'parent_email']

const withoutOthers = (row: ExportedRow, { email }: ExportingGuardian): ExportedRow =>
  withoutSecrets(
    row,
    GUARDIAN_ADDRESSES.filter((column) => row[column] !== email),
  )

export type WorkPiece = LearningRecord['quests'][number]['pieces'][number] & { quest: string }

/** What the learner has handed in, with titles, in the order of time. */
export const collectWork = (db: Db, learnerId: string): Promise<WorkPiece[]> =>
  db
    .selectFrom('attempts')
    .innerJoin('quests', 'quests.id', 'attempts.quest_id')
    .innerJoin('tasks', 'tasks.id', 'attempts.task_id')
    .select([
      'quests.title as quest',
      'tasks.title as task',
      'attempts.number',
      'attempts.state',
      'attempts.submitted_at',
      'attempts.blocks',
      'attempts.reflection',
      'attempts.comment',
    ])
    .where('attempts.learner_id', '=', learnerId)
    .where('attempts.held_back', '=', false)
    .orderBy(({ fn }) =>
      fn.min('attempts.submitted_at').over((over) => over.partitionBy('attempts.quest_id')),
    )
    .orderBy('attempts.submitted_at')
    .$narrowType<Pick<WorkPiece, 'blocks' | 'state'>>()
    .execute()
