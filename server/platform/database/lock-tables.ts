import { sql } from 'kysely'

import type { Db } from './open-database.ts'
import type { DB } from './tables.gen.ts'

/** Blocks other writes to these tables until the transaction ends. Raw SQL: Kysely does not support LOCK TABLE. */
export const lockTables = async (db: Db, tables: readonly (keyof DB)[]): Promise<void> => {
  const names = sql.join(tables.map((table) => sql.table(table)))
  await sql`lock table ${names} in share row exclusive mode`.execute(db)
}
