import type { Client } from 'pg'

import { renewCatalogVersion } from '#features/catalog'
import { type Connection, type Db, openClient } from '#platform/database'
import type { Files } from '#platform/files'

import { rejectRunning, skipNumbers } from './restore.ts'
import { listSequences } from './tables.ts'

type Site = { connection: Connection; db: Db; files: Files }

/** `missing`: rows without their file, which was deleted since. `unnamed`: files stored since, without a row. */
export type RewindResult = { missing: string[]; unnamed: string[] }

/**
 * Completes a recovery of the database to an earlier moment by PostgreSQL's own tools. Numbers and versions issued after that moment
 * are in use outside: they are not issued again. Compares the stored files with their rows.
 *
 * @param options.deleteUnnamed delete the files without a row, which nobody can open and no sweep finds
 * @throws CannotStart if the site is running
 */
export const completeRewind = async (
  { connection, db, files }: Site,
  options: { deleteUnnamed: boolean },
): Promise<RewindResult> => {
  const client = await openClient(connection)
  try {
    await rejectRunning(client)
    await skipNumbers(client, await listSequences(client))
    await renewCatalogVersion(db)
    const result = await compareFiles(client, files)
    if (options.deleteUnnamed) for (const key of result.unnamed) await files.remove(key)
    return result
  } finally {
    await client.end()
  }
}

const KEYS_AT_ONCE = 1000

const compareFiles = async (client: Client, files: Files): Promise<RewindResult> => {
  await client.query('CREATE TEMPORARY TABLE stored (key text PRIMARY KEY)')
  let keys: string[] = []
  const flush = async () => {
    await client.query('INSERT INTO stored SELECT unnest($1::text[])', [keys])
    keys = []
  }
  for await (const key of files.list()) {
    keys.push(key)
    if (keys.length === KEYS_AT_ONCE) await flush()
  }
  await flush()
  const missing = await client.query<{ key: string }>(`
    SELECT storage_key AS key FROM files
    WHERE stored_at IS NOT NULL AND owner_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM stored WHERE key = storage_key) ORDER BY 1`)
  const unnamed = await client.query<{ key: string }>(`
    SELECT key FROM stored
    WHERE NOT EXISTS (SELECT FROM files WHERE storage_key = key) ORDER BY 1`)
  return {
    missing: missing.rows.map(({ key }) => key),
    unnamed: unnamed.rows.map(({ key }) => key),
  }
}
