import { sql } from 'kysely'

import type { Db } from './open-database.ts'

/** The settings of PostgreSQL that make it forget in a power cut what it has said is stored. None on a sound server. */
export const listUnsafeDurabilitySettings = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}
