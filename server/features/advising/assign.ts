import type * as z from 'zod/mini'

import type { NewHandover } from '#contract/caseload'
import { startFirstPlan } from '#features/consultations'
import { isGuardianOf, lockLearner } from '#features/learners'
import { type Db, transaction } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/http'

import {
  deleteHandover,
  endAssignment,
  findAdvisorAtWork,
  findAssignment,
  findHandoverTo,
  insertAssignment,
  insertHandover,
} from './assignments.ts'

type Assignment = {
  advisorId: string
  learnerId: string
  since: Date
  /** Undefined for automatic changes. */
  by?: string
  because?: 'reassigned' | 'handed_over'
}

/** Assigns a learner to an advisor. The previous advisor stays in the history and loses access to the learner. */
export const assignLearner = (db: Db, assignment: Assignment): Promise<void> =>
  transaction(db, async (db) => {
    const { advisorId, learnerId, since, by, because = 'reassigned' } = assignment
    await lockLearner(db, learnerId)
    const before = await findAssignment(db, learnerId)
    if (before?.advisor_id === advisorId) return
    if (before) {
      const ended = { ended_at: since.toISOString(), ended_because: because, ended_by: by ?? null }
      await endAssignment(db, { ...before, ...ended })
    }
    await deleteHandover(db, learnerId)
    await insertAssignment(db, {
      advisor_id: advisorId,
      learner_id: learnerId,
      since: since.toISOString(),
    })
    await startFirstPlan(db, { learnerId, advisorId, now: since })
  })

type By = { userId: string; now: Date }

/** Requires an active advisor who is not the learner's guardian. Locks the learner, so no guardian link is added meanwhile. */
const requireAdvisor = async (db: Db, advisorId: string, learnerId: string, now: Date) => {
  await lockLearner(db, learnerId)
  const advisor = await findAdvisorAtWork(db, advisorId)
  if (!advisor) {
    const message = 'Please choose an advisor who works here.'
    throw invalid(message, { advisor_id: message })
  }
  if (await isGuardianOf(db, advisorId, learnerId, now)) {
    throw conflict(`${advisor.name} is a guardian of this learner: somebody else has to do this.`)
  }
}

/** Assignment by an admin. `db` is a transaction. */
export const assignAdvisor = async (
  db: Db,
  { advisorId, learnerId }: { advisorId: string; learnerId: string },
  { userId, now }: By,
): Promise<void> => {
  await requireAdvisor(db, advisorId, learnerId, now)
  await assignLearner(db, { advisorId, learnerId, since: now, by: userId })
}

/** `db` is a transaction. */
export const offerHandover = async (
  db: Db,
  learnerId: string,
  { advisor_id, words }: z.output<typeof NewHandover>,
  { userId, now }: By,
): Promise<{ id: string }> => {
  await requireAdvisor(db, advisor_id, learnerId, now)
  const current = await findAssignment(db, learnerId)
  if (current?.advisor_id === advisor_id) {
    throw conflict('This learner is already in that advisor’s care.')
  }
  const id = await insertHandover(db, {
    learner_id: learnerId,
    offered_by: userId,
    offered_to: advisor_id,
    words,
    offered_at: now.toISOString(),
  })
  if (!id)
    throw conflict('This learner has already been offered to somebody. Withdraw that offer first.')
  return { id }
}

/**
 * Accepts or declines a handover, as the colleague to whom it was offered. `db` is a transaction.
 * @returns the learner's id
 * @throws notFound for anyone else, and for an offer that no longer exists
 */
export const decideHandover = async (
  db: Db,
  id: string,
  decision: 'accepted' | 'declined',
  { userId, now }: By,
): Promise<string> => {
  const offer = await findHandoverTo(db, { id, advisorId: userId })
  if (!offer) throw notFound()
  const { learner_id: learnerId } = offer
  if (decision === 'declined') {
    await deleteHandover(db, learnerId)
    return learnerId
  }
  await requireAdvisor(db, userId, learnerId, now)
  await assignLearner(db, {
    advisorId: userId,
    learnerId,
    since: now,
    by: offer.offered_by,
    because: 'handed_over',
  })
  return learnerId
}
