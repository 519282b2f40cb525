import { transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { WITNESS_DAYS } from '#rules/outside-work'

import { notifyLearner } from './notify.ts'
import { endQuestions } from './queries.ts'

const DAY_MS = 86_400_000

/** Ends questions that no witness has answered in time. */
export const endSilentQuestions = ({ db, clock }: Pick<Parts, 'db' | 'clock'>): Promise<void> =>
  transaction(db, async (db) => {
    const now = clock()
    const ended = await endQuestions(db, new Date(now.getTime() - WITNESS_DAYS * DAY_MS))
    for (const { learner_id, witness_name } of ended) {
      await notifyLearner(
        db,
        learner_id,
        `${witness_name} has not answered about your work outside`,
        now,
      )
    }
  })
