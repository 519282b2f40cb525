import type * as z from 'zod/mini'

import type { DecisionResult, NewDecision, CurrentRecord } from '#contract/reviews'
import { setDecision } from '#features/attempts'
import { revokeBadgesLosing } from '#features/badges'
import { lockLearner } from '#features/learners'
import { type Db, transaction } from '#platform/database'
import { conflict, forbidden, invalid, notFound } from '#platform/http'
import { decisionProblem } from '#rules/decision'
import { findingsOf } from '#rules/rubric'

import { findForeignClaim } from './claims.ts'
import {
  type AttemptRow,
  countReopened,
  findAttemptForUpdate,
  findCriteria,
  findCurrentDecision,
  hasLaterAttempt,
  insertDecision,
  listRecordsSince,
  markReopened,
  markUndone,
} from './decision-queries.ts'
import { saveDraft } from './piece.ts'

type By = { deciderId: string; now: Date }

/**
 * Accepts submitted work or returns it. Internal effects apply immediately; external effects wait for `finalizeDecisions`. Of two concurrent
 * decisions, the first applies. The caller has checked the permission.
 */
export const decide = (
  db: Db,
  attemptId: string,
  by: By,
  given: z.input<typeof NewDecision>,
): Promise<Pick<DecisionResult, 'id' | 'state'>> =>
  transaction(db, async (db) => {
    const attempt = await requireAttempt(db, attemptId)
    const { decision, comment = '' } = given
    const problem = decisionProblem(attempt.state, decision, comment)
    if (problem === 'not_submitted') throw await asDecided(db, attempt, by.deciderId)
    if (problem === 'comment_missing') throw commentMissing()
    const claim = await findForeignClaim(db, attemptId, by.deciderId, by.now)
    if (claim) {
      throw conflict(
        `${claim.name} is reading this piece, since ${minutesAgo(claim.since, by.now)}. Your feedback is kept as a draft.`,
      )
    }
    const words = comment.trim() || null
    const findings = await findingsFor(db, attemptId, given.met ?? [])
    await insertDecision(db, attempt, by, { ...given, comment: words, findings })
    await setDecision(db, attemptId, {
      state: decision,
      comment: words,
      decided_at: by.now.toISOString(),
      decided_by: by.deciderId,
      subjects: given.subjects ? JSON.stringify(given.subjects) : null,
    })
    return { id: attemptId, state: decision }
  })

/** @throws conflict if the rubric no longer has a ticked criterion */
const findingsFor = async (db: Db, attemptId: string, met: readonly string[]) => {
  if (met.length === 0) return []
  const criteria = await findCriteria(db, attemptId)
  if (met.some((each) => !criteria.some(({ criterion }) => criterion === each))) {
    throw conflict('The criteria of this task have changed. Please load the page again.')
  }
  return findingsOf(criteria, met)
}

const commentMissing = () =>
  invalid('Please say what to work on.', { comment: 'Please say what to work on.' })

const requireAttempt = async (db: Db, id: string): Promise<AttemptRow> => {
  const attempt = await findAttemptForUpdate(db, id)
  if (!attempt) throw notFound()
  return attempt
}

const minutesAgo = (since: string, now: Date): string => {
  const minutes = Math.floor((now.getTime() - Date.parse(since)) / 60_000)
  if (minutes < 1) return 'just now'
  return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
}

const DONE = { accepted: 'accepted', returned: 'returned' } as const

/** Explains why work that is not pending cannot be decided: the current decision. */
const asDecided = async (db: Db, { id, state }: AttemptRow, callerId: string) => {
  if (state === 'withdrawn') return conflict('The learner has withdrawn this work.')
  const standing = await findCurrentDecision(db, id)
  if (!standing) return conflict('This work is no longer waiting for a decision.')
  const who = standing.decided_by === callerId ? 'You have' : `${standing.name} has`
  return conflict(
    `${who} ${DONE[standing.decision]} this work already, and that decision holds. Your feedback is kept as a draft.`,
  )
}

/** Undoes one's own decision before external effects. Its feedback becomes a draft again. */
export const undo = (
  db: Db,
  attemptId: string,
  { deciderId, now, undoSeconds }: By & { undoSeconds: number },
): Promise<void> =>
  transaction(db, async (db) => {
    const attempt = await requireAttempt(db, attemptId)
    const standing = await findCurrentDecision(db, attemptId)
    if (!standing || attempt.state === 'submitted') throw conflict('There is nothing to undo.')
    if (attempt.state === 'withdrawn') throw conflict('The learner has withdrawn this work.')
    if (standing.decided_by !== deciderId) {
      throw forbidden(`${standing.name} has decided this, and can undo it.`)
    }
    const isOver = Date.parse(standing.decided_at) + undoSeconds * 1000 <= now.getTime()
    if (standing.settled_at !== null || isOver) throw conflict(TOO_LATE[standing.decision])
    if (standing.decision === 'accepted') {
      await lockLearner(db, attempt.learner_id)
      const records = await listRecordsSince(db, attempt.learner_id, standing.decided_at)
      if (records.length > 0) throw conflict(ON_RECORD)
    }
    if (await hasLaterAttempt(db, attempt)) {
      throw conflict('The learner has since handed in again: please decide on the newer piece.')
    }
    await markUndone(db, standing.id, now)
    await setDecision(db, attemptId, WAITING)
    const { comment, annotations, findings } = standing
    const by = { attemptId, advisorId: deciderId, now }
    const met = findings.filter(({ met }) => met).map(({ criterion }) => criterion)
    await saveDraft(db, by, { comment: comment ?? '', annotations, met })
  })

const ON_RECORD =
  'An official record that counts this work has been issued since. You can undo the acceptance and give a reason.'

const TOO_LATE = {
  accepted:
    'It’s too late to undo this: the learner has been notified. You can undo the acceptance and give a reason.',
  returned:
    'It’s too late to undo this: the learner has been notified. You can write to the learner, who can hand in again.',
} as const

const WAITING = {
  state: 'submitted',
  comment: null,
  decided_at: null,
  decided_by: null,
  settled_at: null,
  subjects: null,
} as const

/** Reversals of one attempt's acceptance: all decisions are shown at once. */
const MAX_REOPENED = 20

const REOPENED_OFTEN = `The acceptance of this work was undone ${MAX_REOPENED} times, which is the limit. Please write to the learner in a message.`

/**
 * Reverses an acceptance that was a mistake: the work is pending again and loses its credit; credentials that depend on it are
 * revoked. Official records are not revoked automatically.
 * @returns the official records issued while it counted
 */
export const reopen = (
  db: Db,
  attemptId: string,
  { deciderId, now, reason }: By & { reason: string },
): Promise<CurrentRecord[]> =>
  transaction(db, async (db) => {
    const attempt = await requireAttempt(db, attemptId)
    const standing = await findCurrentDecision(db, attemptId)
    if (attempt.state !== 'accepted' || standing?.decision !== 'accepted') {
      throw conflict('Only an acceptance in force can be undone.')
    }
    if ((await countReopened(db, attemptId)) >= MAX_REOPENED) throw conflict(REOPENED_OFTEN)
    await lockLearner(db, attempt.learner_id)
    const because = 'The acceptance of the work it was based on was undone.'
    await revokeBadgesLosing(db, attempt.learner_id, { because, now }, async () => {
      await markReopened(db, standing.id, { by: deciderId, reason, now })
      await setDecision(db, attemptId, WAITING)
    })
    return listRecordsSince(db, attempt.learner_id, standing.decided_at)
  })
