import { sql } from 'kysely'

import { catalogVersion } from '#features/catalog'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'

const QUARTER_MS = 15 * 60_000

/**
 * Names everything that a learner's own pages are made of: their rows, and the catalog. Equal names mean equal pages, as
 * far as time does not change them.
 * @throws notFound when the account is gone
 */
export const findState = async (db: Db, learnerId: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select learner_id || ' ' || revision || ' ' || ${catalogVersion} as name
    from learner_revisions where learner_id = ${learnerId}
  `.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  return row.name
}

/** What else changes of this learner waits until the transaction ends. */
export const lockRevision = (db: Db, learnerId: string) =>
  sql`select from learner_revisions where learner_id = ${learnerId} for update`.execute(db)

/** Days begin at a quarter of an hour in every time zone: within one of them, nobody's day or week changes. */
export const quarterOf = (now: Date): number => Math.floor(now.getTime() / QUARTER_MS)
