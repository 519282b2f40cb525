import { sql } from 'kysely'

import type { Db } from '#platform/database'

import { PERSONAL_DATA } from './personal-data.ts'
import type { PersonalData } from './personal-data.ts'

export type Row = Record<string, unknown>
export type TableRows = { table: string; rows: Row[] }

const withoutSecrets = (row: Row, secret: readonly string[] = []): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !secret.includes(column)))

/** Every row that holds a person's data, table by table, without secrets. */
export const collectRows = async (
  db: Db,
  person: { id: string; email: string },
): Promise<TableRows[]> => {
  const tables: TableRows[] = []
  for (const [table, declared] of Object.entries<PersonalData>(PERSONAL_DATA)) {
    if (declared.exported !== true) continue
    const value = declared.by === 'email' ? person.email : person.id
    const conditions = declared.of.map((column) => sql`${sql.ref(column)} = ${value}`)
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} where ${sql.join(conditions, sql` or `)}`.execute(db)
    tables.push({ table, rows: rows.map((row) => withoutSecrets(row, declared.secret)) })
  }
  return tables
}

export type WorkPiece = {
  quest: string
  task: string
  number: number
  state: string
  submitted_at: string
  blocks: { type: string; text?: string; url?: string; file_id?: string; caption?: string }[]
  reflection: string | null
  comment: string | null
}

/** What the learner has handed in, with titles, in the order of time. */
export const collectWork = async (db: Db, learnerId: string): Promise<WorkPiece[]> => {
  const { rows } = await sql<WorkPiece>`
    select q.title as quest, t.title as task, a.number, a.state, a.submitted_at, a.blocks, a.reflection, a.comment
    from attempts a join quests q on q.id = a.quest_id join tasks t on t.id = a.task_id
    where a.learner_id = ${learnerId}
    order by min(a.submitted_at) over (partition by a.quest_id), a.submitted_at`.execute(db)
  return rows
}
