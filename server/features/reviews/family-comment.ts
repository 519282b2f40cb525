import { paths, taskPath } from '#contract/paths'
import type { FamilyComment } from '#contract/reviews'
import { notifyPerson } from '#features/notifications'
import type { Db } from '#platform/database'
import { notFound, type Parts } from '#platform/http'

import { insertMessage } from './conversation.ts'

type Comment = { guardianId: string; learnerId: string; attemptId: string; words: string }

/**
 * Stores a guardian's comment on work, which the caller has screened, and notifies the child and the advisor. `db` is a
 * transaction.
 * @throws notFound for work that is withdrawn, or withheld from guardians
 */
export const commentAsFamily = async (
  { clock }: Pick<Parts, 'clock'>,
  db: Db,
  { guardianId, learnerId, attemptId, words }: Comment,
): Promise<FamilyComment> => {
  const now = clock()
  const work = await findWork(db, attemptId)
  const guardian = await findPerson(db, guardianId)
  const learner = await findPerson(db, learnerId)
  if (!work || !guardian || !learner) throw notFound()
  await insertMessage(db, {
    attemptId,
    learner_id: learnerId,
    author: 'guardian',
    authorId: guardianId,
    words,
    now,
  })
  const notice = { category: 'feedback', topic: `family comment ${attemptId}` } as const
  await notifyPerson(
    db,
    {
      ...notice,
      personId: learnerId,
      title: `${guardian.first_name} wrote about “${work.task_title}”`,
      path: taskPath(work.quest_id, work.task_id),
      aboutId: guardianId,
    },
    now,
  )
  if (work.advisor_id) {
    await notifyPerson(
      db,
      {
        ...notice,
        personId: work.advisor_id,
        title: `${learner.first_name}’s family wrote about “${work.task_title}”`,
        path: paths.review(attemptId),
        aboutId: learnerId,
      },
      now,
    )
  }
  return { attempt_id: attemptId, words, created_at: now.toISOString() }
}

/** Work that guardians may see, with its advisor. */
const findWork = (db: Db, attemptId: string) =>
  db
    .selectFrom('attempts')
    .innerJoin('tasks', 'tasks.id', 'attempts.task_id')
    .leftJoin('caseload', 'caseload.learner_id', 'attempts.learner_id')
    .select([
      'attempts.quest_id',
      'attempts.task_id',
      'tasks.title as task_title',
      'caseload.advisor_id',
    ])
    .where('attempts.id', '=', attemptId)
    .where('attempts.state', '<>', 'withdrawn')
    .where('attempts.held_back', '=', false)
    .executeTakeFirst()

const findPerson = (db: Db, id: string) =>
  db.selectFrom('accounts').select('first_name').where('id', '=', id).executeTakeFirst()

/** A guardian's own comments on a child's work that guardians may see, oldest first. */
export const listFamilyComments = (
  db: Db,
  { guardianId, learnerId }: { guardianId: string; learnerId: string },
): Promise<FamilyComment[]> =>
  db
    .selectFrom('attempt_comments')
    .innerJoin('attempts', 'attempts.id', 'attempt_comments.attempt_id')
    .select([
      'attempt_comments.attempt_id',
      'attempt_comments.words',
      'attempt_comments.created_at',
    ])
    .where('attempt_comments.learner_id', '=', learnerId)
    .where('attempt_comments.author_id', '=', guardianId)
    .where('attempt_comments.author', '=', 'guardian')
    .where('attempts.held_back', '=', false)
    .orderBy('attempt_comments.created_at')
    .limit(200)
    .execute()
