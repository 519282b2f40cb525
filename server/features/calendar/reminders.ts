import { paths } from '#contract/paths'
import { countNotices, type Notice, notifyPerson } from '#features/notifications'
import { emailRecipient, type EmailRecipient, hasAddress } from '#features/site'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'
import { instantOf } from '#rules/time-zones'

import { nextReminder, remindersBetween, type EventDetails } from './occurrences.ts'
import { eventOf, isOwnOrInCare } from './queries.ts'

const AT_A_TIME = 50

/** Reminders that a person gets one by one within a day: everybody's emails leave by one queue. */
const MAX_A_DAY = 50
const DAY_MS = 24 * 3_600_000

type Deps = Pick<Parts, 'clock' | 'config' | 'db' | 'mail'>

/** Sends due reminders. Each is sent once, however often this runs. */
export const sendReminders = async (parts: Deps): Promise<void> => {
  const now = parts.clock()
  for (;;) {
    const looked = await transaction(parts.db, async (db) => {
      const due = await listDue(db, now)
      for (const event of due) await remind({ ...parts, db }, event, now)
      return due.length
    })
    if (looked < AT_A_TIME) break
  }
}

const listDue = async (db: Db, now: Date) => {
  const rows = await db
    .selectFrom('calendar_events')
    .innerJoin('accounts', 'accounts.id', 'calendar_events.owner_id')
    .selectAll('calendar_events')
    .select([
      'accounts.email',
      'accounts.email_verified_at',
      'accounts.first_name',
      'accounts.status',
      isOwnOrInCare.as('counts'),
    ])
    .where('remind_at', '<=', now.toISOString())
    .orderBy('remind_at')
    .limit(AT_A_TIME)
    .forUpdate('calendar_events')
    .skipLocked()
    .execute()
  return rows.map(eventOf)
}

type Due = Awaited<ReturnType<typeof listDue>>[number]

const remind = async (parts: Deps, event: Due, now: Date): Promise<void> => {
  const { db, mail } = parts
  const due = remindersBetween(event, event.remind_at ?? '', now.toISOString())
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  for (const { of } of event.status === 'active' && event.counts ? due : []) {
    const isOneOfFew = (await countNotices(db, event.owner_id, 'calendar', since)) < MAX_A_DAY
    if (isOneOfFew && hasAddress(event) && event.email_verified_at !== null) {
      const letter = reminderLetter(await emailRecipient(parts, event), of)
      const { learner_id } = event
      await mail.send(db, { ...letter, ...(learner_id !== null && { about: learner_id }) })
    }
    await notifyPerson(
      db,
      { ...noticeOf(event, of), ...(!isOneOfFew && { topic: 'reminders' }) },
      now,
    )
  }
  await db
    .updateTable('calendar_events')
    .set({ remind_at: nextReminder(event, now) })
    .where('id', '=', event.id)
    .execute()
}

const noticeOf = ({ owner_id, learner_id }: Due, said: EventDetails): Notice => ({
  personId: owner_id,
  ...(learner_id !== null && { aboutId: learner_id }),
  category: 'calendar',
  title: `Coming up: ${said.title}`,
  path: paths.calendar,
  hasLetter: true,
})

const reminderLetter = (to: EmailRecipient, said: EventDetails): Email => {
  const title = defuseLinks(said.title)
  return {
    to: to.email,
    siteName: to.siteName,
    subject: `Reminder: ${title}`,
    heading: title,
    paragraphs: [`Hello ${defuseLinks(to.firstName)}, this is in your calendar: ${whenOf(said)}.`],
    action: { label: 'Open the calendar', url: `${to.publicUrl}${paths.calendar}` },
    note: 'You get this email because you asked for a reminder when you added it.',
  }
}

/** "Monday, 23 November 2026 at 10:00 (Europe/Berlin)" */
const whenOf = ({ all_day, starts, time_zone }: EventDetails): string => {
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  if (all_day) {
    const words = new Intl.DateTimeFormat('en-GB', { ...day, timeZone: 'UTC' })
    return `${words.format(new Date(`${starts}Z`))}, all day`
  }
  const words = new Intl.DateTimeFormat('en-GB', {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    timeZone: time_zone,
  })
  return `${words.format(new Date(instantOf(starts, time_zone)))} (${time_zone})`
}
