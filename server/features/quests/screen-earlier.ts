import { sql } from 'kysely'

import { reportCrisesIn } from '#features/safety'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'

const QUEST_TITLE = 'My own quest'
const TASK_TITLE = 'My own task'

/**
 * Reports calls for help in quests and tasks that a learner wrote while the account counted as an adult's. A minor's are not stored,
 * because the family reads them: the report has the words.
 */
export const screenEarlierQuests = async (
  parts: Pick<Parts, 'clock' | 'config' | 'db' | 'mail'>,
  learnerId: string,
): Promise<void> => {
  const isHarmful = (db: Db, texts: readonly string[]) =>
    reportCrisesIn(parts, db, { authorId: learnerId, text: texts.join('.\n') })
  for (const { id, title, description } of await listQuests(parts.db, learnerId)) {
    await transaction(parts.db, async (db) => {
      if (await isHarmful(db, [title, description])) await replaceQuestWords(db, id)
    })
  }
  for (const { id, title, instructions } of await listTasks(parts.db, learnerId)) {
    await transaction(parts.db, async (db) => {
      if (!(await isHarmful(db, [title, instructions]))) return
      await db
        .updateTable('tasks')
        .set({ title: TASK_TITLE, instructions: '' })
        .where('id', '=', id)
        .execute()
    })
  }
}

/** Quests that the learner wrote, in all their versions. */
const listQuests = (db: Db, learnerId: string) =>
  db
    .selectFrom('quests')
    .select(['id', 'title', 'description'])
    .where('learner_id', '=', learnerId)
    .where('author_id', '=', learnerId)
    .unionAll(
      db
        .selectFrom('quest_versions as earlier')
        .innerJoin('quests', 'quests.id', 'earlier.quest_id')
        .select([
          'quests.id',
          sql<string>`earlier.content ->> 'title'`.as('title'),
          sql<string>`earlier.content ->> 'description'`.as('description'),
        ])
        .where('quests.learner_id', '=', learnerId)
        .where('quests.author_id', '=', learnerId),
    )
    .execute()

const replaceQuestWords = async (db: Db, id: string): Promise<void> => {
  const words = { title: QUEST_TITLE, description: '' }
  await db.updateTable('quests').set(words).where('id', '=', id).execute()
  await db
    .updateTable('quest_versions')
    .set({ content: sql`content || ${JSON.stringify(words)}::jsonb` })
    .where('quest_id', '=', id)
    .execute()
}

/** Tasks that the learner wrote, in quests of others as well. */
const listTasks = (db: Db, learnerId: string) =>
  db
    .selectFrom('tasks')
    .innerJoin('quests', 'quests.id', 'tasks.quest_id')
    .select(['tasks.id', 'tasks.title', 'tasks.instructions'])
    .where(({ and, eb, or }) =>
      or([
        eb('tasks.owner_id', '=', learnerId),
        and([eb('quests.learner_id', '=', learnerId), eb('quests.author_id', '=', learnerId)]),
      ]),
    )
    .execute()
