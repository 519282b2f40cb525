import type * as z from 'zod/mini'

import type { ChoicesChange, NotificationChoices } from '#contract/notifications'
import { chooseEmails } from '#features/people'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { isChild, isMinor } from '#rules/age'
import { CHOSEN_CATEGORIES, DEFAULT_CHOICES, type MailRhythm } from '#rules/notifications'

import { pushKeys } from './push-keys.ts'
import { countDevices } from './subscriptions.ts'

type Deps = Pick<Parts, 'clock' | 'db' | 'secret'>

export const findChoices = async (
  { clock, db, secret }: Deps,
  personId: string,
): Promise<NotificationChoices> => {
  const person = await db
    .selectFrom('accounts')
    .select(['email', 'notification_letters', 'date_of_birth', 'declared_adult'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('notification_choices')
    .select(['category', 'in_app', 'push', 'mail'])
    .where('person_id', '=', personId)
    .$narrowType<{ mail: MailRhythm }>()
    .execute()
  const now = clock()
  const today = now.toISOString().slice(0, 10)
  const mayPush = !isMinor(person, today)
  return {
    // Emails for a child under 13 go to the guardians.
    letters:
      person.email === null || isChild(person.date_of_birth, today)
        ? null
        : person.notification_letters,
    choices: CHOSEN_CATEGORIES.map((category) => {
      const { in_app, push, mail } =
        rows.find((row) => row.category === category) ?? DEFAULT_CHOICES[category]
      return { category, in_app, push, mail }
    }),
    push_devices: await countDevices(db, personId, now),
    push_key: mayPush ? pushKeys(secret).publicKey : null,
  }
}

/** Also applies to pending notifications. */
export const changeChoices = (
  { db }: Pick<Parts, 'db'>,
  personId: string,
  { letters, choices = [] }: z.output<typeof ChoicesChange>,
): Promise<void> =>
  transaction(db, async (db) => {
    if (letters !== undefined) await switchNotificationEmails(db, personId, letters)
    for (const { category, ...choice } of choices) {
      await db
        .insertInto('notification_choices')
        .values({ person_id: personId, category, ...choice })
        .onConflict((conflict) => conflict.columns(['person_id', 'category']).doUpdateSet(choice))
        .execute()
      await db
        .updateTable('notifications')
        .set({ push: choice.push })
        .where('person_id', '=', personId)
        .where('category', '=', category)
        .where('read_at', 'is', null)
        .execute()
      await db
        .updateTable('notifications')
        .set({ mail: choice.mail })
        .where('person_id', '=', personId)
        .where('category', '=', category)
        .where('read_at', 'is', null)
        // Notifications with an email of their own do not get another.
        .where('mail', '<>', 'never')
        .execute()
    }
  })

/** Turns all notification emails on or off; safety has separate emails. */
export const switchNotificationEmails = async (
  db: Db,
  personId: string,
  wanted: boolean,
): Promise<void> => {
  await chooseEmails(db, personId, { notification_letters: wanted })
}
