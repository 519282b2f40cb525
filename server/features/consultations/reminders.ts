import { notifyPerson } from '#features/notifications'
import { transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { nextConsultationReminder } from '#rules/consultations'
import { defuseLinks } from '#rules/text/single-line'

import { sendReminderEmail } from './emails.ts'
import { aboutBooking, findConsultation } from './queries.ts'

const AT_A_TIME = 50

/** Sends due reminders to both sides. Each is sent once, however often this runs. */
export const sendReminders = async (
  parts: Pick<Parts, 'clock' | 'config' | 'db' | 'mail' | 'secret'>,
): Promise<void> => {
  const now = parts.clock()
  for (;;) {
    const looked = await transaction(parts.db, async (db) => {
      const due = await db
        .selectFrom('consultations')
        .select(['id', 'name', 'starts_at'])
        .where('remind_at', '<=', now.toISOString())
        .orderBy('remind_at')
        .limit(AT_A_TIME)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const { id, name, starts_at } of due) {
        const booked = await findConsultation(db, id)
        // After downtime, past consultations are skipped.
        if (booked?.state === 'confirmed' && booked.host && now.toISOString() < starts_at) {
          await sendReminderEmail(parts, db, booked)
          const title = `Coming up: your consultation with ${defuseLinks(name)}`
          const notice = { category: 'calendar', title, ...aboutBooking(id) } as const
          await notifyPerson(db, { ...notice, personId: booked.host.id }, now)
        }
        await db
          .updateTable('consultations')
          .set({ remind_at: nextConsultationReminder(starts_at, now) })
          .where('id', '=', id)
          .execute()
      }
      return due.length
    })
    if (looked < AT_A_TIME) break
  }
}
