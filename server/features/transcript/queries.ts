import { sql } from 'kysely'

import { standingColumns } from '#features/credits'
import type { CreditStanding } from '#features/credits'
import { storedSiteName } from '#features/site'
import type { Db } from '#platform/database'
import type { Grade } from '#rules/grades'
import type { Subject } from '#rules/subjects'

export type CourseGrade = {
  school_year: string
  quest_id: string | null
  subject: Subject | null
  grade: Grade | null
}

/** All that a transcript is made of, besides the catalog and the plan. */
export type TranscriptStanding = CreditStanding & {
  first_name: string
  last_name: string
  site_name: unknown
  /** Completed quests and the day, in the order of time. */
  completed: [questId: string, day: string][]
  /** In the order of time: the newest for a course holds. */
  grades: CourseGrade[]
}

/** In one statement. Undefined when the account is gone. */
export const findRecord = async (
  db: Db,
  learnerId: string,
): Promise<TranscriptStanding | undefined> => {
  const { rows } = await sql<TranscriptStanding>`
    select ${standingColumns('accepted')}, u.first_name, u.last_name, ${storedSiteName} as site_name,
      coalesce((
        select json_agg(json_build_array(quest_id, (completed_at at time zone 'UTC')::date) order by completed_at)
        from enrollments where learner_id = u.id and state = 'completed'), '[]') as completed,
      coalesce((
        select json_agg(json_build_object(
          'school_year', school_year, 'quest_id', quest_id, 'subject', subject, 'grade', grade) order by id)
        from course_grades where learner_id = u.id), '[]') as grades
    from users u where u.id = ${learnerId}`.execute(db)
  return rows[0]
}
