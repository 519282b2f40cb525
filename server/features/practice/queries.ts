import { type Expression, expressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { DB, Db } from '#platform/database'
import type { ExerciseState } from '#rules/practice/mastery'

export type ResultRow = ExerciseState & { practice_set: string; exercise: string }

/** The learner's results, of one set or of all. */
export const listResults = (db: Db, learnerId: string, set?: string): Promise<ResultRow[]> =>
  db
    .selectFrom('practice_results')
    .select(['practice_set', 'exercise', 'tries', 'stage', 'due_on'])
    .where('learner_id', '=', learnerId)
    .$if(set !== undefined, (rows) => rows.where('practice_set', '=', set!))
    .orderBy('practice_set')
    .orderBy('exercise')
    .execute()

const eb = expressionBuilder<DB>()

/** `resting`: number of exercises that are not due yet. */
export type PractisedSet = { slug: string; resting: number }

/** Subquery of the sets that a learner has begun. */
export const practisedBy = (learnerId: Expression<string>, today: Expression<string>) =>
  jsonArrayFrom(
    eb
      .selectFrom('practice_results')
      .select(({ fn }) => [
        'practice_set as slug',
        fn.countAll<number>().filterWhere('due_on', '>', today).as('resting'),
      ])
      .where('learner_id', '=', learnerId)
      .groupBy('practice_set'),
  )

export const upsertResults = async (
  db: Db,
  learnerId: string,
  results: readonly ResultRow[],
  now: Date,
): Promise<void> => {
  if (results.length === 0) return
  const answered_at = now.toISOString()
  await db
    .insertInto('practice_results')
    .values(results.map((result) => ({ ...result, learner_id: learnerId, answered_at })))
    .onConflict((conflict) =>
      conflict.columns(['learner_id', 'practice_set', 'exercise']).doUpdateSet(({ ref }) => ({
        tries: ref('excluded.tries'),
        stage: ref('excluded.stage'),
        due_on: ref('excluded.due_on'),
        answered_at: ref('excluded.answered_at'),
      })),
    )
    .execute()
}
