import type * as z from 'zod/mini'

import type { OwnTask, Task } from '#contract/quests'
import { lockLearner } from '#features/learners'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'

import { insertOwnTask } from './queries.ts'
import { requireQuest } from './require-quest.ts'

const MAX_OWN_TASKS = 20

/** Adds a learner's own task to a quest that they have started. `db` is a transaction. */
export const addOwnTask = async (
  db: Db,
  learnerId: string,
  questId: string,
  wanted: z.output<typeof OwnTask>,
): Promise<Task> => {
  await lockLearner(db, learnerId)
  const quest = await requireQuest(db, learnerId, questId)
  if (!quest.enrollment) throw conflict('Start the quest first.')
  if (quest.tasks.filter(({ own }) => own).length >= MAX_OWN_TASKS) {
    throw conflict(`You can add up to ${MAX_OWN_TASKS} of your own tasks to a quest.`)
  }
  const id = await insertOwnTask(db, learnerId, questId, wanted)
  const { tasks } = await requireQuest(db, learnerId, questId)
  const added = tasks.find((task) => task.id === id)
  if (!added) throw notFound()
  return added
}
