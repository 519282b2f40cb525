import type { TutorConversation } from '#contract/tutor'
import { lockLearner } from '#features/learners'
import { requireQuest } from '#features/quests'
import type { Db } from '#platform/database'
import { conflict, forbidden, notFound } from '#platform/http'
import { isLearner } from '#rules/age'

import { findConversation, findLearner } from './queries.ts'

type About = { quest_id?: string | undefined; task_id?: string | undefined }

/**
 * Starts a conversation, or returns the one about the same task in which nothing is written yet.
 * @throws notFound for a quest or a task that the learner cannot see; forbidden for non-learners
 */
export const startConversation = async (
  db: Db,
  learnerId: string,
  about: About,
  now: Date,
): Promise<TutorConversation> => {
  const learner = await findLearner(db, learnerId)
  if (!isLearner(learner, now.toISOString().slice(0, 10))) {
    throw forbidden('The tutor is for learners.')
  }
  await requireRoomForTalk(db, learnerId)
  const place = await placeOf(db, learnerId, about)
  const at = now.toISOString()
  const { id } =
    (await findEmptyConversation(db, learnerId, place.task_id)) ??
    (await db
      .insertInto('tutor_conversations')
      .values({ learner_id: learnerId, ...place, created_at: at, last_message_at: at })
      .returning('id')
      .executeTakeFirstOrThrow())
  const started = await findConversation(db, { id, learnerId }, 'learner')
  if (!started) throw notFound()
  return started
}

const findEmptyConversation = async (db: Db, learnerId: string, taskId: string | null) =>
  taskId === null
    ? undefined
    : db
        .selectFrom('tutor_conversations')
        .select('id')
        .where('learner_id', '=', learnerId)
        .where('task_id', '=', taskId)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('tutor_messages')
                .select('tutor_messages.id')
                .whereRef('tutor_messages.conversation_id', '=', 'tutor_conversations.id'),
            ),
          ),
        )
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst()

/** Empty conversations are deleted after a day, others after the family's retention period. */
const MAX_CONVERSATIONS = 500

const requireRoomForTalk = async (db: Db, learnerId: string): Promise<void> => {
  await lockLearner(db, learnerId)
  const { count } = await db
    .selectFrom('tutor_conversations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('learner_id', '=', learnerId)
    .executeTakeFirstOrThrow()
  if (count < MAX_CONVERSATIONS) return
  throw conflict(
    `You have ${MAX_CONVERSATIONS} conversations with the tutor. Please continue one of them.`,
  )
}

const placeOf = async (db: Db, learnerId: string, { quest_id, task_id }: About) => {
  const questId = quest_id ?? (task_id && (await questOfTask(db, task_id)))
  if (!questId) return { quest_id: null, task_id: null }
  const quest = await requireQuest(db, learnerId, questId)
  if (task_id && !quest.tasks.some(({ id }) => id === task_id)) throw notFound()
  return { quest_id: quest.id, task_id: task_id ?? null }
}

const questOfTask = async (db: Db, taskId: string): Promise<string> => {
  const task = await db
    .selectFrom('tasks')
    .select('quest_id')
    .where('id', '=', taskId)
    .executeTakeFirst()
  if (!task) throw notFound()
  return task.quest_id
}
