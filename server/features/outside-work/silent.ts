import { transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { WITNESS_DAYS } from '#rules/outside-work'

import { notifyLearner } from './notify.ts'
import { endQuestions } from './queries.ts'

const DAY_MS = 86_400_000

/** Ends questions that no witness has answered in time, and work about which none was asked in time. */
export const endSilentQuestions = ({ db, clock }: Pick<Parts, 'db' | 'clock'>): Promise<void> =>
  transaction(db, async (db) => {
    const now = clock()
    const ended = await endQuestions(db, new Date(now.getTime() - WITNESS_DAYS * DAY_MS))
    for (const { learner_id, asked_at, witness_name } of ended) {
      const what =
        asked_at === null
          ? 'was not asked about your work outside in time: please add it again'
          : 'has not answered about your work outside'
      await notifyLearner(db, learner_id, `${witness_name} ${what}`, now)
    }
  })
