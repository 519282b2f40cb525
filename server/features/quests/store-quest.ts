import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import type { Insertable } from 'kysely'

import type { QuestContent } from '#contract/authoring'
import type { DB, Db } from '#platform/database'
import { type Pillar, PILLARS } from '#rules/pillars'
import { withTaskNames } from '#rules/rubric'
import type { SubjectShares } from '#rules/subjects'

/** Aggregates of a quest's tasks for lists and filters. */
export const sumsOf = (
  tasks: readonly { pillar: Pillar; xp: number; subjects: SubjectShares }[],
) => ({
  pillars: PILLARS.filter((pillar) => tasks.some((task) => task.pillar === pillar)),
  subjects: [...new Set(tasks.flatMap((task) => Object.keys(task.subjects)))],
  total_xp: tasks.reduce((sum, { xp }) => sum + xp, 0),
  tasks_total: tasks.length,
})

export type Origin = Pick<Insertable<DB['quests']>, 'author_id' | 'learner_id' | 'repeats'>

/**
 * Publishes a new quest, or the next version of an existing one, whose author and learner do not change. Learners who started an
 * earlier version stay on it. `db` is a transaction.
 */
export const storeQuest = async (
  db: Db,
  id: string,
  content: QuestContent,
  origin: Partial<Origin>,
): Promise<void> => {
  const { tasks, prerequisites, ...quest } = content
  const { identified, retired } = await identifyTasks(db, id, tasks)
  const rubric = withTaskNames(
    quest.rubric,
    (key) => identified.find((task) => task.key === key)?.id,
  )
  const row = {
    ...quest,
    ...sumsOf(tasks),
    rubric: JSON.stringify(rubric),
    weeks: JSON.stringify(quest.weeks),
  }
  const updated = await db
    .updateTable('quests')
    .set(({ eb }) => ({ ...row, status: 'published', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!updated) {
    await db
      .insertInto('quests')
      .values({ ...row, ...origin, id, slug: id, status: 'published' })
      .execute()
  }
  await storeTasks(db, id, identified, retired)
  await db.deleteFrom('quest_prerequisites').where('quest_id', '=', id).execute()
  if (prerequisites.length > 0) {
    await db
      .insertInto('quest_prerequisites')
      .values(prerequisites.map((prerequisite_id) => ({ quest_id: id, prerequisite_id })))
      .execute()
  }
}

/** Archives a quest; learners who started it can continue. */
export const retireQuest = (db: Db, id: string) =>
  db.updateTable('quests').set({ status: 'archived' }).where('id', '=', id).execute()

const CONTENT = [
  'title',
  'instructions',
  'pillar',
  'xp',
  'required',
  'evidence',
  'subjects',
  'practice',
] as const

/** Unchanged tasks retain their ids, so that their submissions still count. */
const identifyTasks = async (db: Db, questId: string, tasks: QuestContent['tasks']) => {
  const current = await db
    .selectFrom('tasks')
    .select(['id', ...CONTENT])
    .where('quest_id', '=', questId)
    .where('owner_id', 'is', null)
    .where('retired', '=', false)
    .execute()
  const identified = tasks.map(({ key, week, practice = null, ...rest }) => {
    const task = { ...rest, practice }
    const { id = undefined, ...was } = current.find(({ id }) => id === key) ?? {}
    const isUnchanged = isDeepStrictEqual(was, task)
    return { key, id: id && isUnchanged ? id : randomUUID(), task: { ...task, week } }
  })
  const kept = new Set(identified.map(({ id }) => id))
  return { identified, retired: current.filter(({ id }) => !kept.has(id)).map(({ id }) => id) }
}

const storeTasks = async (
  db: Db,
  questId: string,
  tasks: Awaited<ReturnType<typeof identifyTasks>>['identified'],
  retired: readonly string[],
): Promise<void> => {
  if (retired.length > 0) {
    await db.updateTable('tasks').set({ retired: true }).where('id', 'in', retired).execute()
  }
  await db
    .insertInto('tasks')
    .values(
      tasks.map(({ id, task }, position) => ({
        ...task,
        id,
        quest_id: questId,
        position,
        subjects: JSON.stringify(task.subjects),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        position: ref('excluded.position'),
        week: ref('excluded.week'),
      })),
    )
    .execute()
}
