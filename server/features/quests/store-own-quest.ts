import { sql } from 'kysely'

import type { QuestContent } from '#contract/authoring'
import { questsFor } from '#features/catalog'
import type { Db } from '#platform/database'
import { conflict } from '#platform/http'

import { type Origin, storeQuest } from './store-quest.ts'

const MAX_QUESTS = 300

/** Every page of a learner reads all of their own quests: at most 200 ms and 64 MiB (decisions/0074). */
const MAX_BYTES = 3_000_000

/**
 * Publishes a quest for one learner, or its next version. Refused if all quests of the learner together would be too many or too
 * long, unless it makes them no longer. `db` is a transaction that holds the learner's lock.
 */
export const storeOwnQuest = async (
  db: Db,
  learnerId: string,
  id: string,
  content: QuestContent,
  origin: Partial<Origin>,
): Promise<void> => {
  const before = await sizeOf(db, learnerId)
  await storeQuest(db, id, content, { ...origin, learner_id: learnerId })
  await deleteUnusedVersions(db, id)
  const { count, bytes } = await sizeOf(db, learnerId)
  if (count > MAX_QUESTS && count > before.count) {
    throw conflict(`A learner can have up to ${MAX_QUESTS} quests of their own.`)
  }
  if (bytes > MAX_BYTES && bytes > before.bytes) {
    throw conflict(
      'The quests written for this learner are too long together. Please shorten their texts.',
    )
  }
}

/** Deletes the versions that the learner did not start, and their tasks without work. */
const deleteUnusedVersions = async (db: Db, questId: string): Promise<void> => {
  await db
    .deleteFrom('quest_versions')
    .where('quest_id', '=', questId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('enrollments')
            .select('enrollments.quest_id')
            .whereRef('enrollments.quest_id', '=', 'quest_versions.quest_id')
            .whereRef('enrollments.version', '=', 'quest_versions.version'),
        ),
      ),
    )
    .execute()
  await db
    .deleteFrom('tasks')
    .where('quest_id', '=', questId)
    .where('owner_id', 'is', null)
    .where('retired', '=', true)
    .where(({ and, exists, not, selectFrom }) =>
      and([
        not(
          exists(
            selectFrom('quest_versions')
              .select('quest_versions.quest_id')
              .where('quest_versions.quest_id', '=', questId)
              .where(sql<boolean>`tasks.id = any(quest_versions.task_ids)`),
          ),
        ),
        ...(
          ['attempts', 'drafts', 'added_evidence', 'xp_entries', 'tutor_conversations'] as const
        ).map((table) =>
          not(
            exists(
              selectFrom(table)
                .select(sql.lit(1).as('one'))
                .where(sql<boolean>`${sql.ref(`${table}.task_id`)} = tasks.id`),
            ),
          ),
        ),
      ]),
    )
    .execute()
}

const sizeOf = (db: Db, learnerId: string) =>
  db
    .with('own', (db) => db.selectNoFrom(questsFor(learnerId).as('quests')))
    .selectFrom('own')
    .select([
      sql<number>`json_array_length(quests)`.as('count'),
      sql<number>`octet_length(quests::text)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
