import type { Attempt } from '#contract/evidence'
import { transaction } from '#platform/database'
import type { Db } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/http'
import { decisionProblem } from '#rules/decision'
import type { Decision } from '#rules/decision'

import { findAttemptForUpdate, storeDecision } from './work-queries.ts'

type Decided = {
  attemptId: string
  decision: Decision
  /** Fit to show the learner; a return must have one. */
  comment: string
  deciderId: string
  now: Date
}

const PROBLEMS = {
  not_submitted: () => conflict('This work is not waiting for a decision any more.'),
  comment_missing: () =>
    invalid('Please say what to work on.', { comment: 'Please say what to work on.' }),
} satisfies Record<NonNullable<ReturnType<typeof decisionProblem>>, () => Error>

/**
 * Accepts handed-in work or returns it. Of two decisions that arrive together the first one stands. Whether the decider may
 * decide is the caller's question.
 */
export const decideAttempt = (
  db: Db,
  { attemptId, decision, comment, deciderId, now }: Decided,
): Promise<Attempt> =>
  transaction(db, async (db) => {
    const attempt = await findAttemptForUpdate(db, attemptId)
    if (!attempt) throw notFound()
    const problem = decisionProblem(attempt.state, decision, comment)
    if (problem) throw PROBLEMS[problem]()
    const words = comment.trim() || null
    return storeDecision(db, attemptId, { state: decision, comment: words, deciderId, now })
  })
