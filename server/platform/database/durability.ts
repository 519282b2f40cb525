import { sql } from 'kysely'

import type { Db } from './open-database.ts'

/** Lists PostgreSQL settings that risk the loss of committed data in a power failure. Normally empty. */
export const listUnsafeDurabilitySettings = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}
