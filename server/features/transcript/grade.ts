import type * as z from 'zod/mini'

import type { NewGrade } from '#contract/transcript'
import type { Db } from '#platform/database'
import { invalid } from '#platform/http'

/**
 * Records a grade for a subject's school year, or for a quest that the learner has started; null removes the grade. The newest
 * grade of a course applies.
 */
export const recordGrade = async (
  db: Db,
  by: { learnerId: string; recordedBy: string; now: Date },
  { school_year, subject, quest_id, grade }: z.output<typeof NewGrade>,
): Promise<void> => {
  if (quest_id !== undefined) await requireStarted(db, by.learnerId, quest_id)
  await db
    .insertInto('course_grades')
    .values({
      learner_id: by.learnerId,
      school_year,
      quest_id: quest_id ?? null,
      subject: subject ?? null,
      grade,
      recorded_by: by.recordedBy,
      created_at: by.now.toISOString(),
    })
    .execute()
}

const requireStarted = async (db: Db, learnerId: string, questId: string) => {
  const started = await db
    .selectFrom('enrollments')
    .select('quest_id')
    .where('learner_id', '=', learnerId)
    .where('quest_id', '=', questId)
    .executeTakeFirst()
  if (started) return
  const message = 'The learner has not started this quest.'
  throw invalid(message, { quest_id: message })
}
