import { sql } from 'kysely'

import { releaseFiles } from '#features/messages'
import { deleteClosedReports } from '#features/safety'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { DEFAULT_TUTOR_SETTINGS } from '#rules/tutor'

/**
 * Applies families' retention settings: deletes messages after that many days, and conversations that are then empty. Messages of
 * a safety report stay until the report is closed and its retention is over.
 */
export const deleteOldConversations = ({ db, clock }: Pick<Parts, 'db' | 'clock'>): Promise<void> =>
  transaction(db, async (db) => {
    const now = clock()
    const hidden = await deleteClosedReports(db, now)
    await releaseFiles(db, hidden.files)
    for (const { id, from } of hidden.talks) {
      await db
        .deleteFrom('tutor_messages')
        .where('conversation_id', '=', id)
        .where('number', '>=', from)
        .execute()
    }
    await forgetMessages(db, now)
    await db
      .deleteFrom('tutor_conversations')
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('tutor_messages')
              .select('id')
              .whereRef('conversation_id', '=', 'tutor_conversations.id'),
          ),
        ),
      )
      // A new conversation may still get its first message.
      .where('created_at', '<', new Date(now.getTime() - 24 * 3_600_000).toISOString())
      .execute()
  })

const forgetMessages = async (db: Db, now: Date): Promise<void> => {
  const days = sql<number>`coalesce(
    (select retention_days from tutor_settings s where s.learner_id = tutor_messages.learner_id),
    ${DEFAULT_TUTOR_SETTINGS.retention_days})`
  await db
    .deleteFrom('tutor_messages')
    .where(
      'created_at',
      '<',
      sql<string>`${now.toISOString()}::timestamptz - ${days} * interval '1 day'`,
    )
    // A report retains its messages and their answers.
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('safety_report_messages as stands_on')
            .innerJoin('tutor_messages as quoted', 'quoted.id', 'stands_on.message_id')
            .select('quoted.id')
            .whereRef('quoted.conversation_id', '=', 'tutor_messages.conversation_id')
            .where(sql<boolean>`tutor_messages.number in (quoted.number, quoted.number + 1)`),
        ),
      ),
    )
    .execute()
}
