import { transaction } from '#platform/database'
import type { Parts } from '#platform/http'

import { sendCancelledEmail } from './emails.ts'
import { findConsultation, hasTeacher, updateConsultation } from './queries.ts'

/** Cancels consultations whose teacher no longer works here, whatever the reason, and tells the families. */
export const cancelWithoutTeacher = (
  parts: Pick<Parts, 'clock' | 'config' | 'db' | 'mail' | 'secret'>,
): Promise<void> =>
  transaction(parts.db, async (db) => {
    const now = parts.clock()
    const ended = await db
      .selectFrom('consultations')
      .select('id')
      .where('state', '=', 'confirmed')
      .where('starts_at', '>', now.toISOString())
      .where(({ not }) => not(hasTeacher))
      .forUpdate()
      .skipLocked()
      .execute()
    const change = { state: 'cancelled', who_cancelled: 'host', remind_at: null } as const
    for (const { id } of ended) {
      await updateConsultation(db, id, change, now)
      const cancelled = await findConsultation(db, id)
      if (cancelled) await sendCancelledEmail(parts, db, cancelled)
    }
  })
