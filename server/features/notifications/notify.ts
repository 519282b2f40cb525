import { sql } from 'kysely'

import { publishDeferred } from '#platform/change-events'
import type { Db } from '#platform/database'
import { choiceFor, type NotificationCategory } from '#rules/notifications'

export type Notice = {
  personId: string
  category: NotificationCategory
  /** A sentence; names in it are the person's to read. No contents: they stand where it leads. */
  title: string
  /** The page of this site that it leads to. */
  path: string
  /** Whom it speaks of: it goes with that account, and when the person blocks them. */
  aboutId?: string
  /** While one about the same is unread, that one is renewed instead. */
  topic?: string
  /** There is a letter about it anyhow. */
  hasLetter?: boolean
}

/**
 * Tells a person something, in the transaction of what it reports, by the ways that the person wants. Nothing is sent from here:
 * a job does that later, and drops what was read by then.
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
            // What is about safety nobody can turn off, whatever the table says.
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
          created_at: ref('excluded.created_at'),
        })),
    )
    .execute()
  await tellOf(db, personId)
}

/** The bell of a person counts again. */
const tellOf = (db: Db, personId: string) =>
  publishDeferred(db, [personId], { kind: 'notification', id: personId })

/**
 * Deletes what a person was told about another, or was led to of theirs: when one blocks the other, and when the person no longer
 * looks after the other. What has not been mailed yet is not mailed. Safety reports stay with those named for safeguarding, whatever
 * else the two are to each other.
 */
export const deleteNoticesAbout = async (
  db: Db,
  personId: string,
  aboutId: string,
): Promise<void> => {
  await db
    .deleteFrom('notifications')
    .where('person_id', '=', personId)
    .where(({ eb, fn, or, val }) =>
      or([eb('about_id', '=', aboutId), eb(fn<number>('strpos', ['path', val(aboutId)]), '>', 0)]),
    )
    .where(({ eb, exists, not, or, selectFrom }) =>
      or([
        eb('category', '<>', 'safety'),
        not(
          exists(
            selectFrom('accounts')
              .select('accounts.id')
              .where('accounts.id', '=', personId)
              .where('accounts.safeguarding', '=', true),
          ),
        ),
      ]),
    )
    .execute()
}

/** What a topic has told is known now: the person has seen the thing itself. */
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
