import type { Readable } from 'node:stream'

import { isByReporter, isOfHousehold, isOfReport, listOwnFamily } from '#features/admin'
import { csvOf } from '#platform/csv'
import type { Db } from '#platform/database'
import { safeCell } from '#rules/text/spreadsheet'

const AT_ONCE = 1000

type Cell = string | number | boolean | null
type Sheet = {
  header: readonly string[]
  /** A batch of rows, each with its key: the first batch, or the one after a key. */
  read: (
    db: Db,
    after: string | undefined,
    readerId: string,
  ) => Promise<{ key: string; cells: Cell[] }[]>
}

const batchesOf = async function* (db: Db, { read }: Sheet, readerId: string) {
  let after: string | undefined
  do {
    const rows = await read(db, after, readerId)
    yield rows.map(({ cells }) =>
      cells.map((cell) => (cell === null ? null : safeCell(String(cell)))),
    )
    after = rows.length === AT_ONCE ? rows.at(-1)?.key : undefined
  } while (after !== undefined)
}

const users: Sheet = {
  header: [
    'id',
    'first_name',
    'last_name',
    'email',
    'confirmed',
    'role',
    'tier',
    'status',
    'date_of_birth',
    'created_at',
  ],
  read: async (db, after) => {
    const rows = await db
      .selectFrom('accounts')
      .select([
        'id',
        'first_name',
        'last_name',
        'email',
        'email_verified_at',
        'role',
        'subscription_tier',
        'status',
        'date_of_birth',
        'created_at',
      ])
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    return rows.map((row) => ({
      key: row.id,
      cells: Object.values({ ...row, email_verified_at: row.email_verified_at !== null }),
    }))
  },
}

const credits: Sheet = {
  header: [
    'id',
    'learner_id',
    'first_name',
    'last_name',
    'kind',
    'subject',
    'credits',
    'institution',
    'reason',
    'recorded_by',
    'reverses',
    'created_at',
  ],
  read: async (db, after) => {
    const rows = await db
      .selectFrom('credit_entries as entry')
      .innerJoin('accounts as learner', 'learner.id', 'entry.learner_id')
      .select([
        'entry.id',
        'entry.learner_id',
        'learner.first_name',
        'learner.last_name',
        'entry.kind',
        'entry.subject',
        'entry.hundredths',
        'entry.institution',
        'entry.reason',
        'entry.recorded_by',
        'entry.reverses',
        'entry.created_at',
      ])
      .$if(after !== undefined, (query) => query.where('entry.id', '>', after!))
      .orderBy('entry.id')
      .limit(AT_ONCE)
      .execute()
    return rows.map((row) => ({
      key: row.id,
      cells: Object.values({ ...row, hundredths: (row.hundredths / 100).toFixed(2) }),
    }))
  },
}

const audit: Sheet = {
  header: [
    'id',
    'created_at',
    'action',
    'actor_id',
    'actor',
    'subject_id',
    'subject',
    'address',
    'detail',
  ],
  read: async (db, after, readerId) => {
    const family = await listOwnFamily(db, readerId)
    const rows = await db
      .selectFrom('audit_log as line')
      .leftJoin('accounts as actor', 'actor.id', 'line.actor_id')
      .leftJoin('accounts as subject', 'subject.id', 'line.subject_id')
      .select([
        'line.id',
        'line.created_at',
        'line.action',
        'line.actor_id',
        'actor.email as actor',
        'line.subject_id',
        'subject.email as subject',
        'line.address',
        'line.detail',
        isOfReport.as('is_closed'),
        isByReporter.as('is_by_reporter'),
        isOfHousehold(readerId).as('is_of_household'),
      ])
      .$if(after !== undefined, (query) => query.where('line.id', '>', Number(after)))
      .orderBy('line.id')
      .limit(AT_ONCE)
      .execute()
    return rows.map(({ is_closed, is_by_reporter, is_of_household, detail, ...row }) => ({
      key: String(row.id),
      cells: Object.values({
        ...row,
        ...(is_closed && { subject_id: null, subject: null }),
        ...(family.has(row.actor_id ?? row.subject_id) && { address: null }),
        ...(is_by_reporter && { actor_id: null, actor: null, address: null }),
        detail: is_closed || is_of_household ? null : JSON.stringify(detail),
      }),
    }))
  },
}

const SHEETS = { 'users.csv': users, 'credits.csv': credits, 'audit.csv': audit }
export type SheetName = keyof typeof SHEETS

/** Exports a table for spreadsheets, read a thousand rows at a time, without what this admin does not see on the site either. */
export const sheetOf = (db: Db, name: SheetName, readerId: string): Readable =>
  csvOf(SHEETS[name].header, batchesOf(db, SHEETS[name], readerId), { bom: true })
