import type { Db } from '#platform/database'

import { isActiveStaff } from './ties.ts'

/** A learner's advisor, if active, with the learner's first name for notices. */
export const findAdvisor = (
  db: Db,
  learnerId: string,
): Promise<{ id: string; learner_name: string } | undefined> =>
  db
    .selectFrom('caseload')
    .innerJoin('accounts as advisor', 'advisor.id', 'caseload.advisor_id')
    .innerJoin('accounts as learner', 'learner.id', 'caseload.learner_id')
    .select(['advisor.id', 'learner.first_name as learner_name'])
    .where('caseload.learner_id', '=', learnerId)
    .where(isActiveStaff)
    .executeTakeFirst()
