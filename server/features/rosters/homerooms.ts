import { sql } from 'kysely'

import type { Homeroom } from '#contract/rosters'
import { currentAssignments } from '#features/advising'
import type { Db } from '#platform/database'

import { isCurrent } from './moves.ts'

/** Homerooms of the last roster with learners in an advisor's care, by name. */
export const listHomerooms = async (db: Db, advisorId: string, now: Date): Promise<Homeroom[]> => {
  const today = now.toISOString().slice(0, 10)
  const { rows } = await sql<Homeroom>`
    select class.sourced_id as id, class.cells ->> 'title' as name, array_agg(distinct caseload.learner_id) as learner_ids
    from ${currentAssignments} as caseload
    join roster_rows as enrollment on enrollment.file = 'enrollments' and enrollment.user_id = caseload.learner_id
      and enrollment.cells ->> 'role' = 'student' and ${isCurrent(sql`enrollment.cells`, today)}
    join roster_rows as class on class.file = 'classes' and class.sourced_id = enrollment.cells ->> 'classSourcedId'
      and class.cells ->> 'classType' = 'homeroom'
    where caseload.advisor_id = ${advisorId}
    group by class.sourced_id, class.cells ->> 'title'
    order by name, id
    limit 200`.execute(db)
  return rows
}
