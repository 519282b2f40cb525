import { reportCrisesIn } from '#features/safety'
import { transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { OUTSIDE_KIND_NAMES } from '#rules/outside-work'

import { listWorks, updateWork } from './queries.ts'

/**
 * Reports calls for help in work that a learner added while the account counted as an adult's. A minor's are not stored, because the
 * family reads them: the report has the words.
 */
export const screenEarlierOutsideWork = async (
  parts: Pick<Parts, 'clock' | 'config' | 'db' | 'mail'>,
  learnerId: string,
): Promise<void> => {
  for (const { id, kind, ...work } of await listWorks(parts.db, learnerId)) {
    const { title, organisation, about, witness_name, witness_role } = work
    const text = [title, organisation, about, witness_name, witness_role].join('.\n')
    await transaction(parts.db, async (db) => {
      if (!(await reportCrisesIn(parts, db, { authorId: learnerId, text }))) return
      await updateWork(db, id, { title: OUTSIDE_KIND_NAMES[kind], about: '' })
    })
  }
}
