import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Attempt } from '#contract/evidence'
import type { FeedbackDraft, Review, ReviewFilters } from '#contract/reviews'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import type { Pillar } from '#rules/pillars'
import { criteriaFor } from '#rules/rubric'

import { listConversations } from './conversation.ts'
import { rubricOfVersion } from './decision-queries.ts'
import { claimOf, findNeighbours } from './queue.ts'

/** Nothing of withdrawn work, which its learner has taken back; what was said about it is shown. */
const blocksOf = (attempt: 'attempts' | 'earlier') =>
  sql<
    Attempt['blocks']
  >`case when ${sql.ref(`${attempt}.state`)} = 'withdrawn' then '[]' else ${sql.ref(`${attempt}.blocks`)} end`

const findPiece = (db: Db, attemptId: string, advisorId: string, now: Date) =>
  db
    .selectFrom('attempts')
    .innerJoin('accounts', 'accounts.id', 'attempts.learner_id')
    .innerJoin('quests', 'quests.id', 'attempts.quest_id')
    .innerJoin('tasks', 'tasks.id', 'attempts.task_id')
    .leftJoin('reviews', (join) =>
      join.onRef('reviews.attempt_id', '=', 'attempts.id').on('reviews.advisor_id', '=', advisorId),
    )
    .leftJoin('decisions', (join) =>
      join
        .onRef('decisions.attempt_id', '=', 'attempts.id')
        .on('decisions.undone_at', 'is', null)
        .on('decisions.reopened_at', 'is', null),
    )
    .select(({ selectFrom }) => [
      'attempts.id',
      'attempts.number',
      'attempts.state',
      blocksOf('attempts').as('blocks'),
      sql<string | null>`case when attempts.state <> 'withdrawn' then attempts.reflection end`.as(
        'reflection',
      ),
      'attempts.comment',
      'attempts.submitted_at',
      'attempts.answered_at',
      'attempts.decided_at',
      'attempts.submitter',
      'accounts.id as learner_id',
      'accounts.first_name',
      'accounts.last_name',
      'quests.id as quest_id',
      'quests.title as quest_title',
      rubricOfVersion.as('rubric'),
      'tasks.id as task_id',
      'tasks.title as task_title',
      'tasks.instructions',
      'tasks.pillar',
      'tasks.xp',
      'tasks.subjects',
      'reviews.draft',
      'decisions.decided_by',
      'decisions.settled_at',
      claimOf(db, advisorId, now).as('claimed_by'),
      jsonArrayFrom(
        selectFrom('attempts as earlier')
          .select(({ fn }) => [
            'earlier.id',
            'earlier.number',
            'earlier.state',
            blocksOf('earlier').as('blocks'),
            fn<string>('iso', ['earlier.submitted_at']).as('submitted_at'),
          ])
          .whereRef('earlier.learner_id', '=', 'attempts.learner_id')
          .whereRef('earlier.task_id', '=', 'attempts.task_id')
          .whereRef('earlier.number', '<', 'attempts.number')
          .orderBy('earlier.number')
          .$narrowType<Pick<Attempt, 'state' | 'blocks'>>(),
      ).as('earlier'),
    ])
    .$narrowType<
      Pick<Attempt, 'state' | 'blocks' | 'submitter'> & {
        pillar: Pillar
        subjects: Record<string, number>
        draft: FeedbackDraft | null
      }
    >()
    .where('attempts.id', '=', attemptId)
    .executeTakeFirst()

/** A submission with everything needed for a decision. */
export const findReview = async (
  db: Db,
  attemptId: string,
  filters: ReviewFilters,
  { advisorId, now, undoSeconds }: { advisorId: string; now: Date; undoSeconds: number },
): Promise<Review> => {
  const row = await findPiece(db, attemptId, advisorId, now)
  if (!row) throw notFound()
  const { learner_id, task_id } = row
  const rubric = criteriaFor(row.rubric, task_id)
  const since = filters.show === 'work' ? row.submitted_at : (row.answered_at ?? '-infinity')
  const undo_until =
    row.decided_by === advisorId && row.settled_at === null && row.decided_at !== null
      ? undoUntil(row.decided_at, undoSeconds, now)
      : null
  return {
    id: row.id,
    learner: { id: learner_id, first_name: row.first_name, last_name: row.last_name },
    quest: { id: row.quest_id, title: row.quest_title, rubric },
    task: {
      id: task_id,
      title: row.task_title,
      instructions: row.instructions,
      pillar: row.pillar,
      xp: row.xp,
      subjects: row.subjects,
    },
    attempt: {
      id: row.id,
      number: row.number,
      state: row.state,
      blocks: row.blocks,
      reflection: row.reflection,
      comment: row.comment,
      submitted_at: row.submitted_at,
      decided_at: row.decided_at,
      submitter: row.submitter,
    },
    earlier: row.earlier,
    conversations: await listConversations(db, (where) =>
      where.and([
        where('attempts.learner_id', '=', learner_id),
        where('attempts.task_id', '=', task_id),
        where('attempts.number', '<=', row.number),
      ]),
    ),
    draft: row.draft && withCurrentTicks(row.draft, rubric),
    claimed_by: row.claimed_by,
    undo_until,
    neighbours: await findNeighbours(db, advisorId, filters, { at: since, id: row.id }),
  }
}

/** Leaves out ticks of criteria that the task no longer has: nobody could remove them, and the decision would be refused. */
const withCurrentTicks = (
  draft: FeedbackDraft,
  rubric: readonly { criterion: string }[],
): FeedbackDraft => ({
  ...draft,
  met: draft.met.filter((each) => rubric.some(({ criterion }) => criterion === each)),
})

/** End of the undo period of a decision; null when it is over. */
export const undoUntil = (decidedAt: string, undoSeconds: number, now: Date): string | null => {
  const until = Date.parse(decidedAt) + undoSeconds * 1000
  return until > now.getTime() ? new Date(until).toISOString() : null
}

export const saveDraft = async (
  db: Db,
  { attemptId, advisorId, now }: { attemptId: string; advisorId: string; now: Date },
  draft: FeedbackDraft,
): Promise<{ updated_at: string }> => {
  const updated_at = now.toISOString()
  const kept = { draft: JSON.stringify(draft), draft_updated_at: updated_at }
  await db
    .insertInto('reviews')
    .values({ attempt_id: attemptId, advisor_id: advisorId, opened_at: updated_at, ...kept })
    .onConflict((conflict) => conflict.columns(['attempt_id', 'advisor_id']).doUpdateSet(kept))
    .execute()
  return { updated_at }
}
