import { sql } from 'kysely'

import type { Db } from '#platform/database'

import { eventually } from './eventually.ts'
import type { TestApp } from './start-app.ts'

/**
 * Changes rows while a request waits for them, and returns the response: the request was admitted before the change, and writes
 * after it. The app needs three connections.
 */
export const changeDuring = async <T>(
  app: TestApp,
  change: (db: Db) => Promise<unknown>,
  request: () => Promise<T>,
): Promise<T> => {
  const { answer } = await app.db.transaction().execute(async (db) => {
    await change(db)
    const answer = request()
    // Awaited later.
    answer.catch(() => {})
    await eventually(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
      if (rows.length === 0) throw new Error('Nothing waits yet.')
    })
    return { answer }
  })
  return answer
}
