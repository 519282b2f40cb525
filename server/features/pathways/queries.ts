import { jsonBuildObject } from 'kysely/helpers/postgres'

import type { QuestCard } from '#contract/quests'
import { catalogVersion } from '#features/catalog'
import { type Db, jsonRecordFrom } from '#platform/database'

export type QuestProgress = Record<string, { state: QuestCard['state']; tasks_done: number }>

/** Quests that a learner has started, by id. */
export const findQuestProgress = (
  db: Db,
  learnerId: string,
): Promise<{ catalog_version: string; begun: QuestProgress }> =>
  db
    .selectNoFrom((select) => [
      catalogVersion.as('catalog_version'),
      jsonRecordFrom(
        select
          .selectFrom('enrollments')
          .select(({ ref }) => [
            'quest_id as key',
            jsonBuildObject({ state: ref('state'), tasks_done: ref('tasks_done') }).as('value'),
          ])
          .where('learner_id', '=', learnerId),
      ).as('begun'),
    ])
    .$castTo<{ catalog_version: string; begun: QuestProgress }>()
    .executeTakeFirstOrThrow()
