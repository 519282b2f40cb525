import { sql } from 'kysely'

import { publishDeferred } from '#platform/change-events'
import type { Db } from '#platform/database'
import { discardEmailsAbout } from '#platform/jobs'
import { choiceFor, type NotificationCategory } from '#rules/notifications'

export type Notice = {
  personId: string
  category: NotificationCategory
  /** A sentence; may contain names that the recipient may see. No contents: those are on the linked page. */
  title: string
  /** Path of the linked page. */
  path: string
  /** The subject: the notification is deleted with that account, and when the recipient blocks the subject. */
  aboutId?: string
  /** Replaces an unread notification with the same topic. */
  topic?: string
  /** True if there is a separate email about it. */
  hasLetter?: boolean
}

/**
 * Creates a notification, in the transaction of its cause, for the channels that the person has chosen. A job sends it later,
 * unless it was read meanwhile.
 */
export const notifyPerson = async (db: Db, notice: Notice, now: Date): Promise<void> => {
  const { personId, category, title, path, aboutId, topic, hasLetter = false } = notice
  const usual = choiceFor(category, undefined)
  const isSafety = category === 'safety'
  await db
    .insertInto('notifications')
    .columns([
      'person_id',
      'category',
      'title',
      'path',
      'about_id',
      'topic',
      'created_at',
      'shown',
      'mail',
      'push',
    ])
    .expression(
      db
        .selectFrom('accounts as person')
        .leftJoin('notification_choices as choice', (join) =>
          join
            .onRef('choice.person_id', '=', 'person.id')
            .on('choice.category', '=', category)
            // Safety notifications cannot be turned off, whatever the table contains.
            .on(sql.val(!isSafety)),
        )
        .select(({ cast, fn, val }) => [
          'person.id',
          val(category).as('category'),
          val(title).as('title'),
          val(path).as('path'),
          cast<string | null>(val(aboutId ?? null), 'uuid').as('about_id'),
          cast<string | null>(val(topic ?? null), 'text').as('topic'),
          cast<string>(val(now.toISOString()), 'timestamptz').as('created_at'),
          fn.coalesce('choice.in_app', val(usual.in_app)).as('shown'),
          (hasLetter
            ? val<string>('never')
            : fn.coalesce('choice.mail', val<string>(usual.mail))
          ).as('mail'),
          fn.coalesce('choice.push', val(usual.push)).as('push'),
        ])
        .where('person.id', '=', personId)
        .where('person.status', '=', 'active'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'topic'])
        .where('read_at', 'is', null)
        .where('topic', 'is not', null)
        .doUpdateSet(({ ref }) => ({
          title: ref('excluded.title'),
          path: ref('excluded.path'),
          about_id: ref('excluded.about_id'),
          created_at: ref('excluded.created_at'),
        })),
    )
    .execute()
  await tellOf(db, personId)
}

/** Updates the person's unread count in open browsers. */
const tellOf = (db: Db, personId: string) =>
  publishDeferred(db, [personId], { kind: 'notification', id: personId })

/**
 * Deletes a person's notifications about another, or with a link to that person's pages, and waiting emails about them: after a block,
 * and when a guardian link or assignment ends. Safety reports stay with designated safeguarding staff, whatever their relation, and so
 * do all emails of theirs, which are encrypted.
 */
export const deleteNoticesAbout = (db: Db, personId: string, aboutId: string): Promise<void> =>
  deleteNoticesOfMany(db, [{ personId, aboutId }])

/** The same for many pairs: a roster moves a whole school at once. */
export const deleteNoticesOfMany = async (
  db: Db,
  pairs: readonly { personId: string; aboutId: string }[],
): Promise<void> => {
  const people = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'safeguarding'])
    .where('id', '=', ({ fn, val }) =>
      fn.any(val([...new Set(pairs.map((pair) => pair.personId))])),
    )
    .execute()
  const peopleById = new Map(people.map((person) => [person.id, person]))
  const emails: { to: string; about: string }[] = []
  for (const { personId, aboutId } of pairs) {
    const person = peopleById.get(personId)
    if (!person) continue
    await db
      .deleteFrom('notifications')
      .where('person_id', '=', personId)
      .where(({ eb, fn, or, val }) =>
        or([
          eb('about_id', '=', aboutId),
          eb(fn<number>('strpos', ['path', val(aboutId)]), '>', 0),
        ]),
      )
      .$if(person.safeguarding, (query) => query.where('category', '<>', 'safety'))
      .execute()
    if (person.email !== null && !person.safeguarding)
      emails.push({ to: person.email, about: aboutId })
  }
  if (emails.length > 0) await discardEmailsAbout(db, emails)
}

/** Deletes people's notifications of a topic, read or not: what they name is erased. */
export const deleteTopic = async (
  db: Db,
  personIds: readonly string[],
  topic: string,
): Promise<void> => {
  if (personIds.length === 0) return
  await db
    .deleteFrom('notifications')
    .where('person_id', 'in', personIds)
    .where('topic', '=', topic)
    .execute()
}

/** Marks a topic as read because the person has seen its subject. */
export const markTopicRead = async (
  db: Db,
  personId: string,
  topic: string,
  now: Date,
): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: now.toISOString() })
    .where('person_id', '=', personId)
    .where('topic', '=', topic)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await tellOf(db, personId)
}
