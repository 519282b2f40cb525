import type * as z from 'zod/mini'

import type { QuietHours } from '#contract/messages'
import type { Db } from '#platform/database'

type Hours = z.output<typeof QuietHours>

export const findQuietHours = async (db: Db, userId: string): Promise<Hours | null> => {
  const row = await db
    .selectFrom('quiet_hours')
    .select(['begins as from', 'ends as to', 'time_zone'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** @param hours null for none */
export const storeQuietHours = async (
  db: Db,
  user_id: string,
  hours: Hours | null,
): Promise<void> => {
  if (!hours) {
    await db.deleteFrom('quiet_hours').where('user_id', '=', user_id).execute()
    return
  }
  const chosen = { begins: hours.from, ends: hours.to, time_zone: hours.time_zone }
  await db
    .insertInto('quiet_hours')
    .values({ user_id, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
    .execute()
}
